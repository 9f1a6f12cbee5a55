"""Words of a sentence in lower case, with contractions undone and their places kept."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.text.prose import BLANKED


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a blanked-out piece of code or quotation, or a mark that separates clauses."""

    word: str
    start: int
    """First character in the sentence, from 0; both halves of a contraction share its place."""
    end: int

    @property
    def is_mark(self) -> bool:
        """Return whether this is punctuation."""
        return self.word in MARKS


MARKS = frozenset({
    "(", ")", ",", "-", ":", ";",
})  # fmt: skip
_TOKEN = re.compile(rf"({BLANKED}+)|([^\W_](?:[\w./+@:'’-]*\w)?)|([,;:()])|(?<=\s)(--?|[—–])(?=\s)|([—–])")
_ENDINGS = (
    ("n't", "not"),
    ("'ll", "will"),
    ("'ve", "have"),
    ("'re", "are"),
    ("'m", "am"),
    ("'d", "would"),
)
_IRREGULAR = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "gonna": ("going", "to"),
    "let's": ("let", "us"),
    "shan't": ("shall", "not"),
    "won't": ("will", "not"),
}
_LOOSE = frozenset({
    "also", "first", "just", "next", "now", "really", "still", "then",
})  # fmt: skip
_SPEAKER = frozenset({"i", "we"})
_TAKE_IS = frozenset(
    {
        "he", "here", "how", "it", "she", "that", "there", "this", "what", "where", "which", "who", "why",
    }
)  # fmt: skip


def read_tokens(plain: str) -> tuple[Token, ...]:
    """Return the tokens of a sentence's plain text in order, without adverbs between ``I`` and its verb."""
    found = list(_tokens(plain))
    return tuple(
        token for i, token in enumerate(found) if not (i and token.word in _LOOSE and found[i - 1].word in _SPEAKER)
    )


def _tokens(plain: str) -> Iterator[Token]:
    """Yield tokens; a contraction gives two that share one place."""
    for found in _TOKEN.finditer(plain):
        if found[2] is None:
            word = BLANKED if found[1] else "-" if found[4] or found[5] else found[3]
            yield Token(word, found.start(), found.end())
            continue
        for word in _undo(found[2].lower().replace("’", "'")):
            yield Token(word, found.start(), found.end())


def _undo(word: str) -> tuple[str, ...]:
    """Return the words that a contraction stands for."""
    if "'" not in word and word not in _IRREGULAR:
        return (word,)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    head, _, tail = word.partition("'")
    if tail == "s" and head in _TAKE_IS:
        return (head, "is")
    for ending, meaning in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            return (word.removesuffix(ending), meaning)
    return (word,)
