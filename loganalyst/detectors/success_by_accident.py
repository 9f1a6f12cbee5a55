"""A run that failed succeeds, a fix is given as the reason, and the log shows that no fix was applied."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import is_stated
from loganalyst.model.event import Call, Claim, Predicate
from loganalyst.model.finding import Related
from loganalyst.model.limits import CONCLUSION_MESSAGES
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.transcript import Role

RULE = "success-by-accident"
_FIXED = frozenset({Predicate.FIXED, Predicate.WORKS})
_FAILED = frozenset({OutcomeKind.CANCELLED, OutcomeKind.FAILED, OutcomeKind.REFUSED})


@dataclass(frozen=True, slots=True)
class _Luck:
    """A run that succeeded though every edit since its failure had failed."""

    run: Call
    tried: Call


def find(context: Context) -> Iterator[Hit]:
    """Yield the sentences that give a fix as the reason, after a run that succeeded with no change between."""
    lucky = sorted(_lucky(context), key=lambda luck: luck.run.place.order)
    at = 0
    for claim in context.events.claims:
        while at < len(lucky) and lucky[at].run.place.order < claim.place.order:
            at += 1
        luck = lucky[at - 1] if at else None
        if luck is not None and _credits(claim) and claim.place.turn - luck.run.place.turn <= CONCLUSION_MESSAGES:
            yield _hit(claim, luck)
            lucky, at = lucky[at:], 0


def _credits(claim: Claim) -> bool:
    return claim.predicate in _FIXED and is_stated(claim)


def _lucky(context: Context) -> Iterator[_Luck]:
    """Yield the runs that succeed on the state on which they had failed, though an edit was tried between."""
    events = context.events
    failures, reruns = context.failures, context.reruns
    tried = [call for call in events.calls if call.changes_file and call.outcome.kind in _FAILED]
    orders = [call.place.order for call in tried]
    others = sorted(
        [step.place.order for step in context.steps if step.changes or step.runs]
        + [event.place.order for event in events.messages if event.place.role is Role.USER]
    )
    failed: dict[tuple[str, ...], Call] = {}
    for call in events.calls:
        key = reruns.key(call)
        if key is None:
            continue
        first = failed.pop(key, call)
        failure = failures.of(call)
        if failure is not None and not failure.may_pass and not failure.by_limit:
            failed[key] = call
        start, end = first.place.order, call.place.order
        attempts = tried[bisect_right(orders, start) : bisect_left(orders, end)]
        undisturbed = bisect_right(others, start) == bisect_left(others, end)
        if call.outcome.kind is OutcomeKind.OK and attempts and undisturbed:
            yield _Luck(call, attempts[-1])


def _hit(claim: Claim, luck: _Luck) -> Hit:
    related = (
        Related(
            luck.tried.span, luck.tried.place.message, luck.tried.place.location, "the edit, which did not come off"
        ),
        Related(luck.run.span, luck.run.place.message, luck.run.place.location, "the run that succeeded all the same"),
    )
    return Hit(claim.place, claim.span, related)
