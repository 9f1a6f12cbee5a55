"""What a clause states of its subject, and whether it denies it."""

from collections.abc import Sequence
from dataclasses import dataclass

from loganalyst.events.speech.phrases import Match
from loganalyst.events.speech.predicate_words import (
    BE,
    CHANGED,
    DETERMINERS,
    ENDS,
    LET,
    NO_CHANGE,
    PARTICIPLES,
    PREDICATES,
    RANKS,
)
from loganalyst.events.speech.predication import is_predicated
from loganalyst.events.speech.stance_words import CAUSES, DENIES_EXISTENCE, EMPTY_NO, FILLERS, NEGATORS
from loganalyst.events.speech.tokens import Token
from loganalyst.model.event import Predicate

_REACH = 4
"""Words between a negation and what it denies."""
_BETWEEN = frozenset(
    {
        "already",
        "fully",
        "not",
        "now",
        "still",
    }
)
_BREAKS_REACH = frozenset({
    ",", "and", "only", "or", "that",
})  # fmt: skip
_AUXILIARY = 2
"""Words in front of the verb in ``I am updating``."""
_DENIED_IS_ABSENT = frozenset({Predicate.RUNNING, Predicate.PRESENT})
_DOES_NOT_HAPPEN = frozenset(
    {
        Predicate.BUILDS_FROM_SOURCE, Predicate.FAILS, Predicate.STUCK, Predicate.SUPPORTED, Predicate.TAKES_LONG,
        Predicate.THRASHES,
    }
)  # fmt: skip
_TROUBLES = frozenset({Predicate.STUCK, Predicate.THRASHES})
_FAILS_TO = frozenset(
    {
        "function", "functional", "functioning", "respond", "responded", "responding", "responds", "work", "worked",
        "working", "works",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statement:
    """A predicate, whether it is denied, and what follows for presence."""

    predicate: Predicate
    denied: bool = False
    absent: bool = False


def read_statement(tokens: Sequence[Token]) -> Statement:
    """Return what a row of stated tokens says."""
    tokens = _without_interjections(tokens)
    cause = CAUSES.first(tokens)
    if cause and (cause.start > 0 if cause.label == "link" else not _is_over(tokens[cause.end :])):
        return Statement(Predicate.CAUSE, denied=_negator(tokens, cause.start) is not None)
    found = _foremost(tokens, [match for match in PREDICATES.find(tokens) if is_predicated(tokens, match)])
    changed = _told_change(tokens)
    if found and found.label is Predicate.DONE and _tells_of_now(tokens):
        found = None
    if found is None or (changed and found.label in {Predicate.FINE, Predicate.PRESENT}):
        return Statement(Predicate.DONE) if changed else _bare_absence(tokens)
    return _deny(tokens, found)


def _is_over(rest: Sequence[Token]) -> bool:
    """Return whether ``the problem is`` goes on with what became of it (``fixed``, ``not gone``), not with a cause."""
    word = next((token.word for token in rest if token.word not in _BETWEEN), "")
    return word in PARTICIPLES | ENDS | {"open", "unclear", "unknown"}


def _without_interjections(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens behind ``Good,`` and ``Great -``, which say nothing of a subject."""
    start = next((i for i, token in enumerate(tokens) if token.word not in FILLERS), len(tokens))
    return tokens[start:]


def _foremost(tokens: Sequence[Token], matches: list[Match[Predicate]]) -> Match[Predicate] | None:
    """Return the match that says most, the first among equals; a failure beside what passed goes first."""
    best = min(matches, key=lambda match: RANKS.get(match.label, 1), default=None)
    if best and best.label is Predicate.PASSES:
        return next(
            (match for match in matches if match.label is Predicate.FAILS and not _negator(tokens, match.start)), best
        )
    return best


def _deny(tokens: Sequence[Token], found: Match[Predicate]) -> Statement:
    """Return the statement of a match, turned where it is denied."""
    predicate, word = found.label, tokens[found.start].word
    negator = _negator(tokens, found.start)
    if predicate is Predicate.ABSENT:
        own = word in NEGATORS or negator is None
        return Statement(predicate, denied=not own, absent=own)
    if negator is None:
        ended = predicate in _TROUBLES and any(token.word in ENDS for token in tokens[found.end :])
        return Statement(predicate, denied=ended, absent=ended)
    if predicate is Predicate.WORKS and word in _FAILS_TO and negator != "no":
        return Statement(Predicate.FAILS)
    existence = negator in DENIES_EXISTENCE and predicate not in {Predicate.WORKS, Predicate.PASSES, Predicate.FIXED}
    named = predicate is Predicate.DONE and word == "installed"
    if existence or named or predicate in _DENIED_IS_ABSENT or (predicate is Predicate.FAILS and negator == "without"):
        return Statement(Predicate.ABSENT, absent=True)
    return Statement(predicate, denied=True, absent=predicate in _DOES_NOT_HAPPEN)


def _negator(tokens: Sequence[Token], at: int) -> str | None:
    """Return the negation that governs the word at a place, or None."""
    for i in range(at - 1, max(-1, at - 1 - _REACH), -1):
        word = tokens[i].word
        if word in NEGATORS and not _is_idle(tokens, i):
            return "not" if word == "no" and tokens[i + 1].word == "longer" else word
        if word in _BREAKS_REACH:
            return None
    return None


def _is_idle(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a negation denies nothing here: ``no problem``, ``a None path``."""
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if tokens[at].word == "no":
        return following in EMPTY_NO - {"longer"}
    return tokens[at].word == "none" and at > 0 and tokens[at - 1].word in DETERMINERS


def _bare_absence(tokens: Sequence[Token]) -> Statement:
    """Return an absence that is told by ``no`` before a noun alone, as in ``no compilers``."""
    for i, token in enumerate(tokens[:-1]):
        if token.word == "no" and tokens[i + 1].word not in EMPTY_NO and not tokens[i + 1].is_mark:
            return Statement(Predicate.ABSENT, absent=True)
    return Statement(Predicate.OTHER, denied=any(token.word in {"not", "never"} for token in tokens))


def _tells_of_now(tokens: Sequence[Token]) -> bool:
    """Return whether the speaker tells what he is at (``I am updating …``), of which nothing is done yet."""
    words = [token.word for token in tokens[:3]]
    return len(words) > _AUXILIARY and words[0] in {"i", "we"} and words[1] in BE and words[2].endswith("ing")


def _told_change(tokens: Sequence[Token]) -> bool:
    """Return whether the speaker tells a change of his own: ``I have tightened …``, ``Rewrote …``."""
    words = [token.word for token in tokens]
    at = next((i for i, word in enumerate(words[:3]) if word in {"i", "we"}), None)
    verb = 0 if at is None else at + 1
    while verb < len(words) and words[verb] in {
        "already",
        "also",
        "have",
        "just",
        "now",
        "successfully",
        "then",
    }:
        verb += 1
    if verb >= len(words) or (at is None and verb > 1):
        return False
    word = words[verb]
    regular = word.endswith("ed") and len(word) > len("need") and "-" not in word
    past = word in CHANGED or (regular and word not in NO_CHANGE)
    return past and (at is not None or (len(words) > 1 and words[1] not in BE)) and word not in LET
