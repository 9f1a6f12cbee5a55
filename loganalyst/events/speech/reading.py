"""Read one sentence: its clauses with stance, predicate, act, scope and polarity."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from loganalyst.events.speech.acts import find_acts, opens_with_gerund, opens_with_verb
from loganalyst.events.speech.clauses import Clause, split_clauses
from loganalyst.events.speech.scopes import read_scope
from loganalyst.events.speech.stance_words import (
    CAUSES,
    FILLERS,
    HEDGES,
    INTENTIONS,
    NEGATORS,
    OWN_VOICE,
    REPORTED,
    RETRACTIONS,
)
from loganalyst.events.speech.statements import Statement, read_statement
from loganalyst.events.speech.tokens import Token, read_tokens
from loganalyst.model.event import Act, Predicate, Scope, Stance
from loganalyst.model.transcript import Role
from loganalyst.text.prose import BLANKED, Form, Sentence

_FINITE = frozenset(
    {
        "are", "can", "did", "does", "failed", "fails", "gave", "gives", "had", "has", "is", "produced", "returned",
        "reveals", "showed", "shows", "succeeded", "takes", "took", "was", "were", "will", "worked", "works", "would",
    }
)  # fmt: skip
_PLANS = frozenset({Form.NUMBERED, Form.TASK})
_QUOTED_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Saying:
    """What one clause of a sentence says."""

    start: int
    """First character in the sentence, from 0."""
    end: int
    stance: Stance
    predicate: Predicate = Predicate.OTHER
    act: Act = Act.NONE
    scope: Scope = Scope.ONE
    absent: bool = False


def read_sentence(sentence: Sentence, role: Role = Role.ASSISTANT) -> tuple[Saying, ...]:
    """Return what a sentence says, clause by clause; the last reaches to the end of the sentence.

    Conditions (``if it works``), purposes and things still needed state nothing. A request to somebody else, and a bare
    imperative of the user, is asked. An announced act that hangs on a condition, and a step of a numbered plan, is
    intended with no act, as it is not announced for now.
    """
    tokens = read_tokens(sentence.plain)
    if not tokens:
        return ()
    sayings = list(_sayings(sentence, tokens, role))
    if sayings:
        sayings[-1] = replace(sayings[-1], end=len(sentence.text))
        sayings[0] = replace(sayings[0], start=0)
    if sentence.form in _PLANS:
        sayings = [replace(saying, act=Act.NONE) for saying in sayings]
    return tuple(sayings)


def _sayings(sentence: Sentence, tokens: tuple[Token, ...], role: Role) -> Iterator[Saying]:
    """Yield what the clauses say, in order."""
    asked = sentence.text.rstrip("\"')*_ ").endswith("?")
    if not asked and _is_quotation(sentence, tokens):
        yield replace(_plain(tokens, Stance.QUOTED), end=len(sentence.text))
        return
    hedged = retracted = hanging = False
    for clause in split_clauses(tokens):
        hanging = clause.hangs or (hanging and not clause.breaks)
        hedged = (hedged and not clause.breaks) or HEDGES.first(_without_intention(clause)) is not None
        taken_back = _retracts(clause)
        for saying in _read_clause(clause, role, hedged=hedged or hanging, hanging=hanging):
            if asked:
                yield replace(saying, stance=Stance.ASKED, act=Act.NONE)
            elif (taken_back or retracted) and saying.stance is not Stance.INTENDED:
                yield replace(saying, stance=Stance.RETRACTED)
            else:
                yield saying
        retracted = retracted or taken_back


def _read_clause(clause: Clause, role: Role, *, hedged: bool, hanging: bool) -> Iterator[Saying]:
    """Yield what one clause says: acts, a request, or a statement."""
    opener = INTENTIONS.first(clause.stated)
    if opener and not _is_reported(clause):
        if opener.start and opener.label == "own":
            yield from _statement(clause.stated[: opener.start], hedged=hedged, only_stated=True)
        yield from _announced(
            clause, clause.stated[opener.start :], opener.end - opener.start, own=opener.label == "own", hanging=hanging
        )
        return
    first = next((i for i, token in enumerate(clause.stated) if token.word not in FILLERS), len(clause.stated))
    bare = opens_with_verb(clause.stated, first) and not _is_finite(clause.stated[first + 1 :])
    gerund = opens_with_gerund(clause.stated, first) and not _is_finite(clause.stated[first + 1 :])
    if bare or gerund:
        yield from _announced(clause, clause.stated, first, own=gerund or role is Role.ASSISTANT, hanging=hanging)
        return
    yield from _statement(clause.stated, hedged=hedged, only_stated=False, reported=_is_reported(clause))


def _announced(clause: Clause, tokens: tuple[Token, ...], verb: int, *, own: bool, hanging: bool) -> Iterator[Saying]:
    """Yield the acts of an announcement, or one request."""
    if not own:
        yield _plain(tokens, Stance.ASKED)
        return
    acts = list(find_acts(tokens, verb)) if verb < len(tokens) else []
    for number, found in enumerate(acts):
        piece = tokens[0 if number == 0 else found.start : found.end]
        act = Act.NONE if hanging else found.act
        end = clause.end if number == len(acts) - 1 else piece[-1].end
        yield Saying(piece[0].start, end, Stance.INTENDED, act=act, scope=read_scope(piece))


def _statement(
    tokens: tuple[Token, ...], *, hedged: bool, only_stated: bool, reported: bool = False
) -> Iterator[Saying]:
    """Yield the statement of a row of tokens, and before a cause that of its effect."""
    if not tokens:
        return
    found = read_statement(tokens)
    if only_stated and found.predicate is Predicate.OTHER:
        return
    if found.predicate is Predicate.CAUSE:
        cause = CAUSES.first(tokens)
        effect = _without_last_hedge(tokens[: cause.start] if cause and cause.label == "link" else ())
        yield from _statement(effect, hedged=HEDGES.first(effect) is not None, only_stated=True, reported=reported)
    yield Saying(
        tokens[0].start,
        tokens[-1].end,
        Stance.QUOTED if reported else _stance(found, hedged=hedged),
        found.predicate,
        scope=read_scope(tokens),
        absent=found.absent,
    )


def _without_last_hedge(effect: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return an effect without the hedge in front of its cause: in ``killed, likely due to`` the kill is certain."""
    last = next((found for found in HEDGES.find(effect) if found.end == len(effect)), None)
    kept = effect[: last.start] if last else effect
    return kept[:-1] if kept and kept[-1].is_mark else kept


def _stance(found: Statement, *, hedged: bool) -> Stance:
    if hedged:
        return Stance.HEDGED
    return Stance.NEGATED if found.denied else Stance.ASSERTED


def _plain(tokens: tuple[Token, ...], stance: Stance) -> Saying:
    """Return a saying about which only the stance matters, with its predicate for those who ask."""
    found = read_statement(tokens)
    return Saying(
        tokens[0].start, tokens[-1].end, stance, found.predicate, scope=read_scope(tokens), absent=found.absent
    )


def _is_finite(tokens: tuple[Token, ...]) -> bool:
    """Return whether a row has a verb that makes it a statement."""
    return any(token.word in _FINITE for token in tokens)


def _without_intention(clause: Clause) -> tuple[Token, ...]:
    """Return the stated tokens before an announcement, whose own ``should`` is no hedge."""
    opener = INTENTIONS.first(clause.stated)
    return clause.stated[: opener.start] if opener else clause.stated


def _is_reported(clause: Clause) -> bool:
    """Return whether a clause reports what somebody else says."""
    words = [token.word for token in clause.tokens]
    at = next((i for i, word in enumerate(words) if word in REPORTED), None)
    return at is not None and at > 0 and words[at - 1] not in OWN_VOICE


def _retracts(clause: Clause) -> bool:
    """Return whether a clause takes back something said before."""
    found = RETRACTIONS.first(clause.tokens)
    if found is None:
        return False
    if found.label == "whole":
        return True
    return found.start == 0 and any(token.word in NEGATORS for token in clause.stated)


def _is_quotation(sentence: Sentence, tokens: tuple[Token, ...]) -> bool:
    """Return whether a sentence is little but a quotation or code."""
    blanked = sentence.plain.count(BLANKED)
    return blanked >= _QUOTED_SHARE * len(sentence.plain) and any(token.word == BLANKED for token in tokens)
