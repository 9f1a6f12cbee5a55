"""Codex rollouts."""

from decimal import Decimal
from json import dumps

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Line
from loganalyst.model.transcript import Reasoning, Role, ShellSession, Text, ToolCall, ToolResult, Transcript
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import parts, read_sample

SAMPLE = "codex.jsonl"


def _call(name: str) -> ToolCall:
    return next(call for call in parts(read_sample(SAMPLE), ToolCall) if call.id == name)


def _result(name: str) -> ToolResult:
    return next(result for result in parts(read_sample(SAMPLE), ToolResult) if result.call_id == name)


def _read(*records: object) -> Transcript:
    return read_transcript(Source("rollout", "\n".join(map(dumps, records))), "codex")


def _item(**payload: object) -> dict[str, object]:
    return {"timestamp": "2026-02-03T04:05:06Z", "type": "response_item", "payload": payload}


def test_what_events_repeat_is_said_once() -> None:
    transcript = read_sample(SAMPLE)
    texts = [text.text for text in parts(transcript, Text)]
    assert texts.count("Why does the service not start?") == 1
    assert texts.count("I look at the unit first.") == 1
    assert [thought.text for thought in parts(transcript, Reasoning)] == ["look at the unit"]


def test_what_no_event_names_as_a_prompt_is_the_programs() -> None:
    injected = [text.text.split()[0] for text in parts(read_sample(SAMPLE), Text) if text.injected]
    assert injected == ["<permissions", "<environment_context>", "turn_aborted", "So", "task_complete"]


def test_parallel_calls_of_one_response_are_one_message() -> None:
    turn = next(message for message in read_sample(SAMPLE).messages if message.role is Role.ASSISTANT)
    assert [call.id for call in turn.parts if isinstance(call, ToolCall)] == ["c1", "c2"]
    assert turn.location == Line(8)


def test_a_head_is_lifted_out_of_the_output() -> None:
    result = _result("c1")
    assert (result.exit_status, result.text, result.duration) == (3, "inactive (dead)\n", Decimal("0.0519"))
    assert (_call("c1").cwd, _call("c2").cwd, _call("c1").shell) == ("/etc", "/srv", ShellSession.PER_CALL)


def test_a_command_that_goes_on_is_polled_by_its_session() -> None:
    going, ended = _result("c2"), _result("c3")
    assert (going.moved_to_background, going.limit, going.exit_status) == (True, None, None)
    assert _call("c2").fields.get("waits") == "1000 ms"
    assert (_call("c3").polls, _call("c3").is_shell, ended.exit_status) == ("c2", False, 130)


def test_the_limit_that_fired_is_that_of_the_sentence() -> None:
    result = _result("c4")
    assert (_call("c4").text, _call("c4").timeout) == ("sleep 20", Decimal(10))
    assert (result.timed_out, result.limit, result.limited_by) == (True, Decimal(10), LimitedBy.TOOL)
    assert (result.text, result.fields.get("limit")) == ("part", "10000 milliseconds")


def test_cuts_patches_and_refusals_are_known() -> None:
    assert _result("c5").truncated
    assert (_call("c6").path, _call("c6").changes_file, _call("c6").is_shell) == ("web.conf", True, False)
    assert (_call("c7").text, _result("c7").refused) == ("rm -r 'two words'", True)
    assert (_call("c8").text, _call("c8").is_shell) == ("{torn", False)


def test_a_command_of_the_user_is_a_call_of_the_user() -> None:
    message = next(m for m in read_sample(SAMPLE).messages if any(getattr(p, "text", "") == "id -u" for p in m.parts))
    call, result = message.parts
    assert isinstance(call, ToolCall)
    assert isinstance(result, ToolResult)
    assert (message.role, call.is_shell, result.exit_status, result.text) == (Role.USER, True, 0, "1000")


def test_bare_items_of_the_first_generation_are_read() -> None:
    transcript = _read(
        {"id": "old", "timestamp": "2025-08-20T01:42:25Z", "instructions": None, "git": {}},
        {"record_type": "state"},
        {"type": "message", "id": None, "role": "user", "content": [{"type": "input_text", "text": "Get it"}]},
        {
            "type": "function_call",
            "name": "shell",
            "arguments": dumps({"command": ["bash", "-lc", "get it"]}),
            "call_id": "a",
        },
        {
            "type": "function_call_output",
            "call_id": "a",
            "output": "failed in sandbox None with execution error: command timed out",
        },
        {
            "type": "function_call",
            "name": "shell",
            "arguments": dumps({"command": ["apply_patch", "*** Begin Patch"]}),
            "call_id": "b",
        },
        {"type": "function_call_output", "call_id": "b", "output": "error: Failed to find expected lines"},
    )
    killed, patch = parts(transcript, ToolResult)
    assert (killed.timed_out, killed.limit, killed.text) == (True, None, "")
    assert (patch.failed, parts(transcript, ToolCall)[1].changes_file) == (True, True)
    assert (transcript.id, transcript.zone) == ("old", "unknown")


def test_an_event_that_nothing_repeats_is_read() -> None:
    transcript = _read({"type": "event_msg", "payload": {"type": "agent_message", "message": "alone"}})
    assert [text.text for text in parts(transcript, Text)] == ["alone"]


def test_a_script_of_one_command_is_that_command() -> None:
    script = 'const r = await tools.exec_command({cmd: "git status --short"}); text(r.output);'
    one, two = parts(
        _read(
            _item(type="custom_tool_call", name="exec", input=script, call_id="a"),
            _item(type="custom_tool_call", name="exec", input=script + script, call_id="b"),
        ),
        ToolCall,
    )
    assert (one.text, one.is_shell, one.fields.get("script")) == ("git status --short", True, script)
    assert not two.is_shell


def test_a_thread_that_another_spawned_names_its_parent() -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "p"}}}
    transcript = _read({"type": "session_meta", "payload": {"id": "c", "source": source}})
    assert (transcript.id, transcript.parent) == ("c", "p")
