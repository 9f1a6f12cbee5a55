"""What surrounds a command while a line is walked: text, shell, wrappers, and its place in the structure."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from tree_sitter import Node

from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.command import Command, Join, Redirect, RunsIf, Wrapper
from loganalyst.shell.heredocs import HereDocument
from loganalyst.shell.reading import Reading
from loganalyst.shell.words import Words


class Flow(StrEnum):
    """Where a stream of a command ends."""

    SHOWN = "shown"
    PIPE = "pipe"
    FILE = "file"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Line:
    """A text that one shell reads, and where it stands in the call."""

    text: str
    start: int
    """Where its first character stands in the call, or, where it does not stand there literally, its wrapper."""
    end: int
    literal: bool = True
    heredocs: dict[int, HereDocument] = field(default_factory=dict)

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Return the extent in the call of a piece of the text."""
        return (self.start + start, self.start + end) if self.literal else (self.start, self.end)


@dataclass(slots=True)
class Shell:
    """What earlier commands set in one shell."""

    cwd: str | None = None
    variables: dict[str, str] = field(default_factory=dict)
    errexit: bool = False
    pipefail: bool = False
    out: Flow | None = None
    """Where ``exec >`` sent its output."""
    err: Flow | None = None

    def copy(self) -> "Shell":
        """Return a subshell."""
        return Shell(self.cwd, dict(self.variables), self.errexit, self.pipefail, self.out, self.err)


@dataclass(frozen=True, slots=True)
class Process:
    """A process of a wrapper that is alive while the command runs."""

    name: str
    text: str
    host: str | None
    container: str | None
    certain: bool = True
    """False where it is not known whether it is alive, or which shell it is."""


@dataclass(slots=True)
class Feed:
    """Text that is given on standard input; the first shell that reads it takes it."""

    text: str
    start: int | None
    """Where it stands in the line that feeds it, or None where it does not stand there literally."""
    line: Line | None
    taken: bool = False


@dataclass(slots=True)
class Scope:
    """What all commands of a line, group or loop share; not frozen, as making one would take three times as long."""

    line: Line
    shell: Shell
    wrappers: tuple[Wrapper, ...] = ()
    host: str | None = None
    container: str | None = None
    processes: tuple[Process, ...] = ()
    replaceable: bool = False
    """The last process is a shell that replaces itself by its last simple command."""
    redirects: tuple[Redirect, ...] = ()
    """Those of the groups around, outermost first."""
    loop: int | None = None
    loop_count: int | None = None
    loop_factor: int = 1
    """Product of the known counts of all loops around."""
    feed: Feed | None = None
    depth: int = 0
    """Groups, loops and substitutions around."""


@dataclass(slots=True)
class Spot:
    """The place of one command or group in its list and pipeline; not frozen, as a Scope."""

    join: Join = Join.FIRST
    runs_if: RunsIf = RunsIf.ALWAYS
    decided_by: int | None = None
    background: bool = False
    hidden: bool = False
    """Its status cannot be read off the call's."""
    tested: bool = False
    masked: bool = False
    """``|| true`` stands behind it."""
    tail: bool = False
    """It is the last thing that its shell does."""
    negated: bool = False
    out: Flow = Flow.SHOWN
    err: Flow = Flow.SHOWN
    cut: str | None = None
    filtered: bool = False
    """A filter behind it passes on only a part."""
    leads: bool = False
    """It is an item of a list, and the lists in its pipeline have been taken apart."""
    pipe_index: int = 0
    pipe_length: int = 1


@dataclass(slots=True)
class Piece:
    """A simple command before it is placed."""

    start: int
    end: int
    words: Words
    reading: Reading
    assignments: list[tuple[str, str]] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    feed: Feed | None = None
    groups: list[Node] = field(default_factory=list)
    """Groups that stand as arguments, as behind ``time``."""
    negated: bool = False
    broken: bool = False


@dataclass(slots=True)
class Sheet:
    """What has been read of a call so far."""

    vocabulary: Vocabulary
    walk: Callable[["Sheet", Node, Scope, Spot, tuple[Node, ...]], int | None]
    """Place what a node holds, with the redirections around it; return the position of the command whose status it
    has."""
    read_line: Callable[["Sheet", Line, str, Scope, Spot], None]
    """Place the commands of a further line, in the form that is to be parsed."""
    place_piece: Callable[[Piece, "Sheet", Scope, Spot], int]
    """Place a simple command in the pipeline of the one before it."""
    commands: list[Command] = field(default_factory=list)
    factors: list[int] = field(default_factory=list)
    """How often each command runs, as far as loops tell."""
    problems: list[str] = field(default_factory=list)
    pipelines: int = 0
    loops: int = 0

    def next_pipeline(self) -> int:
        """Return the number of a new pipeline."""
        self.pipelines += 1
        return self.pipelines - 1

    def next_loop(self) -> int:
        """Return the number of a new loop."""
        self.loops += 1
        return self.loops - 1
