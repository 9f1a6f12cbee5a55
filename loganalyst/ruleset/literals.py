"""Pieces of text of which one stands in every match of an expression, so that most texts need not be searched."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from re import _constants as codes  # type: ignore[attr-defined]  # the parse tree has no public name
from re import _parser  # type: ignore[attr-defined]  # likewise

_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_CASE_FLAG = re.compile(r"\(\?[a-zA-Z]*i")
_SHORTEST = 2
"""A shorter piece stands in nearly every text."""
_MOST = 24
"""More alternatives take longer to look for than they save."""


@dataclass(frozen=True, slots=True)
class Literals:
    """Pieces of which one stands in every match; none where none are known."""

    pieces: tuple[str, ...]
    any_case: bool
    """The pieces are in lower case, and so must the text be made."""


@lru_cache(maxsize=4096)
def literals_of(pattern: re.Pattern[str]) -> Literals:
    """Return the pieces of an expression."""
    any_case = bool(pattern.flags & re.IGNORECASE) or _CASE_FLAG.search(pattern.pattern) is not None
    pieces = _best(_parser.parse(pattern.pattern, pattern.flags))
    if any_case:
        pieces = tuple(piece.lower() for piece in pieces)
        if not all(piece.isascii() for piece in pieces):
            pieces = ()
    return Literals(pieces, any_case)


def _best(tree: Iterable[tuple[int, object]]) -> tuple[str, ...]:
    """Return the best pieces of a sequence: those whose shortest is longest."""
    found: list[tuple[str, ...]] = []
    run = ""
    for operator, argument in tree:
        if operator is codes.LITERAL and isinstance(argument, int):
            run += chr(argument)
            continue
        found.append((run,))
        run = ""
        found.append(_inner(operator, argument))
    found.append((run,))
    usable = [pieces for pieces in found if pieces and len(pieces) <= _MOST and min(map(len, pieces)) >= _SHORTEST]
    return max(usable, key=lambda pieces: min(map(len, pieces)), default=())


def _inner(operator: int, argument: object) -> tuple[str, ...]:
    """Return the pieces that a node other than a character promises."""
    if not isinstance(argument, tuple):
        return ()
    if operator is codes.SUBPATTERN:
        return _best(argument[-1])
    if operator in _REPEATS and argument[0] > 0:
        return _best(argument[-1])
    if operator is codes.BRANCH:
        branches = [_best(branch) for branch in argument[1]]
        return tuple(dict.fromkeys(piece for pieces in branches for piece in pieces)) if all(branches) else ()
    return ()
