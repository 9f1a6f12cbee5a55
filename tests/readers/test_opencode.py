"""opencode exports."""

from datetime import UTC, datetime
from decimal import Decimal

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Pointer
from loganalyst.model.transcript import Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted, parts, read_sample

SAMPLE = "opencode.json"


def _result(call_id: str) -> ToolResult:
    return next(result for result in parts(read_sample(SAMPLE), ToolResult) if result.call_id == call_id)


def test_an_element_of_the_export_is_a_message() -> None:
    transcript = read_sample(SAMPLE)
    assert [(message.index, message.native_id) for message in transcript.messages] == [
        (1, "msg_1"),
        (2, "msg_2"),
        (3, "msg_3"),
    ]
    assert [message.location for message in transcript.messages] == [Pointer(f"/messages/{n}") for n in range(3)]
    assert transcript.messages[0].time == datetime(2026, 1, 1, tzinfo=UTC)
    assert (transcript.id, transcript.title, transcript.agent) == ("ses_tar", "Unpack a backup", "opencode 1.15.6")


def test_a_limit_that_fired_is_lifted_out_of_the_output() -> None:
    result = _result("c1")
    assert (result.timed_out, result.limit, result.limited_by) == (True, Decimal(10), LimitedBy.TOOL)
    assert (result.fields.get("limit"), result.text, result.exit_status) == ("10000 ms", "x a", None)
    assert result.duration == Decimal("10.25")


def test_a_start_that_was_stamped_anew_gives_no_duration() -> None:
    export = (SAMPLES / SAMPLE).read_text(encoding="utf-8")
    late = export.replace("1767225602000", "1767225611000")
    result = next(one for one in parts(read_transcript(Source(SAMPLE, late)), ToolResult) if one.call_id == "c1")
    assert (late != export, result.limit, result.duration) == (True, Decimal(10), None)


def test_an_empty_output_is_empty_and_keeps_its_status() -> None:
    result = _result("c2")
    assert (result.text, result.exit_status, result.fields.get("exit_status")) == ("", 1, "1")


def test_calls_have_their_folder_and_their_limit() -> None:
    tar, test, edit, _ = parts(read_sample(SAMPLE), ToolCall)
    assert (tar.cwd, tar.timeout, test.cwd) == ("/home/kim", Decimal(10), "/srv")
    assert (edit.path, edit.changes_file) == ("/home/kim/n", True)


def test_an_aborted_call_is_cancelled_and_a_running_one_has_no_result() -> None:
    assert (_result("c3").cancelled, _result("c3").failed) == (True, False)
    assert "c4" not in {result.call_id for result in parts(read_sample(SAMPLE), ToolResult)}


def test_what_the_program_wrote_is_marked() -> None:
    injected = [text.text for text in parts(read_sample(SAMPLE), Text) if text.injected]
    assert injected == ["plan mode is off", "MessageAbortedError: Aborted"]


def test_an_unknown_part_is_counted_and_kept_as_text() -> None:
    transcript = read_sample(SAMPLE)
    assert [(tally.kind, tally.first) for tally in transcript.ledger.unknown] == [
        ("part future-part", Pointer("/messages/2"))
    ]
    assert any("future-part" in text.text for text in parts(transcript, Text))
    assert accounted(transcript) == transcript.ledger.records == 3


def test_a_torn_export_is_read_up_to_the_tear() -> None:
    whole = (SAMPLES / SAMPLE).read_bytes()
    transcript = read_transcript(Source("torn.json", whole[: whole.index(b'"msg_3"')]))
    assert transcript.ledger.torn_end
    assert [message.native_id for message in transcript.messages][:2] == ["msg_1", "msg_2"]
    assert [damage.why for damage in transcript.ledger.damaged] == ["the document stops in the middle"]
