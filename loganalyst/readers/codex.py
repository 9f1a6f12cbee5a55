"""Codex rollouts: bare items (2025), items wrapped in ``payload`` (0.4x to 0.7x), and those with sessions (0.10x on).

The text is taken from the items of the conversation; events that repeat one are left out and counted, others are read.
Left out beside them: token counts, contexts of requests, snapshots, ``encrypted_content``, ``base_instructions`` and
``instructions`` of the head, ``replacement_history`` of a compaction, and ids and phases of items.
"""

import re
from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Part, Reasoning, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.codex_items import (
    call_of,
    is_injected,
    item_texts,
    output_text,
    texts_of,
)
from loganalyst.readers._blocks.codex_output import read_output
from loganalyst.readers._blocks.content import as_text, raw_fields, read_time, result_part, string, text_part, zone_of
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json, Record, head_objects, json_objects
from loganalyst.readers.source import Guess, Source

NAME = "codex"
TITLE = "Codex rollout"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "base_instructions", "encrypted_content", "git", "id", "instructions", "model_provider", "originator", "phase",
    "replacement_history", "sandbox_permissions", "timestamp", "turn_id",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_MARKS = frozenset({"payload", "record_type", "call_id", "instructions", "summary", "role"})
_WRAPPED = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_CALLS = frozenset(
    {"function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call", "mcp_tool_call"}
)
_OUTPUTS = frozenset(
    {"function_call_output", "custom_tool_call_output", "local_shell_call_output", "tool_search_output"}
)
_BOOKKEEPING = frozenset({"ghost_snapshot", "other"})
_TOLD = frozenset({"user_message", "agent_message", "agent_reasoning", "agent_reasoning_raw_content"})
"""Events that repeat items of the conversation."""
_NOTICES = frozenset({"background_event", "deprecation_notice", "error", "stream_error", "turn_aborted", "warning"})
"""Events that say what happened to the session and stand nowhere else."""
_TYPED = re.compile(
    r"<user_shell_command>\s{0,20}<command>(?P<command>.*?)</command>\s{0,20}(?:<result>(?P<result>.*?)</result>)?",
    re.DOTALL,
)


def recognise(source: Source) -> Guess:
    """Return how surely the first lines are records of a rollout."""
    for record in head_objects(source):
        kind = string(record.get("type"))
        if kind in _WRAPPED and isinstance(record.get("payload"), dict):
            return Guess(95, f"a record of type {kind} has a payload")
        if kind in _CALLS | _OUTPUTS and "call_id" in record:
            return Guess(85, f"a bare item of type {kind} has a call_id")
        if record.get("record_type") == "state":
            return Guess(85, "a record of record_type state stands between bare items")
    return Guess(0, "no record has a payload, and none is a bare item with a call_id")


def read(source: Source) -> Transcript:
    """Return the session of a rollout."""
    return _Rollout(source).read()


class _Rollout:
    """The records of one file, in order."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._draft = Draft(source, NAME)
        self._session: str | None = None
        self._parent: str | None = None
        self._version: str | None = None
        self._cwd: str | None = None
        self._zone: str | None = None
        self._items: frozenset[str] = frozenset()
        self._prompts: frozenset[str] = frozenset()
        self._answered: frozenset[str] = frozenset()

    def read(self) -> Transcript:
        """Return the transcript of the file."""
        records = list(json_objects(self._source, self._draft.ledger, _MARKS))
        self._look_ahead(records)
        for record in records:
            self._add(record)
        return self._draft.finish(
            transcript_id=self._session,
            agent=f"Codex {self._version}" if self._version else "Codex",
            zone=self._zone or "unknown",
            parent=self._parent,
        )

    def _look_ahead(self, records: list[Record]) -> None:
        """Note what items say, so that events which repeat them are known wherever they stand."""
        items: set[str] = set()
        prompts: set[str] = set()
        answered: set[str] = set()
        for record in records:
            item = _payload(record.data)
            kind = string(item.get("type"))
            if record.data.get("type") == "event_msg":
                prompts.update(filter(None, [string(item.get("message"))] if kind == "user_message" else ()))
            elif kind in {"message", "reasoning"}:
                texts = item_texts(item)
                items.update((*texts, "\n".join(texts), "".join(texts)))
            elif kind in _OUTPUTS:
                answered.add(str(item.get("call_id")))
        self._items, self._prompts, self._answered = frozenset(items), frozenset(prompts), frozenset(answered)

    def _add(self, record: Record) -> None:
        location, data = record.location, record.data
        stamp = data.get("timestamp")
        kind = string(data.get("type"))
        item = _payload(data)
        if self._zone is None and kind is not None and (time := read_time(stamp)):
            self._zone = zone_of(time)
        if kind == "session_meta" or (kind is None and "id" in data and "instructions" in data):
            self._begin(location, item)
        elif kind == "turn_context" or data.get("record_type") == "state":
            self._cwd = string(item.get("cwd")) or self._cwd
            self._draft.ledger.ignore(str(kind or "record_type state"), location)
        elif kind == "event_msg":
            self._add_event(location, item, stamp)
        elif kind == "compacted":
            self._say(Role.SYSTEM, location, stamp, [text_part(as_text(item.get("message")), location, injected=True)])
            self._draft.ledger.read()
        else:
            self._add_item(location, item, stamp)

    def _begin(self, location: Location, item: Json) -> None:
        """Take id, version and folder from the head; a later head is that of the session this one was forked from."""
        if self._session is not None:
            self._draft.ledger.ignore("session_meta of another session", location)
            return
        self._session = string(item.get("id"))
        self._version = string(item.get("cli_version"))
        self._cwd = string(item.get("cwd"))
        origin = item.get("source")
        for key in ("subagent", "thread_spawn"):
            origin = origin.get(key) if isinstance(origin, dict) else None
        self._parent = string(origin.get("parent_thread_id")) if isinstance(origin, dict) else None
        self._draft.ledger.read()

    def _add_item(self, location: Location, item: Json, stamp: object) -> None:
        kind = string(item.get("type"))
        ledger = self._draft.ledger
        if kind == "message" and string(item.get("role")) in {"user", "assistant", "developer", "system"}:
            self._add_message(location, item, stamp)
        elif kind == "reasoning":
            texts = [Reasoning(text_part(text, location).text, location) for text in item_texts(item)]
            if not texts:
                ledger.ignore("reasoning without words", location)
                return
            self._say(Role.ASSISTANT, location, stamp, list(texts), item)
        elif kind in _CALLS:
            call = call_of(item, location, self._cwd, lambda name: self._draft.call_id(_session_key(name)))
            self._say(Role.ASSISTANT, location, stamp, [call], item)
        elif kind in _OUTPUTS:
            self._answer(location, item, stamp)
        elif kind in _BOOKKEEPING:
            ledger.ignore(str(kind), location)
            return
        else:
            ledger.unknown(f"item {kind}", location)
            return
        ledger.read()

    def _add_message(self, location: Location, item: Json, stamp: object) -> None:
        role = item["role"]
        texts = item_texts(item)
        speaker = Role(role) if role in {"user", "assistant"} else Role.SYSTEM
        told = "\n".join(texts)
        if role == "user" and self._add_typed(location, told, stamp):
            return
        # Where prompts are recorded as events, what stands in the user's place without one is the program's.
        alien = role == "user" and bool(self._prompts) and not {told, "".join(texts), *texts} & self._prompts
        injected = speaker is Role.SYSTEM or alien
        parts: list[Part] = [
            text_part(text, location, injected=injected or (role == "user" and is_injected(text))) for text in texts
        ]
        self._say(speaker, location, stamp, [*parts, *texts_of(item, location)], item)

    def _add_typed(self, location: Location, told: str, stamp: object) -> bool:
        """Add a command that the user ran from the prompt, with its output; tell whether it was one."""
        match = _TYPED.match(told)
        if match is None:
            return False
        name = f"typed {location}"
        call = ToolCall(
            id=name,
            name="user_shell_command",
            text=match["command"].strip(),
            location=location,
            is_shell=True,
            cwd=self._cwd,
            shell=ShellSession.PER_CALL,
        )
        self._say(Role.USER, location, stamp, [call])
        if match["result"] is not None:
            self._answer(location, {"call_id": name, "output": match["result"].strip("\n")}, stamp)
        return True

    def _answer(self, location: Location, item: Json, stamp: object) -> None:
        native = string(item.get("call_id"))
        call = self._draft.find_call(native) if native else None
        text, extra = output_text(item.get("output", item.get("tools")))
        output = read_output(text, call, extra)
        if output.session and native and call is not None and not call.polls:
            self._draft.alias(_session_key(output.session), native)
        fields = raw_fields(**output.raw, time=string(stamp))
        self._draft.answer(
            result_part(native, output.text, location, time=read_time(stamp), fields=fields, **output.status)
        )

    def _add_event(self, location: Location, item: Json, stamp: object) -> None:
        kind = string(item.get("type"))
        ledger = self._draft.ledger
        text = string(item.get("message")) or string(item.get("text")) or ""
        if kind in _TOLD and text not in self._items:
            self._add_told(location, str(kind), text, stamp)
        elif kind in _NOTICES:
            told = text or f"{kind} {item.get('reason', '')}".strip()
            self._say(Role.SYSTEM, location, stamp, [text_part(told, location, injected=True)])
        elif kind == "task_complete" and item.get("last_agent_message", "") is None:
            # The turn ended without a last word, which nothing else in the file says.
            told = f"task_complete {as_text({'last_agent_message': None})}"
            self._say(Role.SYSTEM, location, stamp, [text_part(told, location, injected=True)])
        elif kind == "exec_command_end" and str(item.get("call_id")) not in self._answered:
            self._answer_event(location, item, stamp)
        else:
            ledger.ignore(f"event_msg {kind}", location)
            return
        ledger.read()

    def _add_told(self, location: Location, kind: str, text: str, stamp: object) -> None:
        if kind == "user_message" and self._add_typed(location, text, stamp):
            return
        part: Part = text_part(text, location, injected=kind == "user_message" and is_injected(text))
        if kind.startswith("agent_reasoning"):
            part = Reasoning(text_part(text, location).text, location)
        self._say(Role.USER if kind == "user_message" else Role.ASSISTANT, location, stamp, [part] if text else [])

    def _answer_event(self, location: Location, item: Json, stamp: object) -> None:
        """Answer a call from the event of its end, where the conversation holds no output of it."""
        text = next((item[key] for key in ("aggregated_output", "stdout") if isinstance(item.get(key), str)), "")
        document = {"output": text, "metadata": {"exit_code": item.get("exit_code")}}
        self._answer(location, {"call_id": item.get("call_id"), "output": as_text(document)}, stamp)

    def _say(
        self, role: Role, location: Location, stamp: object, parts: list[Part], item: dict[str, Any] | None = None
    ) -> None:
        self._draft.say(
            role,
            location,
            *parts,
            time=read_time(stamp),
            native_id=string(item.get("id")) if item else None,
            fields=raw_fields(time=string(stamp)),
        )


def _payload(data: Json) -> Json:
    payload = data.get("payload")
    return payload if isinstance(payload, dict) else data


def _session_key(session: str) -> str:
    return f"session {session}"
