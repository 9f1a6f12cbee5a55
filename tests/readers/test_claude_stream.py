"""Claude Code streams."""

from decimal import Decimal

from loganalyst.model.span import Line
from loganalyst.model.transcript import Role, ShellSession, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted, parts, read_sample

SAMPLE = "claude_stream.jsonl"


def _results() -> dict[str | None, ToolResult]:
    return {result.call_id: result for result in parts(read_sample(SAMPLE), ToolResult)}


def test_of_a_call_asked_for_twice_only_the_later_one_ran() -> None:
    transcript = read_sample(SAMPLE)
    first = parts(transcript, ToolCall)[0]
    assert (first.text, first.location, first.timeout) == ("make -j2", Line(3), Decimal(60))
    assert [tally.count for tally in transcript.ledger.ignored if "asked for again" in tally.kind] == [1]


def test_an_id_that_begins_again_in_a_later_round_is_another_call() -> None:
    shell = [call for call in parts(read_sample(SAMPLE), ToolCall) if call.is_shell]
    assert [call.text for call in shell] == ["make -j2", "apt-get install g++", "g++ --version"]
    assert len({call.id for call in shell}) == 3
    assert all(call.shell is ShellSession.PER_CALL and call.cwd == "/srv" for call in shell)
    assert _results()[shell[2].id].location == Line(20)


def test_status_and_silence_are_lifted_out_of_the_output() -> None:
    make, *_, quiet = parts(read_sample(SAMPLE), ToolResult)
    assert (make.exit_status, make.text, make.fields.get("status")) == (2, "make: no rule", "Exit code 2")
    assert (quiet.text, quiet.fields.get("status")) == ("", "(Bash completed with no output)")


def test_a_command_that_was_moved_to_the_background_is_polled() -> None:
    moved = _results()["functions.Bash:1"]
    poll = next(call for call in parts(read_sample(SAMPLE), ToolCall) if call.name == "TaskOutput")
    assert (moved.moved_to_background, poll.polls) == (True, "functions.Bash:1")
    assert _results()[poll.id].exit_status == 100


def test_a_poll_that_waited_in_vain_came_back_at_its_own_limit_and_its_job_goes_on() -> None:
    ended = (SAMPLES / SAMPLE).read_text(encoding="utf-8")
    waited = ended.replace(
        "<status>completed</status>\\n\\n<exit_code>100</exit_code>", "<retrieval_status>timeout</retrieval_status>"
    )
    waited = waited.replace('"block": true', '"block": true, "timeout": 60000')
    poll = next(
        one
        for one in parts(read_transcript(Source(SAMPLE, waited)), ToolResult)
        if one.call_id == "functions.TaskOutput:2"
    )
    assert (poll.timed_out, poll.moved_to_background, poll.limit) == (True, True, Decimal(60))
    assert poll.exit_status is None


def test_the_end_of_a_background_job_is_told_by_the_program() -> None:
    told = [text for text in parts(read_sample(SAMPLE), Text) if text.injected]
    assert "failed with exit code 100" in told[0].text
    assert told[1].text == 'result {"subtype":"error_max_turns","is_error":true}'


def test_a_sub_agent_is_a_child_with_numbers_of_its_own() -> None:
    transcript = read_sample(SAMPLE)
    (child,) = transcript.children
    assert (child.id, child.parent, transcript.id) == ("agent-toolu_task", "st-1", "st-1")
    assert [message.role for message in child.messages] == [Role.USER, Role.ASSISTANT]
    assert [call.text for call in parts(child, ToolCall)] == ["ls"]
    assert accounted(child) == child.ledger.records == 3


def test_a_last_word_that_repeats_the_message_is_left_out() -> None:
    texts = [text.text for text in parts(read_sample(SAMPLE), Text)]
    assert texts.count("It may lack a compiler.") == 1


def test_a_filler_beside_a_call_is_no_word_of_the_agent() -> None:
    init = '{"type":"system","subtype":"init","cwd":"/srv","session_id":"s","tools":[],"model":"m"}\n'
    said = '{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"%s"}]}}\n'
    transcript = read_transcript(Source("a", init + said % "(no content)" + said.replace("m1", "m2") % "Done."))
    assert [(text.text, text.injected) for text in parts(transcript, Text)] == [
        ("(no content)", True),
        ("Done.", False),
    ]
