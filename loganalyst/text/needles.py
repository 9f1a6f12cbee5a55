"""Which of many fixed pieces of text stand in a text, found in one pass over it where a library for it is there."""

from collections.abc import Callable, Iterable
from pathlib import Path

from loganalyst.model.settings import Engine

Scan = Callable[[str], frozenset[str]]


class Needles:
    """Pieces of text that are looked for together."""

    def __init__(self, pieces: Iterable[str], engine: Engine | None = None, cache: Path | None = None) -> None:
        """Take the pieces, none of them empty; whatever engine looks for them, the same are found.

        Where an engine is not installed, the next slower one is taken. Without a wish it is the fastest, but for
        hyperscan where there is no folder ``cache`` to keep what it compiles.
        """
        self.pieces = tuple(dict.fromkeys(pieces))
        fastest = Engine.AHOCORASICK if cache is None else Engine.HYPERSCAN
        self.engine, self._scan = self._built(engine or fastest, cache)

    def found_in(self, text: str) -> frozenset[str]:
        """Return the pieces that stand in a text, those inside others too."""
        try:
            return self._scan(text)
        except UnicodeEncodeError:  # a lone surrogate, which damaged input may hold
            return self._look(text)

    def _look(self, text: str) -> frozenset[str]:
        return frozenset(piece for piece in self.pieces if piece in text)

    def _built(self, engine: Engine, cache: Path | None) -> tuple[Engine, Scan]:
        """Return the first engine from a given one on that is there, with what it scans a text by."""
        if self.pieces and engine is Engine.HYPERSCAN:
            try:
                from loganalyst.text.databases import hyperscan_of
            except ImportError:  # no wheel for this platform
                return self._built(Engine.AHOCORASICK, cache)
            return engine, hyperscan_of(self.pieces, cache)
        if self.pieces and engine is Engine.AHOCORASICK:
            try:
                from ahocorasick_rs import AhoCorasick, Implementation
            except ImportError:  # likewise
                return self._built(Engine.PLAIN, cache)
            automaton = AhoCorasick(self.pieces, implementation=Implementation.DFA)
            return engine, lambda text: frozenset(automaton.find_matches_as_strings(text, overlapping=True))
        return Engine.PLAIN, self._look
