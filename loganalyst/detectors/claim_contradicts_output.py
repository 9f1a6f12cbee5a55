"""A sentence of success rests on an output that says the opposite."""

import re
from collections import deque
from collections.abc import Iterator, Sequence

from loganalyst.detectors.failures import Failure
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import hangs_on, is_stated, telling_words
from loganalyst.detectors.steps import Step, is_key
from loganalyst.detectors.unmoved import find_unmoved
from loganalyst.ledgers.bearing import OWNS_UP
from loganalyst.ledgers.quotes import quote_piece
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Claim, Predicate, Scope
from loganalyst.model.finding import Capture, Related
from loganalyst.model.span import Span

RULE = "claim-contradicts-output"
_SUCCESS = frozenset({Predicate.FINE, Predicate.FIXED, Predicate.PASSES, Predicate.RUNNING, Predicate.WORKS})
_TESTED = frozenset({Predicate.FIXED, Predicate.PASSES, Predicate.WORKS})
"""What the last check of a thing has to bear out, also when something else was looked at since."""
_OF_ALL = _SUCCESS | {Predicate.ABSENT, Predicate.DONE}
"""What one says of all of something; an absence only as in ``without conflicts``."""
_GOOD = frozenset({"build.done", "cuda.initialised", "install.done", "transfer.done"})
_SHORTFALL = re.compile(
    r"^[^\n]{0,200}?(?:\bnone of \S[^\n]{2,80} (?:found|available|installed)\b|\bno module named\b"
    r"|\bcommand not found\b|\bcould not (?:find|load|import|be found|be loaded)\b"
    r"|\bis not (?:found|installed|available)\b|(?<!\b0)(?:^|[\s\[])(?-i:FAILED)\b|\[(?:FAIL|ERROR)\]"
    r"|[✗✖❌] ?(?!0\b)\w)[^\n]{0,200}",
    re.IGNORECASE | re.MULTILINE,
)
"""Lines that say of a part that it is missing or failed."""
_NAME = re.compile(r"[A-Za-z]{3,40}")
_LONGEST = 20_000
_LATEST = 8
"""Messages of the assistant for which a failed check stands, if nothing is changed or run meanwhile."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the sentences of success that an output says the opposite of, one of each message.

    That is the output of the call on which a sentence comments, where its status says that it failed and nothing in it
    is good; that of the last check of what the sentence names, where it failed and nothing was changed or run since;
    for a sentence about all of something, a line that names a part which is missing or failed; and a field that still
    says that nothing has happened. A sentence that names the failure, itself or in the next one, hides nothing.
    """
    told: set[int] = set()
    moved = (_hit(claim, call, span, span.quote, "unmoved") for claim, call, span in find_unmoved(context.events))
    for hit in sorted((*_failed(context), *moved), key=lambda hit: hit.place.order):
        if hit.place.message not in told:
            told.add(hit.place.message)
            yield hit


def _failed(context: Context) -> Iterator[Hit]:
    """Yield the sentences of success on a call, a check or a part that failed."""
    verdicts = _Verdicts(context)
    runs = deque(step for step in context.steps if step.changes or step.runs)
    last: Step | None = None
    claims = context.events.claims
    for number, claim in enumerate(claims):
        while runs and runs[0].place.order < claim.place.order:
            last = runs.popleft()
        before = claims[number - 1] if number else None
        if not is_stated(claim) or hangs_on(claim, before) or _owns_up(claims, number):
            continue
        call = context.events.calls[claim.about_call] if claim.about_call is not None else None
        checked = _last_check(last, claim)
        if claim.predicate in _SUCCESS and call and (failure := verdicts.failure(claim, call)):
            yield _hit(claim, call, failure.span, failure.line, "call")
        elif checked and (failure := verdicts.failure(claim, checked)):
            yield _hit(claim, checked, failure.span, failure.line, "check")
        elif call and (part := _part_that_failed(context, claim, call)):
            yield _hit(claim, call, part, part.quote, "part")


class _Verdicts:
    """Tells which calls failed outright, with nothing good in their output."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._failures = context.failures
        self._good = _calls_that_went_well(context)

    def failure(self, claim: Claim, call: Call) -> Failure | None:
        """Return how a call that answered before a sentence failed, or None."""
        failure = self._failures.of(call)
        if failure is None or failure.by_limit or call.seq in self._good or self._looked_in_vain(call, failure):
            return None
        return failure if _is_before(call, claim, self._context) else None

    def _looked_in_vain(self, call: Call, failure: Failure) -> bool:
        """Return whether a call is a look that printed nothing, which is how a search tells that there is nothing."""
        commands = [self._context.events.commands[seq].command for seq in call.commands]
        working = [command for command in commands if command.role is not CommandRole.PLUMBING]
        looks = bool(working) and all(command.role is CommandRole.PROBE for command in working)
        return looks and not failure.line.strip()


def _last_check(last: Step | None, claim: Claim) -> Call | None:
    """Return the call of the last run before a sentence that names what was run; None where a change came since."""
    if last is None or last.changes or claim.predicate not in _TESTED or claim.place.turn - last.place.turn > _LATEST:
        return None
    ran = telling_words(" ".join(_NAME.findall(last.call.text[:500])))
    return last.call if telling_words(claim.text) & ran else None


def _part_that_failed(context: Context, claim: Claim, call: Call) -> Span | None:
    """Return the line of an output by which a sentence about all of something does not hold, or None."""
    if claim.scope is not Scope.ALL or claim.predicate not in _OF_ALL:
        return None
    if claim.predicate is Predicate.ABSENT and "without" not in claim.text:
        return None
    result = context.events.results[call.result] if call.result is not None else None
    if result is None or result.place.order > claim.place.order:
        return None
    found = _SHORTFALL.search(result.text[-_LONGEST:])
    return quote_piece(context.events.transcript, result.span, found[0].strip()) if found else None


def _calls_that_went_well(context: Context) -> frozenset[int | None]:
    seen = context.events.observations
    return frozenset(
        one.call for one in seen if one.kind in _GOOD or (one.kind == "tests.summary" and _all_pass(one.figures))
    )


def _owns_up(claims: Sequence[Claim], number: int) -> bool:
    """Return whether a sentence, or one next to it, names the failure itself."""
    near = claims[max(0, number - 1) : number + 2]
    return any(OWNS_UP.search(one.text) for one in near if one.place.message == claims[number].place.message)


def _all_pass(figures: tuple[tuple[str, object], ...]) -> bool:
    known = dict(figures)
    return bool(known.get("passed")) and not known.get("failed") and not known.get("errors")


def _is_before(call: Call, claim: Claim, context: Context) -> bool:
    """Return whether a call answered before a sentence was written, and its status says how it ended."""
    result = context.events.results[call.result] if call.result is not None else None
    before = result is not None and result.place.order < claim.place.order
    typed = call.polls is not None or is_key(call)
    return before and not call.outcome.status_hidden and not typed


def _hit(claim: Claim, call: Call, span: Span, quote: str, by: str) -> Hit:
    related = Related(span, call.place.message, span.location, "the output that it rests on")
    captures = (Capture("by", by), Capture("error", " ".join(quote.split())[:120]))
    return Hit(claim.place, claim.span, (related,), captures)
