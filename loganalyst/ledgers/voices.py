"""Which sentences offer an explanation, and which drop one."""

import re
from dataclasses import dataclass

from loganalyst.model.event import Claim, Predicate, Stance

DIAGNOSES = frozenset(
    {
        Predicate.CAUSE,
        Predicate.STUCK,
        Predicate.THRASHES,
        Predicate.BUILDS_FROM_SOURCE,
    }
)
"""Predicates that explain."""
_VOICED = frozenset({Stance.ASSERTED, Stance.HEDGED})
_CAUSES = re.compile(r"\b(?:problem|issue|cause[ds]?|reason|culprit|related|due to|because)\b", re.IGNORECASE)
_OVER = re.compile(r"\b(?:gone|no longer|any ?more|over now|passed|resolved|fixed)\b", re.IGNORECASE)
_AHEAD = re.compile(r"\b(?:will|won['’]t|(?:I|we|you) can|if (?:I|we|you)|this should)\b", re.IGNORECASE)
"""Words of a promise, a plan or a condition."""


@dataclass(slots=True)
class Heard:
    """What was said of one rival of one symptom."""

    raised: Claim | None = None
    dropped: Claim | None = None


def guesses(claim: Claim) -> bool:
    """Return whether a sentence offers or denies an explanation.

    Plain statements of what was seen do neither, nor does what somebody says will be, or would be with some condition.
    """
    if claim.stance is Stance.HEDGED:
        return claim.predicate in DIAGNOSES or _AHEAD.search(claim.text) is None
    if claim.predicate in DIAGNOSES:
        return claim.stance in {Stance.ASSERTED, Stance.NEGATED, Stance.RETRACTED}
    return claim.stance in {Stance.NEGATED, Stance.RETRACTED} and _CAUSES.search(claim.text) is not None


def _is_over(claim: Claim) -> bool:
    """Return whether a sentence says that a state has passed, which does not deny that it was there."""
    return _OVER.search(claim.text) is not None


def hear(heard: Heard, claim: Claim) -> None:
    """Take a sentence about a rival into account."""
    denies = claim.stance in {Stance.NEGATED, Stance.RETRACTED} or (
        claim.stance in _VOICED and claim.polarity == "absent"
    )
    if denies and heard.dropped is None and not _is_over(claim):
        heard.dropped = claim
    elif claim.stance in _VOICED and not denies and heard.raised is None:
        heard.raised = claim
