"""Claude Code sessions."""

from decimal import Decimal
from pathlib import PurePosixPath

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Line
from loganalyst.model.transcript import Role, ShellSession, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted, parts, read_sample

SAMPLE = "claude_code.jsonl"


def _result(call_id: str) -> ToolResult:
    return next(result for result in parts(read_sample(SAMPLE), ToolResult) if result.call_id == call_id)


def test_the_records_of_one_api_message_are_one_message() -> None:
    transcript = read_sample(SAMPLE)
    kinds = [type(part).__name__ for part in transcript.messages[1].parts]
    assert kinds == ["Reasoning", "Text", "ToolCall", "ToolCall", "ToolResult", "ToolResult"]
    assert [part.location for part in transcript.messages[1].parts] == [Line(n) for n in (3, 4, 5, 6, 7, 9)]
    assert [message.index for message in transcript.messages] == list(range(1, len(transcript.messages) + 1))


def test_the_session_says_who_and_what_it_is() -> None:
    transcript = read_sample(SAMPLE)
    assert (transcript.id, transcript.agent, transcript.zone) == ("s-disk", "Claude Code 2.1.30", "UTC")
    assert transcript.title == "Disk full on the build host"


def test_a_shell_call_has_its_limit_in_seconds_and_the_raw_figure_with_its_unit() -> None:
    call = parts(read_sample(SAMPLE), ToolCall)[0]
    assert (call.text, call.is_shell, call.cwd, call.shell) == ("du -sh /", True, "/srv/build", ShellSession.PER_CALL)
    assert (call.timeout, call.fields.get("timeout")) == (Decimal(120), "120000 ms")


def test_a_limit_that_fired_is_lifted_out_of_the_output() -> None:
    result = _result("t1")
    assert (result.timed_out, result.limit, result.limited_by) == (True, Decimal(120), LimitedBy.TOOL)
    assert (result.fields.get("limit"), result.exit_status) == ("2m 0.0s", 143)
    assert (result.text, result.raw) == ("du: cannot read", "\x1b[31mdu: cannot read\x1b[0m")
    assert not result.failed


def test_a_background_start_is_no_output_and_a_poll_names_its_call() -> None:
    started = _result("t2")
    assert (started.text, started.moved_to_background, started.fields.get("job")) == ("", False, "b77")
    poll = next(call for call in parts(read_sample(SAMPLE), ToolCall) if call.name == "BashOutput")
    assert poll.polls == "t2"
    assert _result("t3").exit_status == 2


def test_the_limit_that_moved_a_command_to_the_background_is_that_of_the_call() -> None:
    asked = (SAMPLES / SAMPLE).read_text(encoding="utf-8")
    given = asked.replace('"run_in_background":true', '"timeout":60000')
    moved = next(one for one in parts(read_transcript(Source(SAMPLE, given)), ToolResult) if one.call_id == "t2")
    assert (moved.moved_to_background, moved.limit, moved.limited_by) == (True, Decimal(60), LimitedBy.TOOL)
    by_hand = given.replace("Command running in background", "Command was manually backgrounded by user")
    moved = next(one for one in parts(read_transcript(Source(SAMPLE, by_hand)), ToolResult) if one.call_id == "t2")
    assert (moved.moved_to_background, moved.limit, moved.limited_by) == (True, None, None)


def test_a_refusal_is_no_failure_and_an_editing_tool_names_its_file() -> None:
    edit = next(call for call in parts(read_sample(SAMPLE), ToolCall) if call.name == "Edit")
    assert (edit.path, edit.changes_file, edit.is_shell) == ("/srv/build/Makefile", True, False)
    assert (_result("t4").refused, _result("t4").failed) == (True, False)


def test_the_programs_own_words_are_not_the_output_nor_the_users() -> None:
    assert (_result("t5").text, _result("t5").fields.get("status")) == ("", "(Bash completed with no output)")
    injected = [text.text for text in parts(read_sample(SAMPLE), Text) if text.injected]
    assert injected == [
        "<system-reminder>Keep the list.</system-reminder>",
        "[Request interrupted by user for tool use]",
        "This session is being continued from a previous conversation.",
    ]


def test_a_command_that_the_user_typed_is_a_call_of_the_user() -> None:
    transcript = read_sample(SAMPLE)
    message = next(one for one in transcript.messages if one.location == Line(14))
    call, result = message.parts
    assert isinstance(call, ToolCall)
    assert isinstance(result, ToolResult)
    assert (message.role, call.text, call.is_shell, result.text) == (Role.USER, "df -h", True, "/dev/sda1 100%")


def test_a_sub_agent_in_the_same_file_is_a_child() -> None:
    transcript = read_sample(SAMPLE)
    (child,) = transcript.children
    assert (child.id, child.parent, [message.index for message in child.messages]) == ("agent-1", "s-disk", [1, 2])
    assert all(message.location != Line(17) for message in transcript.messages)


def test_the_ledger_tells_what_was_left_out_and_what_was_not_understood() -> None:
    transcript = read_sample(SAMPLE)
    ledger = transcript.ledger
    assert {tally.kind: tally.count for tally in ledger.ignored} == {
        "summary": 1,
        "progress bash_progress": 1,
        "record of a sub-agent, read as a transcript of its own": 2,
        "record written twice": 1,
    }
    assert [(tally.kind, tally.first) for tally in ledger.unknown] == [("type hologram", Line(21))]
    assert accounted(transcript) == ledger.records == 21


def test_a_call_without_a_result_has_none() -> None:
    transcript = read_sample(SAMPLE)
    assert "t6" in {call.id for call in parts(transcript, ToolCall)}
    assert "t6" not in {result.call_id for result in parts(transcript, ToolResult)}


def test_a_sub_agent_in_a_file_beside_the_session_is_a_child_with_places_in_that_file() -> None:
    lines = (SAMPLES / SAMPLE).read_text(encoding="utf-8").split("\n")
    started = (
        '{"type":"user","uuid":"z1","sessionId":"s-disk","message":{"role":"user","content":[{"type":"tool_result",'
        '"tool_use_id":"t6","content":"done"}]},"toolUseResult":{"agentId":"ab12","totalDurationMs":1500}}'
    )
    beside = "\n".join(line.replace('"uuid"', '"agentId":"ab12","uuid"') for line in lines[16:18]).encode()
    files = {"log/subagents/agent-ab12.jsonl": beside}
    source = Source("elsewhere/log.jsonl", "\n".join([*lines[:16], started]), files.get)
    (child,) = read_transcript(source).children
    assert (child.id, child.parent) == ("agent-ab12", "s-disk")
    assert child.messages[0].location == Line(1, file="log/subagents/agent-ab12.jsonl")
    assert PurePosixPath(child.path).name == "agent-ab12.jsonl"
