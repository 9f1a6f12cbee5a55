"""SIGKILL as the first signal that a process gets."""

from collections import defaultdict
from collections.abc import Iterator

from loganalyst.detectors.kill_groups import KillGroup, Machine, kill_groups, machine_of
from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.looks import KILLS, names_in
from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Capture

RULE = "sigkill-first"
_ASKS = frozenset({"down", "exit", "killall", "quit", "shutdown", "stop", "terminate"})
"""Words by which programs are asked to end in their own ways, such as ``nginx -s stop``."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the first SIGKILL of each call that goes to something which nothing had asked to end before."""
    groups = kill_groups(context.index)
    asked: dict[Machine, set[str]] = defaultdict(set)
    listed: dict[tuple[str | None, str], set[str]] = defaultdict(set)
    for call in context.events.calls:
        for group in groups.get(call.seq, ()):
            hit = _hit(group, asked[machine_of(group.first.command)], listed)
            if hit is not None:
                yield hit
        for item in context.index.in_call("command", call.seq):
            if isinstance(item.event, CommandEvent):
                asked[machine_of(item.event)] |= _asked(item.event)
                _learn(item.event, context, listed)
        for group in groups.get(call.seq, ()):
            gentle = (shot.names for shot in group.shots if shot.row.signal != "KILL")
            asked[machine_of(group.first.command)].update(*gentle)


def _hit(group: KillGroup, asked: set[str], listed: dict[tuple[str | None, str], set[str]]) -> Hit | None:
    """Return the hit of a group, where none of its SIGKILLs follows a request to end."""
    hard = tuple(shot for shot in group.shots if shot.row.signal == "KILL" and shot.names)
    if not hard:
        return None
    shots = KillGroup(hard)
    host = shots.first.command.command.host
    known = frozenset().union(*(listed[host, name] for name in shots.names if (host, name) in listed))
    in_call = frozenset().union(*(shot.names for shot in group.shots if shot.row.signal != "KILL"))
    if (shots.names | known) & (asked | in_call):
        return None
    first = shots.first
    return Hit(first.command.place, first.command.span, (), (Capture("targets", shots.written),), first.row.id)


def _asked(event: CommandEvent) -> frozenset[str]:
    """Return the names in a command that asks something to end, by a way of its own."""
    words = event.command.words
    asks = any(word.casefold() in _ASKS for word in words[1:4]) and not event.command.traits & KILLS
    return names_in(words) - _ASKS if asks else frozenset()


def _learn(event: CommandEvent, context: Context, listed: dict[tuple[str | None, str], set[str]]) -> None:
    """Remember the words of the lines in which process numbers were listed."""
    for seen in context.index.observed(event.seq):
        if seen.kind == "process.row" and seen.subject is not None and seen.subject.kind == "pid":
            listed[event.command.host, seen.subject.name] |= names_in((seen.value, seen.span.quote))
