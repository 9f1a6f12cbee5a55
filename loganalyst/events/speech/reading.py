"""Read one sentence: its clauses with stance, predicate, act, scope and polarity."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from loganalyst.events.speech.act_words import GERUNDS
from loganalyst.events.speech.announcing import Opening, find_opening, list_acts
from loganalyst.events.speech.clauses import Clause, split_clauses
from loganalyst.events.speech.predicate_words import PREDICATES
from loganalyst.events.speech.scopes import read_scope
from loganalyst.events.speech.stance_words import (
    CAUSES,
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

_PLANS = frozenset({Form.NUMBERED, Form.TASK})
_LONGEST_LABEL = 4
"""Words before a colon that make a label."""
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
    imperative of the user, is asked. An announced act that hangs on a condition, a step of a numbered plan and a list
    item that only has the form of an imperative are intended with no act, as they are not announced for now. A task
    that is not ticked off is intended, whatever its words say.
    """
    tokens = read_tokens(sentence.plain)
    if not tokens:
        return ()
    sayings = list(_sayings(sentence, tokens, role))
    if sayings:
        sayings[-1] = replace(sayings[-1], end=len(sentence.text))
        sayings[0] = replace(sayings[0], start=0)
    if sentence.form is Form.TASK:
        sayings = [replace(saying, stance=Stance.INTENDED) for saying in sayings]
    if sentence.form in _PLANS:
        sayings = [replace(saying, act=Act.NONE) for saying in sayings]
    return tuple(sayings)


def _sayings(sentence: Sentence, tokens: tuple[Token, ...], role: Role) -> Iterator[Saying]:
    """Yield what the clauses say, in order."""
    asked = sentence.text.rstrip("\"')*_ ").endswith("?")
    if not asked and _is_quotation(sentence, tokens):
        yield replace(_plain(tokens, Stance.QUOTED), end=len(sentence.text))
        return
    carried = retracted = hanging = False
    clauses = list(split_clauses(_without_label(tokens, sentence.form)))
    leads_on = sentence.plain.rstrip().endswith(":")
    for clause in clauses:
        alone = len(clauses) == 1 or sentence.plain.startswith(":", clause.end)
        opening = find_opening(clause, role, alone=alone, leads_on=leads_on)
        hanging = clause.hangs or (hanging and not clause.breaks)
        carried = carried and not clause.breaks
        said = _without_intention(clause)
        hedged = carried or HEDGES.first(said) is not None
        # A guess that stands in parentheses is none about the next clause.
        aside = sentence.plain.startswith(")", clause.end)
        carried = carried or HEDGES.first(_without_aside(said) if aside else said) is not None
        taken_back = _retracts(clause)
        unsaid = sentence.form is Form.ITEM and opening is not None and not opening.spoken
        for saying in _read_clause(clause, opening, hedged=hedged or hanging, hanging=hanging or unsaid):
            if asked:
                yield replace(saying, stance=Stance.ASKED, act=Act.NONE)
            elif (taken_back or retracted) and saying.stance is not Stance.INTENDED:
                yield replace(saying, stance=Stance.RETRACTED)
            else:
                yield saying
        retracted = retracted or taken_back


def _read_clause(clause: Clause, opening: Opening | None, *, hedged: bool, hanging: bool) -> Iterator[Saying]:
    """Yield what one clause says: acts, a request, or a statement."""
    if opening is None or _is_reported(clause):
        yield from _statement(clause.stated, hedged=hedged, only_stated=False, reported=_is_reported(clause))
        return
    if opening.start and opening.own:
        yield from _statement(clause.stated[: opening.start], hedged=hedged, only_stated=True)
    if not opening.own:
        yield _plain(clause.stated[opening.start :], Stance.ASKED)
        return
    acts = list(list_acts(clause, opening))
    for number, (piece, act) in enumerate(acts):
        end = clause.end if number == len(acts) - 1 else piece[-1].end
        said = Saying(piece[0].start, end, Stance.INTENDED, act=Act.NONE if hanging else act, scope=read_scope(piece))
        yield said


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


def _without_intention(clause: Clause) -> tuple[Token, ...]:
    """Return the stated tokens before an announcement, whose own ``should`` is no hedge."""
    opener = INTENTIONS.first(clause.stated)
    return clause.stated[: opener.start] if opener else clause.stated


def _without_aside(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the tokens before the last opening parenthesis."""
    opens = next((i for i in range(len(tokens) - 1, -1, -1) if tokens[i].word == "("), len(tokens))
    return tokens[:opens]


def _without_label(tokens: tuple[Token, ...], form: Form) -> tuple[Token, ...]:
    """Return the tokens behind a label such as ``Status:``, where it is short and states nothing itself."""
    colon = next((i for i, token in enumerate(tokens[: _LONGEST_LABEL + 1]) if token.word == ":"), None)
    if not colon or colon + 1 == len(tokens):
        return tokens
    head = tokens[:colon]
    acts = head[0].word in GERUNDS and form is not Form.ITEM
    return tokens if acts or PREDICATES.first(head) or INTENTIONS.first(head) else tokens[colon + 1 :]


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
