"""Harbor ATIF trajectories."""

from decimal import Decimal
from json import dumps

import pytest

from loganalyst.model.span import Pointer
from loganalyst.model.transcript import Reasoning, ShellSession, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted, parts, read_sample

SAMPLE = "atif.json"


def test_the_step_id_is_the_number_of_the_message() -> None:
    transcript = read_sample(SAMPLE)
    assert [message.index for message in transcript.messages] == [1, 3, 4, 5, 6, 7]
    assert transcript.messages[1].location == Pointer("/steps/1")
    assert (transcript.id, transcript.agent, transcript.zone) == ("at-1", "claude-code 2.1.90", "UTC")


def test_ids_that_do_not_rise_are_no_numbers() -> None:
    steps = [{"step_id": 2, "source": "user", "message": "a"}, {"step_id": 1, "source": "agent", "message": "b"}]
    transcript = read_transcript(Source("t", dumps({"schema_version": "ATIF-v1.2", "steps": steps})))
    assert [(message.index, message.native_id) for message in transcript.messages] == [(1, "2"), (2, "1")]


def test_the_tools_own_result_goes_before_its_retelling() -> None:
    call, result = parts(read_sample(SAMPLE), ToolCall)[0], parts(read_sample(SAMPLE), ToolResult)[0]
    assert (call.text, call.is_shell, call.timeout, call.cwd) == ("ls nowhere", True, Decimal(5), "/app")
    assert (result.exit_status, result.text) == (2, "ls: no")


def test_the_converters_words_are_marked_and_repeated_thoughts_shown_once() -> None:
    transcript = read_sample(SAMPLE)
    assert [text.text for text in parts(transcript, Text) if text.injected] == ["Executed Bash t1", "Time is up."]
    assert [thought.text for thought in parts(transcript, Reasoning)] == ["I list first."]
    assert any("reasoning" in note for note in transcript.ledger.notes)


def test_a_screen_without_a_call_id_answers_the_last_call() -> None:
    _, task, keys, interrupt = parts(read_sample(SAMPLE), ToolCall)
    results = {result.call_id: result.text for result in parts(read_sample(SAMPLE), ToolResult)}
    assert (keys.text, keys.shell, keys.fields.get("waits")) == ("make", ShellSession.PERSISTENT, "5.0 s")
    assert (interrupt.is_shell, interrupt.polls) == (False, "t3")
    assert (results[task.id], results[keys.id]) == ("seen", "root@box:/# make\nok")
    assert results[None] == "the box was stopped"


def test_sub_agents_are_children_wherever_they_stand() -> None:
    step = {"step_id": 1, "source": "agent", "message": "m"}
    beside = dumps({"schema_version": "ATIF-v1.5", "session_id": "at-2", "steps": [step]}).encode()
    source = Source(SAMPLE, (SAMPLES / SAMPLE).read_bytes(), lambda name: beside if name == "sub.json" else None)
    children = read_transcript(source).children
    assert [(child.id, child.parent) for child in children] == [("at-3", "at-1"), ("at-2", "at-1")]
    assert children[0].messages[0].location == Pointer("/subagent_trajectories/0/steps/0")
    assert children[1].messages[0].location == Pointer("/steps/0", "sub.json")
    assert all(accounted(child) == child.ledger.records == 1 for child in children)


def test_a_sub_agent_whose_file_is_missing_is_noted() -> None:
    assert any("sub.json" in note for note in read_sample(SAMPLE).ledger.notes)


def test_what_the_agents_program_put_into_the_users_place_is_marked() -> None:
    steps = [{"step_id": 1, "source": "user", "message": "<task-notification>\ndone\n</task-notification>"}]
    transcript = read_transcript(Source("t", dumps({"schema_version": "ATIF-v1.2", "steps": steps})))
    assert [text.injected for text in parts(transcript, Text)] == [True]


def test_a_limit_on_sub_agents_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loganalyst.readers.atif.NESTING_DEPTH", 2)
    trajectory: dict[str, object] = {"schema_version": "ATIF-v1.7", "trajectory_id": "d", "steps": []}
    for name in "cba":
        trajectory = {**trajectory, "trajectory_id": name, "subagent_trajectories": [trajectory]}
    transcript = read_transcript(Source("t", dumps(trajectory)))
    assert [child.id for child in transcript.children] == ["b"]
    assert "after 2 sub-agents, those that they started themselves are not read" in transcript.ledger.notes
