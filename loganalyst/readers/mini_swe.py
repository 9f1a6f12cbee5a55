"""mini-swe-agent trajectories, versions 1.0 to 1.17: an array of messages, or a document with ``trajectory_format``.

An action is the only fenced ``bash`` block of an assistant's message; what follows it in the user's place is its
observation. Each command gets a shell of its own. From format 1.1 on (known from its description alone) actions stand
in ``extra.actions`` and observations may have the role ``tool``. Left out on purpose: ``info`` but for version and
time limit, and in a message ``extra.response``, which repeats it.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Part, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.content import joined_text, raw_fields, read_epoch, result_part, string, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.mini_output import read_observation
from loganalyst.readers._blocks.records import Json, document_objects, head_document, read_document
from loganalyst.readers.source import Guess, Source

NAME = "mini_swe"
TITLE = "mini-swe-agent trajectory"
VERIFIED = True
IGNORED_KEYS = frozenset({"config", "exit_status", "id", "info", "response"})
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_OPENING = re.compile(r"```(?:bash|mswea_bash_command)[ \t]{0,20}\n")
_CLOSING = re.compile(r"\n[ \t]{0,40}```")
_FEEDBACK = ("Please always provide EXACTLY ONE action", "Format error", "Tool call error")
_HEAD_MESSAGES = 12


def recognise(source: Source) -> Guess:
    """Return how surely the document is such a trajectory."""
    document = head_document(source)
    if isinstance(document, dict) and str(document.get("trajectory_format", "")).startswith("mini-swe-agent"):
        return Guess(98, "its trajectory_format is mini-swe-agent")
    messages = _messages(document)[0]
    if isinstance(document, dict) and messages and "mini_version" in _table(document.get("info")):
        return Guess(95, "its info has a mini_version")
    texts = [joined_text(item.get("content"))[0] for item in messages[:_HEAD_MESSAGES] if isinstance(item, dict)]
    if any(text.startswith("<returncode>") for text in texts) and any(_fences(text) for text in texts):
        return Guess(90, "its messages are fenced commands and observations with a returncode")
    return Guess(0, "it has no trajectory_format, and no message with a returncode")


def read(source: Source) -> Transcript:
    """Return the session of a trajectory."""
    draft = Draft(source, NAME)
    document = read_document(source, draft.ledger)
    messages, pointer = _messages(document)
    info = _table(document.get("info")) if isinstance(document, dict) else {}
    session = _Session(draft, _limit(info))
    for record in document_objects(messages, draft.ledger, pointer):
        session.add(record.location, record.data)
    version = string(info.get("mini_version"))
    return draft.finish(
        title=string(document.get("instance_id")) if isinstance(document, dict) else None,
        agent=f"mini-swe-agent {version}" if version else "mini-swe-agent",
        zone="UTC" if session.dated else "unknown",
    )


def _messages(document: Any) -> tuple[list[Any], str]:
    if isinstance(document, list):
        return document, ""
    messages = document.get("messages") if isinstance(document, dict) else None
    return (messages, "/messages") if isinstance(messages, list) else ([], "")


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _limit(info: Mapping[str, Any]) -> Decimal | None:
    """Return the seconds after which the environment kills a command, where the run's settings say so."""
    seconds = _table(_table(info.get("config")).get("environment")).get("timeout")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < 10**9:
        return None
    return Decimal(str(seconds))


def _fences(text: str) -> list[tuple[int, str, int]]:
    """Return where each fenced command of a message begins, what it says, and where it ends."""
    found = []
    place = 0
    while opening := _OPENING.search(text, place):
        closing = _CLOSING.search(text, opening.end() - 1)
        if closing is None:
            break
        place = closing.end()
        found.append((opening.start(), text[opening.end() : closing.start()].strip(), place))
    return found


class _Session:
    """The messages in order, with the calls that wait for their observation."""

    def __init__(self, draft: Draft, limit: Decimal | None) -> None:
        self._draft = draft
        self._limit = limit
        self._pending: list[str] = []
        self.dated = False

    def add(self, location: Location, data: Json) -> None:
        """Add one message, and count it."""
        role = string(data.get("role"))
        text = joined_text(data.get("content"))[0]
        if role == "assistant":
            self._act(location, data, text)
        elif role in {"user", "tool"} and self._pending:
            self._observe(location, data, text)
        elif role in {"user", "tool", "system", "exit"}:
            speaker = Role.USER if role == "user" else Role.SYSTEM
            injected = speaker is Role.SYSTEM or text.startswith(_FEEDBACK)
            self._say(speaker, location, data, [text_part(text, location, injected=injected)])
        else:
            self._say(Role.USER, location, data, [text_part(text, location)])
            self._draft.ledger.unknown(f"role {role}", location)
            return
        self._draft.ledger.read()

    def _act(self, location: Location, data: Json, text: str) -> None:
        parts: list[Part] = []
        self._pending = []
        actions = _table(data.get("extra")).get("actions")
        if isinstance(actions, list):
            parts.extend([text_part(text, location)] if text.strip() else [])
            found = [_table(action) for action in actions]
            calls = [
                self._call(
                    string(action.get("tool_call_id")) or f"action {location}/{place}", action["command"], location
                )
                for place, action in enumerate(found)
                if isinstance(action.get("command"), str)
            ]
            parts.extend(calls)
        else:
            parts.extend(self._fenced(location, text))
        self._pending = [part.id for part in parts if isinstance(part, ToolCall)]
        self._say(Role.ASSISTANT, location, data, parts)

    def _fenced(self, location: Location, text: str) -> list[Part]:
        """Return a message as the text before its command, the command and the text behind it."""
        fences = _fences(text)
        if len(fences) != 1:
            return [text_part(text, location)]
        start, command, end = fences[0]
        before, after = text[:start].rstrip(), text[end:].strip()
        parts: list[Part] = [text_part(before, location)] if before.strip() else []
        parts.append(self._call(f"action {location}", command, location))
        return [*parts, text_part(after, location)] if after else parts

    def _call(self, native: str, command: str, location: Location) -> ToolCall:
        return ToolCall(
            id=native,
            name="bash",
            text=command,
            location=location,
            is_shell=True,
            shell=ShellSession.PER_CALL,
        )

    def _observe(self, location: Location, data: Json, text: str) -> None:
        native = string(data.get("tool_call_id"))
        call = native if native in self._pending else self._pending[0]
        self._pending.remove(call)
        output, status, raw = read_observation(text, _table(data.get("extra")), self._limit)
        stamp = self._stamp(data)
        raw["time"] = None if stamp is None else str(stamp)
        self._draft.answer(
            result_part(call, output, location, time=read_epoch(stamp), fields=raw_fields(**raw), **status)
        )

    def _say(self, role: Role, location: Location, data: Json, parts: list[Part]) -> None:
        stamp = self._stamp(data)
        self._draft.say(
            role,
            location,
            *parts,
            turn=f"at {location}",
            time=read_epoch(stamp),
            fields=raw_fields(time=None if stamp is None else str(stamp)),
        )

    def _stamp(self, data: Json) -> object:
        stamp = data.get("timestamp", _table(data.get("extra")).get("timestamp"))
        if read_epoch(stamp) is None:
            return None
        self.dated = True
        return stamp
