"""A cause is stated, and nothing that the session has shown so far speaks of it."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
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
_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9]{1,9}\b")
_BEHIND_DASH = re.compile(r"(?<=\w) ?[—–] ?(?P<cause>[^.;:!?\n—–]{12,200})(?=[.\n])")
_REMEDY = re.compile(
    r"\b(?:let me|let's|I(?:'ll| will)|I'm going to)\W{1,3}(?:\w{1,12} )?"
    r"(?:fix|chang|replac|rewrit|patch|adjust|add|remov)",
    re.IGNORECASE,
)
_SAID = 0.5
"""Which share of the words of a cause an earlier statement of it has to have."""
_UNSEEN = 0.6
"""Which share of the words of a cause has to be new to what was shown."""
_FEWEST = 3
"""How many of its words have to be new."""
_PIECE = 1000
"""Characters of which the words are taken at once."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the causes most of whose words stand in no output, no call and no message of the user before.

    To repeat a cause that was stated without a probe gives it none.
    """
    events = context.events
    if not events.transcript.outputs_recorded or not events.calls:
        return
    causes = list(_causes(events))
    shown = _Shown(events, frozenset().union(*(words for _, _, words in causes)))
    told: set[int] = set()
    for number, cause, words in causes:
        claim = events.claims[number]
        unseen = [word for word in words if not shown.is_seen(word, claim.place.order)]
        if len(unseen) < max(_FEWEST, _UNSEEN * len(words)):
            continue
        earlier = (one for at, one in enumerate(events.claims[:number]) if at not in told)
        gone = _ABSENCE.search(cause) is not None and shown.first_lack < claim.place.order
        if not gone and not _is_handed_over(events, claim) and not _was_said(earlier, claim, words):
            told.add(number)
            yield Hit(claim.place, claim.span, (), (Capture("cause", " ".join(cause.split())),))


def _causes(events: Events) -> Iterator[tuple[int, str, frozenset[str]]]:
    """Yield the number of each claim of a cause that words enough tell of, with the cause and those words."""
    explained = {event.place.message: frozenset(_explanations(event.text)) for event in events.messages}
    for number, claim in enumerate(events.claims):
        before = events.claims[number - 1] if number else None
        cause = _cause(claim, before, explained) if not hangs_on(claim, before) else None
        words = _words(cause) if cause is not None else frozenset()
        if cause is not None and len(words) >= _FEWEST:
            yield number, cause, words


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
                    for word in _words(text[start : start + _PIECE]) & self.wanted:
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


def _was_said(earlier: Iterable[Claim], claim: Claim, words: frozenset[str]) -> bool:
    """Return whether an earlier message states the same cause."""
    return any(
        len(words & telling_words(one.text)) >= max(_FEWEST, _SAID * len(words))
        for one in earlier
        if one.place.message < claim.place.message and is_stated(one)
    )


def _shown(events: Events) -> list[tuple[int, str]]:
    """Return what was seen by whoever speaks, with its order: outputs, calls and what users wrote."""
    said = [(event.place.order, event.text) for event in events.messages if event.place.role is not Role.ASSISTANT]
    made = [(call.place.order, call.text) for call in events.calls if not call.changes_file]
    answered = [(result.place.order, result.text) for result in events.results]
    return sorted((*said, *made, *answered), key=lambda entry: entry[0])


def _cause(claim: Claim, before: Claim | None, explained: Mapping[int, frozenset[str]]) -> str | None:
    """Return what a sentence names as the cause of a trouble, or None.

    The cause stands behind a word such as ``because``, or behind a dash after the trouble.
    """
    if not is_stated(claim):
        return None
    if claim.predicate is Predicate.CAUSE and _TROUBLE.search(claim.text):
        match = _CAUSE.search(claim.text)
        return match["cause"] if match else None
    trouble = before is not None and before.place == claim.place and _TROUBLE.search(before.text) is not None
    told = claim.text.strip().rstrip(".")
    return told if trouble and told in explained.get(claim.place.message, ()) else None


def _explanations(text: str) -> Iterator[str]:
    """Yield what a message says behind a dash, where it goes on with what is changed for it."""
    remedy = max((found.start() for found in _REMEDY.finditer(text)), default=-1)
    return (found["cause"].strip() for found in _BEHIND_DASH.finditer(text) if found.end() <= remedy)


def _words(text: str) -> frozenset[str]:
    """Return the telling words of a text, and its names in capitals."""
    return telling_words(text) | frozenset(name.casefold() for name in _CAPITALS.findall(text))
