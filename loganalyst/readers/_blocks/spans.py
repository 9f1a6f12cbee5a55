"""Spans of a trace in one shape: OTLP exports, lists of spans, and rows of Phoenix, with flat dotted attributes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from loganalyst.model.limits import NESTING_DEPTH
from loganalyst.model.span import Location, Pointer
from loganalyst.readers._blocks.content import as_text, decoded_arguments, read_epoch, read_time, string
from loganalyst.readers._blocks.records import Json

_NANOSECONDS = 10**9
_OPERATIONS = {
    "chat": "LLM",
    "text_completion": "LLM",
    "generate_content": "LLM",
    "execute_tool": "TOOL",
    "invoke_agent": "AGENT",
    "create_agent": "AGENT",
}
_VALUES = ("stringValue", "intValue", "doubleValue", "boolValue")


@dataclass(frozen=True, slots=True)
class TraceSpan:
    """One span."""

    location: Location
    name: str
    kind: str
    """``LLM``, ``TOOL``, ``AGENT``, ``CHAIN`` …, or an empty string."""
    attributes: dict[str, Any]
    """By dotted names, lists of messages counted in them."""
    start: str | None
    """As it stands: nanoseconds since 1970, or a time."""
    end: str | None
    failed: bool
    message: str | None
    """What the status says."""
    trace: str | None

    def text(self, *names: str) -> str | None:
        """Return the first of some attributes that is there, as text."""
        found = (self.attributes[name] for name in names if self.attributes.get(name) not in (None, ""))
        return next(map(as_text, found), None)


def is_export(data: Json) -> bool:
    """Tell whether an object is an OTLP export."""
    return isinstance(data.get("resourceSpans"), list)


def is_span(data: Json) -> bool:
    """Tell whether an object is a span."""
    context = data.get("context")
    named = "span_id" in data or "spanId" in data or (isinstance(context, dict) and "span_id" in context)
    return named and "name" in data and "attributes" in data


def exported_spans(data: Json, location: Location) -> Iterator[tuple[Json, Location]]:
    """Yield the spans of an OTLP export; in a document each has a pointer of its own, on a line they share that."""
    for one, resource in _objects(data.get("resourceSpans")):
        for two, scope in _objects(resource.get("scopeSpans") or resource.get("instrumentationLibrarySpans")):
            for three, span in _objects(scope.get("spans")):
                place = location
                if isinstance(location, Pointer):
                    steps = f"/resourceSpans/{one}/scopeSpans/{two}/spans/{three}"
                    place = Pointer(location.pointer + steps, location.file, location.member)
                yield span, place


def read_span(data: Json, location: Location) -> TraceSpan:
    """Return a span in the shape that is shared."""
    attributes = _flat_attributes(data.get("attributes"))
    status = data.get("status")
    status = (
        status if isinstance(status, dict) else {"code": data.get("status_code"), "message": data.get("status_message")}
    )
    context = data.get("context")
    context = context if isinstance(context, dict) else {}
    kind = attributes.get("openinference.span.kind") or data.get("span_kind")
    if not isinstance(kind, str) or kind.startswith("SPAN_KIND"):
        kind = _OPERATIONS.get(str(attributes.get("gen_ai.operation.name")), "")
    return TraceSpan(
        location=location,
        name=string(data.get("name")) or "span",
        kind=kind.upper(),
        attributes=attributes,
        start=_stamp(data, "start_time", "startTimeUnixNano"),
        end=_stamp(data, "end_time", "endTimeUnixNano"),
        failed=str(status.get("code")) in {"ERROR", "STATUS_CODE_ERROR", "2"},
        message=string(status.get("message")) or string(status.get("description")),
        trace=string(data.get("trace_id")) or string(data.get("traceId")) or string(context.get("trace_id")),
    )


def moment(stamp: str | None) -> datetime | None:
    """Return the time that a stamp says."""
    if stamp is None:
        return None
    if stamp.isdecimal() and len(stamp) < len("9" * 21):
        return read_epoch(int(stamp), _NANOSECONDS)
    return read_time(stamp)


def seconds_between(start: str | None, end: str | None) -> Decimal | None:
    """Return how long it is from one stamp to another, or None."""
    if start and end and start.isdecimal() and end.isdecimal() and len(end) < len("9" * 21):
        taken = Decimal(int(end) - int(start)) / _NANOSECONDS
        return taken if taken >= 0 else None
    first, last = moment(start), moment(end)
    if first is None or last is None or (first.tzinfo is None) != (last.tzinfo is None) or last < first:
        return None
    return Decimal(str((last - first).total_seconds()))


def _stamp(data: Json, *names: str) -> str | None:
    value = next((data[name] for name in names if data.get(name) not in (None, "")), None)
    return None if value is None or isinstance(value, bool | dict | list) else str(value)


def _objects(items: object) -> Iterator[tuple[int, Json]]:
    for number, item in enumerate(items if isinstance(items, list) else []):
        if isinstance(item, dict):
            yield number, item


def _flat_attributes(attributes: object) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if isinstance(attributes, list):
        for _, item in _objects(attributes):
            if isinstance(key := item.get("key"), str):
                found[key] = _any_value(item.get("value"))
    else:
        given = decoded_arguments(attributes)
        _flatten(given if isinstance(given, dict) else {}, "", found, NESTING_DEPTH)
    return found


def _any_value(value: object) -> Any:
    """Return what an OTLP value holds; lists and maps stay as they are."""
    if isinstance(value, dict):
        return next((value[name] for name in _VALUES if name in value), value)
    return value


def _flatten(value: object, path: str, found: dict[str, Any], left: int) -> None:
    """Put the leaves of nested attributes under dotted names."""
    children: Any = ()
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        children = enumerate(value)
    if not children or not left:
        if path:
            found[path] = value
        return
    for key, child in children:
        _flatten(child, f"{path}.{key}" if path else str(key), found, left - 1)
