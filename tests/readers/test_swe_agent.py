"""SWE-agent trajectories."""

from decimal import Decimal
from json import dumps

from loganalyst.model.span import Pointer
from loganalyst.model.transcript import Role, ShellSession, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import parts, read_sample

SAMPLE = "swe_agent.traj"


def test_an_action_and_its_observation_are_one_message() -> None:
    message = next(message for message in read_sample(SAMPLE).messages if message.role is Role.ASSISTANT)
    thought, call, result = message.parts
    assert isinstance(thought, Text)
    assert isinstance(call, ToolCall)
    assert isinstance(result, ToolResult)
    assert (thought.text, call.text, result.text) == ("Let me look.\n", "ls\n", "a.py")
    assert (message.location, result.location) == (Pointer("/history/3"), Pointer("/history/4"))
    assert (result.duration, result.fields.get("took"), result.fields.get("cwd")) == (
        Decimal("0.25"),
        "0.25 s",
        "/repo",
    )


def test_the_shell_lasts_and_the_agents_own_commands_are_tools() -> None:
    calls = parts(read_sample(SAMPLE), ToolCall)
    assert [(call.name, call.is_shell) for call in calls] == [
        ("bash", True),
        ("bash", True),
        ("open", False),
        ("edit", False),
        ("submit", False),
    ]
    assert (calls[1].shell, calls[1].cwd) == (ShellSession.PERSISTENT, "/repo")
    assert (calls[2].path, calls[3].path, calls[3].changes_file) == ("a.py", "/repo/a.py", True)


def test_a_limit_is_read_off_the_sentence() -> None:
    result = parts(read_sample(SAMPLE), ToolResult)[1]
    assert (result.timed_out, result.limit, result.fields.get("limit")) == (True, Decimal(30), "30 s")


def test_an_observation_that_only_the_step_holds_is_taken_from_it() -> None:
    last = parts(read_sample(SAMPLE), ToolResult)[-1]
    assert (last.text, last.location) == ("diff --git a/a.py", Pointer("/trajectory/4"))


def test_demonstrations_and_complaints_of_the_program_are_marked() -> None:
    injected = [text.text for text in parts(read_sample(SAMPLE), Text) if text.injected]
    assert injected == [
        "You are a programmer.",
        "A demonstration.",
        "Your output was not formatted correctly. Try again.",
    ]


def test_steps_are_read_where_there_is_no_history() -> None:
    steps = [
        {"action": "ls", "observation": "a", "thought": "Look.", "state": "{}"},
        {
            "action": "vim a",
            "observation": "Interactive operation 'vim' is not supported by this environment",
            "state": None,
        },
    ]
    transcript = read_transcript(Source("old.traj", dumps({"trajectory": steps})))
    first, second = parts(transcript, ToolResult)
    assert (first.text, first.location, second.refused) == ("a", Pointer("/trajectory/0"), True)
    assert transcript.ledger.read == 2
