"""Which sentences an output can settle at all, and which pieces of evidence are about them."""

import re

from loganalyst.ledgers.shared_words import ties
from loganalyst.ledgers.states import State
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.weights import Piece, Verdict, handles, words_of
from loganalyst.model.event import Claim, Predicate
from loganalyst.model.limits import ONGOING_MESSAGES
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.transcript import Media, field_text

OWNS_UP = re.compile(
    r"\b(?:but|however|except|although|apart from|despite|error|fail\w*|warning|as expected|expected|reproduc\w+"
    r"|while|though|raise[sd]? an?|\w{2,40}(?:Error|Exception)|most(?:ly)?|partly|partially|still)\b",
    re.IGNORECASE,
)
"""Words by which a sentence says itself what an output shows of trouble."""
_EARLIER = re.compile(r"\b(?:earlier|previous(?:ly)?|already|before)\b", re.IGNORECASE)
_NEAR = 400
"""Characters around a claim within which its sentence is sought."""
_MARKS = (". ", "! ", "? ", "\n")
_FAILED = frozenset({OutcomeKind.FAILED, OutcomeKind.KILLED, OutcomeKind.REFUSED, OutcomeKind.TIMED_OUT})
_TROUBLE = frozenset({Predicate.FAILS, Predicate.STUCK, Predicate.THRASHES, Predicate.TAKES_LONG})


class Bearing:
    """Tells what bears on the sentences of one transcript."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._first_ends: dict[tuple[int, int], int] = {}

    def settles(self, claim: Claim, piece: Piece, verdict: Verdict) -> bool:
        """Return whether a piece with a verdict says something of the very thing that a sentence speaks of.

        A piece that shares no name with a sentence is about it only where the sentence comments its call, which it does
        in the first paragraph behind it and not in a list; that a file was written says nothing of another thing, and a
        listing nothing of what is there much later. A line of trouble in the output of a call that went well
        speaks against a sentence only where that names the same thing, and an older answer not at all where the same
        thing has been looked at since.
        """
        if not ties(claim, piece):
            return False
        shared = handles(claim) & (piece.words | words_of(piece.span.quote))
        if not shared and (piece.state is State.WRITTEN or not self._opens(claim)):
            return False
        if claim.predicate is Predicate.PRESENT and claim.place.turn - piece.turn > ONGOING_MESSAGES:
            return False
        return verdict is not Verdict.AGAINST or self.refutes(claim, piece)

    def refutes(self, claim: Claim, piece: Piece) -> bool:
        """Return whether a piece that speaks against a sentence is the newest look at what the sentence names.

        Nothing refutes a sentence that tells of an earlier time, or that names the trouble itself.
        """
        if _EARLIER.search(claim.text) or (claim.predicate not in _TROUBLE and self.owns_up(claim)):
            return False
        names = handles(claim)
        passing = piece.own and piece.state in {State.BAD, State.MISSING} and not names & piece.own
        if passing and self._timeline.calls[piece.call].outcome.kind not in _FAILED:
            return False
        return piece.call == claim.about_call or not self._looked_since(claim, piece)

    def owns_up(self, claim: Claim) -> bool:
        """Return whether the sentence of which a claim is a clause names a failure or a limit itself."""
        return OWNS_UP.search(self._sentence(claim)) is not None

    def _looked_since(self, claim: Claim, piece: Piece) -> bool:
        """Return whether the last call before a sentence is a newer look at what the sentence names."""
        result = self._timeline.results.get(claim.about_call) if claim.about_call is not None else None
        if result is None or claim.about_call is None or not piece.order < result.place.order < claim.place.order:
            return False
        names = handles(claim)
        return not names or bool(names & words_of(self._timeline.calls[claim.about_call].text))

    def _opens(self, claim: Claim) -> bool:
        """Return whether a sentence stands in the first paragraph of what its speaker wrote."""
        key = (claim.span.message, claim.span.part)
        if key not in self._first_ends:
            text = self._part(claim)
            end = text.find("\n", len(text) - len(text.lstrip()))
            self._first_ends[key] = len(text) if end < 0 else end
        return claim.span.start <= self._first_ends[key]

    def _sentence(self, claim: Claim) -> str:
        """Return the sentence of which a claim may be one clause, as far as it is near."""
        text = self._part(claim)
        first, last = max(0, claim.span.start - _NEAR), min(len(text), claim.span.end + _NEAR)
        start = max(text.rfind(mark, first, claim.span.start) for mark in _MARKS)
        ends = [at for mark in _MARKS if (at := text.find(mark, claim.span.end - 1, last)) >= 0]
        return text[max(start + 1, first) : min(ends, default=last)]

    def _part(self, claim: Claim) -> str:
        message = self._timeline.events.transcript.message(claim.span.message)
        part = message.parts[claim.span.part] if message is not None else None
        return "" if part is None or isinstance(part, Media) else field_text(part, claim.span.field) or ""
