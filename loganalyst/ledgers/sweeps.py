"""The same command run again with one number moved."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from loganalyst.ledgers.numbers_moved import Parameter, Shape, exported_before, shape_of
from loganalyst.ledgers.quotes import quote_piece
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.ledger import Sweep, SweepPoint
from loganalyst.model.span import Formula, Span, Value
from loganalyst.model.trait import Trait
from loganalyst.text.units import find_numbers

_MEMORY_KILLS = frozenset(
    {
        "kernel.oom-kill",
        "kernel.oom-cgroup",
        "cuda.out-of-memory",
        "memory.allocation-failed",
    }
)
_COMPILER_KILLED = "process.compiler-killed"
_OTHERS = frozenset({CommandRole.PLUMBING, CommandRole.WAIT, CommandRole.WRAPPER})
_WORDS_OF_THE_SHELL = frozenset({"[", "break", "continue", "exit", "let", "return", "set", "shift", "test", "wait"})
_CUTS = frozenset({Trait.CUTS_OUTPUT, Trait.FILTERS})


@dataclass(frozen=True, slots=True)
class _Run:
    """One run of a command of a family."""

    command: CommandEvent
    shape: Shape


def find_sweeps(timeline: Timeline) -> tuple[Sweep, ...]:
    """Return the families of like commands in which a number moved, in order of their last run.

    A family is the same program with the same words on the same machine, numbers left out. Runs that follow each other
    with the same number count once, by the last of them. Each number that moved gives a row that names the others.
    """
    families: dict[tuple[object, ...], list[_Run]] = defaultdict(list)
    for call in timeline.events.calls:
        for command, exported in exported_before(timeline.in_call.get(call.seq, ())):
            if not _counts(command):
                continue
            shape = shape_of(command, exported)
            if shape.parameters:
                place = (command.command.host, command.command.container)
                families[(*place, command.command.program, *shape.key)].append(_Run(command, shape))
    rows = [row for runs in families.values() if len(runs) > 1 for row in _rows(timeline, runs)]
    rows.sort(key=lambda row: (row.points[-1].call, row.parameter))
    return tuple(replace(row, id=f"s{number}") for number, row in enumerate(rows, start=1))


def _counts(command: CommandEvent) -> bool:
    plain = command.command
    skipped = command.outcome.reason == "not_run"
    return (
        bool(plain.program)
        and plain.program not in _WORDS_OF_THE_SHELL
        and plain.role not in _OTHERS
        and not plain.traits & _CUTS
        and not skipped
    )


def _rows(timeline: Timeline, runs: list[_Run]) -> Iterator[Sweep]:
    """Yield a row for each number of a family that moved, of the runs in whose calls it can be quoted."""
    names = list(dict.fromkeys(parameter.name for run in runs for parameter in run.shape.parameters))
    moved = [name for name in names if len({parameter.number for _, parameter in _with(runs, name)}) > 1]
    for name in moved:
        kept = list(_last_of_equal(_with(runs, name)))
        points = tuple(_points(timeline, kept))
        if not points[1:]:
            continue
        steps = [later.value.number - earlier.value.number for earlier, later in pairwise(points)]
        first = kept[0][0].command.command
        yield Sweep(
            id="",
            parameter=name,
            parameter_role=kept[0][1].role,
            program=first.program,
            points=points,
            one_direction=all(step > 0 for step in steps) or all(step < 0 for step in steps),
            others_moved=tuple(other for other in moved if other != name),
            host=first.host,
        )


def _with(runs: list[_Run], name: str) -> Iterator[tuple[_Run, Parameter]]:
    for run in runs:
        found = next((parameter for parameter in run.shape.parameters if parameter.name == name), None)
        if found is not None:
            yield run, found


def _last_of_equal(pairs: Iterator[tuple[_Run, Parameter]]) -> Iterator[tuple[_Run, Parameter]]:
    """Yield the pairs without those that the next one repeats."""
    held: tuple[_Run, Parameter] | None = None
    for pair in pairs:
        if held is not None and held[1].number != pair[1].number:
            yield held
        held = pair
    if held is not None:
        yield held


def _points(timeline: Timeline, kept: list[tuple[_Run, Parameter]]) -> Iterator[SweepPoint]:
    for run, parameter in kept:
        call = timeline.calls[run.command.call]
        span = _number_span(timeline, call, run.command, parameter)
        if span is None:
            continue
        value = Value(parameter.number, "1", Formula.QUOTED, spans=(span,))
        outcome, shown = _outcome(timeline, call)
        yield SweepPoint(
            value, call.place.message, call.seq, outcome, span, shown, _asked_by(timeline, call, parameter)
        )


def _number_span(timeline: Timeline, call: Call, command: CommandEvent, parameter: Parameter) -> Span | None:
    """Return the number as it stands in the call."""
    transcript = timeline.events.transcript
    base = command.span if command.span.part == call.span.part else call.span
    for glue in ("=", "==", " ", ""):
        written = parameter.name + glue + parameter.text
        whole = quote_piece(transcript, base, written, base.start)
        if whole is not None:
            start = whole.end - len(parameter.text)
            return whole.inside(start, whole.end)
    return quote_piece(transcript, base, parameter.text, base.start)


def _outcome(timeline: Timeline, call: Call) -> tuple[str, Span | None]:
    """Return how a run ended and the words that show it.

    ``oom`` where a line says that memory ran out, ``compiler-killed`` where a compiler was killed and no line says why,
    else the kind of its outcome.
    """
    seen_here = timeline.seen_in_call.get(call.seq, ())
    for seen in seen_here:
        if seen.kind in _MEMORY_KILLS or (seen.kind == "container.oom" and seen.value == "true"):
            return "oom", seen.span
    killed = next((seen.span for seen in seen_here if seen.kind == _COMPILER_KILLED), None)
    if killed is not None:
        return "compiler-killed", killed
    result = timeline.results.get(call.seq)
    return call.outcome.kind.value, result.span if result is not None else None


def _asked_by(timeline: Timeline, call: Call, parameter: Parameter) -> Span | None:
    """Return the words of the user, last heard before the call, that hold the number."""
    said = timeline.last_user_message(call.place.order)
    if said is None or call.place.turn - said.place.turn > 1:
        return None
    number = next((found for found in find_numbers(said.span.quote) if found.number == parameter.number), None)
    if number is None:
        return None
    start = said.span.start + number.start
    return said.span.inside(start, start + number.end - number.start)
