"""Gemini CLI chats and streams."""

import json
from datetime import UTC, datetime
from decimal import Decimal

from loganalyst.model.span import Line, Pointer
from loganalyst.model.transcript import Reasoning, Role, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import accounted, parts, read_sample

SAMPLE = "gemini.json"


def test_an_element_of_the_chat_is_a_message() -> None:
    transcript = read_sample(SAMPLE)
    assert [(message.native_id, message.location, message.role) for message in transcript.messages] == [
        ("m1", Pointer("/messages/0"), Role.USER),
        ("m2", Pointer("/messages/1"), Role.ASSISTANT),
        ("m3", Pointer("/messages/2"), Role.SYSTEM),
    ]
    assert transcript.messages[0].time == datetime(2026, 1, 5, 9, tzinfo=UTC)
    assert parts(transcript, Reasoning)[0].text == "Plan\nRun make first"
    assert accounted(transcript) == transcript.ledger.records == 3


def test_the_exit_status_is_read_from_the_labels_and_not_from_what_was_printed() -> None:
    make, missing, listing = parts(read_sample(SAMPLE), ToolResult)
    assert (make.exit_status, make.text, make.failed) == (2, "cc a.c\nError: a.c is missing", False)
    assert "Directory: (root)" in (make.fields.get("labels") or "")
    assert (missing.failed, missing.text) == (True, "File not found")
    assert (listing.exit_status, listing.text, listing.signal) == (0, "", None)


def test_a_call_that_ran_on_has_no_result() -> None:
    transcript = read_sample(SAMPLE)
    calls = {call.id: call for call in parts(transcript, ToolCall)}
    assert (calls["c1"].cwd, calls["c4"].text, calls["c2"].path) == ("app", "sleep 100", "a.c")
    assert "c4" not in {result.call_id for result in parts(transcript, ToolResult)}


def test_a_stream_has_the_same_as_records() -> None:
    lines = [
        {"type": "init", "session_id": "g-2", "model": "gemini-x"},
        {"type": "message", "role": "user", "content": "Build"},
        {"type": "message", "role": "assistant", "content": "I ", "delta": True},
        {"type": "message", "role": "assistant", "content": "build", "delta": True},
        {"type": "tool_use", "tool_name": "run_shell_command", "tool_id": "t1", "parameters": {"command": "make"}},
        {"type": "tool_result", "tool_id": "t1", "status": "error", "error": {"type": "x", "message": "denied"}},
        {"type": "result", "status": "error", "error": {"message": "API Error"}},
        {"type": "later"},
    ]
    transcript = read_transcript(Source("a", "".join(json.dumps(line) + "\n" for line in lines)))
    assert (transcript.id, len(transcript.messages)) == ("g-2", 4)
    (result,) = parts(transcript, ToolResult)
    assert (result.text, result.failed, result.location) == ("denied", True, Line(6))
    assert [tally.kind for tally in transcript.ledger.unknown] == ["type later"]
    assert any(text.injected and "API Error" in text.text for text in parts(transcript, Text))
    assert accounted(transcript) == transcript.ledger.records


def test_a_limit_that_fired_is_the_tools() -> None:
    told = "Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output."
    lines = [
        {"type": "tool_use", "tool_name": "run_shell_command", "tool_id": "t1", "parameters": {"command": "make"}},
        {"type": "tool_result", "tool_id": "t1", "status": "success", "output": told},
    ]
    (result,) = parts(read_transcript(Source("a", "".join(json.dumps(line) + "\n" for line in lines))), ToolResult)
    assert (result.timed_out, result.limit, result.fields.get("limit")) == (True, Decimal(300), "5.0 minutes")
