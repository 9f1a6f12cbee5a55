"""Words that a sentence and what the log holds have in common, without those that nearly any two texts share."""

import re

from loganalyst.events.topic_words import COMMON_PATHS, COMMON_WORDS
from loganalyst.ledgers.weights import GENERIC, Piece, handles, words_of
from loganalyst.model.event import Claim

_WORD = re.compile(r"[^\W_][\w+-]*")
_STOP = frozenset({
    "about", "above", "after", "again", "already", "also", "another", "back", "because", "been", "before", "being",
    "below", "both", "but", "came", "case", "code", "comes", "could", "currently", "does", "doing", "done", "each",
    "else", "even", "every", "everything", "finally", "find", "first", "from", "further", "gets", "give", "good",
    "great", "have", "having", "here", "however", "indeed", "into", "issue", "just", "keep", "last", "later", "like",
    "likely", "looks", "made", "make", "makes", "many", "means", "might", "more", "most", "much", "must", "need",
    "needs", "next", "nothing", "once", "only", "other", "otherwise", "over", "part", "problem", "properly", "rather",
    "really", "same", "seem", "seems", "should", "since", "some", "something", "still", "such", "system", "take",
    "takes", "than", "that", "their", "them", "then", "there", "these", "they", "thing", "things", "this", "those",
    "through", "under", "until", "used", "user", "uses", "using", "very", "want", "well", "were", "what", "when",
    "where", "whether", "which", "while", "will", "with", "within", "without", "works", "working", "would", "your",
})  # fmt: skip
_SHORTEST = 4
_ENOUGH = 2
"""Shared words that tie two texts together where none of them is a name that is exact by itself."""
_EXACT = re.compile(r"[0-9./_:@-]")
_MARKED = re.compile(r"`([^`\n]{1,200})`|\"([^\"\n]{1,200})\"|“([^”\n]{1,200})”|(?<!\w)'([^'\n]{1,200})'(?!\w)")
_SHORTEST_LINE = 10


def distinctive_words(text: str) -> frozenset[str]:
    """Return the lower-case words of a text with four letters or a digit that are not words of every text."""
    found = (match[0] for match in _WORD.finditer(text.casefold()))
    return frozenset(
        word
        for word in found
        if word not in _STOP | GENERIC and (len(word) >= _SHORTEST or any(sign.isdigit() for sign in word))
    )


def marked_words(text: str) -> frozenset[str]:
    """Return the lower-case words that a text sets in code or in quotation marks."""
    quoted = " ".join(next(part for part in found.groups() if part) for found in _MARKED.finditer(text))
    return words_of(quoted) - COMMON_WORDS - GENERIC


def ties(claim: Claim, piece: Piece) -> bool:
    """Return whether a piece is surely about what a sentence names.

    It is for the call that the sentence comments, for what was observed of that very name, for an exact name (a path,
    a number, a subject, words set in code), and for two words that tell things apart; a single common word could stand
    for something else.
    """
    names = handles(claim)
    if not names or piece.call == claim.about_call or names & piece.own:
        return True
    shared = names & (piece.words | words_of(piece.span.quote))
    exact = marked_words(claim.text) | {word for word in names if _EXACT.search(word)} - COMMON_PATHS
    subjects = {subject.name.casefold() for subject in claim.subjects}
    if shared & (exact | subjects):
        return True
    spoken = distinctive_words(claim.text) & (piece.words | distinctive_words(piece.span.quote))
    return len(shared | spoken) >= _ENOUGH


def states_line(text: str, output: str) -> bool:
    """Return whether a sentence repeats a line of an output, or what such a line says behind its last colon."""
    said = text.casefold().replace("`", "").replace('"', "").replace("*", "")
    for line in output.casefold().splitlines():
        for part in (line.strip(" .\t"), line.rpartition(": ")[2].strip(" .\t")):
            plain = part.replace("`", "").replace('"', "")
            if len(plain) >= _SHORTEST_LINE and " " in plain and plain in said:
                return True
    return False
