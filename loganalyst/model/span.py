"""Where a thing stands in the input, what it says there, and figures that come from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """A record of a line-oriented input."""

    line: int
    """1-based physical line of the (decompressed) text."""
    file: str | None = None
    """Name beside the input when the record stands in another file of the session."""
    member: str | None = None
    """Name inside an archive."""
    below: int | None = field(default=None, compare=False)
    """Lines from here to the first of the record's text, whose lines stand below each other; None where they do not."""


@dataclass(frozen=True, slots=True, order=True)
class Pointer:
    """A record of a JSON document."""

    pointer: str
    """JSON Pointer of the record, such as ``/messages/42``, never of a field in it."""
    file: str | None = None
    member: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """A record of a database."""

    table: str
    rowid: int
    file: str | None = None
    member: str | None = None


Location = Line | Pointer | Row


def find_line(location: Location, text: str) -> Location:
    """Return where that stands which follows ``text`` in a record; the record's own place where no line tells it."""
    if not isinstance(location, Line) or location.below is None:
        return location
    return replace(location, line=location.line + location.below + text.count("\n"), below=0)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a Transcript's text with its exact quotation."""

    transcript: str
    message: int
    """Index of the message, 1-based."""
    part: int
    """Number of the part in the message, from 0."""
    field: str
    """``text`` (the cleaned text; of a call its command or arguments) or the name of a raw field of the part."""
    start: int
    """First character in the field, from 0."""
    end: int
    quote: str
    location: Location
    """The quotation's own line where the input has the text line by line, else the record."""

    def inside(self, start: int, end: int) -> "Span":
        """Return the span of characters of the field that stand in this one."""
        begin, stop = start - self.start, end - self.start
        quote, place = self.quote[begin:stop], find_line(self.location, self.quote[:begin])
        return replace(self, start=start, end=end, quote=quote, location=place)


class Formula(StrEnum):
    """How a figure is made from its inputs; the list is closed."""

    QUOTED = "quoted"
    SUM = "sum"
    DIFFERENCE = "difference"
    RATIO = "ratio"
    COUNT = "count"
    LINES = "lines"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"


@dataclass(frozen=True, slots=True)
class Value:
    """A number with its unit, its formula and what it was made from."""

    number: Decimal
    unit: str
    """``s`` for times, ``B`` for sizes, ``1`` for counts, else the word of the log."""
    formula: Formula
    inputs: "tuple[Value, ...]" = ()
    """Values that the formula takes, in order; for a quotation or a count this is empty."""
    spans: tuple[Span, ...] = ()
    """The quotation read or whose lines are counted, or one span for each thing counted."""


@dataclass(frozen=True, slots=True, order=True)
class Subject:
    """What an event is about: a typed name on a host."""

    kind: str
    """``host``, ``pid``, ``process``, ``container``, ``path``, ``package``, ``port``, ``unit``, ``url`` …"""
    name: str
    host: str | None = None
    """None on the machine that the session runs on; ``host:?`` for a remote one that the log does not name."""

    def __str__(self) -> str:
        """Return the form that people write, such as ``pid:634@192.0.2.74``."""
        return f"{self.kind}:{self.name}" + (f"@{self.host}" if self.host else "")


@dataclass(frozen=True, slots=True)
class Fields:
    """Raw strings of a record that a reader interpreted, by name, so that they can be quoted."""

    items: Mapping[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str | None:
        """Return the raw string that stood under a name, or None."""
        return self.items.get(name)
