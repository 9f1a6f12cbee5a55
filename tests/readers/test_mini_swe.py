"""mini-swe-agent trajectories."""

from datetime import UTC, datetime
from decimal import Decimal
from json import dumps

from loganalyst.model.span import Pointer
from loganalyst.model.transcript import ShellSession, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import parts, read_sample

SAMPLE = "mini_swe.json"


def test_the_only_fenced_block_is_the_command() -> None:
    calls = parts(read_sample(SAMPLE), ToolCall)
    assert [call.text for call in calls[:3]] == ["ls -la nowhere", "pytest -q", "cat big"]
    assert {call.shell for call in calls} == {ShellSession.PER_CALL}
    assert calls[0].location == Pointer("/messages/2")


def test_status_and_output_are_taken_out_of_their_tags() -> None:
    first, killed, cut, last = parts(read_sample(SAMPLE), ToolResult)
    assert (first.exit_status, first.text) == (2, "ls: cannot access 'nowhere': No such file or directory")
    assert (killed.timed_out, killed.limit, killed.text.strip()) == (True, Decimal(60), "....")
    assert "timed out and has been killed" in str(killed.fields.get("status"))
    assert (cut.truncated, cut.exit_status) == (True, 0)
    assert "900 characters elided" in cut.text
    assert (last.text, last.exit_status) == ("", None)


def test_a_limit_may_be_told_as_the_exception_that_it_raised() -> None:
    told = "<exception>An error occurred: Command 'make' timed out after 30 seconds</exception>"
    messages = [
        {"role": "assistant", "content": "```mswea_bash_command\nmake\n```"},
        {"role": "user", "content": f"{told}\n<returncode>-1</returncode>\n<output>\ncc a.c\n</output>"},
    ]
    (result,) = parts(read_transcript(Source("t.traj.json", dumps(messages)), "mini_swe"), ToolResult)
    assert (result.timed_out, result.limit, result.text) == (True, Decimal(30), "cc a.c")


def test_the_programs_complaint_is_no_result_and_marked() -> None:
    injected = [text.text for text in parts(read_sample(SAMPLE), Text) if text.injected]
    assert injected[1].startswith("Please always provide EXACTLY ONE action")
    assert len(parts(read_sample(SAMPLE), ToolResult)) == 4


def test_times_are_utc() -> None:
    transcript = read_sample(SAMPLE)
    assert transcript.messages[0].time == datetime(2026, 2, 2, 2, 40, 0, 500000, UTC)
    assert (transcript.zone, transcript.title, transcript.agent) == ("UTC", "widget-1", "mini-swe-agent 1.17.3")


def test_a_bare_array_is_known_by_its_commands_and_return_codes() -> None:
    messages = [
        {"role": "assistant", "content": "```mswea_bash_command\nid\n```"},
        {"role": "user", "content": "<returncode>0</returncode>\n<output>\nuid=0\n</output>"},
        {
            "role": "assistant",
            "content": "",
            "extra": {"actions": [{"command": "a", "tool_call_id": "x"}, {"command": "b"}]},
        },
        {"role": "tool", "tool_call_id": "x", "content": "one", "extra": {"returncode": 3}},
        {"role": "tool", "content": "two"},
    ]
    transcript = read_transcript(Source("t.json", dumps(messages)))
    assert (transcript.format, [call.text for call in parts(transcript, ToolCall)]) == ("mini_swe", ["id", "a", "b"])
    assert [(result.text, result.exit_status) for result in parts(transcript, ToolResult)] == [
        ("uid=0", 0),
        ("one", 3),
        ("two", None),
    ]


def test_many_torn_fences_cost_no_time() -> None:
    text = "x```bash\n" * 50_000
    transcript = read_transcript(Source("t.json", dumps([{"role": "assistant", "content": text}])), "mini_swe")
    assert parts(transcript, ToolCall) == []
