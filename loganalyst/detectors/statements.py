"""Which sentences of the assistant state something of the case at hand, and not of how things are in general."""

import re

from loganalyst.model.event import Claim, Stance
from loganalyst.model.transcript import Role

_OPEN = frozenset({Stance.ASKED, Stance.HEDGED, Stance.INTENDED})
_GENERAL = re.compile(
    r"\A(?:since|as|because|if|when|while|although|though|until|so that)\b"
    r"|\bworks? (?:by|best|like|as follows|only|well (?:with|for|on)|in (?:a|any|most)\b)"
    r"|\bpass(?:es)? (?:the|a|it|in|through)\b"
    r"|\b(?:how|why|what|that|which|always|usually|typically|normally) works?\b"
    r"|\b(?:once|should|after that|where|whenever)\b",
    re.IGNORECASE,
)
"""Words that make a sentence one of how things are in general, or of what is to come."""


def is_stated(claim: Claim) -> bool:
    """Return whether the assistant says a sentence openly, as a fact, and of this case."""
    openly = claim.place.role is Role.ASSISTANT and not claim.in_reasoning
    return openly and claim.stance is Stance.ASSERTED and not _GENERAL.search(claim.text)


def hangs_on(claim: Claim, before: Claim | None) -> bool:
    """Return whether a clause goes on with what is announced, asked or guessed: "let me check that A and B"."""
    if before is None or before.place != claim.place:
        return False
    return before.stance in _OPEN and claim.text[:1].islower()
