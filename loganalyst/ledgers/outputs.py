"""What the last outputs before a sentence say in its own words, where no reader of outputs drew a fact from them."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from loganalyst.ledgers.fates import GOOD_NEWS
from loganalyst.ledgers.quotes import quote_piece
from loganalyst.ledgers.shared_words import distinctive_words, find_stated, holds_word
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import Claim, Predicate, Result, Stance
from loganalyst.model.ledger import ClaimStatus
from loganalyst.model.limits import EVIDENCE_BACK
from loganalyst.model.span import Span

_NOT_BY_WORDS = GOOD_NEWS | {Predicate.CAUSE}
"""What no line of an output shows by saying it: success is shown by a run, and a cause by more than its effect."""


class Outputs:
    """The recorded outputs of a session, to be asked whether they hold the words of a sentence."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._results = sorted(timeline.events.results, key=lambda result: result.place.order)
        self._orders = [result.place.order for result in self._results]

    def read(self, claim: Claim) -> tuple[ClaimStatus, tuple[Span, ...]]:
        """Return what the last outputs before a sentence make of it, for which there is no other evidence.

        It is supported where it repeats a line of them, ``unknown`` where a word that tells things apart stands in them
        or in a file that the speaker wrote meanwhile, and unsupported else.
        """
        recent = list(self._recent(claim))
        if claim.stance is Stance.ASSERTED and claim.predicate not in _NOT_BY_WORDS:
            for result in recent:
                piece = find_stated(claim.text, result.text)
                span = quote_piece(self._timeline.events.transcript, result.span, piece) if piece else None
                if span is not None:
                    return ClaimStatus.SUPPORTED, (span,)
        words = distinctive_words(claim.text)
        told = any(holds_word(self._told(result), word) for result in recent for word in words)
        return (ClaimStatus.UNKNOWN if told else ClaimStatus.UNSUPPORTED), ()

    def _recent(self, claim: Claim) -> Iterator[Result]:
        """Yield the last results before a sentence, the newest first, as many as the table of limits says."""
        end = bisect_left(self._orders, claim.place.order)
        yield from reversed(self._results[max(0, end - EVIDENCE_BACK) : end])

    def _told(self, result: Result) -> str:
        """Return in lower case what an output says, with a file that its call wrote."""
        call = self._timeline.calls.get(result.call) if result.call is not None else None
        written = call.text if call is not None and (call.changes_file or "<<" in call.text) else ""
        return _folded(f"{result.text}\n{written}" if written else result.text)


@lru_cache(maxsize=EVIDENCE_BACK)
def _folded(text: str) -> str:
    """Return a text in lower case; sentences that follow each other ask about the same outputs."""
    return text.casefold()
