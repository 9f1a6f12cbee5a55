"""The plain-text form."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Line
from loganalyst.model.transcript import Reasoning, Role, ShellSession, Text, ToolCall, ToolResult, Transcript
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import accounted, parts, read_sample


def _read(text: str) -> Transcript:
    return read_transcript(Source("example", text), "plain_text")


def test_numbers_of_the_text_are_the_indices_and_may_have_gaps() -> None:
    transcript = read_sample("plain_text.txt")
    assert [(message.index, message.role) for message in transcript.messages] == [
        (12, Role.USER),
        (14, Role.ASSISTANT),
        (17, Role.ASSISTANT),
        (18, Role.USER),
    ]
    assert (transcript.id, transcript.agent, transcript.zone) == ("stuck-pull", "demo", "UTC")
    assert transcript.messages[0].time == datetime(2026, 1, 2, 3, 0, tzinfo=UTC)


def test_a_call_has_its_continuation_and_what_its_head_says() -> None:
    pull, ps, edit, _ = parts(read_sample("plain_text.txt"), ToolCall)
    assert pull.text == "docker pull \\\nexample.org/app:1"
    assert (pull.id, pull.host, pull.timeout, pull.background) == ("pull", "203.0.113.9", Decimal(300), True)
    assert pull.fields.get("timeout") == "300s"
    assert (ps.is_shell, ps.shell) == (True, ShellSession.PER_CALL)
    assert (edit.is_shell, edit.path, edit.changes_file) == (False, "/etc/app.conf", True)


def test_lines_below_a_call_are_its_output_and_lose_one_backslash() -> None:
    transcript = read_sample("plain_text.txt")
    output = next(result for result in parts(transcript, ToolResult) if result.call_id == "call-2")
    assert output.text == "[user]\n[result]\n\\[text]\n[INFO] nothing runs"
    assert (output.exit_status, output.location) == (None, Line(8))


def test_a_late_result_is_a_part_of_the_message_that_made_the_call() -> None:
    transcript = read_sample("plain_text.txt")
    late = parts(transcript, ToolResult)[-2]
    assert late in transcript.messages[1].parts
    assert (late.arrived, late.call_id, late.exit_status, late.signal) == (17, "pull", 137, 9)
    assert (late.limit, late.limited_by, late.timed_out) == (Decimal(300), LimitedBy.TOOL, True)
    assert (late.duration, late.fields.get("took")) == (Decimal(300), "5m")


def test_an_unknown_key_is_counted_and_its_part_kept() -> None:
    ledger = read_sample("plain_text.txt").ledger
    assert [(tally.kind, tally.count, tally.first) for tally in ledger.unknown] == [("result mood", 1, Line(15))]


def test_nothing_below_a_call_is_no_result_and_an_empty_result_is_one() -> None:
    transcript = _read("[bash] a\n\n[bash] b\n[result]\n\n")
    (only,) = parts(transcript, ToolResult)
    assert (only.call_id, only.text) == ("call-2", "")


def test_results_go_to_the_nearest_call_that_has_none() -> None:
    transcript = _read("[bash] a\n[bash] b\n[result exit=1]\n[result exit=2]\n")
    assert [(result.call_id, result.exit_status) for result in parts(transcript, ToolResult)] == [
        ("call-2", 1),
        ("call-1", 2),
    ]


def test_a_call_before_any_message_opens_one_of_the_assistant() -> None:
    transcript = _read("[bash] a\nout\n[user] stop")
    assert [(message.index, message.role) for message in transcript.messages] == [(1, Role.ASSISTANT), (2, Role.USER)]


def test_in_a_numbered_text_a_role_alone_is_text_and_elsewhere_a_message() -> None:
    assert len(_read("[msg 1] a\n[user]\nname = x").messages) == 1
    assert len(_read("[assistant] a\n[user]\nname = x").messages) == 2


def test_numbers_that_do_not_rise_are_kept_beside_positions() -> None:
    transcript = _read("[msg 5] a\n[msg 5] b\n[msg 3] c")
    assert [(message.index, message.native_id) for message in transcript.messages] == [(1, "5"), (2, "5"), (3, "3")]


def test_thoughts_are_not_text() -> None:
    transcript = _read("[assistant]\n[thinking] maybe\nmore\n[text]\nsaid")
    assert [thought.text for thought in parts(transcript, Reasoning)] == ["maybe\nmore"]
    assert [text.text for text in parts(transcript, Text)] == ["said"]


@pytest.mark.parametrize("line", ["[INFO] x", "[call]", "[bash foo", "[result of parse] x", "[bashful] x", "[msg x]"])
def test_a_line_that_is_almost_a_head_is_text(line: str) -> None:
    assert [text.text for text in parts(_read(f"[msg 1] a\n{line}"), Text)] == [f"a\n{line}"]


def test_terminal_colours_go_from_outputs_and_the_raw_form_is_kept() -> None:
    (result,) = parts(_read("[bash] ls\n\x1b[31mred\x1b[0m"), ToolResult)
    assert (result.text, result.raw) == ("red", "\x1b[31mred\x1b[0m")


def test_a_result_for_no_call_stays_where_it_was_written_and_is_noted() -> None:
    transcript = _read("[msg 3] a\n[result of=ghost]\nx\n[msg 4] b")
    (result,) = parts(transcript, ToolResult)
    assert (result.arrived, result.call_id, [m.index for m in transcript.messages]) == (3, "ghost", [3, 4])
    assert transcript.ledger.notes == ("a result stands without the call that it answers",)


_HEADS = ["[msg 1]", "[msg 2] [user] hi", "[user]", "[bash] ls", "[bash id=a x] y", "[result of=a exit=1]", "> more"]
_LINES = st.lists(st.sampled_from([*_HEADS, "[text]", "[thinking] t", "out", "", "\\[bash] x", "[call Edit] {"]))


@given(_LINES)
def test_every_head_is_accounted_for(lines: list[str]) -> None:
    transcript = _read("\n".join(["[session]", *lines]))
    assert accounted(transcript) == transcript.ledger.records
    for result in parts(transcript, ToolResult):
        assert transcript.message(result.arrived) is not None
