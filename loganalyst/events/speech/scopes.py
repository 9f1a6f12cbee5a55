"""How much a clause speaks of."""

from collections.abc import Sequence

from loganalyst.events.speech.phrases import Phrases
from loganalyst.events.speech.tokens import Token
from loganalyst.model.event import Scope

_SCOPES = Phrases(
    {
        Scope.REST: (
            "all other", "all others", "all the other", "all the others", "everything else", "others", "remainder",
            "remaining", "rest of", "the other", "the others", "the rest",
        ),
        Scope.ALL: (
            "all", "both", "completely", "each", "entire", "entirely", "every", "everything", "fully", "whole",
        ),
        Scope.PART: (
            "a few", "half", "many", "most", "not all", "not every", "one of", "part of", "partially", "partly",
            "several", "some of",
        ),
        Scope.ONE: (
            "after all", "all right", "all the way", "at all", "each other", "first of all", "the other hand",
            "the rest of the way",
        ),
    }
)  # fmt: skip
_ORDER = (Scope.REST, Scope.PART, Scope.ALL)


def read_scope(tokens: Sequence[Token]) -> Scope:
    """Return the widest scope that a clause names; ``one`` where it names none."""
    found = {match.label for match in _SCOPES.find(tokens)}
    return next((scope for scope in _ORDER if scope in found), Scope.ONE)
