"""Sentences that state nothing of the world: interjections, offers, lines that lead in, names of features."""

import re

from loganalyst.events.speech.predicate_words import BE
from loganalyst.events.speech.stance_words import FILLERS, NEGATORS
from loganalyst.events.speech.tokens import Token, read_tokens
from loganalyst.text.prose import BLANKED, Sentence, split_sentences

_PRAISE = frozenset({
    "amazing", "awesome", "brilliant", "certainly", "cool", "excellent", "fantastic", "glad", "good", "great",
    "impressive", "interesting", "lovely", "nice", "perfect", "sure", "super", "thank", "thanks", "wonderful", "wow",
})  # fmt: skip
_AROUND_PRAISE = frozenset({
    "a", "again", "all", "an", "and", "are", "choice", "day", "for", "hear", "idea", "is", "it", "job", "just", "luck",
    "much", "news", "of", "point", "progress", "question", "quite", "really", "so", "start", "that", "the", "these",
    "this", "to", "very", "was", "work", "you",
})  # fmt: skip
_OFFERS = (
    ("i", "can", "help"),
    ("i", "am", "happy", "to"),
    ("i", "am", "glad", "to"),
    ("i", "am", "here", "to"),
    ("i", "would", "be", "happy", "to"),
    ("i", "would", "be", "glad", "to"),
    ("happy", "to"),
)
_LEADING_IN = frozenset({"contains", "cover", "covers", "follows", "following", "include", "includes", "including"})
_ARTICLES = frozenset({"a", "an"})
_LONGEST_TERM = 4
"""Words of a term that a definition defines, with its article."""
_LABEL = re.compile(r"\s*(?:\*\*|__)([^*_\n:]{1,80}):?(?:\*\*|__)\s*:?\s*")
_LABELS_OF_NEWS = frozenset({
    "actual", "bug", "cause", "conclusion", "diagnosis", "evidence", "exit", "expected", "finding", "findings", "fix",
    "issue", "observed", "outcome", "problem", "reason", "result", "results", "state", "status", "verdict",
})  # fmt: skip
_FINITE = frozenset({
    "can", "could", "did", "do", "does", "failed", "fails", "had", "has", "have", "may", "might", "must", "passed",
    "passes", "should", "will", "would",
})  # fmt: skip


def says_nothing(text: str) -> bool:
    """Return whether a sentence of a speaker is none that could be true or false of the system at hand.

    True of praise and thanks alone, of an offer to help, of a line that only leads in a list (``It will include:``), of
    a definition (``A mutex is a lock``), and of the words behind the name of a feature that state nothing themselves.
    """
    return all(_is_idle(sentence) for sentence in split_sentences(text))


def names_feature(text: str) -> bool:
    """Return whether words behind a bold label name a feature, with no verb or figure that tells how things are."""
    label = _LABEL.match(text)
    if label is None or _LABELS_OF_NEWS & set(label[1].casefold().split()):
        return False
    words = {token.word for token in read_tokens(text[label.end() :])}
    telling = words & (BE | NEGATORS | _FINITE) or any(any(sign.isdigit() for sign in word) for word in words)
    return bool(words) and not telling


def _is_idle(sentence: Sentence) -> bool:
    tokens = [token for token in read_tokens(sentence.plain) if not token.is_mark]
    words = [token.word for token in tokens]
    if not words or BLANKED in sentence.plain:
        return False
    while len(words) > 1 and words[0] in FILLERS - {"i"}:
        words = words[1:]
    if set(words) <= _PRAISE | _AROUND_PRAISE | FILLERS and set(words) & (_PRAISE | FILLERS):
        return True
    if any(tuple(words[: len(offer)]) == offer for offer in _OFFERS):
        return True
    return _leads_in(sentence, words) or _defines(tokens)


def _leads_in(sentence: Sentence, words: list[str]) -> bool:
    if not sentence.plain.rstrip("* _").endswith(":"):
        return False
    return (
        words[-1] in _LEADING_IN - {"following"}
        or words[:2] in (["here", "is"], ["here", "are"])
        or (words[-1] == "following" and bool(set(words) & _LEADING_IN - {"following"}))
    )


def _defines(tokens: list[Token]) -> bool:
    """Return whether a sentence says what a kind of thing is: ``a … is a …``, with no word of here and now."""
    words = [token.word for token in tokens]
    at = next((i for i, word in enumerate(words[: _LONGEST_TERM + 1]) if word == "is"), None)
    return words[0] in _ARTICLES and at is not None and at + 1 < len(words) and words[at + 1] in _ARTICLES
