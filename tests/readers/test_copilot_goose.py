"""Copilot's chats and sessions, and Goose's sessions."""

import json

from loganalyst.model.span import Line, Pointer
from loganalyst.model.transcript import Reasoning, Role, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import accounted, parts, read_sample


def test_each_round_of_a_chat_is_a_message_at_its_request() -> None:
    transcript = read_sample("copilot.json")
    assert [(message.role, message.location) for message in transcript.messages] == [
        (Role.USER, Pointer("/requests/0")),
        (Role.ASSISTANT, Pointer("/requests/0")),
        (Role.ASSISTANT, Pointer("/requests/0")),
        (Role.USER, Pointer("/requests/1")),
        (Role.ASSISTANT, Pointer("/requests/1")),
        (Role.SYSTEM, Pointer("/requests/1")),
    ]
    assert accounted(transcript) == transcript.ledger.records == 2


def test_a_result_stands_beside_the_rounds_and_the_terminal_tells_its_status() -> None:
    transcript = read_sample("copilot.json")
    (result,) = parts(transcript, ToolResult)
    assert (result.text, result.exit_status) == ("1 failed, 2 passed", 1)
    assert [(call.text, call.is_shell) for call in parts(transcript, ToolCall)] == [
        ("pytest -q", True),
        ("Reading a file", False),
    ]
    told = [text.text for text in parts(transcript, Text) if text.injected]
    assert told == ["Sorry, the request failed", "the request was cancelled"]


def test_a_session_of_the_command_line_program_is_its_events() -> None:
    events = [
        {"type": "session.start", "data": {"sessionId": "s"}, "id": "a"},
        {"type": "user.message", "data": {"content": "List"}, "id": "b"},
        {
            "type": "assistant.message",
            "data": {
                "content": "",
                "toolRequests": [{"toolCallId": "c", "name": "bash", "arguments": {"command": "ls"}}],
            },
        },
        {
            "type": "tool.execution_complete",
            "data": {"toolCallId": "c", "success": True, "result": {"content": "a\n<exited with exit code 2>"}},
        },
        {"type": "abort", "data": {"message": "stopped"}},
        {"type": "unheard.of", "data": {}},
    ]
    transcript = read_transcript(Source("a", "".join(json.dumps(event) + "\n" for event in events)))
    (result,) = parts(transcript, ToolResult)
    assert (transcript.format, transcript.id) == ("copilot", "s")
    assert (result.text, result.exit_status, result.location) == ("a", 2, Line(4))
    assert [tally.kind for tally in transcript.ledger.unknown] == ["type unheard.of"]
    assert accounted(transcript) == transcript.ledger.records == 6


def test_goose_has_calls_and_results_by_id() -> None:
    transcript = read_sample("goose.jsonl")
    (call,) = parts(transcript, ToolCall)
    (result,) = parts(transcript, ToolResult)
    assert (call.text, call.cwd, call.is_shell, call.location) == ("df -h", "/srv", True, Line(3))
    assert (result.text, result.failed, result.location) == ("no df here", True, Line(4))
    assert len(parts(transcript, Reasoning)) == 1
    assert [message.native_id for message in transcript.messages] == ["m1", "m2", "m4"]
    assert [tally.kind for tally in transcript.ledger.unknown] == ["block novel"]
    assert (accounted(transcript), transcript.title) == (transcript.ledger.records, "Disk is full")
