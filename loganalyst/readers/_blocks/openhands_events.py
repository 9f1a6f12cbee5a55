"""The events of OpenHands: what they say, call and answer, in both generations.

A call's id is that of its action event, as observations name it in ``cause`` (0.x) or ``action_id`` (1.x).
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Media, Part, Reasoning, Role, ShellSession, ToolCall, ToolResult
from loganalyst.readers._blocks.content import (
    as_text,
    decoded_arguments,
    joined_text,
    raw_fields,
    read_time,
    result_part,
    string,
    text_part,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.openhands_status import NOT_ENDED, read_sentence, split_sentence
from loganalyst.readers._blocks.shells import SHELL_FUNCTIONS

_EDITS = frozenset({"edit", "write", "str_replace_editor", "file_editor", "edit_file", "FileEditAction"})
_LOOKS = frozenset({"view", "read"})
_SETTINGS = frozenset(
    {"thought", "confirmation_state", "security_risk", "hidden", "is_static", "blocking", "is_confirmed", "kind"}
)
_SPOKEN = ("thought", "content", "final_thought", "summary")
_QUIET = frozenset({"ConversationStateUpdateEvent", "StateEvent", "PauseEvent", "TokenEvent", "CondensationRequest"})

Json = Mapping[str, Any]


class Speaker:
    """Says events one by one, and knows which command still holds the shell and in which folder it is."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.cwd: str | None = None
        self.running: str | None = None

    def say(self, role: Role, location: Location, data: Json, parts: list[Part], turn: str | None = None) -> None:
        """Add an event as a message of its own; events of one model response share their ``turn``."""
        stamp = data.get("timestamp")
        native = data.get("id")
        self.draft.say(
            role,
            location,
            *parts,
            turn=turn or f"event {location}",
            time=read_time(stamp),
            native_id=None if native is None else str(native),
            fields=raw_fields(time=string(stamp)),
        )


def said_parts(action: str, args: Json, location: Location) -> list[Part]:
    """Return what an action says beside its call."""
    parts: list[Part] = []
    for key in _SPOKEN:
        text = args.get(key)
        if not isinstance(text, str) or not text.strip():
            continue
        if action == "think":
            parts.append(Reasoning(text_part(text, location).text, location))
        elif key == "thought" or action in {"message", "finish", "reject", "condensation", "system", "summarize"}:
            parts.append(text_part(text, location, injected=action in {"condensation", "system"}))
    if action == "finish" and args.get("outputs"):
        parts.append(text_part(as_text(args["outputs"]), location))
    images = args.get("image_urls")
    parts.extend(Media("image", location) for _ in (images if isinstance(images, list) else ()))
    return parts


def action_call(action: str, data: Json, args: Json, location: Location, speaker: Speaker) -> ToolCall:
    """Return the call that an action of the first generation is."""
    native = str(data.get("id", ""))
    limit = data.get("timeout", args.get("timeout"))
    if action == "run":
        return shell_call(native, action, args, location, speaker, limit=limit)
    told = {key: value for key, value in args.items() if key not in _SETTINGS and value is not None}
    text = next((args[key] for key in ("code", "browser_actions") if string(args.get(key))), None)
    return ToolCall(
        id=native,
        name=action,
        text=text or as_text(told),
        location=location,
        path=string(args.get("path")),
        changes_file=action in _EDITS and string(args.get("command")) not in _LOOKS,
    )


def shell_call(native: str, name: str, args: Json, location: Location, speaker: Speaker, *, limit: object) -> ToolCall:
    """Return the call of the shell; input to a running command is no command line but asks for its output."""
    command = as_text(args.get("command") or "")
    is_input = args.get("is_input") is True or args.get("is_input") == "true" or not command.strip()
    seconds = limit if isinstance(limit, int | float) and not isinstance(limit, bool) and limit >= 0 else None
    return ToolCall(
        id=native,
        name=name,
        text=command,
        location=location,
        is_shell=not is_input,
        cwd=string(args.get("cwd")) or speaker.cwd,
        timeout=None if seconds is None else Decimal(str(seconds)),
        background=args.get("background") is True,
        shell=ShellSession.PERSISTENT,
        polls=speaker.running if is_input else None,
        fields=raw_fields(timeout=None if seconds is None else f"{seconds} s"),
    )


def observation_result(data: Json, details: Json, location: Location, speaker: Speaker) -> ToolResult:
    """Return the result that an observation of the first generation is."""
    metadata = details.get("metadata")
    cause = str(data.get("cause"))
    status, raw, text = _shell_status(as_text(data.get("content") or ""), metadata or details)
    if string(data.get("observation")) in {"error", "user_rejected"}:
        status["refused" if data["observation"] == "user_rejected" else "failed"] = True
    if details.get("error") is True or (data.get("success") is False and not status):
        status["failed"] = True
    return _settle(cause, text, status, {**raw, "time": string(data.get("timestamp"))}, location, speaker=speaker)


def _settle(
    call_id: str,
    text: str,
    status: dict[str, Any],
    raw: dict[str, str | None],
    location: Location,
    *,
    speaker: Speaker,
) -> ToolResult:
    """Return a result, and note from it what runs in the shell and where."""
    call = speaker.draft.find_call(call_id)
    if call is not None and (call.is_shell or call.polls):
        if status.get("moved_to_background"):
            speaker.running = call.polls or call.id
        elif not status.get("refused"):
            speaker.running = None
        speaker.cwd = raw.get("cwd") or speaker.cwd
    return result_part(call_id, text, location, time=read_time(raw.get("time")), fields=raw_fields(**raw), **status)


def _shell_status(text: str, metadata: Any) -> tuple[dict[str, Any], dict[str, str | None], str]:
    """Return the status of a shell's output, the raw strings of it, and the output without the shell's sentence."""
    known = metadata if isinstance(metadata, dict) else {}
    prefix, suffix = (string(known.get(key)) or "" for key in ("prefix", "suffix"))
    if not suffix:
        text, suffix = split_sentence(text)
    status, raw = read_sentence(suffix)
    if prefix.strip():
        raw["status"] = "\n".join(filter(None, (prefix.strip(), raw.get("status"))))
    code = known.get("exit_code")
    if isinstance(code, int) and not isinstance(code, bool):
        raw["exit_status"] = str(code)
        if code != NOT_ENDED:
            status["exit_status"] = code
    raw["cwd"] = string(known.get("working_dir"))
    return status, raw, text


class LaterEvents:
    """Events of the second generation, which say by ``kind`` what they are."""

    def __init__(self, draft: Draft, speaker: Speaker) -> None:
        self._draft = draft
        self._speaker = speaker

    def add(self, location: Location, data: Json) -> None:
        """Add one event, and count it."""
        kind = data["kind"]
        ledger = self._draft.ledger
        if kind == "MessageEvent":
            self._add_message(location, data)
        elif kind == "ActionEvent":
            self._add_action(location, data)
        elif kind in {"ObservationEvent", "UserRejectObservation", "AgentErrorEvent"}:
            self._add_answer(location, data, kind)
        elif kind in {"SystemPromptEvent", "Condensation", "CondensationEvent", "CondensationSummaryEvent"}:
            prompt = data.get("system_prompt")
            told = joined_text([prompt])[0] if isinstance(prompt, dict) else as_text(data.get("summary") or "")
            self._speaker.say(Role.SYSTEM, location, data, [text_part(told, location, injected=True)])
        elif kind in _QUIET:
            ledger.ignore(kind, location)
            return
        else:
            ledger.unknown(f"kind {kind}", location)
            return
        ledger.read()

    def _add_message(self, location: Location, data: Json) -> None:
        message = data.get("llm_message")
        content = message.get("content") if isinstance(message, dict) else data.get("content")
        text, media = joined_text(content)
        parts: list[Part] = [text_part(text, location)] if text else []
        parts.extend(Media(kind, location) for kind in media)
        role = {"user": Role.USER, "agent": Role.ASSISTANT}.get(str(data.get("source")), Role.SYSTEM)
        self._speaker.say(role, location, data, parts)

    def _add_action(self, location: Location, data: Json) -> None:
        parts: list[Part] = []
        if reasoning := string(data.get("reasoning_content")):
            parts.append(Reasoning(text_part(reasoning, location).text, location))
        if thought := joined_text(data.get("thought"))[0]:
            parts.append(text_part(thought, location))
        call = data.get("tool_call")
        given = decoded_arguments(call.get("arguments")) if isinstance(call, dict) else data.get("action")
        args: Json = given if isinstance(given, dict) else {}
        name = string(data.get("tool_name")) or "unknown"
        native = string(data.get("tool_call_id")) or string(data.get("id")) or ""
        if name in SHELL_FUNCTIONS:
            parts.append(shell_call(native, name, args, location, self._speaker, limit=args.get("timeout")))
        elif name in {"finish", "think"}:
            parts.append(text_part(string(args.get("message")) or string(args.get("thought")) or "", location))
        else:
            told = {key: value for key, value in args.items() if key not in _SETTINGS and value is not None}
            parts.append(
                ToolCall(
                    id=native,
                    name=name,
                    text=as_text(told or given or ""),
                    location=location,
                    path=string(args.get("path")),
                    changes_file=name in _EDITS and string(args.get("command")) not in _LOOKS,
                )
            )
        self._speaker.say(Role.ASSISTANT, location, data, parts, string(data.get("llm_response_id")))
        if (event := string(data.get("id"))) and native:
            self._draft.alias(event, native)

    def _add_answer(self, location: Location, data: Json, kind: str) -> None:
        observation = data.get("observation")
        details: Json = observation if isinstance(observation, dict) else {}
        told = {"UserRejectObservation": data.get("rejection_reason"), "AgentErrorEvent": data.get("error")}.get(
            kind, details.get("content", observation)
        )
        status, raw, text = _shell_status(joined_text(told)[0], details.get("metadata") or details)
        if kind == "UserRejectObservation":
            status["refused"] = True
        elif (kind == "AgentErrorEvent" or details.get("is_error") is True) and "exit_status" not in status:
            status["failed"] = True
        raw["time"] = string(data.get("timestamp"))
        native = string(data.get("tool_call_id")) or string(data.get("action_id")) or ""
        self._draft.answer(_settle(native, text, status, raw, location, speaker=self._speaker))
