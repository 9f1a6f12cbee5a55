"""Clauses of a sentence, and in each the words that state something."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loganalyst.events.speech.stance_words import CONDITIONS, FILLERS, INTENTIONS
from loganalyst.events.speech.tokens import Token

_ALWAYS = frozenset({
    "-", ";", "although", "but", "except", "however", "though", "whereas",
})  # fmt: skip
_BEFORE_STARTER = frozenset({
    ",", ":", "and", "so", "then", "which", "while",
})  # fmt: skip
_STARTERS = frozenset(
    {
        "all", "also", "each", "everything", "he", "how", "i", "it", "let", "maybe", "no", "nobody", "none", "nothing",
        "now", "please", "she", "so", "some", "that", "the", "then", "there", "these", "they", "this", "those", "we",
        "what", "which", "you",
    }
)  # fmt: skip
_ENSURING = frozenset({
    "confirm", "ensure", "ensuring", "make", "making", "verify",
})  # fmt: skip
_JOINING = frozenset({"and", "so", "which"})
_SHORTEST = 2
"""Words in front of a comma or ``and`` for these to end a clause."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A row of tokens that belong together."""

    tokens: tuple[Token, ...]
    stated: tuple[Token, ...]
    """Those outside of conditions, purposes and indirect questions."""
    hangs: bool
    """It begins with a condition that is open yet (``if``, ``once``)."""
    breaks: bool
    """It stands against the clause before (``but``, ``;``), so that a hedge there does not carry over."""

    @property
    def start(self) -> int:
        """Return the place of its first character in the sentence."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Return the place behind its last character."""
        return self.tokens[-1].end


def split_clauses(tokens: Sequence[Token]) -> Iterator[Clause]:
    """Yield the clauses of a sentence in order."""
    start = 0
    for i in range(1, len(tokens)):
        if _parts(tokens, start, i):
            yield from _clause(tokens[start:i])
            start = i
    yield from _clause(tokens[start:])


def _parts(tokens: Sequence[Token], start: int, i: int) -> bool:
    """Return whether a new clause begins at token ``i``."""
    word = tokens[i].word
    if word in _ALWAYS:
        return i - start >= _SHORTEST or tokens[start].word not in FILLERS
    if word not in _BEFORE_STARTER or i + 1 >= len(tokens) or i - start < _SHORTEST:
        return False
    if tokens[i - 1].word in _BEFORE_STARTER:
        return False
    behind = next((j for j in range(i + 1, len(tokens)) if tokens[j].word not in FILLERS or tokens[j].word == "now"), i)
    return tokens[behind].word in _STARTERS or INTENTIONS.at(tokens, behind) is not None


def _clause(tokens: Sequence[Token]) -> Iterator[Clause]:
    """Yield the clause of a row of tokens, without joining words around it, unless nothing is left."""
    first, last = 0, len(tokens)
    while first < last and (tokens[first].is_mark or (tokens[first].word in _JOINING and last - first > 1)):
        first += 1
    while last > first and tokens[last - 1].is_mark:
        last -= 1
    if first < last:
        kept = tuple(tokens[first:last])
        breaks = any(token.word in _ALWAYS for token in tokens[: first + 1])
        opened = CONDITIONS.at(kept, 0)
        yield Clause(kept, tuple(_stated(kept)), opened is not None and opened.label == "open", breaks)


def _stated(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """Yield the tokens outside of conditions: from the word that opens one to the next comma or the end."""
    position = 0
    while position < len(tokens):
        found = CONDITIONS.at(tokens, position)
        if found is None or _asks_to_ensure(tokens, position):
            yield tokens[position]
            position += 1
            continue
        position = next((i for i in range(found.end, len(tokens)) if tokens[i].word in {",", ":"}), len(tokens))


def _asks_to_ensure(tokens: tuple[Token, ...], position: int) -> bool:
    """Return whether the words belong to an announcement, as in ``let me make sure`` and ``I want to verify``."""
    word = tokens[position].word
    return (word == "to" and any(opener.end > position for opener in INTENTIONS.find(tokens[: position + 1]))) or (
        word in _ENSURING and INTENTIONS.first(tokens[:position]) is not None
    )
