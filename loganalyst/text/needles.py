"""Which of many fixed pieces of text stand in a text, found in one pass over it where the library for it is there."""

from collections.abc import Iterable

try:
    from ahocorasick_rs import AhoCorasick, Implementation
except ImportError:  # no wheel for this platform: what is found is the same, a piece at a time
    AhoCorasick = None


class Needles:
    """Pieces of text that are looked for together."""

    def __init__(self, pieces: Iterable[str], *, together: bool = True) -> None:
        """Take the pieces, none of them empty; with ``together`` switched off each is looked for by itself."""
        self.pieces = tuple(dict.fromkeys(pieces))
        usable = together and AhoCorasick is not None and self.pieces
        self._automaton = AhoCorasick(self.pieces, implementation=Implementation.DFA) if usable else None

    def found_in(self, text: str) -> frozenset[str]:
        """Return the pieces that stand in a text, those inside others too."""
        if self._automaton is not None:
            try:
                return frozenset(self._automaton.find_matches_as_strings(text, overlapping=True))
            except UnicodeEncodeError:  # a lone surrogate, which damaged input may hold
                pass
        return frozenset(piece for piece in self.pieces if piece in text)
