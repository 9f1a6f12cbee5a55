"""Whether a text is English, by its script and its commonest words."""

from collections.abc import Iterable

_COMMON = frozenset(
    {
        "a", "all", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "for", "from", "had", "has", "have",
        "i", "if", "in", "is", "it", "let", "me", "need", "not", "now", "of", "on", "or", "so", "that", "the", "there",
        "this", "to", "up", "was", "we", "will", "with", "you", "your",
    }
)  # fmt: skip
_ELSEWHERE = frozenset(
    {
        "aber", "att", "auch", "auf", "av", "como", "con", "dans", "das", "de", "del", "den", "der", "des", "det",
        "di", "die", "do", "ein", "eine", "el", "en", "es", "est", "et", "een", "gli", "het", "il", "ist", "jest",
        "la", "las", "le", "les", "los", "mais", "mit", "na", "nicht", "nie", "non", "och", "para", "pas", "per", "por",
        "pour", "que", "qui", "se", "sich", "sie", "som", "sono", "sur", "um", "un", "una", "und", "une", "uma", "van",
        "von", "wird", "za", "zu",
    }
) - _COMMON  # fmt: skip
"""The commonest words of other languages in Latin letters."""
_LEAST_SHARE = 0.12
_SHARE_OF_LISTS = 0.05
"""Share of common words in a text of headings, lists and names, which is English where those of no other are near."""
_TIMES = 4
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
    letters = latin = words = common = other = read = 0
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
            plain = word.strip(".,:;!?()\"'*").lower()
            common += plain in _COMMON
            other += plain in _ELSEWHERE
        if read > _JUDGED_CHARACTERS:
            break
    if letters and latin < _LEAST_LATIN * letters:
        return False
    plain_enough = common >= _SHARE_OF_LISTS * words and common > _TIMES * other
    return words < _LEAST_WORDS or common >= _LEAST_SHARE * words or plain_enough
