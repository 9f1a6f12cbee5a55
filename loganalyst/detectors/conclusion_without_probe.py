"""A cause is stated, and nothing that the session has shown so far speaks of it."""

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import hangs_on, is_stated, telling_words
from loganalyst.model.event import Claim, Events, Predicate
from loganalyst.model.finding import Capture
from loganalyst.model.transcript import Role

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
    texts = deque(_shown(events))
    seen = _Seen()
    for number, claim in enumerate(events.claims):
        before = events.claims[number - 1] if number else None
        while texts and texts[0][0] < claim.place.order:
            seen.add(texts.popleft()[1])
        match = _CAUSE.search(claim.text) if _is_cause(claim) and not hangs_on(claim, before) else None
        words = telling_words(match["cause"]) if match is not None else frozenset()
        unseen = words - seen.words
        if match is None or len(unseen) < max(_FEWEST, _UNSEEN * len(words)):
            continue
        shown = seen.nothing_there and _ABSENCE.search(match["cause"]) is not None
        if not shown and not _is_handed_over(events, claim) and not _was_said(events.claims[:number], claim, words):
            yield Hit(claim.place, claim.span, (), (Capture("cause", " ".join(match["cause"].split())),))


@dataclass(slots=True)
class _Seen:
    """What a session has shown so far."""

    words: set[str] = field(default_factory=set)
    nothing_there: bool = False
    """Whether an answer showed that something is not there."""

    def add(self, text: str) -> None:
        text = text[: 100 * _PIECE]
        self.nothing_there = self.nothing_there or _NOT_THERE.search(text) is not None
        for start in range(0, len(text), _PIECE):
            self.words |= telling_words(text[start : start + _PIECE])


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
