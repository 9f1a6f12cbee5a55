"""What the passes of the chain hand to each other, and spans of what they speak of."""

from collections.abc import Callable
from dataclasses import dataclass

from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.event import Events, Place
from loganalyst.model.span import Span, find_line
from loganalyst.model.transcript import Media, Message, Part


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part of a message with its place in the order of records."""

    message: Message
    part: Part
    place: Place


@dataclass(frozen=True, slots=True)
class Draft:
    """The events found so far, with what finding them needs."""

    events: Events
    vocabulary: Vocabulary
    parts: tuple[PlacedPart, ...] = ()
    """All parts in order of ``place.order``."""


Pass = Callable[[Draft], Draft]
"""Takes what the passes before it found and returns it with more."""


def part_text(part: Part) -> str:
    """Return the cleaned text of a part; a picture has none."""
    return "" if isinstance(part, Media) else part.text


def span_of(transcript: str, placed: PlacedPart, start: int = 0, end: int | None = None) -> Span:
    """Return the span of characters of a part's text; all of it by default."""
    text = part_text(placed.part)
    end = len(text) if end is None else end
    place = placed.place
    where = find_line(place.location, text[:start])
    return Span(transcript, place.message, place.part, "text", start, end, text[start:end], where)


def field_span(transcript: str, placed: PlacedPart, name: str) -> Span | None:
    """Return the span of a raw field that the reader interpreted, or None where it kept none."""
    fields = getattr(placed.part, "fields", None)
    raw = fields.get(name) if fields else None
    if raw is None:
        return None
    place = placed.place
    return Span(transcript, place.message, place.part, name, 0, len(raw), raw, place.location)
