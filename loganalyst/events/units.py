"""The commands of a call as units that print together, and what each can print.

A unit is one pipeline: what the reader sees of any command in it is what its last one lets through. Wrappers print
nothing of their own; a pipeline that a wrapper or group stands in, such as ``ssh h '…' | tail``, shows what the units
inside it print, and its filters are told apart no further.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.trait import Trait

_WITHOUT_OUTPUT = frozenset({
    ":", "[", "builtin", "cd", "exec", "exit", "export", "false", "local", "read", "readonly", "return", "set", "shift",
    "shopt", "sleep", "source", "test", "trap", "true", "ulimit", "umask", "unset", "wait",
})  # fmt: skip
_MARKERS = frozenset({"echo", "printf"})
_SHORTEST_MARKER = 2


@dataclass(frozen=True, slots=True)
class Unit:
    """Commands that print as one, by their positions in the call."""

    commands: tuple[Command, ...]
    marker: str | None = None
    """The beginning of the line that an ``echo`` prints for sure, if this is one."""
    whole: bool = False
    """The marker is the whole line."""
    prints: bool = True
    """It can print; False for what is silent unless it fails, or whose output goes elsewhere."""

    @property
    def position(self) -> int:
        """Return the position of its first command."""
        return self.commands[0].position

    @property
    def main(self) -> Command:
        """Return the command whose output it is: the first that does real work, else the last."""
        working = (one for one in self.commands if one.role is not CommandRole.PLUMBING)
        return next(working, self.commands[-1])

    @property
    def loop(self) -> int | None:
        """Return the loop it stands in."""
        return self.commands[0].loop


def read_units(commands: Sequence[Command]) -> tuple[Unit, ...]:
    """Return the units of a call's commands, in order; pipelines with a wrapper in them are left out."""
    return tuple(_units(commands))


def wrapper_positions(commands: Sequence[Command]) -> frozenset[int]:
    """Return the positions of commands that run others of the same call."""
    return frozenset(wrapper.position for command in commands for wrapper in command.wrappers)


def _units(commands: Sequence[Command]) -> Iterator[Unit]:
    wrapping = wrapper_positions(commands)
    pipelines: dict[int, list[Command]] = {}
    for command in commands:
        pipelines.setdefault(command.pipeline, []).append(command)
    for members in pipelines.values():
        own = [one for one in members if one.position not in wrapping]
        # ``sudo x | y`` has x in its place; in ``ssh h x | y`` and ``(a; b) | y`` y filters units of their own.
        if {one.pipe_index for one in own} != {0, *(one.pipe_index for one in members)}:
            continue
        marker, whole = _marker(own[-1]) if len(own) == 1 else (None, False)
        yield Unit(tuple(own), marker, whole, _can_print(own[-1], members))


def _can_print(last: Command, members: Sequence[Command]) -> bool:
    """Return whether the last command of a pipeline, with redirections of wrappers around it, can show anything."""
    if last.output_discarded:
        around = (one for one in members if one.pipe_index == last.pipe_index)
        errors_go_too = any(redirect.stream in {"2", "&"} for one in around for redirect in one.redirects)
        return not errors_go_too and not last.errors_hidden and Trait.ALWAYS_PRINTS not in last.traits
    if not last.program or last.program in _WITHOUT_OUTPUT:
        return False
    return Trait.SILENT_ON_SUCCESS not in last.traits


def _marker(command: Command) -> tuple[str | None, bool]:
    """Return the beginning of what an ``echo`` prints, and whether that is the whole line."""
    if command.program not in _MARKERS or command.output_discarded:
        return None, False
    words = [word for word in command.words[1:] if not _is_flag(word)]
    text = " ".join(words).replace("\\n", "\n").strip("\n")
    first = text.split("\n", 1)[0]
    cut = min((at for sign in "$`%" if (at := first.find(sign)) >= 0), default=len(first))
    marker = first[:cut].rstrip() if cut < len(first) else first.strip()
    return (marker, cut == len(first)) if len(marker) >= _SHORTEST_MARKER else (None, False)


def _is_flag(word: str) -> bool:
    return word in {"-n", "-e", "-ne", "-en", "-E", "--"}


def matches_marker(line: str, marker: str, *, whole: bool) -> bool:
    """Return whether a printed line is the one that a marker announces."""
    return line.strip() == marker.strip() if whole else line.lstrip().startswith(marker.lstrip())
