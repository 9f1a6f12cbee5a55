"""The points of the stories: what a report has to bring out, and how that is looked for in its statements."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict

from loganalyst import pipeline
from loganalyst.model.finding import Finding
from loganalyst.model.report import Known, MessageRef, Report, Slot, Statement, Table
from loganalyst.model.settings import Settings
from loganalyst.model.span import Span, Value
from loganalyst.narrative.walk import block_statements, walk_blocks, walk_spans, walk_statements
from loganalyst.narrative.wording import read_pieces
from loganalyst.readers.source import Source

FOLDER = Path(__file__).parent
SAMPLES = FOLDER.parents[1] / "samples"
SETTINGS = Settings(redact=False)
SCALES = {"ms": Decimal("0.001")}
SUBJECTS = {"param": "parameter"}
_SIGNS = frozenset({"-", "="})


class Written(BaseModel):
    """A part of an entry; figures in it are taken as they are written."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)


class Wanted(Written):
    """A statement that is sought: by key, subject and what its slots hold, never by its words."""

    key: str
    subject: str = ""
    about_rule: str = ""
    values: dict[str, str] = {}


class Substitution(Written):
    """Words of the sample, which stand in it once, and what a counter has in their place."""

    old: str
    new: str


class Counter(Written):
    """A change of the sample after which the point is gone, or turned into something else."""

    substitute: tuple[Substitution, ...]
    expect: Literal["gone", "turned"]
    becomes: dict[str, str] = {}
    note: str = ""


class Point(Written):
    """One thing that a report has to bring out, and how that depends on the log."""

    point: str
    sample: str
    message: int
    statement: Wanted
    counter: Counter


@dataclass(frozen=True)
class Group:
    """Statements that are read together: one sentence, or the cells of one row, with the findings they tell."""

    statements: tuple[Statement, ...]
    findings: tuple[Finding, ...] = ()
    spans: tuple[Span, ...] = ()

    def shown(self) -> list[tuple[str, str]]:
        """Return what the slots show, by their names."""
        return [(name, show(slot)) for one in self.statements for name, slot in one.slots.items()]

    def said(self) -> tuple[list[str], list[tuple[str, str]], list[str]]:
        """Return all that a reader sees of it or that it rests on, wherever in the log that stands."""
        return [one.template for one in self.statements], self.shown(), [span.quote for span in self.spans]


def load_points() -> list[Point]:
    entries = (entry for file in sorted(FOLDER.glob("*.yaml")) for entry in yaml.safe_load(file.read_text("utf-8")))
    return [Point.model_validate(entry) for entry in entries]


@cache
def knowledge() -> pipeline.Knowledge:
    return pipeline.load_knowledge(SETTINGS)


@cache
def read_bytes(sample: str) -> bytes:
    return (SAMPLES / sample).read_bytes()


@cache
def report_on(sample: str, content: bytes, message: int) -> Report:
    """Return the checked report on a message of a sample, or of what a counter made of it."""
    transcript = pipeline.read(Source(sample, content), SETTINGS)
    analysis = pipeline.analyse(transcript, knowledge(), SETTINGS)
    return pipeline.plan(analysis, knowledge(), SETTINGS, message)


def counter_of(point: Point) -> bytes:
    """Return a sample with the substitutions of a point made; each old text stands in it once."""
    content = read_bytes(point.sample)
    for one in point.counter.substitute:
        assert content.count(one.old.encode()) == 1, (point.point, one.old)
        content = content.replace(one.old.encode(), one.new.encode())
    return content


def groups_of(report: Report) -> Iterator[Group]:
    for section in report.sections:
        for block in walk_blocks(section.blocks):
            rows = block.rows if isinstance(block, Table) else tuple((one,) for one in block_statements(block))
            for row in rows:
                yield Group(row, tuple(_findings(report, row)), tuple(_spans(row)))


def _findings(report: Report, row: tuple[Statement, ...]) -> Iterator[Finding]:
    """Yield the findings that statements tell: of their rule, on words that they rest on, on the report's message."""
    for finding in report.findings:
        on_message = finding.message_index == report.message
        if on_message and any(finding.rule in one.about and finding.span in one.spans for one in row):
            yield finding


def _spans(row: tuple[Statement, ...]) -> Iterator[Span]:
    for statement in row:
        yield from (slot for slot in statement.slots.values() if isinstance(slot, Span))
        yield from statement.spans


def find(report: Report, wanted: Wanted) -> list[Group]:
    """Return the statements that meet all that is wanted."""
    return [group for group in find_any(report, wanted) if holds(group, wanted.values)]


def find_any(report: Report, wanted: Wanted) -> list[Group]:
    """Return the statements of the kind and subject, whatever values they hold."""
    return [group for group in groups_of(report) if _is_kind(group, wanted) and _is_about(group, wanted.subject)]


def _is_kind(group: Group, wanted: Wanted) -> bool:
    if wanted.about_rule and not any(wanted.about_rule in one.about for one in group.statements):
        return False
    if wanted.key.startswith("finding.") and not group.findings:
        return False
    return any(one.key == wanted.key for one in group.statements)


def _is_about(group: Group, subject: str) -> bool:
    """Say whether statements have a subject (``mN``, ``kind:name``), or else show or rest on the words given."""
    kind, _colon, name = subject.partition(":")
    if subject[:1] == "m" and subject[1:].isdigit():
        kind, name = "message", subject[1:]
    if name and " " not in subject and not _SIGNS & set(kind):
        known = {(one.subject.kind, one.subject.name) for one in group.statements if one.subject is not None}
        return (SUBJECTS.get(kind, kind), name) in known
    told = [text for _name, text in group.shown()] + [span.quote for span in group.spans if group.findings]
    return not subject or any(subject in text for text in told)


def holds(group: Group, values: dict[str, str]) -> bool:
    return all(_holds(group, name, text) for name, text in values.items())


def _holds(group: Group, name: str, text: str) -> bool:
    """Say whether a slot of the name holds a value, or a finding captured it under any name.

    ``contains`` asks for words that are quoted.
    """
    if name == "contains":
        return any(text in span.quote for span in group.spans)
    slots = [slot for one in group.statements for slot_name, slot in one.slots.items() if slot_name == name]
    captured = [one.text for finding in group.findings for one in finding.captures]
    return any(matches(slot, text) for slot in slots) or text in captured


def matches(slot: Slot, text: str) -> bool:
    match slot:
        case MessageRef(index):
            return text == f"m{index}"
        case Known(words, source):
            return text in {words, source.removeprefix("report:")}
        case Value(number, unit):
            digits, _space, written = text.partition(" ")
            return number == Decimal(digits) * SCALES.get(written, Decimal(1)) and unit == ("s" if written else "1")
        case Span():
            return text == slot.quote.strip()


def show(slot: Slot) -> str:
    match slot:
        case MessageRef(index):
            return f"m{index}"
        case Known(words):
            return words
        case Value(number, unit):
            return f"{number} {unit}"
        case Span():
            return slot.quote


def miss(point: Point, before: Report, after: Report) -> str:
    """Return why a counter does not tell a point from its absence, or nothing where it does."""
    wanted, counter = point.statement, point.counter
    told = [group.said() for group in find(before, wanted)]
    left = find_any(after, wanted)
    if not told:
        return "it is not told of the sample as it stands"
    if counter.expect == "gone":
        return "it is still told" if (find(after, wanted) if wanted.values else left) else ""
    if not left:
        return "it is gone, and should be told otherwise"
    if any(group.said() in told for group in left):
        return "it is told as before"
    if wanted.values and not counter.becomes and find(after, wanted):
        return "its values hold as before"
    return "" if any(holds(group, counter.becomes) for group in left) else "it does not become what it should"


def own_words(report: Report) -> str:
    """Return all that a report says in its own words or in those of the knowledge files, quotations left out."""
    pieces = (read_pieces(one) for one in walk_statements(report))
    return "\n".join("".join(_own(piece) for piece in statement) for statement in pieces)


def _own(piece: str | Slot) -> str:
    return "…" if isinstance(piece, Span) else piece if isinstance(piece, str) else show(piece)


def quotes_of(report: Report) -> list[str]:
    """Return all words of the log that a report shows or rests on."""
    return [span.quote for span in walk_spans(report)]
