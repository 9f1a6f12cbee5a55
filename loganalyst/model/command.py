"""One command of a command line, understood: what it runs, where, how it is joined, what it can see."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait


class CommandRole(StrEnum):
    """What a command is for; a program that is not in the vocabulary has none (unknown)."""

    PROBE = "probe"
    INTERVENTION = "intervention"
    WAIT = "wait"
    LAUNCH = "launch"
    PLUMBING = "plumbing"
    """``cd``, ``echo``, ``export``, filters behind a pipe."""
    WRAPPER = "wrapper"
    """Lends host, limit and shell to what it runs; fulfils nothing alone."""


class Join(StrEnum):
    """How a command hangs on the one before it in the same shell."""

    FIRST = "first"
    THEN = "then"
    """``;`` or a new line."""
    AND = "and"
    OR = "or"
    PIPE = "pipe"
    AFTER_BACKGROUND = "after_background"
    """The one before was sent to the background with ``&``."""


class RunsIf(StrEnum):
    """On what its running depends."""

    ALWAYS = "always"
    AFTER_SUCCESS = "after_success"
    AFTER_FAILURE = "after_failure"


class LimitKind(StrEnum):
    """What a limit inside a command bounds."""

    RUN = "run"
    CONNECT = "connect"
    TRANSFER = "transfer"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class CommandLimit:
    """A time limit or a wait that a command carries."""

    kind: LimitKind
    seconds: Decimal
    text: str
    """As written, such as ``ConnectTimeout=30`` or ``sleep 5``."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option by its canonical name in the vocabulary, or ``?`` with its flag where that is not known."""

    name: str
    flag: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Operand:
    """A word that is no option, by its name in the vocabulary (``operand`` where it has none)."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Redirect:
    """A redirection, such as ``2>&1``."""

    stream: str
    """``0``, ``1``, ``2`` or ``&`` (both)."""
    operator: str
    target: str


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A program that runs another command line, such as ``ssh`` or ``sudo``."""

    program: str
    text: str
    """Its whole raw text, with what it wraps."""
    position: int
    """Position of the wrapper's own Command in the call."""
    shell: str | None = None
    """The shell that reads the inner line: ``bash``, ``sh``, ``login`` (the remote user's), or None if none does."""
    host: str | None = None
    container: str | None = None


@dataclass(frozen=True, slots=True)
class Blind:
    """What a probe cannot see, and the fact that says so."""

    to: str
    fact: str
    place: str | None = None
    """Where the thing is instead, when the probe looks in a place where its program does not put it."""


@dataclass(frozen=True, slots=True)
class StatusMeaning:
    """What an exit status of a program tells."""

    status: int
    means: str


@dataclass(frozen=True, slots=True)
class Command:
    """One simple command in the order of the line; wrappers are commands too."""

    program: str
    """Base name of the program, or the builtin; empty for a bare assignment or an unparsable piece."""
    text: str
    """Its own source text at its level (inside a wrapper: after that wrapper's quotes are removed)."""
    start: int
    end: int
    """Extent in the call's text; for a wrapped command that does not stand there literally, that of the wrapper."""
    position: int
    """Order in the call, from 0, wrappers before what they wrap."""
    words: tuple[str, ...] = ()
    """Program and arguments with quotes removed; expansions stay as written."""
    subcommand: str | None = None
    options: tuple[Option, ...] = ()
    operands: tuple[Operand, ...] = ()
    assignments: tuple[tuple[str, str], ...] = ()
    """Variables set in front of it (or by ``export``/``env``): name, value as written."""
    role: CommandRole | None = None
    traits: frozenset[Trait] = frozenset()
    subjects: tuple[Subject, ...] = ()
    wrappers: tuple[Wrapper, ...] = ()
    """Outermost first."""
    host: str | None = None
    """Host it runs on, by the wrappers; None on the session's own machine."""
    container: str | None = None
    join: Join = Join.FIRST
    runs_if: RunsIf = RunsIf.ALWAYS
    decided_by: int | None = None
    """Position of the command whose status decides whether it runs."""
    pipeline: int = 0
    """Number of its pipeline in the call, from 0."""
    pipe_index: int = 0
    pipe_length: int = 1
    redirects: tuple[Redirect, ...] = ()
    background: bool = False
    loop: int | None = None
    """Number of the innermost loop it stands in, in the call, from 0."""
    loop_count: int | None = None
    """How often that loop runs at most, where the line tells (``for i in 1 2 3``, ``seq 60``)."""
    limits: tuple[CommandLimit, ...] = ()
    """Its own limits (``ConnectTimeout``, ``--max-time``, the seconds of ``timeout`` and ``sleep``)."""
    errors_hidden: bool = False
    """Its standard error is thrown away, or an error looks like no output (``|| true``, ``| head``)."""
    status_tested: bool = False
    """Its own status decides about something that prints or is stated (``|| echo none``, ``if``)."""
    status_hidden: bool = False
    """Its status cannot be read off the call's status: not last, in the background, piped on, ``|| true``."""
    output_cut: str | None = None
    """The filter behind it that cuts its output, such as ``head -5`` or ``tail -n 20``."""
    output_discarded: bool = False
    """Its standard output goes to ``/dev/null`` or a file."""
    matches_own_wrapper: bool | None = None
    """Its pattern matches the command line of a wrapper that is alive then; None where that is unknown."""
    expanded_here: tuple[str, ...] = ()
    """Of a wrapper that hands a line to another shell: the expansions in it that the shell on this side makes."""
    blind: tuple[Blind, ...] = ()
    silence: str | None = None
    """What silence of this probe reads as by the vocabulary (``zero-counted``, ``empty-is-success`` …)."""
    statuses: tuple[StatusMeaning, ...] = ()
    """What its exit statuses tell by the vocabulary."""
    parsed: bool = True
    """False where the line could not be parsed whole; readings of it are of low confidence."""

    def option(self, name: str) -> Option | None:
        """Return the first option with a canonical name, or None."""
        return next((option for option in self.options if option.name == name), None)

    @property
    def limit(self) -> CommandLimit | None:
        """Return its longest own limit, or None."""
        return max(self.limits, key=lambda limit: limit.seconds, default=None)


@dataclass(frozen=True, slots=True)
class CommandLine:
    """All commands of one shell call."""

    text: str
    commands: tuple[Command, ...]
    parsed: bool
    """False where a piece could not be parsed; ``problems`` quotes it."""
    problems: tuple[str, ...] = ()
    wait_seconds: Decimal = Decimal(0)
    """Sum of the sleeps that run one after the other, loops of sleep folded in where the count is known."""
    limit_seconds: Decimal | None = None
    """Largest limit or wait inside, with loops folded."""
