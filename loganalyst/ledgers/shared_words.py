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
_VERDICTS = frozenset({
    "broken", "complete", "completed", "correct", "ended", "error", "errors", "exist", "exists", "fail", "failed",
    "fails", "finished", "fixed", "gone", "installed", "killed", "missing", "passed", "passes", "ready", "resolved",
    "running", "started", "stopped", "stuck", "success", "successful", "successfully", "worked",
})  # fmt: skip
"""Words that say how a thing is, and not which thing."""
_SHORTEST = 4
_ENOUGH = 2
"""Shared words that tie two texts together where none of them is a name that is exact by itself."""
_EXACT = re.compile(r"[0-9./_:@-]")
_MARKED = re.compile(r"`([^`\n]{1,200})`|\"([^\"\n]{1,200})\"|“([^”\n]{1,200})”|(?<!\w)'([^'\n]{1,200})'(?!\w)")
_SHORTEST_LINE = 10
"""Characters of a line for a sentence that holds it to repeat it."""
_MARKS = '`"*“”'
_INSIDE = frozenset("_+-")
"""Signs that a word may hold and none begins with."""


def distinctive_words(text: str) -> frozenset[str]:
    """Return the lower-case words of a text with four letters or a digit that are not words of every text."""
    found = (match[0] for match in _WORD.finditer(text.casefold()))
    return frozenset(
        word
        for word in found
        if word not in _STOP | _VERDICTS | GENERIC and (len(word) >= _SHORTEST or any(sign.isdigit() for sign in word))
    )


def holds_word(folded: str, word: str) -> bool:
    """Return whether a word stands by itself in a text, both in lower case, as ``distinctive_words`` tells words."""
    at = folded.find(word)
    while at >= 0:
        end, start = at + len(word), at
        while start and folded[start - 1] in _INSIDE:
            start -= 1
        begins = not start or not folded[start - 1].isalnum()
        if begins and (end == len(folded) or not (folded[end].isalnum() or folded[end] in _INSIDE)):
            return True
        at = folded.find(word, end)
    return False


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


def find_stated(text: str, output: str) -> str | None:
    """Return the line of an output that a sentence repeats, or what such a line says behind its last colon; or None."""
    said = _plain(text)
    lines = output.splitlines()
    for line, plain in zip(lines, _plain("\n".join(lines)).split("\n"), strict=False):
        if _ended(plain)[-_SHORTEST_LINE:] not in said:  # a line or its last part that is repeated ends so
            continue
        for part in (line.strip(), line.rpartition(": ")[2].strip()):
            stated = _ended(_plain(part))
            if _SHORTEST_LINE <= len(stated) <= len(said) and " " in stated and stated in said:
                return part
    return None


def _plain(text: str) -> str:
    """Return a text in lower case without the marks of code, quotation and emphasis."""
    plain = text.casefold()
    for mark in _MARKS:  # translating an output takes ten times as long where it holds one letter that is not ASCII
        plain = plain.replace(mark, "")
    return plain


def _ended(line: str) -> str:
    """Return a line without the full stops and blanks at its end."""
    return line.rstrip().rstrip(". ")
