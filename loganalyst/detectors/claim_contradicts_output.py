"""A sentence of success rests on a call that failed."""

import re
from collections.abc import Iterator

from loganalyst.detectors.failures import Failure
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import hangs_on, is_stated
from loganalyst.model.event import Call, Claim, Predicate
from loganalyst.model.finding import Capture, Related

RULE = "claim-contradicts-output"
_SUCCESS = frozenset({Predicate.FINE, Predicate.FIXED, Predicate.PASSES, Predicate.RUNNING, Predicate.WORKS})
_GOOD = frozenset({"build.done", "cuda.initialised", "install.done", "transfer.done"})
_KEY = re.compile(r"\s{0,5}(?:C-[a-z]|\^[A-Z])\s{0,5}\Z")
"""A key that is sent to a running program."""
_OWNS_UP = re.compile(
    r"\b(?:but|however|except|although|apart from|despite|error|fail\w*|warning|as expected|expected|reproduc\w+"
    r"|raises?|raised|most(?:ly)?|partly|partially|still)\b",
    re.IGNORECASE,
)
"""Words by which a sentence, or the one behind it, says itself what the output shows."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the sentences of success on a call whose status says that it failed, with nothing good in its output.

    A sentence that names the failure, itself or in the next one, hides nothing.
    """
    failures = context.failures
    good = {seen.call for seen in context.events.observations if seen.kind in _GOOD}
    good |= {
        seen.call for seen in context.events.observations if seen.kind == "tests.summary" and _all_pass(seen.figures)
    }
    claims = context.events.claims
    for number, claim in enumerate(claims):
        before = claims[number - 1] if number else None
        if claim.predicate not in _SUCCESS or not is_stated(claim) or hangs_on(claim, before):
            continue
        call = context.events.calls[claim.about_call] if claim.about_call is not None else None
        failure = failures.of(call) if call is not None and _is_before(call, claim, context) else None
        if call is None or failure is None or failure.by_limit or call.seq in good:
            continue
        if not any(
            _OWNS_UP.search(near.text) for near in claims[max(0, number - 1) : number + 2] if _together(near, claim)
        ):
            yield _hit(claim, call, failure)


def _all_pass(figures: tuple[tuple[str, object], ...]) -> bool:
    known = dict(figures)
    return bool(known.get("passed")) and not known.get("failed") and not known.get("errors")


def _is_before(call: Call, claim: Claim, context: Context) -> bool:
    """Return whether a call answered before a sentence was written, and its status says how it ended."""
    result = context.events.results[call.result] if call.result is not None else None
    before = result is not None and result.place.order < claim.place.order
    typed = call.polls is not None or _KEY.match(call.text) is not None
    return before and not call.outcome.status_hidden and not typed


def _together(first: Claim, second: Claim) -> bool:
    return first.place.message == second.place.message


def _hit(claim: Claim, call: Call, failure: Failure) -> Hit:
    related = Related(failure.span, call.place.message, failure.span.location, "the output that it rests on")
    words = " ".join(failure.span.quote.split())[:120]
    return Hit(claim.place, claim.span, (related,), (Capture("error", words),))
