"""What a limit left running: the local call had ended, and a later look shows that its work had not."""

from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span, Subject
from loganalyst.model.trait import Trait
from loganalyst.narrative.saying import split_lines
from loganalyst.narrative.scene import Scene

_LIMITED = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING})
_LISTINGS = frozenset({Trait.LISTS_PROCESSES, Trait.LISTS_PROCESS_TREE})


@dataclass(frozen=True, slots=True)
class Remains:
    """A call that a limit ended, and the line of a later listing that shows what it had started."""

    call: Call
    shown: Span
    subject: Subject | None


def find_left_running(scene: Scene) -> Remains | None:
    """Return the first call before the message whose work a listing up to the message shows, or None."""
    calls = (call for call in scene.earlier_calls if scene.is_near(call.place.message))
    return next((found for call in calls for found in _seen_later(scene, call)), None)


def _seen_later(scene: Scene, call: Call) -> Iterator[Remains]:
    """Yield lines of later process listings on the same host that name what a limited call started."""
    if call.outcome.kind not in _LIMITED:
        return
    started = {(one.command.host, one.command.program) for one in scene.commands_of(call) if one.command.host}
    for event in _listings(scene, call):
        programs = {program for host, program in started if host == event.command.host}
        for line in (line for output in event.output for line in split_lines(output)):
            if any(program in line.quote.split() for program in programs):
                yield Remains(call, line, _process(scene, line) or next(iter(event.command.subjects), None))


def _listings(scene: Scene, call: Call) -> Iterator[CommandEvent]:
    for event in scene.analysis.events.commands:
        is_later = call.place.message < event.place.message <= scene.index
        if is_later and event.printed and event.command.traits & _LISTINGS:
            yield event


def _process(scene: Scene, line: Span) -> Subject | None:
    """Return the process that a line of a listing is about, as it was read off it."""
    for seen in scene.analysis.events.observations:
        same = (seen.span.message, seen.span.part) == (line.message, line.part)
        inside = same and line.start <= seen.span.start < line.end
        if inside and seen.subject is not None and seen.subject.kind == "pid":
            return seen.subject
    return None
