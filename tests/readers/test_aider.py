"""aider chat histories."""

from datetime import datetime

from loganalyst.model.span import Line
from loganalyst.model.transcript import Role, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted, parts, read_sample

SAMPLE = "aider.md"


def test_commands_are_those_that_the_user_typed_and_those_that_the_model_suggested() -> None:
    calls = parts(read_sample(SAMPLE), ToolCall)
    assert [(call.text, call.location) for call in calls] == [
        ("make test", Line(9)),
        ("apt-get install zlib1g-dev", Line(30)),
        ("make all", Line(41)),
        ("git status", Line(46)),
    ]
    assert all(call.is_shell for call in calls)


def test_a_declined_command_is_refused_and_no_other_has_a_result() -> None:
    transcript = read_sample(SAMPLE)
    (result,) = parts(transcript, ToolResult)
    assert (result.refused, result.location, transcript.outputs_recorded) == (True, Line(31), False)


def test_a_prompt_written_twice_is_counted_once() -> None:
    transcript = read_sample(SAMPLE)
    assert sum("why does the" in text.text for text in parts(transcript, Text)) == 1
    assert accounted(transcript) == transcript.ledger.records == 14


def test_headings_and_quotations_of_the_model_stay_its_text() -> None:
    answer = next(message for message in read_sample(SAMPLE).messages if message.role is Role.ASSISTANT)
    assert isinstance(answer.parts[0], Text)
    assert all(words in answer.parts[0].text for words in ("#### What to do", "> Install the headers first."))


def test_the_beginning_of_a_session_has_a_time_without_a_zone() -> None:
    transcript = read_sample(SAMPLE)
    assert transcript.messages[0].time == datetime(2026, 1, 5, 9)  # noqa: DTZ001 (the file names no zone)
    assert (transcript.zone, transcript.agent) == ("unknown", "aider 0.86.1")


def test_carriage_returns_change_nothing() -> None:
    data = (SAMPLES / SAMPLE).read_bytes()
    ours, theirs = (read_transcript(Source("a", one)) for one in (data, data.replace(b"\n", b"\r\n")))
    assert ours.messages == theirs.messages


def test_an_output_that_a_prompt_repeats_is_the_result_of_its_command() -> None:
    text = "# aider chat started at 2026-01-05 09:00:00\n\n#### I ran this command:  \n#### ls  \n"
    transcript = read_transcript(Source("a", text + "#### And got this output:  \n#### a b  \n"))
    (result,) = parts(transcript, ToolResult)
    assert (result.text, transcript.outputs_recorded) == ("a b", True)
