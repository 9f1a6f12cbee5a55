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
    reruns = context.reruns
    cut: dict[tuple[str, ...], Call] = {}
    for call in context.events.calls:
        key = reruns.key(call)
        if key is None:
            continue
        first = cut.pop(key, None)
        if first is not None and not limit_is_raised(first, call) and not reruns.is_changed(first, call):
            yield _hit(first, call)
        if call.outcome.kind is OutcomeKind.TIMED_OUT:
            cut[key] = call


def _hit(first: Call, again: Call) -> Hit:
    limit = again.outcome.kind is OutcomeKind.TIMED_OUT
    related = Related(first.span, first.place.message, first.place.location, "the same call, which a time limit ended")
    return Hit(again.place, again.span, (related,), (Capture("again", "yes" if limit else "no"),))
