"""Whether an event stands in the relations that a selector asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Claim, CommandEvent, Observation
from loganalyst.ruleset.fulfilment import fulfils
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.likeness import repetition_key, share_subject
from loganalyst.ruleset.operators import Reference, decide
from loganalyst.ruleset.selectors import Relation, Same, Selector
from loganalyst.ruleset.table import Answer
from loganalyst.ruleset.truth import Truth

MAY_BE_NONE = frozenset({"host", "container"})
"""Fields of which nothing is also something in common: the session's own machine."""


@dataclass(frozen=True)
class Relations:
    """Compares events of one transcript."""

    index: EventIndex

    def hold(self, selector: Selector, item: Item, anchors: Mapping[str, Item]) -> Truth:
        """Return whether an item stands in all relations of a selector."""
        if item in [anchors[name] for name in selector.targets]:
            return Truth.NO
        truth = Truth.YES
        for kind, name in selector.relations:
            truth = min(truth, self._relates(kind, item, anchors[name]))
        for same in selector.same:
            truth = min(truth, self._agrees(same, item, anchors[same.selector]))
        for test in selector.comparisons:
            answer = test.field.ask(item, self.index) if test.field is not None else Answer()
            truth = min(truth, decide(test, answer, lambda reference: self.value(reference, anchors)))
        return truth

    def value(self, reference: Reference, anchors: Mapping[str, Item]) -> Answer:
        """Return the values that a reference leads to."""
        target = anchors.get(reference.selector)
        return Answer() if target is None else reference.field.ask(target, self.index)

    def _relates(self, kind: Relation, item: Item, target: Item) -> Truth:
        """Return whether one relation holds; windows have seen to ``after`` and ``before``."""
        match kind:
            case Relation.ANSWERS if isinstance(item.event, Observation) and isinstance(target.event, CommandEvent):
                if item.event.command is None:
                    return Truth.UNKNOWN
                return _truth(item.event.command == target.event.seq)
            case Relation.FULFILS:
                return self._fulfils(target, item)
            case Relation.ANSWERS | Relation.IN_CALL | Relation.GOVERNS:
                return _truth(item.call is not None and item.call == target.call)
            case Relation.REPEATS:
                return _truth(repetition_key(item.event) == repetition_key(target.event))
            case Relation.AFTER | Relation.BEFORE:
                return Truth.YES

    def _fulfils(self, claim: Item, step: Item) -> Truth:
        if not isinstance(claim.event, Claim) or not isinstance(step.event, CommandEvent | Call):
            return Truth.NO
        used = (host for host, key in self._first_use.items() if key < claim.key and host is not None)
        wraps = isinstance(step.event, CommandEvent) and step.event.command.role is CommandRole.WRAPPER
        return fulfils(claim.event, step.event, frozenset(used) if wraps else frozenset())

    def _agrees(self, same: Same, item: Item, target: Item) -> Truth:
        """Return whether two items have a value in common."""
        if same.path == "subject":
            return _truth(share_subject(item, target, self.index))
        if same.path == "call":
            return _truth(item.call is not None and item.call == target.call)
        if same.path == "message":
            return _truth(item.place.message == target.place.message)
        if same.own is None or same.other is None:
            return Truth.NO
        own, other = same.own.ask(item, self.index), same.other.ask(target, self.index)
        if not own.values and not other.values and own.gap is other.gap is Truth.NO:
            return Truth.YES if same.path in MAY_BE_NONE else Truth.NO
        return Truth.YES if set(own.values) & set(other.values) else max(own.gap, other.gap)

    @cached_property
    def _first_use(self) -> Mapping[str | None, tuple[int, int, int]]:
        """Return when each host was first logged in to."""
        found: dict[str | None, tuple[int, int, int]] = {}
        for item in self.index.items["command"]:
            if isinstance(item.event, CommandEvent):
                found.setdefault(item.event.command.host, item.key)
        return found


def _truth(holds: bool) -> Truth:  # noqa: FBT001 -- it is what is turned, no option
    return Truth.YES if holds else Truth.NO
