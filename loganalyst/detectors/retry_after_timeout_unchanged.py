"""A call that reached a time limit is issued again, and nothing that bears on it has changed."""

from collections.abc import Iterator

from loganalyst.detectors.reruns import limit_is_raised
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.event import Call
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind

RULE = "retry-after-timeout-unchanged"


def find(context: Context) -> Iterator[Hit]:
    """Yield the calls that repeat one which a time limit ended, with the same limit and nothing changed between."""
    reruns, failures = context.reruns, context.between.failures
    cut: dict[tuple[str, ...], Call] = {}
    for call in context.events.calls:
        key = reruns.work(call)
        if key is None:
            continue
        first = cut.pop(key, None)
        failure = failures.of(call)
        limited = call.outcome.kind is OutcomeKind.TIMED_OUT or (failure is not None and failure.by_limit)
        if first is not None and not limit_is_raised(first, call) and not reruns.is_changed(first, call):
            yield _hit(first, call, again=limited)
        if limited:
            cut[key] = call


def _hit(first: Call, call: Call, *, again: bool) -> Hit:
    related = Related(first.span, first.place.message, first.place.location, "the same call, which a time limit ended")
    return Hit(call.place, call.span, (related,), (Capture("again", "yes" if again else "no"),))
