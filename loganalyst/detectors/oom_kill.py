"""Results that show that memory ran out."""

from collections.abc import Iterator

from loganalyst.detectors.memory_signs import MemorySign, find_memory_signs
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.finding import Capture

RULE = "oom-kill"


def find(context: Context) -> Iterator[Hit]:
    """Yield one hit for each result, at its strongest sign."""
    for sign in find_memory_signs(context):
        yield Hit(sign.result.place, sign.seen.span, captures=_captures(sign))


def _captures(sign: MemorySign) -> tuple[Capture, ...]:
    victim = sign.seen.subject.name if sign.sort == "compiler" and sign.seen.subject else sign.seen.value
    words = Capture("words", sign.seen.span.quote.strip(), sign.seen.span)
    return Capture("sort", sign.sort), Capture("victim", victim), words
