"""Inspect logs."""

import io
import json
import zipfile
from decimal import Decimal

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Pointer
from loganalyst.model.transcript import Media, Reasoning, Role, Text, ToolCall, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted, parts, read_sample

SAMPLE = "inspect_ai.json"


def _archive(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_journal/start.json", b"{}")
        for name, data in members.items():
            archive.writestr(f"samples/{name}.json", data)
    return stream.getvalue()


def _sample() -> bytes:
    return json.dumps(json.loads((SAMPLES / SAMPLE).read_text())["samples"][0]).encode()


def test_the_one_sample_of_a_log_is_its_transcript() -> None:
    transcript = read_sample(SAMPLE)
    assert [(message.role, message.location) for message in transcript.messages] == [
        (Role.USER, Pointer("/samples/0/messages/0")),
        (Role.ASSISTANT, Pointer("/samples/0/messages/1")),
        (Role.ASSISTANT, Pointer("/samples/0/messages/5")),
        (Role.SYSTEM, Pointer("/samples/0/limit")),
    ]
    assert (transcript.id, transcript.title) == ("u-1", "ctf")
    assert [tally.kind for tally in transcript.ledger.unknown] == ["content hologram"]
    assert accounted(transcript) == transcript.ledger.records == 9


def test_calls_have_their_attachments_back_and_results_what_the_events_tell() -> None:
    transcript = read_sample(SAMPLE)
    assert [call.text for call in parts(transcript, ToolCall)] == ["cat flag", "sleep 500", '{"code":"1/0"}']
    flag, late, wrong = parts(transcript, ToolResult)
    assert (flag.exit_status, flag.duration, flag.fields.get("took")) == (1, Decimal("2.5"), "2.5 s")
    assert (late.timed_out, late.limited_by, late.text) == (
        True,
        LimitedBy.TOOL,
        "Command timed out before completing.",
    )
    assert (wrong.failed, wrong.text) == (True, "ZeroDivisionError")
    assert (len(parts(transcript, Reasoning)), len(parts(transcript, Media))) == (1, 1)


def test_each_file_of_an_archive_is_a_child_at_its_member() -> None:
    transcript = read_transcript(Source("a.eval", _archive(one=_sample(), two=_sample())))
    assert (transcript.format, transcript.messages, len(transcript.children)) == ("inspect_ai", (), 2)
    assert accounted(transcript) == transcript.ledger.records == 2
    first = parts(transcript.children[0], Text)[0]
    assert first.location == Pointer("/messages/0", member="samples/one.json")


def test_an_archive_of_one_sample_is_that_sample() -> None:
    transcript = read_transcript(Source("a.eval", _archive(one=_sample())))
    assert (transcript.id, len(transcript.messages)) == ("u-1", 4)


def test_a_sample_alone_is_read() -> None:
    transcript = read_transcript(Source("a.json", _sample()))
    assert (transcript.format, transcript.messages[0].location) == ("inspect_ai", Pointer("/messages/0"))


def test_a_torn_sample_of_an_archive_is_damage_in_its_own_ledger() -> None:
    transcript = read_transcript(Source("a.eval", _archive(one=_sample()[:900], two=_sample())))
    torn, whole = transcript.children
    assert (torn.ledger.torn_end, whole.ledger.torn_end) == (True, False)
    assert accounted(torn) == torn.ledger.records
