"""A cheap look at an event before a selector is asked in full: most events are of another sort."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from loganalyst.model.event import Claim, CommandEvent, Observation
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.operators import Operator, Test
from loganalyst.ruleset.selectors import Selector, pick
from loganalyst.ruleset.truth import AllOf, Clause, Leaf, Truth


def _traits(item: Item) -> frozenset[str]:
    return item.event.command.traits if isinstance(item.event, CommandEvent) else frozenset()


def _program(item: Item) -> frozenset[str]:
    return frozenset({item.event.command.program}) if isinstance(item.event, CommandEvent) else frozenset()


def _reads(item: Item) -> frozenset[str]:
    return frozenset({item.event.kind}) if isinstance(item.event, Observation) else frozenset()


def _predicate(item: Item) -> frozenset[str]:
    return frozenset({item.event.predicate}) if isinstance(item.event, Claim) else frozenset()


_CHEAP: Mapping[tuple[str, str], Callable[[Item], frozenset[str]]] = MappingProxyType(
    {
        ("command", "trait"): _traits,
        ("command", "program"): _program,
        ("observation", "reads"): _reads,
        ("claim", "predicate"): _predicate,
    }
)


@dataclass(frozen=True, slots=True)
class Asking:
    """A selector with what an event must have for it to be worth asking."""

    selector: Selector
    get: Callable[[Item], frozenset[str]] | None
    wanted: frozenset[str]

    def picks(self, item: Item, index: EventIndex) -> bool:
        """Return whether an event is surely one that the selector picks."""
        if self.get is not None and self.wanted.isdisjoint(self.get(item)):
            return False
        return pick(self.selector, item, index) is Truth.YES


def asking(selector: Selector) -> Asking:
    """Return a selector with its cheap test, if one of its keys allows one."""
    for test in _needed(selector.tests):
        get = _CHEAP.get((selector.kind, test.key))
        if get is not None and test.operator is Operator.EQUALS and not test.every and not test.negated:
            wanted = frozenset(word for word in test.wanted if isinstance(word, str))
            if len(wanted) == len(test.wanted):
                return Asking(selector, get, wanted)
    return Asking(selector, None, frozenset())


def _needed(clause: Clause[Test]) -> tuple[Test, ...]:
    """Return the tests of which each must hold."""
    match clause:
        case Leaf(test):
            return (test,)
        case AllOf(parts):
            return tuple(test for part in parts for test in _needed(part))
        case _:
            return ()
