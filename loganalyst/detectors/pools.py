"""The events that a selector picks by itself, looked up so that a rule does not walk the session."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.near import near
from loganalyst.ruleset.selectors import Selector, identity_of, pick
from loganalyst.ruleset.truth import Truth

_FEW = 30
"""For so many looks at items of single calls nothing is worked out for all calls at once."""


@dataclass(frozen=True, slots=True)
class Hits:
    """The items that a selector picks, and those that it may pick, each in order of ``key``."""

    sure: tuple[Item, ...]
    unsure: tuple[Item, ...]


_NOTHING = Hits((), ())


@dataclass(frozen=True, slots=True)
class Pools:
    """What selectors pick in one transcript, worked out once for each selector."""

    index: EventIndex
    _truths: dict[int, dict[int, Truth]] = field(default_factory=dict)
    """By selector and number of the item."""
    _looks: dict[int, int] = field(default_factory=dict)
    _near: dict[int, tuple[Item, ...]] = field(default_factory=dict)
    _hits: dict[int, Hits] = field(default_factory=dict)
    _by_key: dict[tuple[int, str], Mapping[Hashable, Hits]] = field(default_factory=dict)

    def truth(self, selector: Selector, item: Item) -> Truth:
        """Return whether a selector picks an item of its kind."""
        known = self._truths.setdefault(id(selector), {})
        truth = known.get(item.number)
        if truth is None:
            truth = known[item.number] = pick(selector, item, self.index)
        return truth

    def hits(self, selector: Selector) -> Hits:
        """Return all items that a selector picks or may pick."""
        key = id(selector)
        if key not in self._hits:
            self._hits[key] = self.sort(selector, self._near_to(selector))
        return self._hits[key]

    def sort(self, selector: Selector, items: tuple[Item, ...]) -> Hits:
        """Return those of some items that a selector picks or may pick."""
        known, ask = self._truths.setdefault(id(selector), {}), selector.question
        sure, unsure = [], []
        for item in items:
            truth = known.get(item.number)
            if truth is None:
                truth = known[item.number] = ask(item, self.index)
            if truth is Truth.YES:
                sure.append(item)
            elif truth is not Truth.NO:
                unsure.append(item)
        return Hits(tuple(sure), tuple(unsure))

    def _near_to(self, selector: Selector) -> tuple[Item, ...]:
        key = id(selector)
        if key not in self._near:
            self._near[key] = near(selector, self.index)
        return self._near[key]

    def in_call(self, selector: Selector, call: int | None) -> Hits:
        """Return those of a call's items that a selector picks or may pick.

        Once as many have been looked at as it can pick in the whole session, the hits of all calls are known at once.
        """
        key = id(selector)
        known = self._by_key.get((key, "call"))
        if known is not None:
            return known.get(call, _NOTHING)
        items = self.index.in_call(selector.kind, call)
        looks = self._looks[key] = self._looks.get(key, 0) + len(items)
        if looks > _FEW and looks > len(self._near_to(selector)):
            return self._shelf(selector, "call", _call_of).get(call, _NOTHING)
        return self.sort(selector, items)

    def triggers(self, selector: Selector) -> tuple[Item, ...]:
        """Return the items that start a rule: those picked, and those that are the step but lack evidence."""
        hits = self.hits(selector)
        lacking = (item for item in hits.unsure if self.truth(selector, item) is Truth.UNKNOWN)
        identity = identity_of(selector)
        waiting = [item for item in lacking if identity(item, self.index) is Truth.YES]
        return tuple(sorted((*hits.sure, *waiting), key=lambda item: item.key)) if waiting else hits.sure

    def with_keys(
        self, selector: Selector, sort: str, keys_of: Callable[[Item], Iterable[Hashable]], keys: Iterable[Hashable]
    ) -> Hits:
        """Return those hits of a selector that have one of some keys; ``sort`` names the kind of key."""
        shelf = self._shelf(selector, sort, keys_of)
        groups = [shelf[key] for key in dict.fromkeys(keys) if key in shelf]
        if len(groups) <= 1:
            return groups[0] if groups else _NOTHING
        return Hits(
            _merged([item for group in groups for item in group.sure]),
            _merged([item for group in groups for item in group.unsure]),
        )

    def _shelf(
        self, selector: Selector, sort: str, keys_of: Callable[[Item], Iterable[Hashable]]
    ) -> Mapping[Hashable, Hits]:
        """Return all hits of a selector by their keys."""
        shelf = self._by_key.get((id(selector), sort))
        if shelf is None:
            hits = self.hits(selector)
            sure, unsure = _shelved(hits.sure, keys_of), _shelved(hits.unsure, keys_of)
            shelf = {key: Hits(tuple(sure.get(key, ())), tuple(unsure.get(key, ()))) for key in {**sure, **unsure}}
            self._by_key[id(selector), sort] = shelf
        return shelf


def _call_of(item: Item) -> tuple[int | None]:
    return (item.call,)


def _shelved(items: Iterable[Item], keys_of: Callable[[Item], Iterable[Hashable]]) -> dict[Hashable, list[Item]]:
    """Return items by their keys."""
    shelves: dict[Hashable, list[Item]] = {}
    for item in items:
        for key in dict.fromkeys(keys_of(item)):
            shelves.setdefault(key, []).append(item)
    return shelves


def _merged(items: list[Item]) -> tuple[Item, ...]:
    """Return items in order of ``key``, each once."""
    return tuple(sorted(dict.fromkeys(items), key=lambda item: item.key))
