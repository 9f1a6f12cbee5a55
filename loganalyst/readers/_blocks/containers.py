"""Compressed inputs: gzip, zstandard and zip, known by their first bytes and never by their name.

What is inside becomes a Source of its own that carries the name of the whole; one of several files of an archive also
carries its own name as ``member``, which its locations get. How far an input may expand is bounded, so that a small
file that expands without end is refused and not followed. Logs of Inspect are archives that their reader opens itself.
"""

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Protocol

import zstandard

from loganalyst.errors import FilePlace, InputError
from loganalyst.model.limits import EXPANDED_BYTES, EXPANSION_RATIO
from loganalyst.readers.source import OpenSibling, Source

_GZIP = b"\x1f\x8b"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_ZIP = b"PK\x03\x04"
_BLOCK = 1 << 20
_FREE = 64 << 20
"""Bytes that are expanded before the ratio counts."""
_DEEPEST = 3
"""Containers in containers are opened so far."""
_BROKEN = (EOFError, OSError, zlib.error, zstandard.ZstdError, zipfile.BadZipFile, RuntimeError)


class Readable(Protocol):
    """A stream of expanded bytes."""

    def read(self, size: int, /) -> bytes:
        """Return up to so many bytes, and none at the end."""


def is_container(source: Source) -> bool:
    """Tell whether an input is compressed in a way that ``open_containers`` opens."""
    head = source.head(len(_ZIP))
    return head.startswith((_GZIP, _ZSTANDARD)) or (head == _ZIP and not is_inspect_archive(source))


def is_inspect_archive(source: Source) -> bool:
    """Tell whether an input is a zip archive with the files of an Inspect log."""
    if source.head(len(_ZIP)) != _ZIP:
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(source.read())) as archive:
            names = archive.namelist()
    except _BROKEN:
        return False
    return "_journal/start.json" in names or ("header.json" in names and any(map(_is_sample, names)))


def open_containers(source: Source, depth: int = 0) -> Iterator[Source]:
    """Yield the inputs that a source holds, or the source itself where it is no container.

    Raise InputError for an archive that is broken, locked, or expands beyond the caps of ``model.limits``.
    """
    if depth > _DEEPEST or not is_container(source):
        yield source
        return
    head = source.head(len(_ZIP))
    if head == _ZIP:
        for member in _members(source):
            yield from _deeper(open_containers(member, depth + 1), source, member.member)
        return
    stream = io.BytesIO(source.read())
    opened: Readable
    if head.startswith(_GZIP):
        opened = gzip.GzipFile(fileobj=stream)
    else:
        opened = zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)
    content, torn = expand(opened, source.size, source.name)
    inner = source.within(content, source.member)
    inner.torn = torn
    yield from open_containers(inner, depth + 1)


def expand(opened: Readable, size: int, name: str) -> tuple[io.BytesIO, str | None]:
    """Return what a compressed stream of ``size`` bytes holds, and a sentence where it stops before its end.

    Raise InputError where not one byte can be had, or where it expands beyond the caps.
    """
    found = io.BytesIO()
    try:
        while block := opened.read(_BLOCK):
            found.write(block)
            if found.tell() > _most(size):
                raise InputError(
                    f"it expands to more than {_most(size)} bytes from {size}",
                    place=FilePlace(name),
                    hint="if it is what it should be, expand it first and name the result",
                )
    except _BROKEN as error:
        if not found.tell():
            raise InputError(
                f"the compressed data cannot be read: {error}", place=FilePlace(name), hint="is it complete?"
            ) from error
        return found, f"the compressed data stops before its end: {error}"
    return found, None


def _most(size: int) -> int:
    return min(EXPANDED_BYTES, max(_FREE, size * EXPANSION_RATIO))


def _deeper(inner: Iterator[Source], outer: Source, member: str | None) -> Iterator[Source]:
    for source in inner:
        names = [name for name in (outer.member, source.member if source.member != member else member) if name]
        source.member = "/".join(dict.fromkeys(names)) or None
        yield source


def _members(source: Source) -> Iterator[Source]:
    """Yield the files of a zip archive in the order of their names."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(source.read()))
    except _BROKEN as error:
        raise InputError(f"the archive cannot be read: {error}", place=FilePlace(source.name)) from error
    # It stays open, as a member may ask for its neighbours later; beneath it is memory only.
    left = EXPANDED_BYTES
    for info in sorted(archive.infolist(), key=lambda one: one.filename):
        if info.is_dir() or not info.file_size:
            continue
        content, torn = _content(archive, info, source.name)
        left -= content.getbuffer().nbytes
        if left < 0:
            raise InputError(f"its files expand to more than {EXPANDED_BYTES} bytes", place=FilePlace(source.name))
        member = source.within(content, info.filename, _opener(archive, info.filename, source.name))
        member.torn = torn
        yield member


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> tuple[io.BytesIO, str | None]:
    try:
        opened = archive.open(info)
    except _BROKEN as error:
        raise InputError(
            f"{info.filename} in the archive cannot be read: {error}",
            place=FilePlace(name),
            hint="an archive with a password has to be opened first",
        ) from error
    with opened:
        return expand(opened, max(1, info.compress_size), name)


def _opener(archive: zipfile.ZipFile, member: str, name: str) -> OpenSibling:
    """Return a function that opens files of the archive by their names relative to a member's folder."""
    folder = PurePosixPath(member).parent

    def open_name(relative: str) -> bytes | None:
        try:
            info = archive.getinfo(str(folder / relative))
        except KeyError:
            return None
        return _content(archive, info, name)[0].getvalue()

    return open_name


def _is_sample(name: str) -> bool:
    return name.startswith("samples/") and name.endswith(".json")
