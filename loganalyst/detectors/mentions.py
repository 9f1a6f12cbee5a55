"""Where the assistant says, or runs, something about given words, found without reading the whole session again."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable

from loganalyst.detectors.statements import telling_words
from loganalyst.model.event import Call, Claim, Events
from loganalyst.model.transcript import Role


class Mentions:
    """The sentences of the assistant, and its calls, by the words that tell what they are about."""

    def __init__(self, events: Events) -> None:
        said: Iterable[Claim | Call] = (claim for claim in events.claims if claim.place.role is Role.ASSISTANT)
        self.entries = sorted((*said, *events.calls), key=lambda entry: entry.place.order)
        self.orders = [entry.place.order for entry in self.entries]
        self.by_word: dict[str, list[int]] = {}
        for number, entry in enumerate(self.entries):
            for word in telling_words(entry.text):
                self.by_word.setdefault(word, []).append(number)

    def first(self, words: frozenset[str], after: int, at_least: float) -> Claim | Call | None:
        """Return the first sentence or call after an order that shares at least so many of some words, or None."""
        start = bisect_left(self.orders, after)
        named: Counter[int] = Counter()
        for word in sorted(words):
            postings = self.by_word.get(word, [])
            named.update(postings[bisect_left(postings, start) :])
        number = min((number for number, count in named.items() if count >= at_least), default=None)
        return None if number is None else self.entries[number]
