"""Signs that a machine thrashes: figures of paging, or short commands that reach their limit one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from loganalyst.detectors.attempts import TAKES_LONG
from loganalyst.detectors.quoting import first_line
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, Events, Observation
from loganalyst.model.finding import Capture, Related
from loganalyst.model.limits import ONGOING_MESSAGES
from loganalyst.model.outcome import LimitedBy, OutcomeKind
from loganalyst.model.trait import Trait

RULE = "thrashing"
_MUCH_PAGED = Decimal(10 * 1024)
"""Kilobytes a second, the unit of vmstat, both in and out, from which paging is a load of its own."""
_MUCH_STALLED = Decimal(5)
"""Percent of ten seconds in which no task got on for want of memory."""
_HEAVY = TAKES_LONG | {Trait.SCHEDULES_WORKERS, Trait.STARTS_WORKERS, Trait.SERVES}
_HEAVY_PROBES = frozenset({Trait.NEVER_RETURNS, Trait.WAITS, Trait.POLLS})
_NETWORK = ("ssh.error", "network.error", "name.unresolved")
_IN_A_ROW = 2


def find(context: Context) -> Iterator[Hit]:
    """Yield a hit for each result whose figures show it, and for each row of short commands that were cut off."""
    yield from _shown(context.events)
    yield from _Rows(context.events).find()


def _shown(events: Events) -> Iterator[Hit]:
    """Yield one hit for each result with figures of heavy paging or stalls."""
    told: set[int] = set()
    for seen in events.observations:
        words = _figures(seen)
        if words and not seen.quoted and seen.place.order not in told:
            told.add(seen.place.order)
            yield Hit(seen.place, seen.span, captures=(Capture("figures", words, seen.span),))


def _figures(seen: Observation) -> str | None:
    """Return the words for figures that show thrashing, or None."""
    numbers = dict(seen.figures)
    if seen.kind == "memory.swap-flow":
        paged = min(numbers.get("si", Decimal(0)), numbers.get("so", Decimal(0)))
        return "si and so are both above 10 MB a second" if paged >= _MUCH_PAGED else None
    if seen.kind == "memory.pressure" and seen.value == "full":
        stalled = numbers.get("avg10", Decimal(0))
        words = f"every task waited for memory {stalled.normalize():f} % of ten seconds"
        return words if stalled >= _MUCH_STALLED else None
    return None


@dataclass(slots=True)
class _Machine:
    """What is known of one machine at a point of the session."""

    heavy: list[Call] = field(default_factory=list)
    cut: list[Call] = field(default_factory=list)
    """Short calls that reached the limit, one after the other."""


class _Rows:
    """Follows the calls to each machine."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.machines: dict[str, _Machine] = {}
        self.unreached = {seen.call for seen in events.observations if seen.kind in _NETWORK}

    def find(self) -> Iterator[Hit]:
        """Yield a hit at the second short call in a row that the tool's limit ended, after heavy work there."""
        for call in self.events.calls:
            host, commands = self._remote(call)
            if host is None:
                continue
            machine = self.machines.setdefault(host, _Machine())
            if any(one.traits & _HEAVY for one in commands):
                machine.heavy.append(call)
                machine.cut.clear()
            elif self._was_cut(call) and all(_is_short(one) for one in commands):
                machine.cut.append(call)
                if len(machine.cut) == _IN_A_ROW and (hit := self._hit(host, machine)) is not None:
                    yield hit
            elif call.outcome.kind is not OutcomeKind.MISSING:
                machine.cut.clear()

    def _remote(self, call: Call) -> tuple[str | None, list[Command]]:
        """Return the one other machine on which a call runs commands, and these."""
        commands = [self.events.commands[seq].command for seq in call.commands]
        there = [one for one in commands if one.host is not None and one.role is not CommandRole.WRAPPER]
        hosts = {one.host for one in there}
        return (there[0].host if len(hosts) == 1 else None), there

    def _was_cut(self, call: Call) -> bool:
        """Return whether the tool's limit ended a call and no network error is shown."""
        outcome = call.outcome
        by_tool = outcome.kind is OutcomeKind.TIMED_OUT and outcome.limited_by is LimitedBy.TOOL
        return by_tool and call.seq not in self.unreached

    def _hit(self, host: str, machine: _Machine) -> Hit | None:
        first, last = machine.cut[0], machine.cut[-1]
        heavy = [call for call in machine.heavy if last.place.turn - call.place.turn <= ONGOING_MESSAGES]
        result = self.events.results[last.result] if last.result is not None else None
        if not heavy or result is None:
            return None
        related = (
            *(_related(call, "heavy work that was started there") for call in heavy),
            _related(first, "a short command before it that reached the limit as well"),
        )
        return Hit(result.place, first_line(result.span), related, (Capture("host", host),))


def _is_short(command: Command) -> bool:
    """Return whether a command ends at once on a healthy machine."""
    return command.role is not None and not command.traits & (_HEAVY | _HEAVY_PROBES)


def _related(call: Call, why: str) -> Related:
    return Related(call.span, call.place.message, call.place.location, why)
