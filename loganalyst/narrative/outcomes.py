"""What came of a call, in a sentence: how it ended, whose limit fired, what it printed."""

from dataclasses import replace

from loganalyst.ledgers.quotes import quote_field, quote_piece
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Known, MessageRef, Slot, Statement
from loganalyst.model.span import Span, Value
from loganalyst.narrative import phrases
from loganalyst.narrative.printed import tell_printed
from loganalyst.narrative.saying import Rest, about_message, figure, quoted, say, shorten, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.statuses import find_meaning
from loganalyst.narrative.words import LIMITS, OUTCOMES

_WORTH_TELLING = 5
"""A shorter duration, in seconds, is not told."""
_WORK_CHARACTERS = 80
_EFFECTIVE = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})
_LINE_CHARACTERS = 120
_LIMIT_FIELDS = ("limit", "timeout", "text")
_DURATION_FIELDS = ("duration", "took")
_LIMITED = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING, OutcomeKind.KILLED})


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


def tell_outcome(scene: Scene, call: Call) -> Statement:
    """Return how a call ended, with its limit, its duration and the telling lines of its output where there are such.

    Where the log says whose limit it was, the statement has that key.
    """
    template, slots = _ending(scene, call)
    printed, lines = tell_printed(scene, call, _LINE_CHARACTERS)
    if printed and call.outcome.kind is OutcomeKind.UNKNOWN:
        template, slots = phrases.LADDER_PRINTED_ALONE.replace("{printed}", printed), lines
    elif printed:
        template, slots = template + phrases.LADDER_PRINTED.replace("{printed}", printed), slots | lines
    key = "limit.who" if "by" in slots else "ladder.attempt"
    rest = Rest(spans=(call.span,), subject=about_message(call.place.message))
    return say(key, template + phrases.LADDER_STOP, rest, **slots)


def _ending(scene: Scene, call: Call) -> tuple[str, dict[str, Slot]]:
    """Return the words and slots for how a call ended: its limit or its duration, and whose status that is."""
    outcome = call.outcome
    slots: dict[str, Slot] = {"outcome": term(OUTCOMES, outcome.kind)}
    template = phrases.LADDER_OUTCOME
    if outcome.kind in _LIMITED and (limit := limit_value(scene, call)) is not None:
        slots["limit"] = limit
        template = phrases.LADDER_LIMIT
        if outcome.limited_by is not None:
            slots["by"] = term(LIMITS, outcome.limited_by)
            template = phrases.LADDER_LIMIT_BY
    elif (took := _duration(scene, call)) is not None:
        slots["took"] = took
        template += phrases.LADDER_TOOK
    if outcome.kind is OutcomeKind.FAILED and (told := find_meaning(scene, call)) is not None:
        event, means = told
        slots |= {"program": Known(event.command.program, means.source, is_code=True), "means": means}
        template += phrases.LADDER_STATUS_MEANS
    if (work := _hidden_work(scene, call)) is not None:
        slots["work"] = short = shorten(work, _WORK_CHARACTERS)
        template += phrases.LADDER_HIDDEN.replace("{work}", quoted("work", short, work))
    return template, slots


def _hidden_work(scene: Scene, call: Call) -> Span | None:
    """Return the first command with an effect whose own status a passing one of the whole call hides, or None."""
    if call.outcome.kind is not OutcomeKind.OK:
        return None
    commands = scene.commands_of(call)
    hidden = (one for one in commands if one.command.status_hidden and one.command.role in _EFFECTIVE)
    return next((_without_assignments(scene, one) for one in hidden), None)


def _without_assignments(scene: Scene, event: CommandEvent) -> Span:
    """Return a command from its program on, without the values that are set before it."""
    program = event.command.words[0] if event.command.words and event.command.assignments else ""
    found = quote_piece(scene.transcript, event.span, program, event.span.start) if program else None
    if found is None or found.start >= event.span.end:
        return event.span
    begin = found.start - event.span.start
    return replace(event.span, start=found.start, quote=event.span.quote[begin:])


def _duration(scene: Scene, call: Call) -> Value | None:
    """Return how long a call took, where the record says so in words."""
    seconds, result = call.outcome.duration, scene.result_of(call)
    if seconds is None or seconds < _WORTH_TELLING or result is None or call.outcome.duration_derived:
        return None
    spans = (quote_field(scene.transcript, result.span, name) for name in _DURATION_FIELDS)
    return next((value for span in spans if (value := figure(seconds, "s", span)) is not None), None)


def tell_limit(scene: Scene, call: Call) -> Statement | None:
    """Return whose limit ended a call, with its length where the log says it; None where it does not say whose."""
    by = call.outcome.limited_by
    if by is None or call.outcome.kind not in _LIMITED:
        return None
    limit = limit_value(scene, call)
    rest = Rest(spans=(call.span,), subject=about_message(call.place.message))
    slots: dict[str, Slot] = {"message": MessageRef(call.place.message), "by": term(LIMITS, by)}
    if limit is None:
        return say("limit.who", phrases.LIMIT_WHO_UNTOLD, rest, **slots)
    return say("limit.who", phrases.LIMIT_WHO, rest, **slots, limit=limit)
