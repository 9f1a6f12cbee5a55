"""What came of a call, in a sentence: how it ended, whose limit fired, what its output ends with."""

from loganalyst.ledgers.quotes import quote_field
from loganalyst.model.event import Call
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import MessageRef, Slot, Statement
from loganalyst.model.span import Span, Value
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, about_message, figure, quoted, say, shorten, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import LIMITS, OUTCOMES

_LAST_CHARACTERS = 160
_LIMIT_FIELDS = ("limit", "timeout", "text")


def limit_value(scene: Scene, call: Call) -> Value | None:
    """Return the limit that ended a call as the log says it, or None where no words of the log say it."""
    seconds = call.outcome.limit
    if seconds is None:
        return None
    for wait in scene.analysis.ledgers.waits:
        if wait.call == call.seq and wait.reason == "limit" and wait.spent.number == seconds:
            return wait.spent
    limit = scene.limit_of(call)
    result = scene.result_of(call)
    spans: list[Span | None] = [limit.span] if limit is not None else []
    if result is not None:
        spans += [quote_field(scene.transcript, result.span, name) for name in _LIMIT_FIELDS]
    spans.append(quote_field(scene.transcript, call.span, "timeout"))
    return next((value for span in spans if (value := figure(seconds, "s", span)) is not None), None)


def last_line(scene: Scene, call: Call) -> Span | None:
    """Return the last line of a call's output that holds words, or None."""
    result = scene.result_of(call)
    if result is None or not result.text.strip():
        return None
    text = result.span.quote
    end = len(text.rstrip())
    start = text.rfind("\n", 0, end) + 1
    span = result.span
    return Span(
        span.transcript,
        span.message,
        span.part,
        span.field,
        span.start + start,
        span.start + end,
        text[start:end],
        span.location,
    )


def tell_outcome(scene: Scene, call: Call, key: str) -> Statement:
    """Return how a call ended, with its limit and the last line of its output where the log has them."""
    slots: dict[str, Slot] = {"outcome": term(OUTCOMES, call.outcome.kind)}
    limit = limit_value(scene, call)
    line = last_line(scene, call)
    template = phrases.LADDER_OUTCOME
    if limit is not None and call.outcome.kind in {OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING, OutcomeKind.KILLED}:
        slots["limit"] = limit
        template = phrases.LADDER_LIMIT
    if line is not None:
        words = shorten(line, _LAST_CHARACTERS)
        template = _printed(call, has_limit="limit" in slots)
        template = template.replace("{last}", quoted("last", words, line))
        slots["last"] = words
    return say(key, template, Rest(spans=(call.span,), subject=about_message(call.place.message)), **slots)


def _printed(call: Call, *, has_limit: bool) -> str:
    if has_limit:
        return phrases.LADDER_LIMIT_PRINTED
    return phrases.LADDER_PRINTED_ALONE if call.outcome.kind is OutcomeKind.UNKNOWN else phrases.LADDER_PRINTED


def tell_limit(scene: Scene, call: Call) -> Statement | None:
    """Return whose limit ended a call and how long it was, or None where the log does not say."""
    limit = limit_value(scene, call)
    by = call.outcome.limited_by
    if limit is None or by is None:
        return None
    return say(
        "limit.who",
        phrases.LIMIT_WHO,
        Rest(subject=about_message(call.place.message)),
        message=MessageRef(call.place.message),
        by=term(LIMITS, by),
        limit=limit,
    )
