"""One hit of one rule."""

from dataclasses import dataclass
from enum import StrEnum

from loganalyst.model.span import Location, Span


class Severity(StrEnum):
    """How much a finding matters."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """Return 0, 1 or 2, for comparisons."""
        return list(Severity).index(self)


class Confidence(StrEnum):
    """How sure a finding is."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"

    @property
    def rank(self) -> int:
        """Return 0, 1 or 2, for comparisons."""
        return list(Confidence).index(self)


class Verdict(StrEnum):
    """Whether the evidence decides."""

    MATCH = "match"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Related:
    """Another record that proves a finding."""

    span: Span
    message_index: int
    location: Location
    why: str


@dataclass(frozen=True, slots=True)
class Capture:
    """A named piece that a rule's message uses, with where it comes from."""

    name: str
    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule's hit in a transcript."""

    rule: str
    pack: str
    severity: Severity
    confidence: Confidence
    verdict: Verdict
    transcript: str
    message_index: int
    location: Location
    span: Span
    """What the finding quotes; its ``quote`` is that of the JSON."""
    message: str
    """The sentence of the case that holds, filled in."""
    order: int = 0
    """Order of the primary record in the transcript."""
    template: str = ""
    """The sentence before filling, so that a report can keep quotations as quotations."""
    related: tuple[Related, ...] = ()
    captures: tuple[Capture, ...] = ()
    about: str | None = None
    """Id of the ledger row it rests on."""
    facts: tuple[str, ...] = ()
    fingerprint: str = ""
    suppressed: str | None = None
    """The reason given for suppressing it."""
