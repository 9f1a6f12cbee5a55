"""Work that ran out of memory is run again, and nothing that bears on its memory has changed."""

from collections.abc import Iterator

from loganalyst.detectors.memory_signs import MemorySign, find_memory_signs
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.finding import Capture, Related

RULE = "retry-after-oom-unchanged"


def find(context: Context) -> Iterator[Hit]:
    """Yield the calls that repeat one in which memory ran out, with no step between that may bear on it."""
    reruns = context.reruns
    signs = {sign.call.seq: sign for sign in find_memory_signs(context)}
    out: dict[tuple[str, ...], MemorySign] = {}
    for call in context.events.calls:
        key = reruns.key(call)
        if key is None:
            continue
        first = out.pop(key, None)
        sign = signs.get(call.seq)
        if first is not None and not reruns.is_changed(first.call, call):
            related = Related(first.seen.span, first.call.place.message, first.result.place.location, "memory ran out")
            yield Hit(call.place, call.span, (related,), (Capture("again", "no" if sign is None else "yes"),))
        if sign is not None:
            out[key] = sign
