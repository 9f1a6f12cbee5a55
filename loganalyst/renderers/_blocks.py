"""What the forms of a report share: how text from a log is made harmless to look at, and what a report rests on."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from loganalyst import __version__
from loganalyst.model.limits import EXCERPT_LINES
from loganalyst.model.report import Known, MessageRef, Report, Slot, Statement
from loganalyst.model.span import Fields, Formula, Line, Location, Pointer, Row, Span, Value
from loganalyst.model.transcript import Message, Part, Transcript
from loganalyst.narrative.walk import statement_values, walk_references, walk_spans, walk_statements
from loganalyst.narrative.wording import is_spoken, read_pieces, read_slots, write_value

GENERATOR = f"loganalyst {__version__}"
"""The dateless mark by which our own files are known."""


class Piece(NamedTuple):
    """A stretch of text and what it is: ``error``, ``warning``, ``note``, ``rule``, ``frame``, ``quote`` or empty."""

    text: str
    style: str = ""


MEMBER_KINDS = {
    "MessageRef": "message",
    "Span": "quotation",
    "Value": "figure",
    "Known": "words",
    "Paragraph": "paragraph",
    "Bullets": "list",
    "Table": "table",
    "Exhibit": "exhibit",
    "Folded": "folded",
}
"""The ``kind`` that tells the members of a union apart in JSON, by class."""

WIDTH = 80
"""Columns of text where nobody says how many there are."""

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

_TAIL_LINES = 8
"""Lines kept from the end of an excerpt."""
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_PICTURES = 0x2400
_DELETE = 0x7F
_SPACE = 0x20


def show_unseen(text: str) -> str:
    """Return text in which control characters, marks of direction and lone surrogates can be seen and do nothing."""
    return _UNSEEN.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < _SPACE:
        return chr(_PICTURES + code)
    return "␡" if code == _DELETE else f"‹U+{code:04X}›"


def write_location(location: Location) -> str:
    """Return where a record stands in the input, in words."""
    match location:
        case Line(line=number):
            place = f"line {number}"
        case Pointer(pointer=pointer):
            place = pointer or "/"
        case _:
            place = f"{location.table} row {location.rowid}"
    inside = location.member or location.file
    return show_unseen(f"{inside}, {place}" if inside else place)


def location_document(location: Location) -> dict[str, Json]:
    """Return where a record stands: its line, pointer or row, and the file or archive member where that differs."""
    place: dict[str, Json]
    match location:
        case Line(line=line):
            place = {"line": line}
        case Pointer(pointer=pointer):
            place = {"pointer": pointer}
        case Row(table=table, rowid=rowid):
            place = {"table": table, "rowid": rowid}
    if location.file is not None:
        place["file"] = location.file
    if location.member is not None:
        place["member"] = location.member
    return place


def stated_fields(value: Message | Part | Transcript, *left_out: str) -> dict[str, Json]:
    """Return the simple fields in which a value says more than its default; numbers of seconds are decimal strings."""
    plain = {}
    for item in fields(value):
        content = getattr(value, item.name)
        default = item.default_factory() if item.default_factory is not MISSING else item.default
        if item.name not in left_out and content != default and content is not None:
            plain[item.name] = _plain(content)
    return plain


def _plain(content: object) -> Json:
    match content:
        case StrEnum():
            return content.value
        case bool() | int() | str():
            return content
        case Decimal():
            return f"{content:f}"
        case datetime():
            return content.isoformat()
        case Fields():
            return dict(content.items)
    raise TypeError(f"{type(content).__name__} is no simple field")


def message_name(reference: MessageRef) -> str:
    """Return the address of a message that people write, such as ``m495`` or ``agent-x#m12``."""
    name = f"m{reference.index}"
    return name if reference.transcript is None else f"{reference.transcript}#{name}"


def message_anchor(reference: MessageRef) -> str:
    """Return the id of a message in a page; letters, digits, dashes and dots alone."""
    return re.sub(r"[^A-Za-z0-9.-]", "-", message_name(reference))


def finding_anchor(fingerprint: str) -> str:
    """Return the id of a finding in a page."""
    return f"f-{fingerprint[:8]}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a report quotes from one message."""

    reference: MessageRef
    spans: tuple[Span, ...]
    """In the order of the log; a quotation inside a longer one is left out. Empty where a message is only named."""


def gather_evidence(report: Report, session: str | None) -> tuple[Evidence, ...]:
    """Return what a report quotes or names, message by message; `session` is the transcript it is about.

    A message of which something is only counted is left out: a long session would be listed whole. So is an output
    of which only the lines are counted.
    """
    values = [value for statement in walk_statements(report) for value in statement_values(statement)]
    counted = Counter(span for value in values for span in _spans_of(value, Formula.COUNT))
    measured = Counter(span for value in values for span in _spans_of(value, Formula.LINES))
    quoted = Counter(walk_spans(report))
    spans: dict[tuple[str | None, int], set[Span]] = {}
    for span in quoted - counted - measured:
        spans.setdefault(_message_of(span, session), set()).add(span)
    for reference in walk_references(report):
        spans.setdefault((reference.transcript, reference.index), set())
    for span in counted:
        if (key := _message_of(span, session)) in spans:
            spans[key].add(span)
    return tuple(
        Evidence(MessageRef(index, transcript), _outermost(spans[transcript, index]))
        for transcript, index in sorted(spans, key=lambda key: (key[0] or "", key[1]))
    )


def _spans_of(value: Value, formula: Formula) -> Iterator[Span]:
    """Yield the quotations under a figure, or under those that it is made from, that a formula is applied to."""
    if value.formula is formula:
        yield from value.spans
    for given in value.inputs:
        yield from _spans_of(given, formula)


def _message_of(span: Span, session: str | None) -> tuple[str | None, int]:
    return None if span.transcript == session else span.transcript, span.message


def _outermost(spans: set[Span]) -> tuple[Span, ...]:
    """Return the spans that lie in no other, in the order of the log."""
    ordered = sorted(spans, key=lambda span: (span.part, span.field, span.start, -span.end))
    kept: list[Span] = []
    for span in ordered:
        last = kept[-1] if kept else None
        same = last is not None and (last.part, last.field) == (span.part, span.field)
        if span.quote and not (same and last is not None and span.end <= last.end):
            kept.append(span)
    return tuple(kept)


def session_of(report: Report) -> str | None:
    """Return the transcript that a report is about, or None where it quotes nothing."""
    own = [span.transcript for span in walk_spans(report) if span.message == report.message]
    return next(iter(own), None) or next((span.transcript for span in walk_spans(report)), None)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A long text cut for reading, with how much is left out between head and tail."""

    head: str
    tail: str
    left_out: int
    """Lines between the two; 0 where the text is whole (then ``tail`` is empty)."""


def cut_excerpt(text: str, limit: int = EXCERPT_LINES) -> Excerpt:
    """Return a text whole, or its first and last lines where it is longer than the limit."""
    lines = text.splitlines()
    if len(lines) <= limit:
        return Excerpt(text, "", 0)
    head = lines[: limit - _TAIL_LINES]
    return Excerpt("\n".join(head), "\n".join(lines[-_TAIL_LINES:]), len(lines) - limit)


def split_code(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the pieces of our own words, with whether each stood between backticks."""
    for number, piece in enumerate(text.split("`")):
        if piece:
            yield number % 2 == 1, piece


def read_joined(statement: Statement) -> Iterator[tuple[str, str | Slot]]:
    """Yield a statement's pieces with the names of their slots; pieces of code that touch become one."""
    code = ""
    for name, piece in read_slots(statement):
        text = _code_of(name, piece)
        if text is not None and (text or code):
            code += text
            continue
        if code:
            yield "code", Known(code, "report:joined", is_code=True)
            code = ""
        yield name, piece
    if code:
        yield "code", Known(code, "report:joined", is_code=True)


def _code_of(name: str, piece: str | Slot) -> str | None:
    """Return the text of a piece that is shown as code, or None for one that is not."""
    if isinstance(piece, Span) and not is_spoken(name):
        return piece.quote
    return piece.text if isinstance(piece, Known) and piece.is_code else None


def write_plain(statement: Statement) -> str:
    """Return a statement as plain text, quotations between marks."""
    words = []
    for piece in read_pieces(statement):
        match piece:
            case str():
                words.append(piece)
            case MessageRef():
                words.append(message_name(piece))
            case Span():
                words.append(f"“{show_unseen(piece.quote)}”")
            case Value():
                words.append(write_value(piece))
            case Known():
                words.append(show_unseen(piece.text.replace("`", "")))
    return "".join(words)
