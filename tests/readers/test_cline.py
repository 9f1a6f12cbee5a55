"""Cline and Roo Code tasks."""

import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Pointer
from loganalyst.model.transcript import Media, Reasoning, Role, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted, parts, read_sample

SAMPLE = "cline.json"


def test_the_first_text_of_the_panel_is_the_users_task() -> None:
    first = read_sample(SAMPLE).messages[0]
    assert (first.role, first.location, first.time) == (Role.USER, Pointer("/0"), datetime(2026, 1, 5, 9, tzinfo=UTC))
    assert [type(part) for part in first.parts] == [Text, Media]


def test_the_pieces_of_an_output_are_one_result() -> None:
    transcript = read_sample(SAMPLE)
    (result,) = parts(transcript, ToolResult)
    assert (result.text, result.location) == ("added 3 packages\nin 2s", Pointer("/5"))
    assert (result.moved_to_background, result.exit_status) == (True, None)
    install = transcript.messages[1]
    assert [type(part) for part in install.parts] == [Reasoning, Text, ToolCall, ToolResult]


@pytest.mark.parametrize(
    "sentence",
    [
        "Command execution timed out after 30 seconds. The command may still be running in the terminal.",
        "The command was terminated after exceeding a user-configured 30s timeout. Do not try to re-run the command.",
    ],
)
def test_a_limit_of_the_tool_is_told_by_the_next_request(sentence: str) -> None:
    running = "Command is still running in the user's terminal."
    given = (SAMPLES / SAMPLE).read_text(encoding="utf-8").replace(running, sentence)
    (result,) = parts(read_transcript(Source(SAMPLE, given)), ToolResult)
    assert (result.timed_out, result.limit, result.limited_by) == (True, Decimal(30), LimitedBy.TOOL)


def test_a_command_that_printed_nothing_has_no_result() -> None:
    calls = parts(read_sample(SAMPLE), ToolCall)
    assert [(call.text, call.is_shell) for call in calls if call.is_shell] == [
        ("npm install", True),
        ("npm start", True),
    ]
    (created,) = [call for call in calls if not call.is_shell]
    assert (created.name, created.path, created.changes_file) == ("newFileCreated", "a.ts", True)


def test_a_cancelled_request_is_told_and_other_requests_are_ignored_by_name() -> None:
    transcript = read_sample(SAMPLE)
    assert "request cancelled: user_cancelled" in [text.text for text in parts(transcript, Text)]
    ignored = {tally.kind: tally.count for tally in transcript.ledger.ignored}
    assert ignored == {"api_req_started": 2, "checkpoint_created": 1, "completion_result without text": 1}
    assert [tally.kind for tally in transcript.ledger.unknown] == ["from_the_future"]
    assert accounted(transcript) == transcript.ledger.records == 15


def test_the_history_has_its_results_in_the_texts_of_the_user() -> None:
    history = [
        {"role": "user", "content": [{"type": "text", "text": "<task>\nStart\n</task>"}]},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "t1", "name": "execute_command", "input": {"command": "npm start"}}],
        },
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "[execute_command for 'npm start'] Result:"},
                {"type": "text", "text": "Command executed in terminal. Exit code: 1\nOutput:\nno"},
                {"type": "text", "text": "<environment_details>\nx\n</environment_details>"},
            ],
        },
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "<execute_command>\n<command>ls</command>\n</execute_command>"}],
        },
        {
            "role": "user",
            "content": [{"type": "text", "text": "[execute_command for 'ls'] Result:\nCommand is still running"}],
        },
    ]
    transcript = read_transcript(Source("a", json.dumps(history)))
    assert transcript.format == "cline"
    assert [call.text for call in parts(transcript, ToolCall)] == ["npm start", "ls"]
    start, listing = parts(transcript, ToolResult)
    assert (start.exit_status, start.fields.get("exit_status"), start.location) == (1, "1", Pointer("/2"))
    assert listing.moved_to_background
    assert [text.injected for text in parts(transcript, Text)] == [False, True, False]
    assert accounted(transcript) == transcript.ledger.records == 5
