"""Put the parts of a transcript into the order in which a speaker could know them, and list its messages."""

import re
from collections.abc import Iterator
from dataclasses import replace

from loganalyst.events.draft import Draft, PlacedPart, part_text
from loganalyst.model.event import MessageEvent, Place
from loganalyst.model.span import Line, Location, Pointer, Span, find_line
from loganalyst.model.transcript import Message, Part, Reasoning, Role, Text, ToolCall, ToolResult, Transcript

_NUMBERS = re.compile(r"[0-9]{1,18}")
_NO_STEP = ":"
"""The command that does nothing."""


def place_parts(draft: Draft) -> Draft:
    """Return the draft with its parts in order of their records; a late result stands where it arrived."""
    ordered = sorted(_numbered(draft.events.transcript), key=_key)
    parts = tuple(replace(placed, place=replace(placed.place, order=order)) for order, placed in enumerate(ordered))
    return replace(draft, parts=parts)


def _numbered(transcript: Transcript) -> Iterator[PlacedPart]:
    """Yield the parts as the messages hold them; ``turn`` counts the assistant's messages that say or do something."""
    turn = 0
    for message in transcript.messages:
        turn += message.role is Role.ASSISTANT and not _is_idle(message)
        for number, part in enumerate(message.parts):
            place = Place(message.index, number, part.location, 0, message.role, turn)
            yield PlacedPart(message, part, place)


def _is_idle(message: Message) -> bool:
    """Return whether a message says nothing and calls for nothing: empty, or with bare ``:`` alone."""
    return not any(
        (isinstance(part, ToolCall) and part.text.strip() != _NO_STEP)
        or (isinstance(part, Text | Reasoning) and part.text.strip())
        for part in message.parts
    )


def _key(placed: PlacedPart) -> tuple[int, tuple[int, ...], int, int]:
    """Return what a part is sorted by: the message during which it came, its record, its own number."""
    came = _arrival(placed.part, placed.message.index)
    return came, _record(placed.part.location), placed.message.index, placed.place.part


def _arrival(part: Part, message: int) -> int:
    return max(part.arrived, message) if isinstance(part, ToolResult) else message


def _record(location: Location) -> tuple[int, ...]:
    """Return the number of a record in its file."""
    if isinstance(location, Line):
        return (location.line,)
    if isinstance(location, Pointer):
        return tuple(int(number) for number in _NUMBERS.findall(location.pointer))
    return (location.rowid,)


def add_messages(draft: Draft) -> Draft:
    """Return the draft with an event for each message that has a part."""
    firsts: dict[int, PlacedPart] = {}
    for placed in draft.parts:
        firsts.setdefault(placed.place.message, placed)
    transcript = draft.events.transcript
    messages = [
        _message(transcript.id, message, firsts[message.index].place)
        for message in transcript.messages
        if message.index in firsts
    ]
    messages.sort(key=lambda event: event.place.order)
    return replace(draft, events=replace(draft.events, messages=tuple(messages)))


def _message(transcript: str, message: Message, place: Place) -> MessageEvent:
    """Return the event of a message; its span is the first text that the speaker wrote, else its first part."""
    written = [n for n, part in enumerate(message.parts) if isinstance(part, Text) and not part.injected]
    first = written[0] if written else 0
    quote = part_text(message.parts[first])
    where = find_line(message.parts[first].location, "")
    span = Span(transcript, message.index, first, "text", 0, len(quote), quote, where)
    text = "\n\n".join(part_text(message.parts[number]) for number in written)
    by_program = all(isinstance(part, Text) and part.injected for part in message.parts)
    return MessageEvent(place, span, text, message.time, by_program)
