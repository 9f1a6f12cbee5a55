"""A call that failed is made again, and nothing between that bears on it has changed."""

from collections.abc import Iterator

from loganalyst.detectors.between import only_looks
from loganalyst.detectors.failures import Failure
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.stages import import_of
from loganalyst.model.event import Call
from loganalyst.model.finding import Capture, Related

RULE = "retry-unchanged"


def find(context: Context) -> Iterator[Hit]:
    """Yield the calls that repeat a failed one to the letter and fail in the same way, with nothing between.

    Code on a command line that ends at the same missing module of the same interpreter repeats what failed as well, and
    so does a script that is called from another folder or with other arguments. A change, a wait, a word of the user or
    an unknown program between may bear on the later attempt. Left out are looks, which are repeated to see how
    something goes on, failures by a time limit, which have a rule of their own, and troubles that may be over the next
    time, as those of a network.
    """
    between = context.between
    failed: dict[tuple[str, ...], tuple[Call, Failure]] = {}
    for call in context.events.calls:
        key = between.reruns.key(call)
        if key is None or only_looks(context.events, call):
            continue
        before = failed.pop(key, None)
        now = between.failures.of(call)
        if now is None or now.by_limit or now.may_pass:
            continue
        stage = import_of(context.events, call, now) or key
        way = "same" if before is not None else stage[1] if stage is not key else "stage"
        before = before or failed.get(stage)
        failed[key] = failed[stage] = call, now
        if before is not None and before[1].text == now.text and between.is_untouched(before[0], call):
            yield _hit(*before, call, way)


def _hit(first: Call, failure: Failure, again: Call, way: str) -> Hit:
    related = Related(failure.span, first.place.message, failure.span.location, "how the attempt before it failed")
    error = Capture("error", failure.span.quote.split("\n")[0][:200])
    return Hit(again.place, again.span, (related,), (error, Capture("way", way)))
