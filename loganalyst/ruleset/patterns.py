"""Regular expressions that rules may use: refused by structure where they could take for ever."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from re import _constants as codes  # type: ignore[attr-defined]  # the parse tree has no public name
from re import _parser  # type: ignore[attr-defined]  # likewise

from loganalyst.model.limits import SEARCHED_LINE_CHARACTERS
from loganalyst.ruleset.literals import literals_of

_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_FLAGS = re.ASCII | re.MULTILINE
_WORTH_A_LOOK = re.compile(r"\)[*+{]|\n|\\[nxuUN0]")
"""A repeated group, or a way to write a newline: what else there is needs no second parse to be allowed."""
_MANY = 10
"""A repetition of at most this many rounds may stand around another one."""


class PatternError(ValueError):
    """A regular expression that is refused; its text says why."""


@lru_cache(maxsize=4096)
def compile_pattern(text: str) -> re.Pattern[str]:
    """Return a compiled expression (ASCII classes, `^` and `$` at each line); raise PatternError where it is refused.

    Refused are what is no expression, what matches the empty text, a newline, `(?x)`, `(?s)`, and a repetition
    or a choice inside a repetition of more than ten rounds, which may take exponential time.
    """
    try:
        pattern = re.compile(text, _FLAGS)
    except (re.error, OverflowError, RecursionError) as error:
        raise PatternError(f"no regular expression: {error}") from error
    if pattern.flags & re.VERBOSE:
        raise PatternError("(?x) is not allowed")
    if pattern.flags & re.DOTALL:
        raise PatternError("(?s) is not allowed, as expressions are searched line by line")
    tree = _parser.parse(text, _FLAGS) if _WORTH_A_LOOK.search(text) else ()
    if _has_newline(tree):
        raise PatternError("expressions are searched line by line, so that a newline is never met")
    if pattern.match(""):
        raise PatternError("it matches the empty text, so that it would hit everywhere")
    if _nested(tree, inside=False):
        raise PatternError("a repetition or a choice stands inside a repetition")
    return pattern


def search(pattern: re.Pattern[str], text: str) -> tuple[re.Match[str] | None, bool]:
    """Return the first match of an expression in one line of a text, and whether all lines were searched.

    A line longer than the limit is not searched where it could hold a match. Positions in the match are those of the
    whole text.
    """
    complete = True
    for start, end in _likely_lines(pattern, text):
        if end - start > SEARCHED_LINE_CHARACTERS:
            complete = False
        elif match := pattern.search(text, start, end):
            return match, complete
    return None, complete


def matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of an expression in a text, line by line; the expression meets no newline."""
    for start, end in _likely_lines(pattern, text):
        yield from pattern.finditer(text, start, end)


def _likely_lines(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield where each line starts and ends that could hold a match, in order, newlines left out."""
    literals = literals_of(pattern)
    searched = _lowered(text) if literals.any_case else text
    if not literals.pieces or len(searched) != len(text):
        yield from _lines(text)
        return
    start = 0
    while (found := _first(literals.pieces, searched, start)) >= 0:
        end = text.find("\n", found)
        end = len(text) if end < 0 else end
        yield text.rfind("\n", 0, found) + 1, end
        start = end


def _first(pieces: tuple[str, ...], text: str, start: int) -> int:
    """Return where the first of some pieces stands in a text, or -1."""
    found, end = -1, len(text)
    for piece in pieces:
        place = text.find(piece, start, end)
        if place >= 0:
            found, end = place, place + len(piece) - 1
    return found


@lru_cache(maxsize=64)
def _lowered(text: str) -> str:
    """Return a text in lower case; the same outputs are searched by many rules in turn."""
    return text.lower()


def groups(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Return the names of its named groups, in order of writing."""
    return tuple(sorted(pattern.groupindex, key=lambda name: pattern.groupindex[name]))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each line of a text starts and ends, its newline left out."""
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield start, end
        start = end + 1


def _nested(tree: Iterable[tuple[int, object]], *, inside: bool) -> bool:
    """Return whether a long repetition in a tree holds a varying repetition, or a choice, which can be as bad."""
    for operator, argument in tree:
        repeats = operator in _REPEATS
        if repeats and isinstance(argument, tuple):
            least, most, _ = argument
            if inside and least != most:
                return True
            repeats = most is codes.MAXREPEAT or most > _MANY
        elif inside and operator is codes.BRANCH:
            return True
        if any(_nested(part, inside=inside or repeats) for part in _parts(argument)):
            return True
    return False


def _has_newline(tree: Iterable[tuple[int, object]]) -> bool:
    """Return whether a tree asks for a newline; classes that merely allow or exclude one do not."""
    return any(
        (operator is codes.LITERAL and argument == ord("\n"))
        or (operator is not codes.IN and any(_has_newline(part) for part in _parts(argument)))
        for operator, argument in tree
    )


def _parts(argument: object) -> Iterator[Iterable[tuple[int, object]]]:
    """Yield the trees directly below a node."""
    if isinstance(argument, _parser.SubPattern):
        yield argument
    elif isinstance(argument, tuple | list):
        for item in argument:
            yield from _parts(item)
