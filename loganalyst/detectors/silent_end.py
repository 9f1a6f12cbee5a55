"""The work stops at a failed step, or the agent's program notes that a turn ended with no last word."""

import re
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.event import Call, MessageEvent
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.transcript import Role

RULE = "silent-end"
_ENDED_BADLY = frozenset({OutcomeKind.FAILED, OutcomeKind.KILLED, OutcomeKind.TIMED_OUT})
_NO_WORD = re.compile(
    r"(?:result|task_complete) \{(?=[^\n]{0,400}\"(?:result|last_agent_message)\": ?(?:\"\"|null))"
    r"(?![^\n]{0,400}\"is_error\": ?true)"
)
"""How a program notes that a turn ended, where no word of the agent came with the end."""
_WORD = re.compile(r"\w")
_TORN = "what came after it, as the log is torn there"


def find(context: Context) -> Iterator[Hit]:
    """Yield the turns that a program ended without a word, and the end of the session after a step that failed.

    A turn counts in which something was run, with nothing said after the last call. The end of a session stands at its
    last message, such as a thought behind the step; a word of anybody behind the step is no silence.
    """
    told = [one.place.order for one in context.events.messages if _WORD.search(one.text)]
    told += [one.place.order for one in context.events.claims if not one.in_reasoning]
    ends = [one for one in context.events.messages if one.place.role is Role.SYSTEM and _NO_WORD.match(one.span.quote)]
    start = 0
    for end in ends:
        calls = [one for one in context.events.calls if start <= one.place.order < end.place.order]
        start = end.place.order
        if calls and not any(calls[-1].place.order < order < start for order in told):
            yield _hit(end, calls[-1], "empty")
    last = context.events.calls[-1] if context.events.calls else None
    if last is None or last.outcome.kind not in _ENDED_BADLY or last.place.order < start:
        return
    if not any(order > last.place.order for order in told):
        yield _after_failure(context, last)


def _after_failure(context: Context, last: Call) -> Hit:
    """Return the hit for a failed step that nothing was said about: at the message that ends the session."""
    transcript = context.events.transcript
    later = [one for one in context.events.messages if one.place.order > last.place.order]
    thought = next((one for one in reversed(later) if one.place.role is Role.ASSISTANT), None)
    missing = (_TORN,) if transcript.ledger.torn_end else ()
    if thought is None:
        return Hit(last.place, last.span, captures=(Capture("way", "failed"),), missing=missing)
    return _hit(thought, last, "failed", missing)


def _hit(end: MessageEvent, last: Call, way: str, missing: tuple[str, ...] = ()) -> Hit:
    related = Related(last.span, last.place.message, last.place.location, "the last step")
    return Hit(end.place, end.span, (related,), (Capture("way", way),), missing=missing)
