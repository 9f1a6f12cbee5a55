"""The event that a selector finds, given those that the selectors above it found."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from loganalyst.detectors.pools import Hits, Pools
from loganalyst.detectors.relations import MAY_BE_NONE, Relations
from loganalyst.detectors.windows import Clock, Window
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.likeness import repetition_key, subject_keys
from loganalyst.ruleset.selectors import BY_CALL, Relation, Same, Selector, unknown_fields
from loganalyst.ruleset.truth import Truth

_ANSWERS = frozenset({"result", "observation"})
_ENGLISH_ONLY = frozenset({"claim", "ledger:claims"})


@dataclass(frozen=True, slots=True)
class Sought:
    """What became of the search for a selector's event."""

    truth: Truth
    item: Item | None = None
    missing: tuple[str, ...] = ()
    """Phrases that say what the log does not tell."""


_NOWHERE = Sought(Truth.NO)
_MAY_BE = Sought(Truth.MAYBE, None, ("what a program or tool does that is not known",))


@dataclass(frozen=True)
class Search:
    """Searches one transcript."""

    index: EventIndex
    pools: Pools
    clock: Clock
    relations: Relations

    @classmethod
    def of(cls, index: EventIndex) -> "Search":
        """Return what searches the transcript of an index."""
        return cls(index, Pools(index), Clock(index), Relations(index))

    def find(self, selector: Selector, anchors: Mapping[str, Item]) -> Sought:
        """Return the first event in transcript order that a selector picks; all its targets are in ``anchors``."""
        window = self.clock.window(selector, anchors)
        hits = self._pool(selector, anchors)
        nearest: tuple[Truth, Item | None] = (Truth.NO, None)
        if not hits.sure and not hits.unsure:
            return self._undecided(selector, anchors, window, nearest)
        for item in self._inside(hits.sure, window):
            truth = self.relations.hold(selector, item, anchors)
            if truth is Truth.YES:
                return Sought(Truth.YES, item)
            if truth > nearest[0]:
                nearest = truth, item
        for item in self._inside(hits.unsure, window):
            truth = min(self.relations.hold(selector, item, anchors), self.pools.truth(selector, item))
            if truth > nearest[0]:
                nearest = truth, item
            if truth is Truth.UNKNOWN:
                break
        return self._undecided(selector, anchors, window, nearest)

    def _undecided(
        self, selector: Selector, anchors: Mapping[str, Item], window: Window, nearest: tuple[Truth, Item | None]
    ) -> Sought:
        """Return why nothing was found for sure: there is nothing, or the log does not tell."""
        best, item = nearest
        if best is Truth.UNKNOWN and item is not None:
            fields = unknown_fields(selector, item, self.index) or ("whose output it is",)
            return Sought(best, None, fields)
        if selector.kind in _ENGLISH_ONLY and self.index.events.language != "en":
            return Sought(Truth.UNKNOWN, None, ("what is claimed: its language is not English",))
        if selector.by_call:
            if selector.kind in _ANSWERS and self.index.has_no_answer(anchors[selector.targets[0]].call):
                return Sought(Truth.UNKNOWN, None, ("the result of the call",))
        elif not self.clock.is_whole(window):
            return Sought(Truth.UNKNOWN, None, ("what stood in a part of the log that is missing or damaged",))
        return _MAY_BE if best is Truth.MAYBE else _NOWHERE

    def _pool(self, selector: Selector, anchors: Mapping[str, Item]) -> Hits:
        """Return the hits of a selector that its narrowest relation leaves."""
        for kind, name in selector.relations:
            if kind in BY_CALL:
                return self._in_call(selector, anchors[name].call)
            if kind is Relation.REPEATS:
                key = repetition_key(anchors[name].event)
                return self.pools.with_keys(selector, "repeats", lambda item: [repetition_key(item.event)], [key])
        for same in selector.same:
            if same.path == "call":
                return self._in_call(selector, anchors[same.selector].call)
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
        if not values and same.path in MAY_BE_NONE:
            return None
        return self.pools.with_keys(selector, own.path, lambda item: own.ask(item, self.index).values, values)

    def _in_call(self, selector: Selector, call: int | None) -> Hits:
        """Return the hits of a selector in a call."""
        if selector.kind == "call":
            found = self.index.call(call)
            return self.pools.sort(selector, () if found is None else (found,))
        return self.pools.in_call(selector, call)

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
