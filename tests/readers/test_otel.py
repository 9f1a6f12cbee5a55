"""Traces of agents."""

import json
from decimal import Decimal

from loganalyst.model.span import Line, Pointer
from loganalyst.model.transcript import Role, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import accounted, parts, read_sample


def test_each_message_is_told_once_in_the_order_of_the_spans() -> None:
    transcript = read_sample("otel.json")
    assert [(message.role, message.location) for message in transcript.messages] == [
        (Role.USER, Pointer("/1")),
        (Role.ASSISTANT, Pointer("/1")),
        (Role.ASSISTANT, Pointer("/2")),
        (Role.SYSTEM, Pointer("/3")),
    ]
    assert transcript.id == "s-9"
    assert accounted(transcript) == transcript.ledger.records == 4
    assert [tally.kind for tally in transcript.ledger.ignored] == ["span of kind AGENT"]


def test_a_span_of_a_tool_is_the_result_of_the_open_call_of_its_name() -> None:
    transcript = read_sample("otel.json")
    (call,) = parts(transcript, ToolCall)
    (result,) = parts(transcript, ToolResult)
    assert (call.text, call.is_shell) == ("df -h", True)
    assert (result.call_id, result.text, result.failed, result.location) == ("c1", "df: not found", True, Pointer("/0"))
    assert result.duration == Decimal(3)


def test_an_export_has_one_span_or_more_on_a_line() -> None:
    said = [{"role": "user", "parts": [{"type": "text", "content": "Hello"}]}]
    span = {
        "name": "chat",
        "spanId": "a",
        "traceId": "t",
        "startTimeUnixNano": "1767603600000000000",
        "attributes": [
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
            {"key": "gen_ai.input.messages", "value": {"stringValue": json.dumps(said)}},
        ],
    }
    export = {"resourceSpans": [{"scopeSpans": [{"spans": [span, {**span, "attributes": []}]}]}]}
    transcript = read_transcript(Source("a", json.dumps(export) + "\n"))
    assert [(text.text, text.location) for text in parts(transcript, Text)] == [("Hello", Line(1))]
    assert accounted(transcript) == transcript.ledger.records == 2
    pretty = read_transcript(Source("a", json.dumps(export, indent=1)))
    assert pretty.messages[0].location == Pointer("/resourceSpans/0/scopeSpans/0/spans/0")
