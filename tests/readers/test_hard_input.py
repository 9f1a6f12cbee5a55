"""Inputs at the edge of what a file can be: links that lead nowhere, odd clocks, long lines, deep nests, chains."""

import json
import sys
from collections.abc import Iterator

import pytest

from loganalyst.errors import NothingToAnalyse, UnknownFormat
from loganalyst.model.span import Line
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import accounted
from tests.readers.made import claude, codex, lines, read, stamp, texts

FRAMES = 120
"""So many more calls than the test itself may lie on the stack while a long chain is read."""


@pytest.fixture
def few_frames() -> Iterator[None]:
    depth = 0
    frame = sys._getframe()  # noqa: SLF001 - how deep the test runner is already cannot be told otherwise
    while (back := frame.f_back) is not None:
        depth, frame = depth + 1, back
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + FRAMES)
    yield
    sys.setrecursionlimit(usual)


@pytest.mark.usefixtures("few_frames")
def test_a_long_chain_of_parents_is_read_without_recursion() -> None:
    count = 20_000
    transcript = read(lines(*(claude(number) for number in range(count))))
    assert (len(transcript.messages), transcript.ledger.read) == (count, count)


@pytest.mark.usefixtures("few_frames")
def test_a_long_chain_of_sub_agents_is_read_without_recursion() -> None:
    count = 5_000
    agent = [claude(number, isSidechain=True, parentUuid=f"u{number - 1}") for number in range(1, count)]
    transcript = read(lines(claude(0), claude(1_000_000, isSidechain=True, parentUuid=None), *agent))
    assert sum(len(child.messages) for child in transcript.children) == count


def test_a_cycle_of_parents_and_a_parent_that_is_missing_lose_nothing() -> None:
    records = [
        claude(0, parentUuid="u2"),
        claude(1, parentUuid="u0"),
        claude(2, parentUuid="u1"),
        claude(3, parentUuid="gone"),
    ]
    assert texts(read(lines(*records))) == [f"message {number}" for number in range(4)]


def test_an_agent_that_is_its_own_parent_is_read_once() -> None:
    transcript = read(lines(claude(0), claude(1, isSidechain=True, parentUuid="u1"), claude(2)))
    assert [texts(child) for child in transcript.children] == [["message 1"]]


def test_two_records_under_one_id_are_both_read_unless_they_say_the_same() -> None:
    transcript = read(lines(claude(0), claude(1), claude(1), claude(1, [{"type": "text", "text": "other"}])))
    assert texts(transcript) == ["message 0", "message 1", "other"]
    assert [(tally.kind, tally.count) for tally in transcript.ledger.ignored] == [("record written twice", 1)]


def test_calls_under_one_id_keep_their_own_results() -> None:
    records = []
    for number in (0, 4):
        call = {"type": "tool_use", "id": "same", "name": "Bash", "input": {"command": f"echo {number}"}}
        result = {"type": "tool_result", "tool_use_id": "same", "content": str(number)}
        records += [claude(number), claude(number + 1, [call]), claude(number + 2, [result])]
    messages = read(lines(*records)).messages
    found = [[getattr(part, "text", "") for part in message.parts] for message in messages if len(message.parts) > 1]
    assert found == [["echo 0", "0"], ["echo 4", "4"]]


def test_a_clock_that_runs_backwards_changes_no_order() -> None:
    transcript = read(lines(*(claude(number, timestamp=stamp(10 - number)) for number in range(4))))
    assert texts(transcript) == [f"message {number}" for number in range(4)]
    times = [message.time for message in transcript.messages if message.time is not None]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize(
    "stamp", ["", "yesterday", 0, -1, 1e300, None, [], "9999-99-99T00:00:00Z", "2026-01-02T25:00:00Z"]
)
def test_a_time_that_is_none_is_missing_and_the_message_stays(stamp: object) -> None:
    (message,) = read(lines(claude(0, timestamp=stamp))).messages
    assert message.time is None


def test_a_line_of_three_megabytes_is_read_whole() -> None:
    long = "x" * 3_000_000
    transcript = read(lines(claude(0), claude(1, [{"type": "text", "text": long}]), claude(2)))
    assert [len(text) for text in texts(transcript)] == [9, 3_000_000, 9]


@pytest.mark.parametrize("bracket", [b"[]", b'{"a":}'])
def test_a_nest_of_a_hundred_thousand_is_damage_and_the_rest_is_read(bracket: bytes) -> None:
    opening, closing = bracket[:-1], bracket[-1:]
    deep = b'{"type":"user","uuid":"d","x":' + opening * 100_000 + b"1" + closing * 100_000 + b"}"
    transcript = read(lines(claude(0)) + deep + b"\n" + lines(claude(1)))
    assert texts(transcript) == ["message 0", "message 1"]
    assert [lost.location for lost in transcript.ledger.damaged] == [Line(2)]


def test_a_document_that_is_one_deep_nest_is_refused() -> None:
    with pytest.raises(UnknownFormat):
        read(b"[" * 100_000 + b"]" * 100_000)


def test_a_session_of_metadata_alone_has_no_messages_and_all_its_records_in_the_ledger() -> None:
    snapshot = {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}}
    summary = {"type": "summary", "summary": "A talk", "leafUuid": "y"}
    transcript = read(lines(summary, snapshot, snapshot))
    assert (transcript.messages, transcript.ledger.records, accounted(transcript)) == ((), 3, 3)


def test_an_array_that_is_named_like_lines_is_read() -> None:
    data = json.dumps([claude(0), claude(1)]).encode()
    assert texts(read(data, "session.jsonl")) == ["message 0", "message 1"]


def test_a_record_that_is_torn_in_the_middle_of_a_file_costs_itself_alone() -> None:
    torn = lines(claude(1))[:90] + b"\n"
    transcript = read(lines(claude(0)) + torn + lines(claude(2), claude(3)))
    assert texts(transcript) == ["message 0", "message 2", "message 3"]
    assert [(lost.location, lost.before_message) for lost in transcript.ledger.damaged] == [(Line(2), 2)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_wide_encoding_with_its_mark_is_read_line_by_line(encoding: str) -> None:
    text = lines(claude(0, "Größe ☃"), claude(1)).decode()
    marked = text if encoding == "utf-16" else "\ufeff" + text
    transcript = read(marked.encode(encoding))
    assert texts(transcript) == ["Größe ☃", "message 1"]
    assert [message.location for message in transcript.messages] == [Line(1), Line(2)]


def test_a_head_alone_is_a_session_without_messages() -> None:
    transcript = read(lines(codex("session_meta", id="c", cli_version="0.60.0")))
    assert (transcript.id, transcript.messages, transcript.ledger.read) == ("c", (), 1)


def test_blank_lines_alone_are_nothing() -> None:
    with pytest.raises(NothingToAnalyse):
        read_transcript(Source("blank", b"\n \r\n\t\n"))
