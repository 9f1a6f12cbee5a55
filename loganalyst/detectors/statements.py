"""Which sentences of the assistant state something of the case at hand, and not of how things are in general."""

import re
from functools import lru_cache

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

SAYS_WELL = re.compile(r"\bsuccessful(?:ly)?\b", re.IGNORECASE)
"""The word by which a deed is told as one that came off."""
_WORD = re.compile(r"[a-z][a-z_-]{3,40}")
_ENDING = re.compile(r"(?:ing|ed|es|e|s|ly)\Z")
_TELLING_NOTHING = """
about actually after again also another around because been before being cause could does doesn doing done error fail
failed failing failure from have here indicate indicates into issue just like likely look looks maybe might more need
only perhaps possibly probably problem reason same seem seems should since some something still such suggest suggests
that their then there these they thing think this those very wait want were what when where which while will with within
without would your
"""
_EMPTY = frozenset(_WORD.findall(_TELLING_NOTHING))


def is_stated(claim: Claim) -> bool:
    """Return whether the assistant says a sentence openly, as a fact, and of this case."""
    openly = claim.place.role is Role.ASSISTANT and not claim.in_reasoning
    return openly and claim.stance is Stance.ASSERTED and not _GENERAL.search(claim.text)


def hangs_on(claim: Claim, before: Claim | None) -> bool:
    """Return whether a clause goes on with what is announced, asked or guessed: "let me check that A and B"."""
    if before is None or before.place != claim.place:
        return False
    return before.stance in _OPEN and claim.text[:1].islower()


@lru_cache(maxsize=1 << 14)
def telling_words(text: str) -> frozenset[str]:
    """Return the words of a text that tell what it is about, without their endings; of the first thousand letters."""
    found = (word for word in _WORD.findall(text[:1000].casefold()) if word not in _EMPTY)
    return frozenset(_ENDING.sub("", word) for word in found)
