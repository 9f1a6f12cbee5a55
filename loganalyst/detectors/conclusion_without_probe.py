"""A cause is stated, and nothing that the session has shown so far speaks of it."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import hangs_on, is_stated, telling_words
from loganalyst.model.event import Claim, Events, Predicate
from loganalyst.model.finding import Capture
from loganalyst.model.transcript import Role
from loganalyst.text.needles import Needles

RULE = "conclusion-without-probe"
_CAUSE = re.compile(r"\b(?:because(?: of)?|due to|caused by|is that)\s(?P<cause>[^.;!?\n]{4,200})", re.IGNORECASE)
_TROUBLE = re.compile(
    r"\b(?:fail\w*|errors?|crash\w*|br(?:eaks?|oke|oken)|hangs?|hanging|stuck|stall\w*|slow|nan|wrong|missing|refused|denied|problem"
    r"|issue|killed|timed out|times out|not work\w*)\b",
    re.IGNORECASE,
)
"""Words for what a cause is sought of; of a choice the reason may be known."""
_ABSENCE = re.compile(r"\b(?:no|not|never|missing|absent|without|lacks?|gone)\b", re.IGNORECASE)
_NOT_THERE = re.compile(
    r"no such file|not found|cannot find|does(?: not|n't) exist|\btype -1\b|\btotal \d", re.IGNORECASE
)
"""Answers that show that something is not there: complaints, and listings that leave it out."""
_ATTACHED = re.compile(r"(?<!\S)@[\\/\w.~-]{1,200}[\\/.]\w")
"""How a user hands over a file or a piece of a terminal, of which the log holds the name only."""
_SAID = 0.5
"""Which share of the words of a cause an earlier statement of it has to have."""
_UNSEEN = 0.6
"""Which share of the words of a cause has to be new to what was shown."""
_FEWEST = 3
"""How many of its words have to be new."""
_PIECE = 1000
"""Characters of which the words are taken at once."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the causes most of whose words stand in no output, no call and no message of the user before."""
    events = context.events
    if not events.transcript.outputs_recorded or not events.calls:
        return
    causes = list(_causes(events))
    shown = _Shown(events, frozenset().union(*(words for _, _, words in causes)))
    for number, cause, words in causes:
        claim = events.claims[number]
        unseen = [word for word in words if not shown.is_seen(word, claim.place.order)]
        if len(unseen) < max(_FEWEST, _UNSEEN * len(words)):
            continue
        gone = _ABSENCE.search(cause) is not None and shown.first_lack < claim.place.order
        if not gone and not _is_handed_over(events, claim) and not _was_said(events.claims[:number], claim, words):
            yield Hit(claim.place, claim.span, (), (Capture("cause", " ".join(cause.split())),))


def _causes(events: Events) -> Iterator[tuple[int, str, frozenset[str]]]:
    """Yield the number of each claim of a cause that words enough tell of, with the cause and those words."""
    for number, claim in enumerate(events.claims):
        before = events.claims[number - 1] if number else None
        match = _CAUSE.search(claim.text) if _is_cause(claim) and not hangs_on(claim, before) else None
        words = telling_words(match["cause"]) if match is not None else frozenset()
        if match is not None and len(words) >= _FEWEST:
            yield number, match["cause"], words


@dataclass(frozen=True)
class _Shown:
    """When a session shows what is asked about, by the order of its records."""

    events: Events
    wanted: frozenset[str]
    """The words that are asked about."""

    def is_seen(self, word: str, order: int) -> bool:
        """Return whether a word stands in something shown before an order."""
        return self._first.get(word, order) < order

    @cached_property
    def first_lack(self) -> float:
        """Return when an answer first shows that something is not there; never is infinity."""
        return next((order for order, text in self._texts if _NOT_THERE.search(text)), inf)

    @cached_property
    def _first(self) -> Mapping[str, int]:
        needles = Needles(sorted(self.wanted))
        first: dict[str, int] = {}
        for order, text in self._texts if self.wanted else ():
            if needles.found_in(text.casefold()) - first.keys():
                for start in range(0, len(text), _PIECE):
                    for word in telling_words(text[start : start + _PIECE]) & self.wanted:
                        first.setdefault(word, order)
        return first

    @cached_property
    def _texts(self) -> list[tuple[int, str]]:
        return [(order, text[: 100 * _PIECE]) for order, text in _shown(self.events)]


def _is_handed_over(events: Events, claim: Claim) -> bool:
    """Return whether the user's last message hands over something that the log does not hold."""
    users = [event for event in events.messages if event.place.role is Role.USER]
    at = bisect_left(users, claim.place.order, key=lambda event: event.place.order) - 1
    return at >= 0 and _ATTACHED.search(users[at].text) is not None


def _was_said(earlier: tuple[Claim, ...], claim: Claim, words: frozenset[str]) -> bool:
    """Return whether an earlier message states the same cause."""
    return any(
        len(words & telling_words(one.text)) >= max(_FEWEST, _SAID * len(words))
        for one in earlier
        if one.place.message < claim.place.message and is_stated(one)
    )


def _shown(events: Events) -> list[tuple[int, str]]:
    """Return what was seen by whoever speaks, with its order: outputs, calls and what users wrote."""
    said = [(event.place.order, event.text) for event in events.messages if event.place.role is not Role.ASSISTANT]
    made = [(call.place.order, call.text) for call in events.calls]
    answered = [(result.place.order, result.text) for result in events.results]
    return sorted((*said, *made, *answered), key=lambda entry: entry[0])


def _is_cause(claim: Claim) -> bool:
    return claim.predicate is Predicate.CAUSE and is_stated(claim) and _TROUBLE.search(claim.text) is not None
