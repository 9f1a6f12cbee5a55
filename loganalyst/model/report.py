"""A report before it is rendered: statements with their evidence, in typed sections."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from loganalyst.model.finding import Finding
from loganalyst.model.span import Span, Subject, Value


class Basis(StrEnum):
    """What a statement rests on."""

    QUOTED = "quoted"
    COUNTED = "counted"
    DERIVED = "derived"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A message by its number."""

    index: int
    transcript: str | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """Words from the knowledge files (a rule, the vocabulary, a symptom), never from the log."""

    text: str
    source: str
    """``rule:NAME``, ``vocabulary:NAME``, ``symptom:NAME``, ``fact:ID``, ``term:NAME`` or ``assumption:NAME``."""
    is_code: bool = False


Slot = MessageRef | Span | Value | Known


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence (or table cell) that can be checked."""

    key: str
    """What kind of statement it is, such as ``waits.total``; tests ask for it by this."""
    basis: Basis
    template: str
    """Words with ``{slot}`` places; it holds no digit and no name from the log."""
    slots: Mapping[str, Slot] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    """Ids of ledger rows and names of rules it rests on."""
    facts: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    """Evidence beside that in the slots."""
    subject: Subject | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that run on."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; an introducing statement ends in a colon and is always followed by it."""

    items: tuple[Statement, ...]
    intro: Statement | None = None
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of statements."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Statement, ...], ...]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A quotation shown as a block."""

    span: Span
    language: str = ""
    """``text``, ``bash`` or empty."""
    heading: Statement | None = None


@dataclass(frozen=True, slots=True)
class Folded:
    """Blocks that start closed, under a summary."""

    summary: Statement
    blocks: "tuple[Block, ...]"


Block = Paragraph | Bullets | Table | Exhibit | Folded


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report under a heading."""

    key: str
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report."""

    profile: str
    title: Statement
    lead: Statement
    """The one-sentence summary."""
    message: int | None
    """The message it is about, in the teaching profile."""
    sections: tuple[Section, ...]
    header: tuple[Statement, ...]
    """Input, its hash, counts, versions: what a reader needs to trust it."""
    findings: tuple[Finding, ...] = ()
    redacted: int = 0
    """How many pieces the redaction pass masked."""
