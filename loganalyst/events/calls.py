"""Calls and results, tied to each other, with the outcome that the record gives."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from loganalyst.events.draft import Draft, PlacedPart, field_span, span_of
from loganalyst.events.outcomes import read_outcome
from loganalyst.model.event import Call, Events, Result
from loganalyst.model.span import Span
from loganalyst.model.transcript import ToolCall, ToolResult


@dataclass(frozen=True, slots=True)
class _Ties:
    """Which call is which, and which result answers it."""

    by_id: Mapping[str, int]
    answers: Mapping[int, int]
    results: tuple[tuple[PlacedPart, ToolResult], ...]


def add_calls(draft: Draft) -> Draft:
    """Return the draft with its calls and results, each in order of its record."""
    calls = [(placed, placed.part) for placed in draft.parts if isinstance(placed.part, ToolCall)]
    results = tuple((placed, placed.part) for placed in draft.parts if isinstance(placed.part, ToolResult))
    by_id = {part.id: seq for seq, (_, part) in enumerate(calls)}
    answers: dict[int, int] = {}
    for seq, (_, result) in enumerate(results):
        call = by_id.get(result.call_id) if result.call_id is not None else None
        if call is not None:
            answers.setdefault(call, seq)
    ties = _Ties(by_id, answers, results)
    events = draft.events
    made = tuple(_call(events, placed, part, seq, ties) for seq, (placed, part) in enumerate(calls))
    given = tuple(_result(events, seq, made, ties) for seq in range(len(results)))
    return replace(draft, events=replace(events, calls=made, results=given))


def _call(events: Events, placed: PlacedPart, part: ToolCall, seq: int, ties: _Ties) -> Call:
    """Return the event of one call."""
    time = placed.message.time
    answer = ties.answers.get(seq)
    result = ties.results[answer][1] if answer is not None else None
    recorded = events.transcript.outputs_recorded
    return Call(
        seq=seq,
        place=placed.place,
        span=span_of(events.transcript.id, placed),
        name=part.name,
        text=part.text,
        id=part.id,
        is_shell=part.is_shell,
        outcome=read_outcome(result, time, background=part.background, recorded=recorded),
        result=answer,
        timeout=part.timeout,
        host=part.host,
        background=part.background,
        shell=part.shell,
        polls=ties.by_id.get(part.polls) if part.polls is not None else None,
        path=part.path,
        changes_file=part.changes_file,
        time=time,
    )


def _result(events: Events, seq: int, calls: tuple[Call, ...], ties: _Ties) -> Result:
    """Return the event of one result, with what its own record says of the outcome."""
    placed, part = ties.results[seq]
    call = ties.by_id.get(part.call_id) if part.call_id is not None else None
    called = calls[call].time if call is not None else None
    background = call is not None and calls[call].background
    return Result(
        seq=seq,
        place=placed.place,
        span=_quotable(events.transcript.id, placed, part),
        text=part.text,
        call=call,
        arrived=part.arrived,
        outcome=read_outcome(part, called, background=background, recorded=True),
        time=part.time,
    )


def _quotable(transcript: str, placed: PlacedPart, part: ToolResult) -> Span:
    """Return the span of a result's text; of one that printed nothing, that of what the record says of its end."""
    if not part.text:
        for name in ("status", "limit", "exit_status"):
            told = field_span(transcript, placed, name)
            if told is not None:
                return told
    return span_of(transcript, placed)
