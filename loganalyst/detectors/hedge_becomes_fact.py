"""What was a guess is stated as a fact, and nothing was looked at between."""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import is_stated, telling_words
from loganalyst.model.event import Claim, Predicate, Stance
from loganalyst.model.finding import Related
from loganalyst.model.transcript import Role

RULE = "hedge-becomes-fact"
_EXPLAINS = frozenset(
    {Predicate.BUILDS_FROM_SOURCE, Predicate.CAUSE, Predicate.FAILS, Predicate.STUCK, Predicate.THRASHES}
)
_REASON = re.compile(
    r"\b(?:because|due to|caused by|so the|is (?:still )?being|the (?:cause|problem|issue|reason) is)\b", re.IGNORECASE
)
_OWN_DOING = re.compile(
    r"\A\W{0,5}(?:(?:so|and|as|because|(?:the )?(?:issue|problem) is that) )?I\b(?!\W{0,2}see)", re.IGNORECASE
)
"""How a sentence begins that tells of the speaker's own calls, which stand in the log."""
_BACK = 12
"""How many guesses before a statement are compared with it."""
_ALIKE = 0.6
"""Which share of the words of the shorter sentence the two have to have in common."""
_FEWEST = 2
_WORD = re.compile(r"[a-z][a-z_-]{0,40}")


def find(context: Context) -> Iterator[Hit]:
    """Yield the statements of a cause that repeat a guess, where no look came between the two."""
    arrivals = sorted(step.arrived for step in context.steps if step.sees and step.arrived is not None)
    guesses: deque[Claim] = deque(maxlen=_BACK)
    for claim in context.events.claims:
        if claim.place.role is not Role.ASSISTANT:
            guesses.clear()
        elif claim.stance is Stance.HEDGED:
            guesses.append(claim)
        elif is_stated(claim) and _explains(claim):
            guess = next((one for one in reversed(guesses) if _is_alike(one, claim)), None)
            if guess is None or _looked(arrivals, guess, claim):
                continue
            related = Related(guess.span, guess.place.message, guess.place.location, "where it was a guess")
            yield Hit(claim.place, claim.span, (related,))


def _explains(claim: Claim) -> bool:
    explains = claim.predicate in _EXPLAINS or _REASON.search(claim.text) is not None
    return explains and not _OWN_DOING.search(claim.text)


def _looked(arrivals: list[int], guess: Claim, claim: Claim) -> bool:
    """Return whether an answer came between two sentences."""
    return bisect_right(arrivals, claim.place.order) > bisect_right(arrivals, guess.place.order)


def _is_alike(guess: Claim, claim: Claim) -> bool:
    """Return whether a statement says of the same thing what a guess says of it."""
    if guess.place.message == claim.place.message and not guess.in_reasoning:
        return False
    if guess.subjects and claim.subjects and not set(guess.subjects) & set(claim.subjects):
        return False
    if guess.predicate is not claim.predicate and claim.predicate not in _EXPLAINS:
        return False
    one, other = telling_words(guess.text), telling_words(claim.text)
    shared = len(one & other)
    close = shared >= _ALIKE * min(len(one), len(other)) or bool(_pairs(guess.text) & _pairs(claim.text))
    return shared >= _FEWEST and close


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    """Return the telling words of a text that follow one another, such as ``None path``."""
    words = _WORD.findall(text.casefold())
    return frozenset(pair for pair in pairwise(words) if all(map(telling_words, pair)))
