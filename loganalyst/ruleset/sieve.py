"""Which of many expressions a text may match, told by one pass over it for the pieces that their matches must hold."""

import re
from collections.abc import Iterable
from pathlib import Path

from loganalyst.model.settings import Engine
from loganalyst.ruleset.literals import literals_of
from loganalyst.text.needles import Needles


class Sieve:
    """Expressions of which most cannot match most texts; ``re`` has the last word on the others."""

    def __init__(
        self, patterns: Iterable[re.Pattern[str]] = (), engine: Engine | None = None, cache: Path | None = None
    ) -> None:
        """Take the expressions, which are known by their identity, and an engine and a folder as ``Needles`` does."""
        self._patterns = tuple(patterns)
        each = {id(pattern): _pieces_of(pattern) for pattern in self._patterns}
        self._needles = Needles(sorted({piece for pieces in each.values() for piece in pieces}), engine, cache)
        # Where pieces are looked for one at a time, to look for those of one expression is less work.
        self._pieces = each if self._needles.engine is not Engine.PLAIN else {}

    def pieces_in(self, text: str) -> frozenset[str]:
        """Return the pieces of all expressions that stand in a text, in any case of their letters."""
        return self._needles.found_in(text.lower())

    def pieces_of(self, pattern: re.Pattern[str]) -> tuple[str, ...]:
        """Return the pieces of which one stands in every match of an expression; none where none are known."""
        return self._pieces.get(id(pattern), ())


def _pieces_of(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Return the pieces of an expression in lower case.

    Beyond ASCII a letter in lower case may depend on its neighbours, so that a piece may get lost; then none are known.
    """
    pieces = literals_of(pattern).pieces
    return tuple(piece.lower() for piece in pieces) if all(map(str.isascii, pieces)) else ()
