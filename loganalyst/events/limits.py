"""The tools' time limits that govern calls: given in the call, or shown by an earlier limit of the same tool."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from loganalyst.events.draft import Draft, PlacedPart, field_span
from loganalyst.model.event import Call, LimitEvent
from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Span
from loganalyst.model.transcript import ToolCall, ToolResult


@dataclass(frozen=True, slots=True)
class _Shown:
    """A tool's own limit, as it was seen to fire, and from when on that is known."""

    seconds: Decimal
    span: Span
    order: int


def add_limits(draft: Draft) -> Draft:
    """Return the draft with the limit of each call for which one is given or shown; a default is never assumed."""
    return replace(draft, events=replace(draft.events, limits=tuple(_limits(draft))))


def _limits(draft: Draft) -> Iterator[LimitEvent]:
    parts = {placed.place.order: placed for placed in draft.parts if isinstance(placed.part, (ToolCall, ToolResult))}
    shown: dict[str, list[_Shown]] = {}
    for call in draft.events.calls:
        fired = _fired(draft, call, parts)
        if call.timeout is not None:
            span = field_span(draft.events.transcript.id, parts[call.place.order], "timeout") or call.span
            yield LimitEvent(call.place, span, call.seq, call.timeout, "given", fired=fired is not None)
            continue
        own = shown.setdefault(call.name, [])
        known = next((one for one in reversed(own) if one.order < call.place.order), None)
        if fired:
            own.append(fired)
            yield LimitEvent(call.place, fired.span, call.seq, fired.seconds, "shown", fired=True)
        elif known and _outlasts(call, known.seconds):
            own.clear()
        elif known:
            yield LimitEvent(call.place, known.span, call.seq, known.seconds, "shown", fired=False)


def _fired(draft: Draft, call: Call, parts: dict[int, PlacedPart]) -> _Shown | None:
    """Return the tool's limit that ended a call or moved it to the background, or None."""
    if call.result is None:
        return None
    result = draft.events.results[call.result]
    part = parts[result.place.order].part
    if not isinstance(part, ToolResult) or not (part.timed_out or part.moved_to_background):
        return None
    seconds = part.limit if part.limit is not None else call.timeout
    if seconds is None or part.limited_by not in {None, LimitedBy.TOOL}:
        return None
    span = field_span(draft.events.transcript.id, parts[result.place.order], "limit") or result.span
    return _Shown(seconds, span, result.place.order)


def _outlasts(call: Call, seconds: Decimal) -> bool:
    """Return whether a call ran longer than a limit, which therefore no longer holds."""
    duration = call.outcome.duration
    return duration is not None and not call.outcome.duration_derived and duration > seconds
