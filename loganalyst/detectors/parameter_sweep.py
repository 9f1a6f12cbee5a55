"""The same command run three times or more, one number moved in one direction."""

from collections.abc import Iterator
from itertools import pairwise

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import Sweep, SweepPoint

RULE = "parameter-sweep"
_ENOUGH = 3
_NO_KNOBS = frozenset({"identity", "port", "wait"})
"""Roles of numbers that name a thing or a time, and tune nothing."""
_KNOBS = frozenset({"batch", "memory", "parallelism", "version"})
_WENT_WELL = frozenset({"ok", "unknown", "silent", "running"})


def find(context: Context) -> Iterator[Hit]:
    """Yield one hit for each stretch of a sweep in which the number only rises or only falls, at its third run."""
    for sweep in context.ledgers.sweeps:
        if sweep.parameter_role not in _NO_KNOBS:
            for stretch in _stretches(sweep.points):
                command = _command(context, sweep, stretch[_ENOUGH - 1])
                if command is not None and _tunes(sweep, command):
                    yield _hit(sweep, stretch, command)


def _stretches(points: tuple[SweepPoint, ...]) -> Iterator[tuple[SweepPoint, ...]]:
    """Yield the longest runs of points that move in one direction, each point in a call of its own."""
    start = 0
    directions = [later.value.number > earlier.value.number for earlier, later in pairwise(points)]
    for number in range(1, len(points) + 1):
        ends = number == len(points) or (number - start > 1 and directions[number - 1] != directions[number - 2])
        if ends:
            stretch = points[start:number]
            if len({point.call for point in stretch}) >= _ENOUGH:
                yield stretch
            start = number - 1


def _command(context: Context, sweep: Sweep, point: SweepPoint) -> CommandEvent | None:
    """Return the command of a run."""
    commands = (context.events.commands[seq] for seq in context.events.calls[point.call].commands)
    return next((one for one in commands if one.command.program == sweep.program), None)


def _tunes(sweep: Sweep, command: CommandEvent) -> bool:
    """Return whether the number is a knob of work, and not only how much a probe shows, or which of many is meant."""
    asks = command.command.role is CommandRole.PROBE
    if sweep.parameter_role in _KNOBS:
        return sweep.parameter_role != "version" or not asks
    return not asks and not sweep.parameter.startswith("operand")


def _hit(sweep: Sweep, stretch: tuple[SweepPoint, ...], command: CommandEvent) -> Hit:
    before = [point for point in stretch if point.call != stretch[_ENOUGH - 1].call][: _ENOUGH - 1]
    related = tuple(Related(point.span, point.message, point.span.location, "an earlier run") for point in before)
    failed = any(point.outcome not in _WENT_WELL for point in stretch[:-1])
    captures = (
        Capture("program", sweep.program),
        Capture("parameter", sweep.parameter),
        Capture("table", ", ".join(f"{point.value.number.normalize():f} ({_word(point)})" for point in stretch)),
        Capture("count", str(len(stretch))),
        Capture("failed", "yes" if failed else "no"),
    )
    return Hit(command.place, command.span, related, captures, sweep.id)


def _word(point: SweepPoint) -> str:
    """Return how a run ended, in words."""
    words = {
        "oom": "out of memory",
        "compiler-killed": "a compiler was killed",
        "timed_out": "time limit",
        "ok": "ended well",
        "missing": "no result recorded",
    }
    return words.get(point.outcome, point.outcome)
