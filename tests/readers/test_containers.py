"""Compressed inputs and archives."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable

import pytest
import zstandard

from loganalyst.errors import InputError
from loganalyst.model.span import Line
from loganalyst.model.transcript import Text
from loganalyst.readers._blocks import containers
from loganalyst.readers._blocks.containers import open_containers
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, parts

_PLAIN = (SAMPLES / "plain_text.txt").read_bytes()
_SESSION = (
    b'{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"one"}}\n'
    b'{"type":"user","uuid":"u2","sessionId":"s","message":{"role":"user","content":"two"}}\n'
)


def _zip(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def _tar(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(_PLAIN),
        zstandard.ZstdCompressor().compress(_PLAIN),
        gzip.compress(zstandard.ZstdCompressor().compress(_PLAIN)),
        _tar(session=_PLAIN),
        gzip.compress(_tar(session=_PLAIN)),
    ],
)
def test_a_compressed_session_is_read_like_the_plain_one(data: bytes) -> None:
    packed, plain = (list(parts(read_transcript(Source("x", one)), Text)) for one in (data, _PLAIN))
    assert [part.text for part in packed] == [part.text for part in plain]


@pytest.mark.parametrize("pack", [_zip, _tar])
def test_each_file_of_an_archive_is_an_input_whose_places_name_it(pack: Callable[..., bytes]) -> None:
    sources = list(open_containers(Source("a.bin", pack(b=_SESSION, a=gzip.compress(_PLAIN)))))
    assert [(source.name, source.member) for source in sources] == [("a.bin", "a"), ("a.bin", "b")]
    transcript = read_transcript(sources[1])
    assert [part.location for part in parts(transcript, Text)] == [Line(1, member="b"), Line(2, member="b")]
    assert transcript.messages[1].location == Line(2, member="b")


def test_an_archive_with_one_file_is_read_at_once_and_one_with_more_is_refused() -> None:
    assert len(read_transcript(Source("a", _zip(one=_SESSION))).messages) == 2
    with pytest.raises(InputError) as caught:
        read_transcript(Source("a", _zip(one=_SESSION, two=_SESSION)))
    assert "holds 2 files" in caught.value.message


@pytest.mark.parametrize("pack", [_zip, _tar])
def test_a_file_beside_another_in_an_archive_is_found(pack: Callable[..., bytes]) -> None:
    (source, _) = open_containers(Source("a", pack(**{"d/a": _SESSION, "d/sub/b": b"x"})))
    beside = source.open_sibling("sub/b")
    assert beside is not None
    assert beside.read() == b"x"
    assert source.open_sibling("none") is None


@pytest.mark.parametrize(
    "data", [gzip.compress(_SESSION * 400)[:-40], zstandard.ZstdCompressor().compress(_SESSION)[:-1]]
)
def test_compressed_data_that_stops_early_is_told_or_refused(data: bytes) -> None:
    try:
        ledger = read_transcript(Source("x", data)).ledger
    except InputError as error:
        assert "compressed" in error.message or "empty" in error.message  # noqa: PT017 (either outcome is sound)
        return
    assert ledger.torn_end
    assert any("stops before its end" in note for note in ledger.notes)


@pytest.mark.parametrize(
    "data", [b"\x1f\x8bnothing", b"\x28\xb5\x2f\xfdnone", b"PK\x03\x04none", _zip(a=_PLAIN)[:-30], _tar(a=_PLAIN)[:400]]
)
def test_a_broken_container_is_refused_in_our_own_words(data: bytes) -> None:
    with pytest.raises(InputError):
        read_transcript(Source("x", data))


def test_an_input_that_expands_without_end_is_refused_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "_FREE", 1 << 16)
    bomb = zstandard.ZstdCompressor().compress(b"\0" * (40 << 20))
    with pytest.raises(InputError) as caught:
        list(open_containers(Source("x", bomb)))
    assert "expands to more than" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("kept", [4_000, 17_920, 18_000])
def test_of_a_tar_that_stops_early_what_is_there_is_read_and_the_end_is_told(kept: int) -> None:
    whole = _tar(session=_SESSION * 100)
    transcript = read_transcript(Source("x", whole[:kept]))
    assert len(transcript.messages) == 2
    assert transcript.ledger.torn_end
    assert not read_transcript(Source("x", whole)).ledger.torn_end


def test_links_and_folders_of_a_tar_are_no_inputs() -> None:
    stream = io.BytesIO(_tar(session=_SESSION))
    with tarfile.open(fileobj=stream, mode="a") as archive:
        for name, kind in (("folder", tarfile.DIRTYPE), ("link", tarfile.SYMTYPE), ("hard", tarfile.LNKTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    assert [source.member for source in open_containers(Source("x", stream.getvalue()))] == ["session"]
