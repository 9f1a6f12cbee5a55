"""What bad input gets: every sound record, a place and a reason for every lost one, and no surprise."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_json

from loganalyst.errors import InputError, LoganalystError, MalformedTranscript, NothingToAnalyse, UnknownFormat
from loganalyst.model.span import Line
from loganalyst.model.transcript import Text, Transcript
from loganalyst.readers.detection import formats, read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import CORPUS, SAMPLES, accounted, parts, read_sample

_LINE = '{"type":"user","uuid":"%s","sessionId":"s","message":{"role":"user","content":"%s"}}'
_ONE = (_LINE % ("u1", "one")).encode()
_TWO = (_LINE % ("u2", "two")).encode()


def _read(data: bytes, input_format: str = "auto") -> Transcript:
    return read_transcript(Source("input", data), input_format)


def _texts(transcript: Transcript) -> list[str]:
    return [text.text for text in parts(transcript, Text)]


@pytest.mark.parametrize("data", [b"", b" \n\n", b"\0\0\0", b"\xef\xbb\xbf\n"])
def test_an_input_without_content_is_nothing_to_analyse(data: bytes) -> None:
    with pytest.raises(NothingToAnalyse):
        _read(data)


@pytest.mark.parametrize(
    "data", [b"just words\n", b'{"a": 1}', b"\x89PNG\r\n\x1a\n\0\0\xff\xfe\x00", bytes(range(256))]
)
def test_an_unknown_format_says_what_was_tried_and_what_can_be_done(data: bytes) -> None:
    with pytest.raises(UnknownFormat) as caught:
        _read(data)
    assert all(name in caught.value.message for name in formats())
    assert "--input-format" in caught.value.hint


def test_a_format_that_is_asked_for_must_exist() -> None:
    with pytest.raises(UnknownFormat):
        _read(_ONE, "morse")


@pytest.mark.parametrize(
    "data",
    [
        _ONE + b"\n" + _TWO + b"\n",
        b"\xef\xbb\xbf" + _ONE + b"\r\n\r\n" + _TWO,
        _ONE + _TWO,
        b"[" + _ONE + b",\n" + _TWO + b"]",
        ("\ufeff" + (_ONE + b"\n" + _TWO).decode()).encode("utf-16-le"),
    ],
)
def test_all_is_read_whatever_lies_between_the_records(data: bytes) -> None:
    transcript = _read(data)
    assert _texts(transcript) == ["one", "two"]
    assert (transcript.ledger.records, transcript.ledger.read, transcript.ledger.damaged) == (2, 2, ())


def test_a_torn_last_line_is_damage_and_opens_the_end() -> None:
    ledger = _read(_ONE + b"\n" + _TWO[:60]).ledger
    (lost,) = ledger.damaged
    assert (lost.location, lost.byte, lost.why) == (Line(2), len(_ONE) + 1, "the record stops in the middle")
    assert (ledger.torn_end, lost.before_message) == (True, None)


def test_a_stub_before_a_sound_record_is_lost_alone() -> None:
    transcript = _read(_ONE[:70] + _TWO + b"\n")
    (lost,) = transcript.ledger.damaged
    assert (_texts(transcript), lost.location, lost.byte, lost.before_message) == (["two"], Line(1), 0, 1)
    assert not transcript.ledger.torn_end


def test_the_inner_object_of_a_torn_record_is_not_taken_for_a_record() -> None:
    torn = b'{"type":"user","uuid":"u3","list":[{"type":"text","text":"inner"}'
    transcript = _read(_ONE + b"\n" + torn + b"\n" + _TWO)
    assert _texts(transcript) == ["one", "two"]
    assert [lost.location for lost in transcript.ledger.damaged] == [Line(2)]


def test_nul_bytes_are_damage_and_the_record_behind_them_is_read() -> None:
    transcript = _read(_ONE + b"\n" + b"\0" * 40 + _TWO + b"\n")
    (lost,) = transcript.ledger.damaged
    assert (_texts(transcript), lost.why, lost.byte) == (["one", "two"], "40 NUL bytes", len(_ONE) + 1)


def test_separators_of_unicode_end_no_line() -> None:
    assert _texts(_read(_ONE.replace(b"one", "a\u2028b\u2029c\x85".encode()))) == ["a\u2028b\u2029c\x85"]


def test_a_lone_surrogate_stays_readable_as_the_escape_it_was() -> None:
    transcript = _read(_ONE.replace(b"one", rb"a \ud83c b \ud83d\ude00"))
    assert _texts(transcript) == ["a \\ud83c b \U0001f600"]


def test_bytes_that_are_not_utf8_are_read_and_noted() -> None:
    text = "Größe übermäßig gewählt, schöne Grüße aus Köln"
    transcript = _read(_ONE.replace(b"one", text.encode("cp1252")) + b"\n" + _TWO)
    assert (len(_texts(transcript)), transcript.ledger.read) == (2, 2)
    assert "line 1 is not UTF-8" in transcript.ledger.notes[0]


def test_deep_nesting_is_damage_and_no_crash() -> None:
    deep = b'{"type":"user","uuid":"d","x":' + b"[" * 5000 + b"]" * 5000 + b"}"
    (lost,) = _read(_ONE + b"\n" + deep + b"\n" + _TWO).ledger.damaged
    assert (lost.location, lost.why) == (Line(2), "nested deeper than 200 levels")


def test_values_that_are_no_objects_are_unknown() -> None:
    ledger = _read(_ONE + b"\n[1]\n7\nnull\n").ledger
    assert [(tally.kind, tally.count) for tally in ledger.unknown] == [
        ("a JSON array where an object is expected", 1),
        ("a JSON number where an object is expected", 1),
        ("a JSON null where an object is expected", 1),
    ]


def test_a_file_beside_is_opened_only_below_the_folder() -> None:
    asked: list[str] = []

    def folder(name: str) -> bytes:
        asked.append(name)
        return b"x"

    source = Source("a", b"", folder)
    refused = [source.open_sibling(name) for name in ("../b", "/etc/passwd", "c/../../d", "e\\f", "nul\0")]
    assert (refused, asked) == ([None] * 5, [])
    assert (beside := source.open_sibling("sub/b")) is not None
    assert beside.read() == b"x"


def test_lines_go_on_where_they_were_when_another_read_comes_between() -> None:
    source = Source("a", io.BytesIO(b"one\ntwo\r\nthree"))
    seen = [(line.number, line.byte, line.data, source.head()[:3]) for line in source.lines()]
    assert seen == [(1, 0, b"one", b"one"), (2, 4, b"two", b"one"), (3, 9, b"three", b"one")]


_SAMPLES = tuple(sorted(path.name for path in SAMPLES.iterdir() if path.stem in formats()))


@pytest.mark.parametrize("name", _SAMPLES)
def test_the_file_name_does_not_matter(name: str) -> None:
    renamed = _read((SAMPLES / name).read_bytes())
    assert renamed.format == read_sample(name).format == name.rpartition(".")[0]


@given(st.sampled_from(_SAMPLES), st.integers(0, 9000), st.binary(max_size=12), st.integers(0, 300))
def test_no_damage_raises_and_the_ledger_adds_up(name: str, place: int, noise: bytes, cut: int) -> None:
    data = (SAMPLES / name).read_bytes()
    place %= len(data)
    try:
        transcript = _read(data[:place] + noise + data[place + cut :], name.rpartition(".")[0])
    except InputError:
        # Noise at the beginning may read as a compressed file, or leave nothing.
        return
    assert accounted(transcript) == transcript.ledger.records


@given(st.binary(max_size=400), st.sampled_from(("auto", *formats())))
def test_any_bytes_are_read_or_refused_in_our_own_words(data: bytes, input_format: str) -> None:
    try:
        transcript = _read(data, input_format)
    except LoganalystError:
        return
    assert accounted(transcript) == transcript.ledger.records


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "message", "content", "id", "name", "input", "tool_use_id", "info", "parts", "state"]
            ),
            inner | st.sampled_from(["user", "assistant", "tool_use", "tool_result", "text", "tool", "system", "Bash"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)


def test_a_file_without_a_sound_record_is_refused_with_the_first_place() -> None:
    with pytest.raises(MalformedTranscript) as caught:
        _read(b"\nno json\n{also none\n", "claude_code")
    assert str(caught.value.place) == "input:2"


@given(st.lists(_json, max_size=4))
def test_records_of_any_shape_are_accounted_for(values: list[object]) -> None:
    lines = b"\n".join(to_json(value) for value in values)
    document = b'{"info":{"id":"x"},"messages":' + to_json(values) + b"}"
    for data, name in ((_ONE + b"\n" + lines, "claude_code"), (document, "opencode")):
        transcript = _read(data, name)
        assert accounted(transcript) == transcript.ledger.records


_FILES = sorted(path for folder in ("claude_code", "opencode", "broken") for path in (CORPUS / folder).rglob("*.json*"))


@pytest.mark.skipif(not _FILES, reason="the corpus of real sessions is not beside this checkout")
@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_real_files_are_read_or_refused_and_add_up(path: Path) -> None:
    try:
        transcript = _read(path.read_bytes())
    except (UnknownFormat, NothingToAnalyse):
        return
    assert accounted(transcript) == transcript.ledger.records
    assert transcript.format != "claude_code" or transcript.ledger.unknown == ()
