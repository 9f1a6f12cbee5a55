"""A sentence of the assistant is refuted by what the log shows, or the user says, later."""

from bisect import bisect_right
from collections.abc import Iterator

from loganalyst.detectors.same_error_again import find_remedied
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import hangs_on, is_stated
from loganalyst.detectors.user_reports import find_refuted
from loganalyst.model.event import Claim, Predicate
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import ClaimRow
from loganalyst.model.transcript import Role

RULE = "claim-contradicted-later"
_CAN_BE_REFUTED = frozenset(
    {
        Predicate.ABSENT,
        Predicate.FINE,
        Predicate.FIXED,
        Predicate.PASSES,
        Predicate.RUNNING,
        Predicate.STOPPED,
        Predicate.SUPPORTED,
        Predicate.WORKS,
    }
)
_LONGEST = 160
"""Characters of an error that are repeated."""
_OF_STATE = frozenset({Predicate.FINE, Predicate.FIXED, Predicate.PASSES, Predicate.RUNNING, Predicate.WORKS})
"""What an edit made afterwards may have undone."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the sentences that a later record refutes, one of each message.

    A sentence falls by what the ledger of claims holds against it, by a user's report that it fails, and, where it
    names a cause, by the same error after its remedy.
    """
    told: set[int] = set()
    for hit in sorted(_hits(context), key=lambda hit: hit.place.order):
        if hit.place.message not in told:
            told.add(hit.place.message)
            yield hit


def _hits(context: Context) -> Iterator[Hit]:
    yield from _by_ledger(context)
    if context.events.language != "en":
        return
    for claim, report in find_refuted(context.events):
        message = report.message
        related = Related(report.span, message.place.message, message.place.location, "what the user reports")
        captures = (Capture("by", "a report"), Capture("shown", " ".join(report.span.quote.split())[:_LONGEST]))
        yield Hit(claim.place, claim.span, (related,), captures)
    for claim, again in find_remedied(context):
        place = again.call.place
        related = Related(again.failure.span, place.message, again.failure.span.location, "the same error again")
        captures = (Capture("by", "the same error"), Capture("shown", " ".join(again.failure.line.split())[:_LONGEST]))
        yield Hit(claim.place, claim.span, (related,), captures)


def _by_ledger(context: Context) -> Iterator[Hit]:
    """Yield the sentences that the ledger of claims calls refuted.

    A sentence that names nothing is not refuted by what came after a further edit, which may be what broke the thing.
    """
    edits = [call.place.order for call in context.events.calls if call.changes_file]
    claims = context.events.claims
    for row in context.ledgers.claims:
        claim = claims[row.claim]
        before = claims[row.claim - 1] if row.claim else None
        if row.fate != "contradicted" or claim.predicate not in _CAN_BE_REFUTED:
            continue
        if is_stated(claim) and not hangs_on(claim, before) and not _may_be_broken_since(context, row, claim, edits):
            yield _hit(context, row, claim)


def _may_be_broken_since(context: Context, row: ClaimRow, claim: Claim, edits: list[int]) -> bool:
    """Return whether an edit lies between a sentence that names no thing and what refutes it."""
    if claim.predicate not in _OF_STATE or (claim.topics and claim.predicate is not Predicate.PASSES):
        return False
    until = context.index.ordinals.get(row.later_message or 0)
    at = bisect_right(edits, claim.place.order)
    if until is None or at == len(edits):
        return False
    return edits[at] < _end_of(context, row.later_message or 0)


def _end_of(context: Context, message: int) -> int:
    """Return the order of the last call of a message, or of the message itself."""
    place = context.index.items["message"][context.index.ordinals[message]].place
    calls = (call for call in context.events.calls if call.place.message == message)
    return max((call.place.order for call in calls), default=place.order)


def _hit(context: Context, row: ClaimRow, claim: Claim) -> Hit:
    message = row.later_message or 0
    at = context.index.ordinals.get(message)
    by_user = at is not None and context.index.items["message"][at].place.role is Role.USER
    related = tuple(Related(span, span.message, span.location, "what refutes it") for span in row.later)
    captures = (Capture("by", "the user" if by_user else "a later result"),)
    return Hit(claim.place, claim.span, related, captures, row.id)
