"""What ``loganalyst convert`` writes into ATIF beside the format's own fields, read back.

It stands under ``extra.loganalyst`` of the document, a step, a call or a result. Each value is taken only where it is
of the kind that we write, as others may have changed the file.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Fields, Location
from loganalyst.model.transcript import (
    Media,
    Message,
    Part,
    Reasoning,
    Role,
    ShellSession,
    Text,
    ToolCall,
    ToolResult,
    Transcript,
)
from loganalyst.readers._blocks.content import as_text, joined_text, read_time, string
from loganalyst.readers._blocks.draft import NO_FIELDS

Json = dict[str, Any]
_Kind = TypeVar("_Kind", bound=StrEnum)

_SEPARATOR = 2
"""Characters between two pieces of reasoning."""


def own_part(record: Json) -> Json | None:
    """Return what stands under ``extra.loganalyst`` of a record, or None."""
    extra = record.get("extra")
    own = extra.get("loganalyst") if isinstance(extra, dict) else None
    return own if isinstance(own, dict) else None


def own_role(own: Json) -> Role | None:
    """Return who spoke, or None where that is not told."""
    return _member(Role, own.get("role"))


def own_index(own: Json) -> int | None:
    """Return the number that people cite the message by, or None."""
    return _whole(own.get("index"))


def own_fields(own: Json) -> Fields:
    """Return the raw strings of a message."""
    return _fields(own.get("fields")) or NO_FIELDS


def with_arrivals(transcript: Transcript, late: Mapping[int, Mapping[int, int]]) -> Transcript:
    """Return a transcript whose late results say when they arrived; by message and part, both its numbers."""
    known = {message.index for message in transcript.messages}

    def arrive(message: Message) -> Message:
        numbers = late.get(message.index, {})
        parts = tuple(
            replace(part, arrived=numbers[number])
            if isinstance(part, ToolResult) and numbers.get(number) in known
            else part
            for number, part in enumerate(message.parts)
        )
        return replace(message, parts=parts)

    if not late:
        return transcript
    return replace(transcript, messages=tuple(map(arrive, transcript.messages)))


def own_parts(step: Json, own: Json, location: Location, index: int) -> tuple[list[Part], dict[int, int]] | None:
    """Return the parts of a step in their order, and by their numbers the messages during which late results arrived.

    ``index`` is the message's. None comes back where the list of parts does not fit the step.
    """
    listed = own.get("parts")
    if not isinstance(listed, list):
        return None
    try:
        pieces = _Pieces(step, location, index)
        for item in listed:
            pieces.take(item)
    except (LookupError, TypeError):
        return None
    return None if pieces.left() else (pieces.parts, pieces.late)


class _Pieces:
    """What a step holds, taken from the front, kind by kind."""

    def __init__(self, step: Json, location: Location, index: int) -> None:
        message = step.get("message")
        observation = step.get("observation")
        self.parts: list[Part] = []
        self.late: dict[int, int] = {}
        self._location = location
        self._index = index
        self._texts = [block["text"] for block in message] if isinstance(message, list) else [message]
        self._thought = string(step.get("reasoning_content")) or ""
        self._calls = list(step.get("tool_calls") or ())
        self._results = list(observation["results"]) if isinstance(observation, dict) else []

    def take(self, item: Json) -> None:
        """Add the next part of the kind that an item of the list names; raise LookupError where there is none."""
        match item["kind"]:
            case "text":
                text = _words(self._texts.pop(0))
                self.parts.append(Text(text, self._location, injected=item.get("injected") is True))
            case "reasoning":
                self.parts.append(Reasoning(self._reasoning(item), self._location))
            case "call":
                self.parts.append(_call(_object(self._calls.pop(0)), self._location))
            case "result":
                self._add_result(_object(self._results.pop(0)))
            case "media":
                self.parts.append(Media(_words(item["media"]), self._location))
            case _:
                raise LookupError("no part is of this kind")

    def left(self) -> bool:
        """Tell whether anything was not taken; the empty text of a step without words counts as nothing."""
        return any(self._texts) or bool(self._thought or self._calls or self._results)

    def _reasoning(self, item: Json) -> str:
        if "text" in item:
            return _words(item["text"])
        size = item["characters"]
        taken, self._thought = self._thought[:size], self._thought[size + _SEPARATOR :]
        if len(taken) != size:
            raise LookupError("the reasoning is shorter")
        return taken

    def _add_result(self, data: Json) -> None:
        own = own_part(data) or {}
        text, _media = joined_text(data["content"])
        native = data.get("source_call_id", own.get("call_id"))
        call_id = native if isinstance(native, str) else None
        if (arrived := _whole(own.get("arrived"))) is not None:
            self.late[len(self.parts)] = arrived
        self.parts.append(ToolResult(call_id, text, self._location, self._index, **_restored(own, _RESULT)))


def _call(data: Json, location: Location) -> ToolCall:
    own = own_part(data) or {}
    arguments = data.get("arguments")
    text = own.get("text")
    if not isinstance(text, str):
        command = arguments.get("command") if own.get("is_shell") is True and isinstance(arguments, dict) else None
        text = command if isinstance(command, str) else as_text(arguments)
    call = ToolCall(_words(data.get("tool_call_id")), _words(data.get("function_name")), text, location)
    return replace(call, **_restored(own, _CALL))


def _restored(own: Json, kinds: Mapping[str, Callable[[object], Any]]) -> Json:
    values = {name: read(own.get(name)) for name, read in kinds.items()}
    return {name: value for name, value in values.items() if value is not None}


def _object(value: object) -> Json:
    if not isinstance(value, dict):
        raise TypeError("it is no object")
    return value


def _words(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("it is no string")
    return value


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _seconds(value: object) -> Decimal | None:
    try:
        number = Decimal(value) if isinstance(value, str) else None
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() else None


def _fields(value: object) -> Fields | None:
    if not isinstance(value, dict):
        return None
    return Fields({name: text for name, text in value.items() if isinstance(text, str)})


def _member(kind: type[_Kind], value: object) -> _Kind | None:
    return kind(value) if isinstance(value, str) and value in set(kind) else None


_CALL: Mapping[str, Callable[[object], Any]] = {
    "is_shell": _flag,
    "host": string,
    "cwd": string,
    "timeout": _seconds,
    "background": _flag,
    "shell": partial(_member, ShellSession),
    "polls": string,
    "path": string,
    "changes_file": _flag,
    "fields": _fields,
}
_RESULT: Mapping[str, Callable[[object], Any]] = {
    "exit_status": _whole,
    "signal": _whole,
    "limit": _seconds,
    "limited_by": partial(_member, LimitedBy),
    "timed_out": _flag,
    "moved_to_background": _flag,
    "cancelled": _flag,
    "refused": _flag,
    "failed": _flag,
    "truncated": _flag,
    "duration": _seconds,
    "time": read_time,
    "fields": _fields,
}
