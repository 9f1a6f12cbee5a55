"""Whether a phrase is said of something, or only stands there as a noun, an attribute or an infinitive."""

from collections.abc import Sequence

from loganalyst.events.speech.phrases import Match
from loganalyst.events.speech.predicate_words import (
    ADJECTIVES,
    ADVERBS,
    AUXILIARIES,
    BASE_FORMS,
    BE,
    BEFORE_BARE_VERB,
    DETERMINERS,
    FOLLOWERS,
    NEEDS,
    NOUNS_TOO,
    PARTICIPLES,
    PRONOUNS,
)
from loganalyst.events.speech.tokens import Token
from loganalyst.model.event import Predicate
from loganalyst.text.prose import BLANKED

_BACK = 3
"""Words before a participle among which its auxiliary is sought."""


_PEOPLE = frozenset({"i", "we", "you"})
_FAR_BACK = 6
"""Words before an adverb among which the ``to`` of an infinitive is sought."""


def is_predicated(tokens: Sequence[Token], match: Match[Predicate]) -> bool:
    """Return whether a phrase states something in its row of tokens."""
    before = tokens[match.start - 1].word if match.start else ""
    if before == "being":
        return False
    if before == "to" or (before == "be" and match.start > 1 and tokens[match.start - 2].word in {"to", "not"}):
        return _seems_to(tokens, match.start)
    return _fits(tokens, match, before)


def _fits(tokens: Sequence[Token], match: Match[Predicate], before: str) -> bool:
    """Return whether a phrase of its kind of word stands where such a word states something."""
    word = tokens[match.start].word
    following = tokens[match.end].word if match.end < len(tokens) else ""
    fits = True
    if word.startswith("work") and following == "on":
        fits = False
    elif word == "ready" and following == "to":
        fits = not any(token.word in _PEOPLE for token in tokens[: match.start])
    elif word in BASE_FORMS:
        fits = _takes_bare_verb(before)
    elif word in NOUNS_TOO:
        fits = before in PRONOUNS or following in DETERMINERS
    elif word in ADVERBS:
        fits = all(token.word != "to" for token in tokens[max(0, match.start - _FAR_BACK) : match.start])
    elif word == "running":
        fits = _is_running(tokens, match)
    elif word in PARTICIPLES | ADJECTIVES:
        fits = _is_verbal(tokens, match, before)
    return fits


def _is_verbal(tokens: Sequence[Token], match: Match[Predicate], before: str) -> bool:
    """Return whether a participle or adjective is no attribute of the noun behind it.

    ``it is fixed``, ``already fixed``, ``fixed the script``, ``script fixed`` state something; ``the fixed script`` and
    ``successful tasks`` do not.
    """
    following = tokens[match.end].word if match.end < len(tokens) else ""
    ends = not following or tokens[match.end].is_mark or following in FOLLOWERS
    if before in DETERMINERS:
        return not following or tokens[match.end].is_mark or following in BE
    back = {token.word for token in tokens[max(0, match.start - _BACK) : match.start]}
    if back & AUXILIARIES or before in PRONOUNS:
        return True
    if not before and tokens[match.start].word in ADJECTIVES:
        return not following
    return ends or following in DETERMINERS or following == BLANKED


def _takes_bare_verb(before: str) -> bool:
    """Return whether a word may stand in front of a bare verb: a plural, a pronoun, an auxiliary."""
    return before in BEFORE_BARE_VERB or (before.endswith("s") and before not in DETERMINERS | BE)


def _seems_to(tokens: Sequence[Token], at: int) -> bool:
    """Return whether an infinitive states something: ``seems to work`` does, ``needs to be fixed`` does not."""
    back = [token.word for token in tokens[max(0, at - _BACK) : at]]
    return any(word.startswith(("seem", "appear")) for word in back) and not NEEDS & set(back)


def _is_running(tokens: Sequence[Token], match: Match[Predicate]) -> bool:
    """Return whether ``running`` tells a state, as it does behind a form of ``be`` or at the end."""
    back = {token.word for token in tokens[max(0, match.start - _BACK) : match.start]}
    return bool(back & BE) or match.end == len(tokens) or (match.start > 0 and tokens[0].word not in DETERMINERS)
