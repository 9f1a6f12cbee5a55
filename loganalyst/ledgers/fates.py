"""What became of sentences after they were said."""

from bisect import bisect_left
from collections.abc import Iterator

from loganalyst.ledgers.bearing import Bearing
from loganalyst.ledgers.by_word import ChangesByWord, SentencesByWord
from loganalyst.ledgers.evidence import Evidence
from loganalyst.ledgers.shared_words import ties
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.weights import Verdict, weigh
from loganalyst.model.event import Claim, Predicate, Stance
from loganalyst.model.ledger import Kill, KillEffect
from loganalyst.model.limits import CONCLUSION_MESSAGES
from loganalyst.model.span import Span
from loganalyst.model.transcript import Role

GOOD_NEWS = frozenset(
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
"""Predicates of which one wants to hear, and which a later failure takes back."""


def look_after_kill(timeline: Timeline, kills: tuple[Kill, ...], claim: Claim) -> tuple[Span, bool] | None:
    """Return the look that shows whether what a sentence says was ended is gone; None where there is no such look."""
    if claim.predicate is not Predicate.STOPPED or claim.stance is Stance.NEGATED:
        return None
    at = bisect_left(kills, claim.place.message, key=lambda kill: kill.message) - 1
    kill = kills[at] if at >= 0 else None
    if kill is None or kill.seen_at is None:
        return None
    if claim.place.turn - timeline.commands[kill.command].place.turn > CONCLUSION_MESSAGES:
        return None
    return kill.seen_at, kill.effect in {KillEffect.GONE, KillEffect.ZOMBIE}


class Fates:
    """Finds the first thing that settles a sentence."""

    def __init__(self, timeline: Timeline, evidence: Evidence, changes: ChangesByWord, kills: tuple[Kill, ...]) -> None:
        self.timeline = timeline
        self.evidence = evidence
        self.changes = changes
        self.kills = kills
        self.bearing = Bearing(timeline)
        self.sentences = SentencesByWord(timeline)

    def of(self, claim: Claim) -> tuple[str, tuple[Span, ...], int | None]:
        """Return what became of a sentence: the first thing after it that settles it."""
        if claim.stance is Stance.RETRACTED:
            return "stands", (), None
        killed = look_after_kill(self.timeline, self.kills, claim)
        if killed is not None and killed[0].message >= claim.place.message:
            return ("confirmed" if killed[1] else "contradicted"), (killed[0],), killed[0].message
        settled = [*self._by_evidence(claim), *self._by_words(claim)]
        if not settled:
            return "stands", (), None
        _, fate, span = min(settled, key=lambda entry: entry[0])
        return fate, (span,), span.message

    def _by_evidence(self, claim: Claim) -> Iterator[tuple[int, str, Span]]:
        """Yield the first later piece that is decisive, as long as nothing changed the thing between."""
        change = self.changes.first_after(claim)
        pieces = tuple(self.evidence.after(claim))
        tied = {piece.call for piece in pieces if ties(claim, piece)}
        for piece in pieces:
            verdict = weigh(claim, piece)
            if verdict is Verdict.WEAK or verdict is None or piece.call not in tied:
                continue
            if verdict is Verdict.AGAINST and not self.bearing.refutes(claim, piece):
                continue
            if claim.predicate is Predicate.DONE and piece.turn - claim.place.turn > CONCLUSION_MESSAGES:
                return
            if (
                change is not None
                and piece.order > change
                and verdict is Verdict.AGAINST
                and claim.predicate not in GOOD_NEWS
            ):
                return
            yield piece.order, ("confirmed" if verdict is Verdict.FOR else "contradicted"), piece.span
            return

    def _by_words(self, claim: Claim) -> Iterator[tuple[int, str, Span]]:
        """Yield the first later sentence that takes the claim back, or in which a user denies it."""
        found: list[tuple[int, str, Span]] = []
        for order, other in self.sentences.after(claim):
            if other.stance is Stance.RETRACTED:
                found.append((order, "retracted", other.span))
            elif _denies(other, claim):
                found.append((order, "contradicted", other.span))
        if found:
            yield min(found, key=lambda entry: entry[0])


def _denies(other: Claim, claim: Claim) -> bool:
    """Return whether a user's sentence says the opposite of a claim of good news."""
    if other.place.role is not Role.USER or claim.predicate not in GOOD_NEWS or claim.stance is Stance.NEGATED:
        return False
    if other.stance is Stance.NEGATED:
        return other.predicate is claim.predicate
    return other.stance is Stance.ASSERTED and other.predicate in {Predicate.FAILS, Predicate.STUCK}
