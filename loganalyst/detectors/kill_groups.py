"""The kills of one call on one machine, with the names of what they are aimed at, also where a listing feeds them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from loganalyst.ledgers.looks import LISTINGS, names_in
from loganalyst.model.event import CommandEvent
from loganalyst.model.ledger import Kill, Ledgers
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait
from loganalyst.ruleset.index import EventIndex

Machine = tuple[str | None, str | None]
"""Host and container."""
_NOT_SENT = frozenset({OutcomeKind.REFUSED})
_FEEDS = LISTINGS | {Trait.FILTERS, Trait.LISTS_SOCKETS, Trait.LISTS_LOCK_HOLDERS, Trait.LISTS_OPEN_FILES}


@dataclass(frozen=True)
class Shot:
    """A kill that was sent, with the listings that feed it."""

    row: Kill
    command: CommandEvent
    feeders: tuple[CommandEvent, ...]

    @cached_property
    def written(self) -> tuple[str, ...]:
        """Return what it names, as written; where a listing feeds it, what that looks for."""
        own = tuple(target for target in self.row.targets if not target.startswith(("$", "%", "`", "<")))
        return own or tuple(dict.fromkeys(word for feeder in self.feeders for word in _sought(feeder)))

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the lower-case names and numbers in what it names."""
        return names_in(self.written)


@dataclass(frozen=True)
class KillGroup:
    """The kills of one call on one machine, in the order of the line; never empty."""

    shots: tuple[Shot, ...]

    @property
    def first(self) -> Shot:
        """Return its first kill, where a finding about all of them sits."""
        return self.shots[0]

    @property
    def names(self) -> frozenset[str]:
        """Return the names and numbers in what all of them name."""
        return frozenset().union(*(shot.names for shot in self.shots))

    @property
    def written(self) -> str:
        """Return what they name, as written, joined by commas."""
        return ", ".join(dict.fromkeys(word for shot in self.shots for word in shot.written))


def machine_of(event: CommandEvent) -> Machine:
    """Return the host and the container that a command runs in."""
    return event.command.host, event.command.container


def kill_groups(index: EventIndex) -> Mapping[int, tuple[KillGroup, ...]]:
    """Return the kills that were sent, grouped by call and machine, by the ``seq`` of each call."""
    calls: dict[int, dict[Machine, list[Shot]]] = {}
    for shot in _shots(index, index.ledgers):
        calls.setdefault(shot.command.call, {}).setdefault(machine_of(shot.command), []).append(shot)
    return {call: tuple(KillGroup(tuple(shots)) for shots in groups.values()) for call, groups in calls.items()}


def _shots(index: EventIndex, ledgers: Ledgers) -> Iterator[Shot]:
    for row in ledgers.kills:
        item = index.command(row.command)
        event = item.event if item is not None else None
        if not isinstance(event, CommandEvent) or event.outcome.reason == "not_run":
            continue
        if event.outcome.kind not in _NOT_SENT:
            yield Shot(row, event, tuple(_feeders(event, index)))


def _feeders(kill: CommandEvent, index: EventIndex) -> Iterator[CommandEvent]:
    """Yield the commands whose output a kill is given: through a pipe, a substitution or a variable."""
    plain = kill.command
    piped = any(wrapper.program in {"xargs", "parallel"} for wrapper in plain.wrappers)
    filled = any(word.startswith(("$", "`")) for word in plain.words[1:])
    for item in index.in_call("command", kill.call):
        event = item.event
        if not isinstance(event, CommandEvent) or event.command.position >= plain.position:
            continue
        before = event.command
        through_pipe = piped and before.pipeline == plain.pipeline and before.pipe_index < plain.pipe_index
        if through_pipe or (filled and before.host == plain.host and before.traits & _FEEDS):
            yield event


def _sought(feeder: CommandEvent) -> Iterator[str]:
    """Yield what a listing, or the filter behind it, looks for."""
    plain = feeder.command
    if plain.traits & _FEEDS and plain.option("invert") is None:
        yield from (operand.value for operand in plain.operands if operand.name in {"pattern", "file"})
        yield from (option.value for option in plain.options if option.name == "internet" and option.value)


def lines_with_numbers(group: KillGroup, index: EventIndex) -> tuple[str, ...]:
    """Return the lines of earlier outputs in which the process numbers that a group names stand."""
    numbers = {name for name in group.names if name.isdecimal()}
    if not numbers:
        return ()
    word, order = re.compile(r"[0-9]+"), group.first.command.place.order
    earlier = (result.text for result in index.events.results if result.place.order < order)
    lines = (line for text in earlier if any(number in text for number in numbers) for line in text.splitlines())
    return tuple(line for line in lines if not numbers.isdisjoint(word.findall(line)))
