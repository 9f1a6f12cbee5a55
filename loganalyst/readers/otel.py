"""Traces of agents: OpenTelemetry spans with the attributes of its GenAI conventions, or of OpenInference.

Spans are ordered by their start. A model's span holds all messages that it got, so that each is told once, at the span
that first holds it, and its answer is a Message of the assistant; a tool's span is the result of the call with its id,
else of the first open call of its name. Each span is a record; those of agents, chains and requests are left out by
kind. Token counts, prices and the schemas of tools are left out too.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import count
from typing import Any, NamedTuple

from loganalyst.model.span import Location, Pointer
from loganalyst.model.transcript import Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.content import as_text, decoded_arguments, raw_fields, result_part, string, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json, head_document, head_objects, json_objects, read_document
from loganalyst.readers._blocks.shells import command_line
from loganalyst.readers._blocks.spans import (
    TraceSpan,
    exported_spans,
    is_export,
    is_span,
    moment,
    read_span,
    seconds_between,
)
from loganalyst.readers._blocks.tools import named_path
from loganalyst.readers.source import Guess, Source

NAME = "otel"
TITLE = "OpenTelemetry or OpenInference trace"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "code", "end_time", "id", "kind", "mime_type", "name", "parentSpanId", "parent_id", "parent_span_id", "spanId",
    "span_id", "traceId", "trace_id",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_MARKS = frozenset({"resourceSpans", "span_id", "spanId", "context"})
_GENAI = re.compile(rb'"(?:gen_ai\.|llm\.|openinference\.)|"openinference"')
_NANOSECONDS = 10**9
_ROLES = {"system": Role.SYSTEM, "developer": Role.SYSTEM, "user": Role.USER, "assistant": Role.ASSISTANT}


class _Call(NamedTuple):
    """A tool call as a message of a span holds it."""

    id: str
    name: str
    given: Any


class _Said(NamedTuple):
    """A message of a model's span."""

    role: str
    text: str
    calls: tuple[_Call, ...]
    answers: str | None
    """Id of the call that a tool's message answers."""


def recognise(source: Source) -> Guess:
    """Return how surely the input holds spans of an agent."""
    head = head_document(source)
    objects = [head] if isinstance(head, dict) else head_objects(source)
    known = _GENAI.search(source.head()) is not None
    if any(is_export(one) for one in objects):
        return Guess(94 if known else 60, "it is an OTLP export" + (" with attributes of a model" if known else ""))
    if any(is_span(one) for one in objects):
        return Guess(93 if known else 55, "its elements are spans" + (" with attributes of a model" if known else ""))
    return Guess(0, "it holds neither an OTLP export nor spans")


def read(source: Source) -> Transcript:
    """Return the session that the spans tell of."""
    trace = _Trace(Draft(source, NAME))
    spans = [read_span(data, place) for data, place in _spans(source, trace.draft)]
    order = sorted(range(len(spans)), key=lambda number: (_moment_of(spans[number]), number))
    for number in order:
        trace.add(spans[number])
    return trace.finish(spans)


def _spans(source: Source, draft: Draft) -> Iterator[tuple[Json, Location]]:
    """Yield the spans of an input, counted as seen; what is no span is unknown."""
    head = head_document(source)
    whole = isinstance(head, dict) and source.head().lstrip()[:2] in (b"{\n", b"{\r")
    if whole:
        document = read_document(source, draft.ledger)
        for data, place in exported_spans(document if isinstance(document, dict) else {}, Pointer("")):
            draft.ledger.seen()
            yield data, place
        return
    for record in json_objects(source, draft.ledger, _MARKS):
        if not is_export(record.data):
            yield record.data, record.location
            continue
        inner = list(exported_spans(record.data, record.location))
        for _ in inner[1:]:
            draft.ledger.seen()
        if not inner:
            draft.ledger.ignore("export without spans", record.location)
        yield from inner


def _moment_of(span: TraceSpan) -> Decimal:
    """Return the seconds since 1970 at which a span counts: its start, or its end where it only tells how all went."""
    stamp = span.start if span.kind in {"LLM", "TOOL"} else span.end or span.start
    if stamp is not None and stamp.isdecimal():
        return Decimal(stamp) / _NANOSECONDS
    time = moment(stamp)
    return Decimal(str(time.timestamp())) if time else Decimal(0)


class _Trace:
    """Spans on their way to a transcript."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._told: set[tuple[str, str, str]] = set()
        self._open: dict[str, str] = {}
        self._answered: set[str] = set()
        self._numbers = count(1)

    def add(self, span: TraceSpan) -> None:
        """Add one span, and count it in the ledger."""
        if span.kind == "LLM":
            for said in _messages(span, "input"):
                self._say(span, said, given=True)
            for said in _messages(span, "output"):
                self._say(span, said, given=False)
        elif span.kind == "TOOL":
            self._add_tool(span)
        elif not span.attributes and not span.kind and span.start is None:
            self.draft.ledger.unknown("element that is no span", span.location)
            return
        else:
            self._tell_failure(span)
            self.draft.ledger.ignore(f"span of kind {span.kind or 'unknown'}", span.location)
            return
        self._tell_failure(span)
        self.draft.ledger.read()

    def finish(self, spans: list[TraceSpan]) -> Transcript:
        """Return the transcript."""
        names = ("session.id", "gen_ai.conversation.id")
        session = next((found for span in spans if (found := span.text(*names))), None)
        trace = next((span.trace for span in spans if span.trace), None)
        agent = next((found for span in spans if (found := span.text("gen_ai.agent.name"))), None)
        return self.draft.finish(transcript_id=session or trace, agent=agent, zone="UTC")

    def _tell_failure(self, span: TraceSpan) -> None:
        if span.failed and span.message and span.kind != "TOOL":
            part = text_part(f"{span.name}: {span.message}", span.location, injected=True)
            self.draft.say(Role.SYSTEM, span.location, part, turn=self._turn(), time=moment(span.start))

    def _turn(self) -> str:
        return f"turn {next(self._numbers)}"

    def _say(self, span: TraceSpan, said: _Said, *, given: bool) -> None:
        place = span.location
        key = (said.role, said.text, as_text([list(call) for call in said.calls]) + (said.answers or ""))
        if given and key in self._told:
            return
        self._told.add(key)
        if said.role in {"tool", "function"}:
            if said.answers not in self._answered:
                self._answered.add(said.answers or "")
                self.draft.answer(result_part(said.answers, said.text, place))
            return
        parts = [text_part(said.text, place)] if said.text else []
        role = _ROLES.get(said.role, Role.ASSISTANT)
        time = moment(span.start)
        stamp = raw_fields(time=span.start)
        calls = [self._call(call, place) for call in said.calls]
        if parts or calls:
            self.draft.say(role, place, *parts, *calls, turn=self._turn(), time=time, fields=stamp)

    def _call(self, call: _Call, place: Location) -> ToolCall:
        native = call.id or f"call {next(self._numbers)}"
        given = decoded_arguments(call.given)
        command = command_line(call.name, given)
        self._open[native] = call.name
        return ToolCall(
            id=native,
            name=call.name,
            text=command if command is not None else as_text(call.given if call.given is not None else ""),
            location=place,
            is_shell=command is not None,
            shell=ShellSession.UNKNOWN,
            path=named_path(given),
            fields=raw_fields(
                arguments=as_text(given) if command and isinstance(given, dict) and len(given) > 1 else None
            ),
        )

    def _add_tool(self, span: TraceSpan) -> None:
        name = span.text("tool.name", "gen_ai.tool.name") or span.name
        native = span.text("tool_call.id", "gen_ai.tool.call.id")
        if native not in self._open:
            same = (one for one, called in self._open.items() if called == name and one not in self._answered)
            native = next(same, native)
        if native is None or native not in self._open:
            given = span.text("input.value", "tool.parameters", "gen_ai.tool.call.arguments")
            call = self._call(_Call(native or "", name, given), span.location)
            native = call.id
            self.draft.say(Role.ASSISTANT, span.location, call, turn=self._turn(), time=moment(span.start))
        output = span.text("output.value", "gen_ai.tool.call.result") or span.message or ""
        self._answered.add(native)
        result = result_part(
            native,
            output,
            span.location,
            failed=span.failed,
            duration=seconds_between(span.start, span.end),
            time=moment(span.end),
            fields=raw_fields(started=span.start, time=span.end),
        )
        self.draft.answer(result)


def _messages(span: TraceSpan, side: str) -> Iterator[_Said]:
    """Yield the messages that a model got or gave, in the one or the other convention."""
    listed = decoded_arguments(span.attributes.get(f"gen_ai.{side}.messages"))
    for message in listed if isinstance(listed, list) else ():
        if isinstance(message, dict):
            yield from _parts_said(message)
    number = 0
    stem = f"llm.{side}_messages"
    while role := span.text(f"{stem}.{number}.message.role"):
        yield _indexed(span, f"{stem}.{number}.message", role)
        number += 1


def _parts_said(message: Json) -> Iterator[_Said]:
    texts: list[str] = []
    calls: list[_Call] = []
    parts = message.get("parts")
    for part in parts if isinstance(parts, list) else ():
        one = part if isinstance(part, dict) else {"content": as_text(part)}
        if one.get("type") == "tool_call":
            calls.append(_Call(string(one.get("id")) or "", string(one.get("name")) or "unknown", one.get("arguments")))
        elif one.get("type") == "tool_call_response":
            told = one.get("response") if "response" in one else one.get("result")
            yield _Said("tool", as_text(told or ""), (), string(one.get("id")))
        else:
            texts.append(as_text(one.get("content") or one))
    if texts or calls:
        yield _Said(string(message.get("role")) or "user", "\n".join(texts), tuple(calls), None)


def _indexed(span: TraceSpan, stem: str, role: str) -> _Said:
    texts = [span.text(f"{stem}.content")]
    part = 0
    while span.text(f"{stem}.contents.{part}.message_content.type"):
        texts.append(span.text(f"{stem}.contents.{part}.message_content.text"))
        part += 1
    calls: list[_Call] = []
    while name := span.text(f"{stem}.tool_calls.{len(calls)}.tool_call.function.name"):
        base = f"{stem}.tool_calls.{len(calls)}.tool_call"
        calls.append(_Call(span.text(f"{base}.id") or "", name, span.attributes.get(f"{base}.function.arguments")))
    text = "\n".join(text for text in texts if text)
    return _Said(role, text, tuple(calls), span.text(f"{stem}.tool_call_id"))
