"""Whether a text is English, by its script and its commonest words."""

from collections.abc import Iterable

_COMMON = frozenset(
    {
        "a", "all", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "for", "from", "had", "has", "have",
        "i", "if", "in", "is", "it", "let", "me", "need", "not", "now", "of", "on", "or", "so", "that", "the", "there",
        "this", "to", "up", "was", "we", "will", "with", "you", "your",
    }
)  # fmt: skip
_LEAST_SHARE = 0.12
_LEAST_LATIN = 0.7
_LEAST_WORDS = 40
"""Shorter texts are judged by script alone."""
_IDEOGRAPHS = "\u2e80"
"""From here on one character stands for about as much as a word's letters."""
_JUDGED_CHARACTERS = 200_000


def _weight(char: str) -> int:
    return 1 if char < _IDEOGRAPHS else 3


def is_english(texts: Iterable[str]) -> bool:
    """Return whether texts read as English; too little to tell counts as English."""
    letters = latin = words = common = read = 0
    for text in texts:
        for word in text.split():
            read += len(word) + 1
            if word.isascii():
                own = len(word) if word.isalpha() else sum(map(str.isalpha, word))
            else:
                own = sum(_weight(char) for char in word if char.isalpha())
            letters += own
            latin += own if word.isascii() else sum(char.isalpha() and char < "ɐ" for char in word)
            words += own > 0
            common += word.strip(".,:;!?()\"'*").lower() in _COMMON
        if read > _JUDGED_CHARACTERS:
            break
    if letters and latin < _LEAST_LATIN * letters:
        return False
    return words < _LEAST_WORDS or common >= _LEAST_SHARE * words
