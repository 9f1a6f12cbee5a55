"""Spans inside parts of a transcript, and figures read from them."""

from datetime import UTC, datetime
from decimal import Decimal

from loganalyst.model.span import Formula, Span, Value, find_line
from loganalyst.model.transcript import Media, Transcript, field_text
from loganalyst.text.units import find_durations, find_numbers, read_number

_MILLISECONDS = Decimal(1000)
_LATEST_SECOND = Decimal(10) ** 11
"""Larger stamps are in milliseconds."""


def quote_field(transcript: Transcript, base: Span, name: str, part: int | None = None) -> Span | None:
    """Return the whole of a raw field of the part that a span stands in (or of another part of its message)."""
    at = base.part if part is None else part
    message = transcript.message(base.message)
    if message is None or not 0 <= at < len(message.parts) or isinstance(message.parts[at], Media):
        return None
    found = message.parts[at]
    text = field_text(found, name)
    if not text or isinstance(found, Media):
        return None
    return Span(base.transcript, base.message, at, name, 0, len(text), text, found.location)


def quote_piece(transcript: Transcript, base: Span, piece: str, near: int = 0) -> Span | None:
    """Return the first occurrence of a text in the field of a span, sought from ``near``, else from its beginning."""
    message = transcript.message(base.message)
    if message is None or not piece or not 0 <= base.part < len(message.parts):
        return None
    found = message.parts[base.part]
    text = field_text(found, base.field)
    if text is None:
        return None
    start = text.find(piece, near)
    if start < 0 and near:
        start = text.find(piece)
    if start < 0:
        return None
    place = found.location if base.field != "text" else find_line(found.location, text[:start])
    end = start + len(piece)
    return Span(base.transcript, base.message, base.part, base.field, start, end, piece, place)


def quoted_seconds(span: Span | None, seconds: Decimal) -> Value | None:
    """Return a time as a figure read from a quotation, or None where the quotation does not say it."""
    if span is None:
        return None
    said = {found.number for found in find_durations(span.quote)}
    for number in find_numbers(span.quote):
        said |= {number.number, number.number / _MILLISECONDS}
    return Value(seconds, "s", Formula.QUOTED, spans=(span,)) if seconds in said else None


def stamp_value(span: Span | None) -> Value | None:
    """Return a time stamp as seconds since 1970, read from a quotation: a number of (milli)seconds or ISO 8601.

    A stamp without zone is read as if in UTC, as only differences of like stamps are made of it.
    """
    if span is None:
        return None
    number = read_number(span.quote)
    if number is not None:
        seconds = number / _MILLISECONDS if number > _LATEST_SECOND else number
    else:
        try:
            time = datetime.fromisoformat(span.quote.strip())
        except ValueError:
            return None
        since = (time if time.tzinfo else time.replace(tzinfo=UTC)) - datetime(1970, 1, 1, tzinfo=UTC)
        seconds = Decimal(since.days * 86_400 + since.seconds) + Decimal(since.microseconds) / 1_000_000
    return Value(seconds, "s", Formula.QUOTED, spans=(span,))
