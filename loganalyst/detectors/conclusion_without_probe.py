"""A cause is stated, and nothing that the session has shown so far speaks of it."""

import re
from collections import deque
from collections.abc import Iterator

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
    shown: set[str] = set()
    for number, claim in enumerate(events.claims):
        before = events.claims[number - 1] if number else None
        while texts and texts[0][0] < claim.place.order:
            text = texts.popleft()[1]
            for start in range(0, min(len(text), 100 * _PIECE), _PIECE):
                shown |= telling_words(text[start : start + _PIECE])
        match = _CAUSE.search(claim.text) if _is_cause(claim) and not hangs_on(claim, before) else None
        words = telling_words(match["cause"]) if match is not None else frozenset()
        unseen = words - shown
        if match is not None and len(unseen) >= max(_FEWEST, _UNSEEN * len(words)):
            yield Hit(claim.place, claim.span, (), (Capture("cause", " ".join(match["cause"].split())),))


def _shown(events: Events) -> list[tuple[int, str]]:
    """Return what was seen by whoever speaks, with its order: outputs, calls and what users wrote."""
    said = [(event.place.order, event.text) for event in events.messages if event.place.role is not Role.ASSISTANT]
    made = [(call.place.order, call.text) for call in events.calls]
    answered = [(result.place.order, result.text) for result in events.results]
    return sorted((*said, *made, *answered), key=lambda entry: entry[0])


def _is_cause(claim: Claim) -> bool:
    return claim.predicate is Predicate.CAUSE and is_stated(claim) and _TROUBLE.search(claim.text) is not None
