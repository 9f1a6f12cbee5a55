"""What happened, derived from a Transcript: the things that rules, ledgers and reports speak of."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from loganalyst.model.command import Command, CommandLine
from loganalyst.model.outcome import LimitedBy, Outcome
from loganalyst.model.span import Location, Span, Subject
from loganalyst.model.transcript import Role, ShellSession, Transcript


@dataclass(frozen=True, slots=True)
class Place:
    """Where an event stands."""

    message: int
    """Index of its message."""
    part: int
    """Number of its part in the message, from 0."""
    location: Location
    order: int
    """Position in the order of records (what a speaker can know is what has a smaller one)."""
    role: Role
    turn: int
    """Number of assistant messages up to and including this one, idle ones left out; windows are counted in it."""


class Stance(StrEnum):
    """How a sentence is meant."""

    ASSERTED = "asserted"
    HEDGED = "hedged"
    INTENDED = "intended"
    ASKED = "asked"
    NEGATED = "negated"
    """Asserted that something is not so."""
    QUOTED = "quoted"
    RETRACTED = "retracted"


class Predicate(StrEnum):
    """What a sentence says of its subject; the list is closed."""

    WORKS = "works"
    """Works, is ready, healthy, accessible."""
    FIXED = "fixed"
    DONE = "done"
    """Done, installed, deployed, created, complete."""
    PASSES = "passes"
    """Tests or checks pass."""
    FINE = "fine"
    """Looks fine, good, correct, in order."""
    RUNNING = "running"
    FAILS = "fails"
    """Fails, broken, refused, does not work."""
    STOPPED = "stopped"
    """Gone, killed, ended, stopped."""
    STUCK = "stuck"
    """Stuck, hung, stalled, not responding."""
    TAKES_LONG = "takes-long"
    THRASHES = "thrashes"
    """Thrashing, swapping, short of memory."""
    BUILDS_FROM_SOURCE = "builds-from-source"
    ABSENT = "absent"
    """There is none, does not happen, was not found."""
    PRESENT = "present"
    SUPPORTED = "supported"
    """Is able to, supports, is available."""
    CAUSE = "cause"
    """X is because of Y; the problem is Y."""
    OTHER = "other"


class Act(StrEnum):
    """What an intention announces."""

    CHECK = "check"
    STEP = "step"
    CHANGE = "change"
    WAIT = "wait"
    NONE = "none"


class Scope(StrEnum):
    """How much a sentence speaks of."""

    ALL = "all"
    REST = "rest"
    PART = "part"
    ONE = "one"


@dataclass(frozen=True, slots=True)
class MessageEvent:
    """A message as a whole."""

    place: Place
    span: Span
    text: str
    """What the speaker wrote, injected text left out."""
    time: datetime | None = None
    by_program: bool = False
    """Nothing in it is the speaker's own: the agent's program put all of it there."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence with a stance."""

    place: Place
    span: Span
    text: str
    stance: Stance
    predicate: Predicate
    act: Act = Act.NONE
    scope: Scope = Scope.ONE
    polarity: str = "present"
    """``absent`` when it says that something is not there or does not happen, else ``present``."""
    subjects: tuple[Subject, ...] = ()
    topics: tuple[str, ...] = ()
    """Lower-case words it names that the session also uses: programs, packages, protocols, services."""
    traits: tuple[str, ...] = ()
    """Traits of the last command that it may be about (the call of the same message or before)."""
    about_call: int | None = None
    """``seq`` of the call whose result it comments or which carries it out, where that is plain."""
    in_reasoning: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool."""

    seq: int
    """Number of the call in the transcript, from 0."""
    place: Place
    span: Span
    name: str
    text: str
    id: str
    is_shell: bool
    outcome: Outcome
    line: CommandLine | None = None
    commands: "tuple[int, ...]" = ()
    """Numbers (``seq``) of its CommandEvents."""
    result: int | None = None
    """``seq`` of its result, if one is recorded."""
    timeout: Decimal | None = None
    host: str | None = None
    background: bool = False
    shell: ShellSession = ShellSession.UNKNOWN
    polls: int | None = None
    """``seq`` of the call it asks about."""
    path: str | None = None
    changes_file: bool = False
    time: datetime | None = None
    ended_by: int | None = None
    """``seq`` of the result of a later poll that tells how it ended; its span is the proof."""


class Attribution(StrEnum):
    """How it is known whose output a line is (decisions 8.1)."""

    SOLE = "sole"
    MARKED = "marked"
    RECOGNISED = "recognised"
    SHARED = "shared"
    NOTHING = "nothing"
    """Nothing at all was printed."""


@dataclass(frozen=True, slots=True)
class CommandEvent:
    """A command in a call, with what came of it."""

    seq: int
    """Number of the command in the transcript, from 0."""
    place: Place
    span: Span
    command: Command
    call: int
    outcome: Outcome
    printed: bool | None = None
    """Whether it printed; None where lines cannot be told apart."""
    attribution: Attribution = Attribution.SHARED
    output: tuple[Span, ...] = ()
    """Lines known to be its own."""


@dataclass(frozen=True, slots=True)
class LimitEvent:
    """A tool's time limit that governs a call."""

    place: Place
    span: Span
    call: int
    seconds: Decimal
    source: str
    """``given`` in the call, or ``shown`` by an earlier limit of the same tool that was not raised since."""
    fired: bool
    limited_by: LimitedBy = LimitedBy.TOOL


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a call."""

    seq: int
    place: Place
    """Its ``message`` is that of the call; ``order`` that of its own record."""
    span: Span
    text: str
    call: int | None
    arrived: int
    outcome: Outcome
    time: datetime | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """A fact read off a tool's output."""

    kind: str
    """Such as ``strace.empty-summary``, ``memory.swap-flow``, ``tests.summary``, ``process.listed``."""
    value: str
    """A word or number as text; ``unknown`` where the output is cut."""
    span: Span
    place: Place
    subject: Subject | None = None
    command: int | None = None
    """``seq`` of the command whose output it is, where known."""
    call: int | None = None
    figures: tuple[tuple[str, Decimal], ...] = ()
    """Named numbers read from the quote, in base units (bytes, seconds, counts)."""
    quoted: bool = False
    """The command prints a file or a stored log line, so that the fact is told, not seen."""


@dataclass(frozen=True, slots=True)
class Events:
    """All events of one transcript, each list in order of ``place.order``."""

    transcript: Transcript
    messages: tuple[MessageEvent, ...] = ()
    claims: tuple[Claim, ...] = ()
    calls: tuple[Call, ...] = ()
    commands: tuple[CommandEvent, ...] = ()
    limits: tuple[LimitEvent, ...] = ()
    results: tuple[Result, ...] = ()
    observations: tuple[Observation, ...] = ()
    language: str = "en"
    """``en``, or ``other`` where the speaker's text is not English and claims are therefore unknown."""
