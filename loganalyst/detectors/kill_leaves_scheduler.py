"""Workers are killed, while what starts them may still be at work on that machine."""

from collections import defaultdict
from collections.abc import Iterator

from loganalyst.detectors.kill_groups import KillGroup, Machine, kill_groups, machine_of
from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.looks import LISTINGS, Seen, read_look, sought_names
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import LimitedBy, OutcomeKind
from loganalyst.model.trait import Trait

RULE = "kill-leaves-scheduler"
_SCHEDULES = frozenset({Trait.SCHEDULES_WORKERS, Trait.STARTS_WORKERS})
_STEPS = frozenset(
    {
        "cc1",
        "cc1obj",
        "cc1plus",
        "cicc",
        "clang",
        "clang++",
        "collect2",
        "cudafe++",
        "fatbinary",
        "g++",
        "gcc",
        "gfortran",
        "javac",
        "ld",
        "lld",
        "lto1",
        "make",
        "ninja",
        "nvcc",
        "nvlink",
        "ptxas",
        "rustc",
        "swiftc",
    }
)
"""Programs that hardly anybody starts by hand: the steps of a build, one process for each file, and what runs them."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the kills of a build's workers that leave out a program which starts them and may still be at work."""
    groups = kill_groups(context.index)
    timeline = context.timeline
    at_work: dict[Machine, list[CommandEvent]] = defaultdict(list)
    reboots = list(timeline.after_reboot)
    for call in context.events.calls:
        while reboots and reboots[0] < call.place.order:
            del reboots[0]
            at_work.clear()
        for group in groups.get(call.seq, ()):
            machine = machine_of(group.first.command)
            at_work[machine] = [one for one in at_work[machine] if not _is_named(one, group)]
            if at_work[machine] and group.names & _STEPS:
                yield _hit(group, at_work[machine])
        for item in context.index.in_call("command", call.seq):
            if isinstance(item.event, CommandEvent):
                _follow(item.event, call, timeline, at_work)


def _follow(event: CommandEvent, call: Call, timeline: Timeline, at_work: dict[Machine, list[CommandEvent]]) -> None:
    """Take a command into account: it may leave a scheduler at work, or show that one has gone."""
    machine = machine_of(event)
    if event.command.traits & _SCHEDULES and event.outcome.reason != "not_run" and _goes_on(event, call):
        at_work[machine].append(event)
    elif Trait.REBOOTS in event.command.traits:
        at_work[machine].clear()
    elif at_work[machine] and event.command.traits & LISTINGS:
        look = read_look(timeline, event)
        if look is not None and look.seen is Seen.ABSENT:
            sought = sought_names(event)
            at_work[machine] = [one for one in at_work[machine] if one.command.program.casefold() not in sought]


def _goes_on(event: CommandEvent, call: Call) -> bool:
    """Return whether a command may be at work after its call: in the background, or cut off from its client."""
    if event.command.background or call.background:
        return True
    away = event.command.host is not None or event.command.container is not None
    cut = call.outcome.kind is OutcomeKind.TIMED_OUT and call.outcome.limited_by is LimitedBy.TOOL
    return call.outcome.kind is OutcomeKind.RUNNING or (cut and away)


def _is_named(scheduler: CommandEvent, group: KillGroup) -> bool:
    """Return whether a kill is aimed at a scheduler, by its name or by words of its command line."""
    program = scheduler.command.program.casefold()
    by_number = any(shot.row.matched_by == "pid" and not shot.feeders for shot in group.shots)
    return by_number or program in group.names or any(program in word.casefold() for word in group.names)


def _hit(group: KillGroup, left: list[CommandEvent]) -> Hit:
    first, last = group.first, left[-1].command
    name = " ".join(filter(None, (last.program, last.subcommand)))
    why = "what starts the workers"
    related = tuple(Related(one.span, one.place.message, one.place.location, why) for one in left)
    captures = (Capture("targets", group.written), Capture("scheduler", name))
    return Hit(first.command.place, first.command.span, related, captures, first.row.id)
