"""opencode's SQLite store."""

from decimal import Decimal

import pytest

from loganalyst.errors import InputError
from loganalyst.model.span import Row
from loganalyst.model.transcript import Text, ToolCall, ToolResult
from loganalyst.readers.detection import detect, read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted, parts, read_sample

SAMPLE = "opencode_store.db"


def test_rows_are_messages_and_parts_at_their_places() -> None:
    transcript = read_sample(SAMPLE)
    assert [message.location for message in transcript.messages] == [Row("message", 1), Row("message", 2)]
    (call,) = parts(transcript, ToolCall)
    (result,) = parts(transcript, ToolResult)
    assert (call.text, call.cwd, call.location) == ("tar xf backup.tar", "/srv", Row("part", 2))
    assert (result.exit_status, result.duration, result.location) == (2, Decimal("0.5"), Row("part", 2))
    assert (transcript.id, transcript.title, transcript.agent) == ("ses_1", "Unpack a backup", "opencode 1.2.0")


def test_a_session_with_a_parent_is_its_child() -> None:
    transcript = read_sample(SAMPLE)
    (child,) = transcript.children
    assert (child.id, child.parent, [text.text for text in parts(child, Text)]) == ("ses_2", "ses_1", ["I look."])
    assert accounted(child) == child.ledger.records


def test_a_row_that_holds_no_json_is_damage() -> None:
    ledger = read_sample(SAMPLE).ledger
    assert [damage.location for damage in ledger.damaged] == [Row("part", 3)]
    assert accounted(read_sample(SAMPLE)) == ledger.records


def test_a_torn_database_is_read_as_far_as_it_goes_or_refused() -> None:
    data = (SAMPLES / SAMPLE).read_bytes()
    for size in (120, 600, len(data) - 700):
        try:
            transcript = read_transcript(Source("x", data[:size]), "opencode_store")
        except InputError:
            continue
        assert transcript.ledger.damaged


def test_another_database_is_not_known() -> None:
    other = b"SQLite format 3\0" + bytes(2000)
    assert all(guess.score < 40 for guess in detect(Source("x", other)))


@pytest.mark.parametrize("mark", [b"\1\1", b"\2\2"])
def test_a_database_with_a_write_ahead_log_is_read_without_it(mark: bytes) -> None:
    data = (SAMPLES / SAMPLE).read_bytes()
    assert len(read_transcript(Source("x", data[:18] + mark + data[20:])).messages) == 2
