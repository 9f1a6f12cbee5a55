"""What was said, what stood behind it at that time, and what became of it."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from loganalyst.events.speech.idle import names_feature, says_nothing
from loganalyst.ledgers.bearing import Bearing
from loganalyst.ledgers.by_word import ChangesByWord
from loganalyst.ledgers.evidence import Evidence
from loganalyst.ledgers.fates import GOOD_NEWS, Fates, look_after_kill
from loganalyst.ledgers.outputs import Outputs
from loganalyst.ledgers.states import State
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.weights import Piece, Verdict, handles, weigh, words_of
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Claim, Predicate, Scope, Stance
from loganalyst.model.ledger import ClaimRow, ClaimStatus, Kill
from loganalyst.model.limits import CONCLUSION_MESSAGES, EVIDENCE_SHOWN
from loganalyst.model.span import Span
from loganalyst.model.transcript import Role
from loganalyst.text.units import find_numbers, find_sizes

_UNTOLD = frozenset({Stance.INTENDED, Stance.ASKED, Stance.QUOTED})
_SETTLED = frozenset({Stance.ASSERTED, Stance.NEGATED})
_WORDED = frozenset({Predicate.CAUSE, Predicate.OTHER})
_DEEDS = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})
_CREDITED = frozenset({Predicate.FIXED, Predicate.DONE})
_OF_ALL = frozenset({Predicate.DONE, Predicate.FINE, Predicate.WORKS})
_EARLIER = re.compile(r"\b(?:earlier|previous|already|first)\b", re.IGNORECASE)
_TELLING = 2
"""Names and figures that a line has to share with a sentence to say what it says."""
_EXISTENCE = frozenset({Predicate.ABSENT, Predicate.PRESENT})


def find_claims(timeline: Timeline, evidence: Evidence, kills: tuple[Kill, ...] = ()) -> tuple[ClaimRow, ...]:
    """Return a row for each sentence of the assistant that states something, in order.

    Evidence counts for a sentence only if its record came before it. The status is ``unknown`` where the log does not
    keep what could decide, and for speech that is not English.
    """
    book = _Book(timeline, evidence, kills)
    stated = (
        (number, claim)
        for number, claim in enumerate(timeline.events.claims)
        if claim.place.role is Role.ASSISTANT and claim.stance not in _UNTOLD and not _is_idle(claim)
    )
    return tuple(book.row(f"c{count}", number, claim) for count, (number, claim) in enumerate(stated, start=1))


class _Book:
    """Weighs the sentences of one transcript."""

    def __init__(self, timeline: Timeline, evidence: Evidence, kills: tuple[Kill, ...]) -> None:
        self.timeline = timeline
        self.kills = kills
        self.evidence = evidence
        self.bearing = Bearing(timeline)
        self.outputs = Outputs(timeline)
        self.changes = ChangesByWord(timeline)
        self.fates = Fates(timeline, evidence, self.changes, kills)
        self.foreign = timeline.events.language != "en"

    def row(self, row_id: str, number: int, claim: Claim) -> ClaimRow:
        """Return the row of one sentence."""
        status, shown = self._status(claim)
        fate, later, message = self.fates.of(claim) if not self.foreign else ("unknown", (), None)
        change = self.changes.last_before(claim)
        return ClaimRow(
            id=row_id,
            claim=number,
            text=claim.text,
            message=claim.place.message,
            stance=claim.stance,
            predicate=claim.predicate.value,
            span=claim.span,
            status=status,
            evidence=shown,
            fate=fate,
            later=later,
            later_message=message,
            last_change=change[1] if change is not None else None,
            in_reasoning=claim.in_reasoning,
        )

    def _status(self, claim: Claim) -> tuple[ClaimStatus, tuple[Span, ...]]:
        """Return what stood behind a sentence, with the newest evidence first."""
        if self.foreign or not self.timeline.events.transcript.outputs_recorded:
            return ClaimStatus.UNKNOWN, ()
        if claim.predicate in _WORDED or (claim.predicate is Predicate.PRESENT and _figures(claim.text)):
            return self._worded(claim)
        killed = look_after_kill(self.timeline, self.kills, claim)
        if killed is not None and killed[0].message < claim.place.message:
            return (ClaimStatus.SUPPORTED if killed[1] else ClaimStatus.CONTRADICTED), (killed[0],)
        weighed = list(self._weighed(claim))
        decisive = [(piece, verdict) for piece, verdict in weighed if verdict is not Verdict.WEAK]
        if decisive:
            newest = decisive[0][1]
            shown = _spans(piece for piece, verdict in decisive if verdict is newest)
            return self._decided(claim, *decisive[0]), shown
        if weighed:
            return ClaimStatus.TOO_WEAK, _spans(piece for piece, _ in weighed)
        return (ClaimStatus.UNKNOWN, ()) if self._gap(claim) else self.outputs.read(claim)

    def _decided(self, claim: Claim, piece: Piece, verdict: Verdict) -> ClaimStatus:
        """Return the status of a sentence by the newest piece that speaks for it or against it."""
        if claim.stance not in _SETTLED:
            return ClaimStatus.UNKNOWN
        if verdict is Verdict.AGAINST:
            return ClaimStatus.CONTRADICTED
        if piece.order < self._last_change_order(claim):
            return ClaimStatus.UNSUPPORTED
        if _judges_all(claim) or self._credits_earlier(claim, piece):
            return ClaimStatus.TOO_WEAK
        return ClaimStatus.SUPPORTED

    def _weighed(self, claim: Claim) -> Iterator[tuple[Piece, Verdict]]:
        for piece in self.evidence.before(claim):
            verdict = weigh(claim, piece)
            unnamed = verdict is not Verdict.WEAK and claim.predicate in _EXISTENCE and not handles(claim) & piece.words
            against = verdict is Verdict.AGAINST
            hoped = against and claim.stance is Stance.HEDGED and claim.predicate in GOOD_NEWS
            stale = hoped or (against and claim.place.turn - piece.turn > CONCLUSION_MESSAGES)
            if verdict is not None and not unnamed and not stale and self.bearing.settles(claim, piece, verdict):
                yield piece, verdict

    def _last_change_order(self, claim: Claim) -> int:
        """Return when the last change came that a sentence of good news has to be checked after."""
        if claim.predicate not in GOOD_NEWS - {Predicate.DONE, Predicate.FIXED}:
            return -1
        change = self.changes.last_before(claim)
        return change[0] if change is not None else -1

    def _credits_earlier(self, claim: Claim, piece: Piece) -> bool:
        """Return whether a sentence gives an earlier step the credit, and what shows it came of a later one as well."""
        if claim.predicate not in _CREDITED or _EARLIER.search(claim.text) is None:
            return False
        return any(one.command.role in _DEEDS for one in self.timeline.in_call.get(piece.call, ()))

    def _gap(self, claim: Claim) -> bool:
        """Return whether the answer that could decide is missing, cut or hidden."""
        calls = self.timeline.events.calls
        at = bisect_left(calls, claim.place.order, key=lambda call: call.place.order) - 1
        call = self.timeline.calls.get(claim.about_call) if claim.about_call is not None else None
        if call is None or call.place.order >= claim.place.order:
            call = calls[at] if at >= 0 else None
        if call is None:
            return False
        lost = self.timeline.damaged(call.place.message, claim.place.message)
        return lost or call.outcome.truncated or call.seq not in self.timeline.results

    def _worded(self, claim: Claim) -> tuple[ClaimStatus, tuple[Span, ...]]:
        """Return whether one line seen before names all that a sentence of a cause or of facts names.

        Names alone are in any line about the thing, so that a figure has to be among them; and no line shows a cause by
        naming it, or bears out what is only supposed.
        """
        if claim.predicate is Predicate.CAUSE:
            return self.outputs.read(claim)
        if claim.stance is Stance.NEGATED:
            failed = self._failed(claim)
            return (ClaimStatus.SUPPORTED if failed else ClaimStatus.UNKNOWN), failed
        figures = _figures(claim.text)
        names = handles(claim) | figures
        if claim.stance is not Stance.ASSERTED or not figures or len(names) < _TELLING:
            return ClaimStatus.UNKNOWN, ()
        for piece in self.evidence.before(claim):
            if names <= words_of(piece.span.quote) | _figures(piece.span.quote):
                return ClaimStatus.SUPPORTED, (piece.span,)
        return ClaimStatus.UNKNOWN, ()

    def _failed(self, claim: Claim) -> tuple[Span, ...]:
        """Return what was seen to fail by the very name of a thing of which a sentence says what it does not do."""
        names = handles(claim)
        seen = (piece for piece in self.evidence.before(claim) if piece.state is State.BAD and names & piece.own)
        return _spans(seen)


def _is_idle(claim: Claim) -> bool:
    """Return whether a sentence is an interjection, an offer, a lead-in, a definition or the name of a feature."""
    return says_nothing(claim.text) or (claim.predicate is Predicate.OTHER and names_feature(claim.text))


def _figures(text: str) -> frozenset[str]:
    """Return the numbers in a text, as written."""
    return frozenset(text[found.start : found.end] for found in (*find_numbers(text), *find_sizes(text)))


def _spans(pieces: Iterator[Piece]) -> tuple[Span, ...]:
    return tuple(dict.fromkeys(piece.span for piece in pieces))[:EVIDENCE_SHOWN]


def _judges_all(claim: Claim) -> bool:
    """Return whether a sentence calls all, or the rest, of something done or fine, of which one step shows a part."""
    return claim.scope in {Scope.ALL, Scope.REST} and claim.predicate in _OF_ALL
