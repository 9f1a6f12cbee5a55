"""OpenHands trajectories."""

from datetime import datetime
from decimal import Decimal
from json import dumps

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Pointer
from loganalyst.model.transcript import Media, Reasoning, Role, ShellSession, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import parts, read_sample

SAMPLE = "openhands.json"


def _result(name: str) -> ToolResult:
    return next(result for result in parts(read_sample(SAMPLE), ToolResult) if result.call_id == name)


def test_an_action_is_a_message_and_its_observation_is_in_it() -> None:
    message = next(message for message in read_sample(SAMPLE).messages if message.native_id == "9")
    assert [type(part) for part in message.parts] == [Text, ToolCall, ToolResult]
    assert (message.location, message.parts[2].location) == (Pointer("/4"), Pointer("/5"))
    assert message.time == datetime(2026, 2, 3, 4, 5, 9, 1)  # noqa: DTZ001 (the log names no zone)


def test_a_command_at_the_soft_limit_goes_on() -> None:
    result = _result("9")
    assert (result.moved_to_background, result.timed_out, result.limit) == (True, False, Decimal(10))
    assert (result.limited_by, result.exit_status, result.fields.get("exit_status")) == (LimitedBy.TOOL, None, "-1")
    assert (result.text, result.fields.get("limit")) == ("Debugger is active!", "10 seconds")


def test_a_command_before_a_busy_shell_is_refused() -> None:
    result = _result("13")
    assert (result.refused, result.moved_to_background, result.text) == (True, False, "")
    assert "NOT executed" in str(result.fields.get("status"))


def test_input_asks_for_more_of_the_command_that_runs() -> None:
    call = next(call for call in parts(read_sample(SAMPLE), ToolCall) if call.text == "C-c")
    assert (call.polls, call.is_shell, _result(call.id).exit_status) == ("9", False, 130)


def test_the_shell_lasts_and_keeps_its_folder() -> None:
    serve, *_, test = (call for call in parts(read_sample(SAMPLE), ToolCall) if call.is_shell)
    assert (serve.shell, serve.cwd, serve.timeout, test.cwd) == (
        ShellSession.PERSISTENT,
        None,
        Decimal(120),
        "/workspace",
    )


def test_words_thoughts_files_and_pictures_are_told_apart() -> None:
    transcript = read_sample(SAMPLE)
    edit = next(call for call in parts(transcript, ToolCall) if call.name == "edit")
    assert (edit.path, edit.changes_file) == ("/workspace/app.py", True)
    assert [thought.text for thought in parts(transcript, Reasoning)] == ["It may need a restart."]
    assert [media.kind for media in parts(transcript, Media)] == ["image"]
    injected = [text.text for text in parts(transcript, Text) if text.injected]
    assert injected == ["You are an agent.", "It was served once.", "error: The budget is spent"]


def test_events_of_the_second_generation_are_read() -> None:
    def event(kind: str, number: int, **more: object) -> dict[str, object]:
        return {"kind": kind, "id": f"e{number}", "timestamp": "2026-02-03T04:05:06", **more}

    said = {"role": "user", "content": [{"type": "text", "text": "Go"}]}
    ran = {"content": [{"type": "text", "text": "no"}], "metadata": {"exit_code": 1, "working_dir": "/w"}}
    transcript = read_transcript(
        Source(
            "events",
            dumps(
                {
                    "items": [
                        event("MessageEvent", 1, source="user", llm_message=said),
                        event(
                            "ActionEvent",
                            2,
                            tool_name="terminal",
                            tool_call_id="c",
                            tool_call={"arguments": '{"command": "ls"}'},
                        ),
                        event("ObservationEvent", 3, action_id="e2", observation=ran),
                        event("ActionEvent", 4, tool_name="file_editor", action={"path": "a", "content": "x"}),
                        event("UserRejectObservation", 5, action_id="e4", rejection_reason="No."),
                        event("ActionEvent", 6, tool_name="browse", tool_call={"arguments": "[]"}),
                        event("AgentErrorEvent", 7, action_id="e6", error="Sandbox failed."),
                        event("SomethingNew", 8),
                    ]
                }
            ),
        )
    )
    ls, edit, browse = parts(transcript, ToolResult)
    assert (ls.exit_status, ls.call_id, ls.location) == (1, "c", Pointer("/items/2"))
    assert (edit.refused, edit.text, browse.failed) == (True, "No.", True)
    assert [message.role for message in transcript.messages] == [Role.USER, *[Role.ASSISTANT] * 3]
    assert [tally.kind for tally in transcript.ledger.unknown] == ["kind SomethingNew"]
