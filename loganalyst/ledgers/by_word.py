"""Changes and sentences by the words that they name, so that the last before and the first after are found at once."""

from bisect import bisect_left
from collections.abc import Iterator

from loganalyst.ledgers.changes import change_kind
from loganalyst.ledgers.evidence import command_words
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.weights import handles
from loganalyst.model.event import Claim
from loganalyst.model.limits import EVIDENCE_BACK


class ChangesByWord:
    """Commands that change something, by the words they name."""

    def __init__(self, timeline: Timeline) -> None:
        self.entries: dict[str, list[tuple[int, int]]] = {}
        for command in timeline.events.commands:
            if change_kind(command) is not None:
                for word in command_words(command):
                    self.entries.setdefault(word, []).append((command.place.order, command.seq))

    def last_before(self, claim: Claim) -> tuple[int, int] | None:
        """Return order and ``seq`` of the last command before a sentence that changed what it names."""
        found = []
        for word in handles(claim):
            entries = self.entries.get(word, [])
            at = bisect_left(entries, (claim.place.order, -1))
            if at:
                found.append(entries[at - 1])
        return max(found, default=None)

    def first_after(self, claim: Claim) -> int | None:
        """Return the order of the first command after a sentence that changes what it names."""
        orders = []
        for word in handles(claim):
            entries = self.entries.get(word, [])
            at = bisect_left(entries, (claim.place.order + 1, -1))
            if at < len(entries):
                orders.append(entries[at][0])
        return min(orders, default=None)


class SentencesByWord:
    """Sentences of all speakers, by the words they name."""

    def __init__(self, timeline: Timeline) -> None:
        self.entries: dict[str, list[tuple[int, Claim]]] = {}
        for claim in timeline.events.claims:
            for word in handles(claim):
                self.entries.setdefault(word, []).append((claim.place.order, claim))

    def after(self, claim: Claim) -> Iterator[tuple[int, Claim]]:
        """Yield the next sentences that name something of the same, as far as the table of limits says."""
        for word in handles(claim):
            entries = self.entries.get(word, [])
            at = bisect_left(entries, claim.place.order + 1, key=lambda entry: entry[0])
            yield from entries[at : at + EVIDENCE_BACK]
