"""The event that a selector finds, given those that the selectors above it found."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from loganalyst.detectors.pools import Hits, Pools
from loganalyst.detectors.windows import Clock, Window
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Claim, CommandEvent, Observation
from loganalyst.model.limits import FULFIL_MESSAGES
from loganalyst.ruleset.fulfilment import fulfils
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.likeness import repetition_key, share_subject, subject_keys
from loganalyst.ruleset.operators import Reference, decide
from loganalyst.ruleset.selectors import Relation, Same, Selector, Unit, Within, unknown_fields
from loganalyst.ruleset.table import Answer
from loganalyst.ruleset.truth import Truth

_BY_CALL = frozenset({Relation.ANSWERS, Relation.IN_CALL, Relation.GOVERNS})
_MAY_BE_NONE = frozenset({"host", "container"})
"""Fields of which nothing is also something in common: the session's own machine."""
_ANNOUNCED = Within(FULFIL_MESSAGES, Unit.ASSISTANT_MESSAGES)


@dataclass(frozen=True, slots=True)
class Sought:
    """What became of the search for a selector's event."""

    truth: Truth
    item: Item | None = None
    missing: tuple[str, ...] = ()
    """Phrases that say what the log does not tell."""


@dataclass(frozen=True)
class Search:
    """Searches one transcript."""

    index: EventIndex
    pools: Pools
    clock: Clock

    def find(self, selector: Selector, anchors: Mapping[str, Item]) -> Sought:
        """Return the first event in transcript order that a selector picks; all its targets are in ``anchors``."""
        fallback = _ANNOUNCED if any(kind is Relation.FULFILS for kind, _ in selector.relations) else None
        window = self.clock.window(selector, dict(anchors), fallback)
        hits = self._pool(selector, anchors)
        unsure: list[tuple[Truth, Item]] = []
        for item in self._inside(hits.sure, window):
            truth = self._related(selector, item, anchors)
            if truth is Truth.YES:
                return Sought(Truth.YES, item)
            unsure.append((truth, item))
        for item in self._inside(hits.unsure, window):
            truth = min(self._related(selector, item, anchors), self.pools.truth(selector, item))
            unsure.append((truth, item))
            if truth is Truth.UNKNOWN:
                break
        return self._undecided(selector, anchors, window, unsure)

    def _undecided(
        self, selector: Selector, anchors: Mapping[str, Item], window: Window, unsure: list[tuple[Truth, Item]]
    ) -> Sought:
        """Return why nothing was found for sure: there is nothing, or the log does not tell."""
        best, item = max(unsure, key=lambda pair: pair[0], default=(Truth.NO, None))
        if best is Truth.UNKNOWN and item is not None:
            fields = unknown_fields(selector, item, self.index) or ("whose output it is",)
            return Sought(best, None, fields)
        target = anchors[selector.targets[0]] if selector.targets else None
        if any(kind in _BY_CALL for kind, _ in selector.relations):
            lacks = selector.kind in {"result", "observation"} and target is not None
            if lacks and target is not None and self.index.has_no_answer(target.call):
                return Sought(Truth.UNKNOWN, None, ("the result of the call",))
        elif not self.clock.is_whole(window):
            return Sought(Truth.UNKNOWN, None, ("what stood in a part of the log that is missing or damaged",))
        return Sought(best, None, ("what a program or tool does that is not known",) if best is Truth.MAYBE else ())

    def _pool(self, selector: Selector, anchors: Mapping[str, Item]) -> Hits:
        """Return the hits of a selector that its narrowest relation leaves."""
        for kind, name in selector.relations:
            if kind in _BY_CALL:
                return self.pools.sort(selector, self._of_call(selector.kind, anchors[name].call))
            if kind is Relation.REPEATS:
                key = repetition_key(anchors[name].event)
                return self.pools.with_keys(selector, "repeats", lambda item: [repetition_key(item.event)], [key])
        for same in selector.same:
            if same.path == "call":
                return self.pools.sort(selector, self._of_call(selector.kind, anchors[same.selector].call))
            narrowed = self._alike(selector, same, anchors[same.selector])
            if narrowed is not None:
                return narrowed
        return self.pools.hits(selector)

    def _alike(self, selector: Selector, same: Same, target: Item) -> Hits | None:
        """Return the hits of a selector that may have a value in common with an item; None where any may."""
        if same.path == "message":
            keys = [target.place.message]
            return self.pools.with_keys(selector, "message", lambda item: [item.place.message], keys)
        if same.path == "subject":
            loose = "claim" in {selector.kind, target.kind}
            wanted = subject_keys(target, self.index, loose=loose)
            sort = "subject, loosely" if loose else "subject"
            return self.pools.with_keys(
                selector, sort, lambda item: subject_keys(item, self.index, loose=loose), wanted
            )
        own = same.own
        if own is None or same.other is None:
            return None
        values = same.other.ask(target, self.index).values
        if not values and same.path in _MAY_BE_NONE:
            return None
        return self.pools.with_keys(selector, own.path, lambda item: own.ask(item, self.index).values, values)

    def _of_call(self, kind: str, call: int | None) -> tuple[Item, ...]:
        if kind == "call":
            found = self.index.call(call)
            return () if found is None else (found,)
        return self.index.in_call(kind, call)

    def _inside(self, items: tuple[Item, ...], window: Window) -> Iterator[Item]:
        """Yield the items in a window."""
        start = bisect_right(items, window.after, key=lambda item: item.key) if window.after is not None else 0
        if window.first:
            early = bisect_left(items, window.first, key=lambda item: self.clock.position(item, window.unit))
            start = max(start, early)
        for number in range(start, len(items)):
            item = items[number]
            if window.before is not None and item.key >= window.before:
                return
            if window.last is not None and self.clock.position(item, window.unit) > window.last:
                return
            yield item

    def _related(self, selector: Selector, item: Item, anchors: Mapping[str, Item]) -> Truth:
        """Return whether an item stands in all relations of a selector."""
        if any(item is anchors[name] for name in selector.targets):
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
        """Return whether one relation holds; windows and pools have seen to the rest."""
        match kind:
            case Relation.ANSWERS if isinstance(item.event, Observation) and isinstance(target.event, CommandEvent):
                if item.event.command is None:
                    return Truth.UNKNOWN
                return _truth(item.event.command == target.event.seq)
            case Relation.FULFILS:
                return self._fulfils(target, item)
            case _:
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
            return Truth.YES if same.path in _MAY_BE_NONE else Truth.NO
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
