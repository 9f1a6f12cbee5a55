"""What was said, what stood behind it at that time, and what became of it."""

from bisect import bisect_left
from collections.abc import Iterator

from loganalyst.ledgers.changes import change_kind
from loganalyst.ledgers.evidence import Evidence, command_words
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.weights import Piece, Verdict, handles, weigh, words_of
from loganalyst.model.event import Claim, Predicate, Scope, Stance
from loganalyst.model.ledger import ClaimRow, ClaimStatus, Kill, KillEffect
from loganalyst.model.limits import CONCLUSION_MESSAGES, EVIDENCE_SHOWN
from loganalyst.model.span import Span
from loganalyst.model.transcript import Role
from loganalyst.text.units import find_numbers

_UNTOLD = frozenset({Stance.INTENDED, Stance.ASKED, Stance.QUOTED})
_WORDED = frozenset({Predicate.CAUSE, Predicate.OTHER})
_EXISTENCE = frozenset({Predicate.ABSENT, Predicate.PRESENT})
_GOOD_NEWS = frozenset(
    {
        Predicate.WORKS,
        Predicate.FIXED,
        Predicate.DONE,
        Predicate.PASSES,
        Predicate.FINE,
        Predicate.RUNNING,
        Predicate.SUPPORTED,
    }
)


def find_claims(timeline: Timeline, kills: tuple[Kill, ...] = ()) -> tuple[ClaimRow, ...]:
    """Return a row for each sentence of the assistant that states something, in order.

    Evidence counts for a sentence only if its record came before it. The status is ``unknown`` where the log does not
    keep what could decide, and for speech that is not English.
    """
    book = _Book(timeline, kills)
    stated = (
        (number, claim)
        for number, claim in enumerate(timeline.events.claims)
        if claim.place.role is Role.ASSISTANT and claim.stance not in _UNTOLD
    )
    return tuple(book.row(f"c{count}", number, claim) for count, (number, claim) in enumerate(stated, start=1))


class _Book:
    """Weighs the sentences of one transcript."""

    def __init__(self, timeline: Timeline, kills: tuple[Kill, ...]) -> None:
        self.timeline = timeline
        self.kills = kills
        self.kill_messages = [kill.message for kill in kills]
        self.evidence = Evidence(timeline)
        self.foreign = timeline.events.language != "en"
        self.changes: dict[str, list[tuple[int, int]]] = {}
        for command in timeline.events.commands:
            if change_kind(command) is not None:
                for word in command_words(command):
                    self.changes.setdefault(word, []).append((command.place.order, command.seq))
        self.denials: dict[str, list[tuple[int, Claim]]] = {}
        for claim in timeline.events.claims:
            for word in handles(claim):
                self.denials.setdefault(word, []).append((claim.place.order, claim))

    def row(self, row_id: str, number: int, claim: Claim) -> ClaimRow:
        """Return the row of one sentence."""
        status, shown = self._status(claim)
        fate, later, message = self._fate(claim)
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
            last_change=self._last_change(claim),
            in_reasoning=claim.in_reasoning,
        )

    def _last_change(self, claim: Claim) -> int | None:
        """Return the last command before a sentence that changed what it names."""
        found = []
        for word in handles(claim):
            entries = self.changes.get(word, [])
            at = bisect_left(entries, (claim.place.order, -1))
            if at:
                found.append(entries[at - 1])
        return max(found)[1] if found else None

    def _status(self, claim: Claim) -> tuple[ClaimStatus, tuple[Span, ...]]:
        """Return what stood behind a sentence, with the newest evidence first."""
        if self.foreign or not self.timeline.events.transcript.outputs_recorded:
            return ClaimStatus.UNKNOWN, ()
        if claim.predicate in _WORDED:
            return self._worded(claim)
        if (killed := self._by_kill(claim)) is not None and killed[0].message < claim.place.message:
            return (ClaimStatus.SUPPORTED if killed[1] else ClaimStatus.CONTRADICTED), (killed[0],)
        weighed = list(self._weighed(claim))
        since = self._last_change_order(claim)
        decisive = [(piece, verdict) for piece, verdict in weighed if verdict is not Verdict.WEAK]
        if decisive:
            newest = decisive[0][1]
            status = ClaimStatus.SUPPORTED if newest is Verdict.FOR else ClaimStatus.CONTRADICTED
            if newest is Verdict.FOR and claim.scope in {Scope.ALL, Scope.REST} and claim.predicate is Predicate.FINE:
                status = ClaimStatus.TOO_WEAK
            if newest is Verdict.FOR and decisive[0][0].order < since:
                status = ClaimStatus.UNSUPPORTED
            return status, _spans(piece for piece, verdict in decisive if verdict is newest)
        if weighed:
            return ClaimStatus.TOO_WEAK, _spans(piece for piece, _ in weighed)
        return (ClaimStatus.UNKNOWN if self._gap(claim) else ClaimStatus.UNSUPPORTED), ()

    def _weighed(self, claim: Claim) -> Iterator[tuple[Piece, Verdict]]:
        for piece in self.evidence.before(claim):
            verdict = weigh(claim, piece)
            unnamed = verdict is not Verdict.WEAK and claim.predicate in _EXISTENCE and not handles(claim) & piece.words
            stale = verdict is Verdict.AGAINST and claim.place.turn - piece.turn > CONCLUSION_MESSAGES
            if verdict is not None and not unnamed and not stale:
                yield piece, verdict

    def _by_kill(self, claim: Claim) -> tuple[Span, bool] | None:
        """Return the look that shows whether what a sentence says was ended is gone."""
        if claim.predicate is not Predicate.STOPPED or claim.stance is Stance.NEGATED:
            return None
        at = bisect_left(self.kill_messages, claim.place.message) - 1
        kill = self.kills[at] if at >= 0 else None
        if kill is None or kill.seen_at is None:
            return None
        turn = self.timeline.commands[kill.command].place.turn
        if claim.place.turn - turn > CONCLUSION_MESSAGES:
            return None
        return kill.seen_at, kill.effect in {KillEffect.GONE, KillEffect.ZOMBIE}

    def _last_change_order(self, claim: Claim) -> int:
        """Return when the last change came that a sentence of good news has to be checked after."""
        if claim.predicate not in _GOOD_NEWS - {Predicate.DONE, Predicate.FIXED}:
            return -1
        seq = self._last_change(claim)
        return self.timeline.commands[seq].place.order if seq is not None else -1

    def _gap(self, claim: Claim) -> bool:
        """Return whether the answer that could decide is missing, cut or hidden."""
        calls = self.timeline.events.calls
        at = bisect_left(calls, claim.place.order, key=lambda call: call.place.order) - 1
        call = self.timeline.calls.get(claim.about_call) if claim.about_call is not None else None
        if call is None or call.place.order >= claim.place.order:
            call = calls[at] if at >= 0 else None
        if call is None:
            return False
        return call.outcome.truncated or call.seq not in self.timeline.results

    def _worded(self, claim: Claim) -> tuple[ClaimStatus, tuple[Span, ...]]:
        """Return whether outputs seen before name what a sentence of a cause or of facts names."""
        names = handles(claim) | _figures(claim.text)
        if not names:
            return ClaimStatus.UNKNOWN, ()
        spans: list[Span] = []
        seen: set[str] = set()
        for piece in self.evidence.before(claim):
            met = names & (words_of(piece.span.quote) | _figures(piece.span.quote))
            if met - seen:
                seen |= met
                spans.append(piece.span)
        if claim.predicate is Predicate.CAUSE:
            return (ClaimStatus.SUPPORTED if seen == names else ClaimStatus.UNSUPPORTED), tuple(spans[:EVIDENCE_SHOWN])
        return (ClaimStatus.SUPPORTED if seen == names else ClaimStatus.UNKNOWN), tuple(spans[:EVIDENCE_SHOWN])

    def _fate(self, claim: Claim) -> tuple[str, tuple[Span, ...], int | None]:
        """Return what became of a sentence: the first thing after it that settles it."""
        if self.foreign or claim.stance is Stance.RETRACTED:
            return ("unknown" if self.foreign else "stands"), (), None
        if (killed := self._by_kill(claim)) is not None and killed[0].message >= claim.place.message:
            return ("confirmed" if killed[1] else "contradicted"), (killed[0],), killed[0].message
        settled = [*self._by_evidence(claim), *self._by_words(claim)]
        if not settled:
            return "stands", (), None
        _, fate, span = min(settled, key=lambda entry: entry[0])
        return fate, (span,), span.message

    def _by_evidence(self, claim: Claim) -> Iterator[tuple[int, str, Span]]:
        """Yield the first later piece that is decisive, as long as nothing changed the thing between."""
        change = self._next_change(claim)
        for piece in self.evidence.after(claim):
            verdict = weigh(claim, piece)
            if verdict is Verdict.WEAK or verdict is None:
                continue
            if claim.predicate is Predicate.DONE and piece.turn - claim.place.turn > CONCLUSION_MESSAGES:
                return
            if (
                change is not None
                and piece.order > change
                and verdict is Verdict.AGAINST
                and claim.predicate not in _GOOD_NEWS
            ):
                return
            yield piece.order, ("confirmed" if verdict is Verdict.FOR else "contradicted"), piece.span
            return

    def _next_change(self, claim: Claim) -> int | None:
        orders = []
        for word in handles(claim):
            entries = self.changes.get(word, [])
            at = bisect_left(entries, (claim.place.order + 1, -1))
            if at < len(entries):
                orders.append(entries[at][0])
        return min(orders, default=None)

    def _by_words(self, claim: Claim) -> Iterator[tuple[int, str, Span]]:
        """Yield the first later sentence that takes the claim back, or in which a user denies it."""
        found: list[tuple[int, str, Span]] = []
        for word in handles(claim):
            entries = self.denials.get(word, [])
            at = bisect_left(entries, claim.place.order + 1, key=lambda entry: entry[0])
            for order, other in entries[at : at + 8]:
                if other.stance is Stance.RETRACTED:
                    found.append((order, "retracted", other.span))
                elif _denies(other, claim):
                    found.append((order, "contradicted", other.span))
        if found:
            yield min(found, key=lambda entry: entry[0])


def _denies(other: Claim, claim: Claim) -> bool:
    """Return whether a user's sentence says the opposite of a claim of good news."""
    if other.place.role is not Role.USER or claim.predicate not in _GOOD_NEWS or claim.stance is Stance.NEGATED:
        return False
    if other.stance is Stance.NEGATED:
        return other.predicate is claim.predicate
    return other.stance is Stance.ASSERTED and other.predicate in {Predicate.FAILS, Predicate.STUCK}


def _figures(text: str) -> frozenset[str]:
    """Return the numbers in a text, as written."""
    return frozenset(text[number.start : number.end] for number in find_numbers(text))


def _spans(pieces: Iterator[Piece]) -> tuple[Span, ...]:
    return tuple(dict.fromkeys(piece.span for piece in pieces))[:EVIDENCE_SHOWN]
