"""Shapes that several formats use: cleaned texts, results, times, Anthropic and OpenAI content."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from pydantic_core import PydanticSerializationError, from_json, to_json

from loganalyst.model.span import Fields, Location
from loganalyst.model.transcript import Media, Part, Reasoning, Text, ToolResult
from loganalyst.readers._blocks.draft import NO_FIELDS
from loganalyst.text.terminal import clean
from loganalyst.text.units import read_duration

_LATEST = 253_402_300_799
"""The last second of the year 9999, after which there is no datetime."""


def text_part(text: str, location: Location, *, injected: bool = False) -> Text:
    """Return a speaker's text, cleaned, with the raw form where cleaning changed it."""
    shown = clean(text)
    return Text(shown, location, None if shown is text else text, injected)


def result_part(call_id: str | None, output: str, location: Location, arrived: int = 0, **status: Any) -> ToolResult:
    """Return a result with cleaned output; ``status`` are further fields of ToolResult.

    The draft sets ``arrived`` where it is not given.
    """
    shown = clean(output)
    return ToolResult(call_id, shown, location, arrived, raw=None if shown is output else output, **status)


def raw_fields(**raw: object) -> Fields:
    """Return the raw strings that a reader interpreted, by name; those that are None are left out."""
    items = {
        name: value if isinstance(value, str) else as_text(value) for name, value in raw.items() if value is not None
    }
    return Fields(items) if items else NO_FIELDS


def as_text(value: object) -> str:
    """Return arguments or another JSON value as text: strings as they are, the rest as compact JSON."""
    if isinstance(value, str):
        return value
    try:
        return to_json(value).decode()
    except (PydanticSerializationError, ValueError):
        return str(value)


def string(value: object) -> str | None:
    """Return a value that is a string and not empty, else None."""
    return value if isinstance(value, str) and value else None


def read_time(value: object) -> datetime | None:
    """Return the time that an ISO 8601 string says, aware where it names its zone, or None."""
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None


def read_epoch(value: object, per_second: int = 1) -> datetime | None:
    """Return the UTC time of a count since 1970, in seconds or in ``per_second`` parts of one, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _LATEST * per_second:
        return None
    return datetime.fromtimestamp(value / per_second, UTC)


def read_milliseconds(value: object) -> Decimal | None:
    """Return the seconds of a number of milliseconds, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 10**15:
        return None
    return read_duration(f"{value} ms")


def milliseconds_text(value: object) -> str | None:
    """Return a number of milliseconds as its field ``timeout``, ``limit`` or ``took`` shows it, with the unit."""
    return None if read_milliseconds(value) is None else f"{value} ms"


def anthropic_parts(content: object, location: Location, unknown: list[str]) -> Iterator[Part | dict[str, Any]]:
    """Yield the parts of Anthropic content blocks in order; tool_use and tool_result blocks come as they are.

    What a tool's block means depends on the agent, so the reader turns those into parts. The kinds of blocks that are
    not known are added to ``unknown``, and their content is kept as text.
    """
    if isinstance(content, str):
        yield text_part(content, location)
        return
    for block in content if isinstance(content, list) else ():
        kind = string(block.get("type")) if isinstance(block, dict) else None
        if kind in {"tool_use", "tool_result"}:
            yield block
        elif kind == "text" and isinstance(block.get("text"), str):
            yield text_part(block["text"], location)
        elif kind == "thinking" and isinstance(block.get("thinking"), str):
            if block["thinking"]:
                yield Reasoning(clean(block["thinking"]), location)
        elif kind in {"image", "document", "redacted_thinking", "tool_reference"}:
            yield Media(str(kind), location)
        else:
            unknown.append(f"block {kind}")
            yield text_part(as_text(block), location)


def joined_text(content: object) -> tuple[str, tuple[str, ...]]:
    """Return the text of a result's content (a string, or a list of blocks) and the kinds of its other blocks."""
    if isinstance(content, str):
        return content, ()
    if content is None:
        return "", ()
    if not isinstance(content, list):
        return as_text(content), ()
    texts = []
    others = []
    for block in content:
        if isinstance(block, dict) and isinstance(block.get("text"), str):
            texts.append(block["text"])
        elif isinstance(block, dict) and string(block.get("type")) in {
            "image",
            "document",
            "tool_reference",
            "image_url",
        }:
            others.append(str(block["type"]))
        else:
            texts.append(as_text(block))
    return "\n".join(texts), tuple(others)


def openai_call(call: dict[str, Any]) -> tuple[str, str, Any]:
    """Return the id, the name and the arguments of an OpenAI tool call; arguments decoded where they are JSON."""
    function = call.get("function")
    inner = function if isinstance(function, dict) else call
    return (
        string(call.get("id")) or string(call.get("call_id")) or "",
        string(inner.get("name")) or "unknown",
        decoded_arguments(inner.get("arguments")),
    )


def decoded_arguments(arguments: object) -> Any:
    """Return arguments that are JSON in a string as what they say, and others as they are."""
    if not isinstance(arguments, str):
        return arguments
    try:
        return from_json(arguments)
    except ValueError:
        return arguments


def zone_of(time: datetime | None) -> str:
    """Return the zone that a time names: ``UTC``, an offset such as ``UTC+02:00``, or ``unknown``."""
    return "unknown" if time is None else time.tzname() or "unknown"
