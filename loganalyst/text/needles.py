"""Which of many fixed pieces of text stand in a text, found in one pass over it where the library for it is there."""

from collections.abc import Iterable

try:
    import ahocorasick_rs
except ImportError:  # no wheel for this platform: what is found is the same, a piece at a time
    TOGETHER = False
else:
    TOGETHER = True


class Needles:
    """Pieces of text that are looked for together."""

    def __init__(self, pieces: Iterable[str], *, together: bool = True) -> None:
        """Take the pieces, none of them empty; with ``together`` switched off each is looked for by itself."""
        self.pieces = tuple(dict.fromkeys(pieces))
        usable = together and TOGETHER and self.pieces
        form = ahocorasick_rs.Implementation.DFA if usable else None
        self._automaton = ahocorasick_rs.AhoCorasick(self.pieces, implementation=form) if usable else None

    def found_in(self, text: str) -> frozenset[str]:
        """Return the pieces that stand in a text, those inside others too."""
        if self._automaton is not None:
            try:
                return frozenset(self._automaton.find_matches_as_strings(text, overlapping=True))
            except UnicodeEncodeError:  # a lone surrogate, which damaged input may hold
                pass
        return frozenset(piece for piece in self.pieces if piece in text)
