"""What a clause announces or asks for: an opener such as ``let me``, a bare imperative, a verb in -ing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loganalyst.events.speech.act_words import ACTS, NOUNS_TOO
from loganalyst.events.speech.acts import Announced, find_acts, opens_with_gerund, opens_with_verb
from loganalyst.events.speech.clauses import Clause
from loganalyst.events.speech.predicate_words import DETERMINERS, PREDICATES
from loganalyst.events.speech.stance_words import FILLERS, HEDGES, INTENTIONS
from loganalyst.events.speech.tokens import Token
from loganalyst.model.event import Act
from loganalyst.model.transcript import Role

_FINITE = frozenset({
    "are", "can", "could", "did", "do", "does", "failed", "fails", "finished", "gave", "gives", "had", "has", "is",
    "may", "might", "must", "passed", "produced", "returned", "reveals", "should", "showed", "shows", "succeeded",
    "takes", "took", "was", "were", "will", "worked", "works", "would",
})  # fmt: skip
_OWN_WORD = frozenset({
    "going to", "i am about to", "i am going to", "i will", "we will",
})  # fmt: skip
_SELF = frozenset({"i", "we"})
_STATES_OR_PAST = frozenset({
    "assume", "confirm", "consider", "ensure", "find", "have", "hold", "keep", "know", "note", "read", "remember",
    "see", "set", "shut", "suggest", "think", "understand", "use", "work",
})  # fmt: skip
"""Verbs that tell a state of the speaker behind ``I``, or have the same form in the past."""
_TOLD_ACTS = ACTS.keys() - {"have"}
"""Behind ``I``, ``have`` tells of what is done."""
_NEAR = 2


@dataclass(frozen=True, slots=True)
class Opening:
    """Where an announcement begins in the stated tokens of a clause, and where its verb may stand."""

    start: int
    verb: int
    own: bool
    """The speaker means to do it; else somebody else is asked to."""
    vague: bool = False
    """Only considered (``maybe I should …``)."""
    spoken: bool = False
    """Said with words such as ``let me``, not by the form of the verb alone."""


def find_opening(clause: Clause, role: Role, *, alone: bool, leads_on: bool) -> Opening | None:
    """Return how a clause announces something, or None.

    ``alone`` says that it is the whole sentence, ``leads_on`` that the sentence ends in a colon, as what comes before a
    call often does: then ``I stop it:`` announces too, and so does ``I try it.`` as a sentence of the assistant.
    """
    tokens = clause.stated
    opener = INTENTIONS.first(tokens)
    if opener:
        words = " ".join(token.word for token in tokens[opener.start : opener.end])
        own = opener.label == "own" and (role is not Role.USER or words in _OWN_WORD)
        vague = HEDGES.first(tokens[: opener.start]) is not None
        return Opening(opener.start, opener.end, own=own, vague=vague, spoken=True)
    first = next((i for i, token in enumerate(tokens) if token.word not in FILLERS), len(tokens))
    if _tells_own_act(tokens, first, leads_on=leads_on, alone=alone and role is not Role.USER):
        return Opening(0, first + 1, own=True, spoken=True)
    if _is_imperative(tokens, first):
        return Opening(0, first, own=role is not Role.USER)
    if alone and opens_with_gerund(tokens, first) and not any(token.word in _FINITE for token in tokens[first + 1 :]):
        return Opening(0, first, own=True)
    return None


def list_acts(clause: Clause, opening: Opening) -> Iterator[tuple[Sequence[Token], Act]]:
    """Yield each announced act with the tokens that announce it, the first with its opener."""
    tokens = clause.stated[opening.start :]
    verb = opening.verb - opening.start
    acts: list[Announced] = list(find_acts(tokens, verb)) if verb < len(tokens) else []
    for number, found in enumerate(acts):
        yield tokens[0 if number == 0 else found.start : found.end], Act.NONE if opening.vague else found.act


def _tells_own_act(tokens: Sequence[Token], first: int, *, leads_on: bool, alone: bool) -> bool:
    """Return whether ``I`` and the base form of an act are what a row says."""
    if first + 1 >= len(tokens) or tokens[first].word not in _SELF or tokens[first + 1].word not in _TOLD_ACTS:
        return False
    return leads_on or (alone and tokens[first + 1].word not in _STATES_OR_PAST)


def _is_imperative(tokens: Sequence[Token], first: int) -> bool:
    """Return whether a row begins with a verb that tells to do something, and is no noun such as ``build`` here."""
    if not opens_with_verb(tokens, first):
        return False
    if first + 1 < len(tokens) and tokens[first].word == "wait" and tokens[first + 1].is_mark:
        return False
    if tokens[first].word not in NOUNS_TOO:
        return True
    behind = tokens[first + 1 : first + 1 + _NEAR]
    if behind and behind[0].word in DETERMINERS:
        return True
    return not any(token.word in _FINITE for token in behind) and PREDICATES.first(behind) is None
