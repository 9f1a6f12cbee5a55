"""Tables of phrases that are looked up word by word."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from loganalyst.events.speech.tokens import Token

Label = TypeVar("Label")


@dataclass(frozen=True, slots=True)
class Match(Generic[Label]):
    """A phrase found in a row of tokens."""

    start: int
    """Number of its first token in the row."""
    end: int
    """One past its last token."""
    label: Label


class Phrases(Generic[Label]):
    """A table of phrases, each with a label; at one place the longest wins."""

    def __init__(self, table: Mapping[Label, Sequence[str]]) -> None:
        """Take for each label its phrases, with words separated by blanks."""
        self._by_first: dict[str, list[tuple[tuple[str, ...], Label]]] = {}
        for label, phrases in table.items():
            for phrase in phrases:
                words = tuple(phrase.split())
                self._by_first.setdefault(words[0], []).append((words, label))
        for entries in self._by_first.values():
            entries.sort(key=lambda entry: -len(entry[0]))

    def at(self, tokens: Sequence[Token], position: int) -> Match[Label] | None:
        """Return the longest phrase that begins at a position, or None."""
        for words, label in self._by_first.get(tokens[position].word, ()):
            end = position + len(words)
            if end <= len(tokens) and all(tokens[position + i].word == word for i, word in enumerate(words)):
                return Match(position, end, label)
        return None

    def find(self, tokens: Sequence[Token]) -> Iterator[Match[Label]]:
        """Yield the phrases in a row of tokens, from left to right, without overlap."""
        position = 0
        while position < len(tokens):
            found = self.at(tokens, position)
            if found:
                yield found
            position = found.end if found else position + 1

    def first(self, tokens: Sequence[Token]) -> Match[Label] | None:
        """Return the first phrase in a row of tokens, or None."""
        return next(self.find(tokens), None)
