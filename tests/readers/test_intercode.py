"""InterCode results."""

from json import dumps

from loganalyst.model.span import Pointer
from loganalyst.model.transcript import Role, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import accounted, parts, read_sample

SAMPLE = "intercode.json"


def test_actions_and_observations_are_calls_and_results() -> None:
    transcript = read_sample(SAMPLE)
    calls, results = parts(transcript, ToolCall), parts(transcript, ToolResult)
    assert [(call.text, call.is_shell) for call in calls] == [
        ("ls /log | wc -l", True),
        ("SELECT 1", False),
        ("submit", False),
    ]
    assert [(result.text, result.failed) for result in results] == [
        ("3", False),
        ("bash: SELECT: command not found", True),
        ("2", False),
    ]
    assert (calls[0].location, results[0].location) == (
        Pointer("/0/turn_history/actions/0"),
        Pointer("/0/turn_history/observations/0"),
    )
    assert (parts(transcript, Text)[0].text, transcript.messages[0].role) == ("Count the logs.", Role.USER)
    assert transcript.ledger.records == 7


def test_of_several_episodes_each_is_a_child() -> None:
    episode = {"query": "q", "turn_history": {"actions": ["id"], "observations": ["uid=0", "late"]}}
    transcript = read_transcript(Source("r.json", dumps({"0": episode, "a/b": episode, "c": 1})))
    assert [(child.id, len(child.messages)) for child in transcript.children] == [
        ("episode-0", 3),
        ("episode-a/b", 3),
        ("episode-c", 0),
    ]
    assert transcript.children[1].messages[1].location == Pointer("/a~1b/turn_history/actions/0")
    assert all(accounted(one) == one.ledger.records for one in transcript.children)
