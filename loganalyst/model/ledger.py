"""What a session holds, worked out once: hypotheses, claims, kills, waits, sweeps, changes, loose ends."""

from dataclasses import dataclass
from enum import StrEnum

from loganalyst.model.event import Stance
from loganalyst.model.span import Span, Subject, Value


class Reading(StrEnum):
    """What a probe's answer says of a hypothesis."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    WEAKENS = "weakens"
    NOTHING = "nothing"


class HypothesisStatus(StrEnum):
    """What became of a hypothesis."""

    UNTESTED = "untested"
    SUPPORTED = "supported"
    WEAKENED = "weakened"
    EXCLUDED = "excluded"
    EXCLUDED_INVALIDLY = "excluded_invalidly"
    """Dropped by the speaker on a reading that says nothing."""


class ClaimStatus(StrEnum):
    """What stood behind a claim when it was made."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    TOO_WEAK = "too_weak"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ProbeReading:
    """One probe held against one hypothesis."""

    command: int
    """``seq`` of the command."""
    message: int
    answer: str
    """``hit``, ``miss`` or ``silence``."""
    reading: Reading
    because: tuple[str, ...]
    """Fact ids, or names of what blinds the probe."""
    span: Span


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An explanation, voiced or implied by a symptom."""

    id: str
    text: str
    """The sentence, or the rival's title."""
    symptom: str | None
    rival: str | None
    voiced: bool
    raised_at: Span | None
    """The sentence that raises it; for a rival that nobody voiced, the sign of its symptom."""
    message: int
    stance: Stance | None
    status: HypothesisStatus
    tested_by: tuple[ProbeReading, ...] = ()
    acted_on_at: Span | None = None
    """The intervention that takes it for true."""
    acted_on_message: int | None = None
    subject: Subject | None = None
    title: str = ""
    """The explanation in the words of its symptom's file, voiced or not."""


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim with its evidence."""

    id: str
    claim: int
    """Number of the claim in ``Events.claims``."""
    text: str
    message: int
    stance: Stance
    predicate: str
    span: Span
    status: ClaimStatus
    evidence: tuple[Span, ...] = ()
    """What bears on it and was there before."""
    fate: str = "stands"
    """``stands``, ``contradicted``, ``retracted``, ``confirmed`` or ``unknown``."""
    later: tuple[Span, ...] = ()
    """What settled it afterwards."""
    later_message: int | None = None
    last_change: int | None = None
    """``seq`` of the last command before it that changed its subject."""
    in_reasoning: bool = False


class KillEffect(StrEnum):
    """What was seen of the target after a kill."""

    GONE = "gone"
    ALIVE = "alive"
    ZOMBIE = "zombie"
    OTHER_PID = "other_pid"
    NEVER_LOOKED = "never_looked"
    REFUSED = "refused"
    """The kill itself answered that it could not."""


@dataclass(frozen=True, slots=True)
class Kill:
    """One command that sends a signal."""

    id: str
    command: int
    message: int
    span: Span
    targets: tuple[str, ...]
    """Names, patterns or numbers as written."""
    matched_by: str
    """``pid``, ``name``, ``pattern`` or ``full-pattern``."""
    signal: str
    host: str | None
    effect: KillEffect
    result_hidden: bool
    """Neither its output nor its status can be read."""
    earlier: tuple[str, ...] = ()
    """Ids of earlier kills of the same targets."""
    seen_at: Span | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """Time that passed in one call."""

    id: str
    call: int
    message: int
    span: Span
    spent: Value
    reason: str
    """``limit`` (a limit fired), ``sleep`` or ``duration`` (the record says how long)."""
    on: str
    """What was waited for: the program that took the time."""
    progress: str = "unknown"
    """``some``, ``none`` or ``unknown``: whether what came back differs from the wait before."""
    subject: Subject | None = None


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One run of a sweep."""

    value: Value
    message: int
    call: int
    outcome: str
    """Kind of the outcome, or ``oom`` where an out-of-memory kill shows."""
    span: Span
    outcome_span: Span | None = None
    asked_by: Span | None = None
    """The user's words that asked for it."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The same command with one numeric parameter moved."""

    id: str
    parameter: str
    parameter_role: str
    """``parallelism``, ``memory``, ``batch``, ``version``, ``wait``, ``port``, ``identity`` or ``other``."""
    program: str
    points: tuple[SweepPoint, ...]
    one_direction: bool
    others_moved: tuple[str, ...]
    """Other parameters that moved as well."""
    host: str | None = None

    @property
    def message(self) -> int:
        """Return the message of the last point."""
        return self.points[-1].message


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was changed."""

    id: str
    command: int | None
    call: int
    message: int
    span: Span
    what: str
    """Kind of the change: ``installs-packages``, ``edits-file``, ``changes-owner`` …"""
    subject: Subject | None
    undone_at: Span | None = None
    in_place: str = "unknown"
    """``yes``, ``no`` or ``unknown`` at the end."""


@dataclass(frozen=True, slots=True)
class LooseEnd:
    """Something left open at the end."""

    id: str
    kind: str
    """``announced-not-done``, ``hypothesis-untested``, ``background-not-collected``, ``remote-left-running``."""
    message: int
    span: Span
    about: str
    """Id of the ledger row, or the text itself."""


@dataclass(frozen=True, slots=True)
class Symptom:
    """A recognised symptom."""

    id: str
    name: str
    message: int
    span: Span
    last_message: int
    """Message of the last sign of it."""
    subject: Subject | None = None


@dataclass(frozen=True, slots=True)
class Ledgers:
    """All ledgers of one transcript."""

    symptoms: tuple[Symptom, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    claims: tuple[ClaimRow, ...] = ()
    kills: tuple[Kill, ...] = ()
    waits: tuple[Wait, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    changes: tuple[Change, ...] = ()
    loose_ends: tuple[LooseEnd, ...] = ()
