"""Time that passed in single calls: limits that fired, sleeps, long durations."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from loganalyst.ledgers.looks import LISTINGS
from loganalyst.ledgers.quotes import quote_field, quote_piece, quoted_seconds, stamp_value
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.command import CommandRole, LimitKind, RunsIf
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.ledger import Wait
from loganalyst.model.limits import LONG_CALL_SECONDS, SHORT_NOTICE_CHARACTERS, SHORTEST_SLEEP_SECONDS
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Formula, Span, Subject, Value
from loganalyst.model.trait import Trait

_TAKES_TIME = frozenset(
    {
        Trait.BUILDS,
        Trait.COMPILES,
        Trait.DOWNLOADS,
        Trait.INSTALLS_PACKAGES,
        Trait.LONG_RUNNING,
        Trait.NEVER_RETURNS,
        Trait.RUNS_CODE,
        Trait.RUNS_TESTS,
        Trait.SERVES,
        Trait.WALKS_TREE,
    }
)
_NO_WORK = frozenset({CommandRole.PLUMBING, CommandRole.WRAPPER, CommandRole.WAIT})
_FIRED = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING})


def find_waits(timeline: Timeline) -> tuple[Wait, ...]:
    """Return the calls in which time passed, in order, each with the figure as the log says it.

    A limit that fired goes before a recorded duration of half a minute or more, and that before the sleeps on the line.
    A duration is quoted, or the difference of two stamps that can be quoted.
    """
    found: list[Wait] = []
    before: dict[tuple[str, Subject | None], Wait] = {}
    for call in timeline.events.calls:
        for wait in _waits_of(timeline, call):
            key = (wait.on, wait.subject)
            progress = _progress(timeline, before.get(key), wait)
            row = replace(wait, id=f"w{len(found) + 1}", progress=progress)
            before[key] = row
            found.append(row)
    return tuple(found)


def _waits_of(timeline: Timeline, call: Call) -> Iterator[Wait]:
    """Yield the wait of a call, if it holds one."""
    spent, reason = _spent(timeline, call)
    if spent is None:
        return
    command = _before_sleep(timeline, call) if reason == "sleep" else _busy_command(timeline, call)
    subject = next(iter(command.command.subjects), None) if command is not None else None
    name = call.name if command is None else command.command.program
    if command is not None and command.command.traits & LISTINGS and subject is not None and subject.kind == "process":
        name = subject.name
    yield Wait("", call.seq, call.place.message, call.span, spent, reason, name, subject=subject)


def _spent(timeline: Timeline, call: Call) -> tuple[Value | None, str]:
    """Return how long a call took and how that is known."""
    outcome = call.outcome
    if outcome.kind in _FIRED and outcome.limit is not None:
        return _limit(timeline, call, outcome.limit), "limit"
    if outcome.duration is not None and outcome.duration >= LONG_CALL_SECONDS:
        value = _duration(timeline, call, outcome.duration)
        if value is not None:
            return value, "duration"
    if outcome.kind in {OutcomeKind.MISSING, OutcomeKind.REFUSED}:
        return None, ""
    return _sleeps(timeline, call), "sleep"


def _limit(timeline: Timeline, call: Call, seconds: Decimal) -> Value | None:
    """Return a limit that fired, read from the result or from the call that gave it."""
    spans = [
        *_result_fields(timeline, call, ("limit", "text")),
        quote_field(timeline.events.transcript, call.span, "timeout"),
    ]
    inside = (
        quote_piece(timeline.events.transcript, event.span, limit.text)
        for event in timeline.in_call.get(call.seq, ())
        for limit in event.command.limits
        if limit.seconds == seconds
    )
    return next((value for span in (*spans, *inside) if (value := quoted_seconds(span, seconds)) is not None), None)


def _duration(timeline: Timeline, call: Call, seconds: Decimal) -> Value | None:
    """Return a duration that the record gives in words."""
    spans = _result_fields(timeline, call, ("duration", "took"))
    found = next((value for span in spans if (value := quoted_seconds(span, seconds)) is not None), None)
    return found or _between_stamps(timeline, call)


def _between_stamps(timeline: Timeline, call: Call) -> Value | None:
    """Return the difference of the stamps that a record gives for the beginning and the end of a call."""
    transcript, result = timeline.events.transcript, timeline.results.get(call.seq)
    if result is None:
        return None
    end = stamp_value(quote_field(transcript, result.span, "time"))
    start = stamp_value(quote_field(transcript, result.span, "started") or quote_field(transcript, call.span, "time"))
    if end is None or start is None or end.number - start.number < LONG_CALL_SECONDS:
        return None
    return Value(end.number - start.number, "s", Formula.DIFFERENCE, inputs=(end, start))


def _result_fields(timeline: Timeline, call: Call, names: tuple[str, ...]) -> Iterator[Span | None]:
    result = timeline.results.get(call.seq)
    if result is not None:
        yield from (quote_field(timeline.events.transcript, result.span, name) for name in names if name != "text")
        yield from (
            result.span for name in names if name == "text" and len(result.span.quote) <= SHORT_NOTICE_CHARACTERS
        )


def _sleeps(timeline: Timeline, call: Call) -> Value | None:
    """Return the sleeps that ran one after the other, where the line tells how often each ran."""
    values: list[Value] = []
    near = 0
    for event in timeline.in_call.get(call.seq, ()):
        command = event.command
        if command.loop is not None or command.background or command.runs_if is RunsIf.AFTER_FAILURE:
            continue
        for limit in command.limits:
            if (
                limit.kind is LimitKind.WAIT
                and limit.seconds >= SHORTEST_SLEEP_SECONDS
                and event.outcome.reason != "not_run"
            ):
                span = quote_piece(timeline.events.transcript, call.span, limit.text, near)
                value = quoted_seconds(span, limit.seconds)
                if span is not None and value is not None:
                    values.append(value)
                    near = span.end
    if not values[1:]:
        return values[0] if values else None
    return Value(sum((value.number for value in values), Decimal(0)), "s", Formula.SUM, inputs=tuple(values))


def _before_sleep(timeline: Timeline, call: Call) -> CommandEvent | None:
    """Return the command that a sleep follows, or else the one that it precedes."""
    chosen: CommandEvent | None = None
    for event in timeline.in_call.get(call.seq, ()):
        if event.command.role is CommandRole.WAIT and chosen is not None:
            return chosen
        if event.command.program and event.command.role not in _NO_WORK:
            chosen = event
    return chosen or _busy_command(timeline, call)


def _busy_command(timeline: Timeline, call: Call) -> CommandEvent | None:
    """Return the command that took the time: the one known to take long, else the last that does work."""
    commands = [event for event in timeline.in_call.get(call.seq, ()) if event.command.program]
    slow = [event for event in commands if event.command.traits & _TAKES_TIME and event.command.role not in _NO_WORK]
    working = [event for event in commands if event.command.role not in _NO_WORK]
    if slow:
        return min(slow, key=lambda event: event.command.traits & _TAKES_TIME <= {Trait.RUNS_CODE})
    chosen = working or commands
    return chosen[-1] if chosen else None


def _progress(timeline: Timeline, earlier: Wait | None, wait: Wait) -> str:
    """Return whether what came back differs from what came back the last time."""
    if earlier is None:
        return "unknown"
    before, now = timeline.text_of(earlier.call).strip(), timeline.text_of(wait.call).strip()
    if not before or not now:
        return "unknown"
    return "none" if before == now else "some"
