"""What a speaker announces to do next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loganalyst.events.speech.act_words import (
    ACTS,
    CHECKING_OBJECTS,
    GERUNDS,
    OBJECT_DISTANCE,
    PASSED_OVER,
    TAKES_CHECKING_OBJECT,
    VAGUE_OBJECTS,
)
from loganalyst.events.speech.tokens import Token
from loganalyst.model.event import Act

_AND = frozenset({"and", "then", ",", ";", "or"})
_DENIED = frozenset({"not", "never"})


@dataclass(frozen=True, slots=True)
class Announced:
    """One act, by its tokens."""

    start: int
    """Number of its first token in the row."""
    end: int
    act: Act


def find_acts(tokens: Sequence[Token], start: int) -> Iterator[Announced]:
    """Yield the acts announced by the tokens from ``start`` on, one for each coordinated verb."""
    begin = start
    verb = _verb(tokens, start)
    for i in range(start + 1, len(tokens)):
        if i < (verb or 0) or tokens[i].word not in _AND:
            continue
        behind = next((j for j in range(i + 1, len(tokens)) if tokens[j].word not in _AND), len(tokens))
        following = _verb(tokens, behind) if behind < len(tokens) else None
        if following is None or i <= begin or (verb is not None and i <= verb):
            continue
        yield Announced(begin, i, _act(tokens[begin:i], verb, begin))
        begin, verb = behind, following
    yield Announced(begin, len(tokens), _act(tokens[begin:], verb, begin))


def opens_with_verb(tokens: Sequence[Token], start: int) -> bool:
    """Return whether a row begins with a bare verb, as in ``now check the log``."""
    return start < len(tokens) and tokens[start].word in ACTS and tokens[start].word not in {"make", "like"}


def opens_with_gerund(tokens: Sequence[Token], start: int) -> bool:
    """Return whether a row begins with a verb in -ing, as in ``installing it now``."""
    return start < len(tokens) and tokens[start].word in GERUNDS


def _verb(tokens: Sequence[Token], start: int) -> int | None:
    """Return the number of the verb that carries the meaning, passing over ``try to``, ``just``, ``go ahead and``."""
    fallback = None
    for i in range(start, min(start + OBJECT_DISTANCE + 1, len(tokens))):
        word = tokens[i].word
        if word in PASSED_OVER:
            if word in ACTS and fallback is None:
                fallback = i
            continue
        return i if word in ACTS or word in GERUNDS or word == "make" else fallback
    return fallback


def _act(tokens: Sequence[Token], verb: int | None, begin: int) -> Act:
    """Return what a verb with its object announces."""
    if verb is None or any(token.word in _DENIED for token in tokens[: verb - begin]):
        return Act.NONE
    word = tokens[verb - begin].word
    objects = {token.word for token in tokens[verb - begin + 1 : verb - begin + 1 + OBJECT_DISTANCE]}
    if word == "make" and "sure" in objects:
        return Act.CHECK
    if word in TAKES_CHECKING_OBJECT and objects & CHECKING_OBJECTS:
        return Act.CHECK
    if word in {"try", "update"} and objects & VAGUE_OBJECTS:
        return Act.NONE
    return ACTS.get(word) or GERUNDS.get(word) or Act.NONE
