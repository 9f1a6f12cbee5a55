"""Kills of a process that has ended already, or that waits where no signal reaches it."""

from collections.abc import Iterator

from loganalyst.detectors.kill_groups import Shot, kill_groups
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.event import Observation
from loganalyst.model.finding import Capture, Related

RULE = "zombie-or-dstate-kill"
_STATES = {"process.zombie": "zombie", "process.uninterruptible": "waiting"}
HardKills = dict[tuple[str | None, str], int]
Seen = dict[tuple[str | None, str], Observation]


def find(context: Context) -> Iterator[Hit]:
    """Yield the kills by number of a zombie, and the second SIGKILL to a process in state D."""
    states: Seen = {}
    hard: HardKills = {}
    groups = kill_groups(context.index)
    hosts = {event.seq: event.command.host for event in context.events.commands}
    seen = iter(sorted(context.events.observations, key=lambda one: one.place.order))
    ahead = next(seen, None)
    for call in context.events.calls:
        while ahead is not None and ahead.place.order <= call.place.order:
            _note(ahead, hosts, states)
            ahead = next(seen, None)
        for group in groups.get(call.seq, ()):
            for shot in group.shots:
                yield from _hits(shot, states, hard)


def _note(seen: Observation, hosts: dict[int, str | None], states: Seen) -> None:
    """Remember the state in which a process was listed last."""
    if seen.subject is None or seen.subject.kind != "pid" or not seen.kind.startswith("process.") or seen.quoted:
        return
    key = hosts.get(-1 if seen.command is None else seen.command), seen.subject.name
    if seen.kind in _STATES:
        states[key] = seen
    elif key in states and states[key].place.order < seen.place.order:
        del states[key]


def _hits(shot: Shot, states: Seen, hard: HardKills) -> Iterator[Hit]:
    """Yield the hit of one kill, for the first number of which the state is known."""
    host = shot.command.command.host
    numbers = sorted(name for name in shot.names if name.isdecimal())
    for number in numbers:
        key = host, number
        seen = states.get(key)
        earlier = hard.get(key, 0)
        if shot.row.signal == "KILL":
            hard[key] = earlier + 1
        if seen is None or (_STATES[seen.kind] == "waiting" and not earlier):
            continue
        shown = Related(seen.span, seen.place.message, seen.place.location, "where its state is shown")
        captures = (Capture("target", number), Capture("state", _STATES[seen.kind]))
        yield Hit(shot.command.place, shot.command.span, (shown,), captures, shot.row.id)
        return
