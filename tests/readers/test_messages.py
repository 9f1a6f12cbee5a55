"""Chat messages."""

from json import dumps

import pytest

from loganalyst.model.span import Line, Location, Pointer
from loganalyst.model.transcript import Media, Reasoning, Role, ShellSession, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import parts, read_sample

SAMPLE = "messages.json"
TALK = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]


def test_an_element_is_a_message_and_results_join_their_call() -> None:
    transcript = read_sample(SAMPLE)
    assert [message.role for message in transcript.messages] == [
        Role.SYSTEM,
        Role.USER,
        *[Role.ASSISTANT] * 4,
    ]
    assert (transcript.id, transcript.title, transcript.zone) == ("chat-1", "A dead service", "UTC")
    assert transcript.messages[2].native_id == "8"


def test_the_name_of_the_function_says_what_runs_a_command() -> None:
    status, edit, terminal, bash = parts(read_sample(SAMPLE), ToolCall)
    assert (status.text, status.is_shell, status.shell) == ("systemctl status web", True, ShellSession.UNKNOWN)
    assert (edit.path, edit.changes_file, edit.is_shell) == ("/srv/n", True, False)
    assert (terminal.text, bash.shell) == ("id", ShellSession.PER_CALL)


def test_the_wording_of_known_agents_gives_the_status() -> None:
    assert [(result.exit_status, result.text) for result in parts(read_sample(SAMPLE), ToolResult)] == [
        (3, "inactive"),
        (None, "made"),
        (0, "uid=0"),
        (1, "no"),
    ]


def test_a_thought_that_is_recorded_twice_is_said_once() -> None:
    assert [thought.text for thought in parts(read_sample(SAMPLE), Reasoning)] == ["the unit first", "hm"]
    assert [media.kind for media in parts(read_sample(SAMPLE), Media)] == ["image"]


def test_an_unknown_speaker_is_counted_and_heard() -> None:
    transcript = read_sample(SAMPLE)
    assert [tally.kind for tally in transcript.ledger.unknown] == ["role narrator"]
    assert parts(transcript, Text)[-1].text == "It ended."


def test_what_is_typed_into_a_running_program_is_no_command_line() -> None:
    def call(name: str, **arguments: str) -> dict[str, object]:
        return {"id": name, "function": {"name": "execute_bash", "arguments": dumps(arguments)}}

    calls = [call("a", command="y", is_input="true"), call("b", command="yes", is_input="false")]
    message = {"role": "assistant", "content": "", "tool_calls": calls}
    found = parts(read_transcript(Source("talk", dumps([message]))), ToolCall)
    assert [(one.text, one.is_shell) for one in found] == [("y", False), ("yes", True)]


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (dumps(TALK), Pointer("/1")),
        (dumps({"messages": TALK}), Pointer("/messages/1")),
        ("\n".join(map(dumps, TALK)), Line(2)),
        (dumps({"loglines": [{"type": m["role"], "message": m} for m in TALK]}), Pointer("/loglines/1")),
    ],
)
def test_arrays_documents_and_lines_are_the_same_talk(data: str, where: Location) -> None:
    transcript = read_transcript(Source("talk", data))
    assert transcript.format == "messages"
    assert [text.text for text in parts(transcript, Text)] == ["Hello", "Hi"]
    assert transcript.messages[1].location == where
