"""Compressed inputs and archives: gzip, zstandard, zip and tar, known by their bytes and never by their name.

What is inside becomes a Source of its own that carries the name of the whole; one of several files of an archive also
carries its own name as ``member``, which its locations get. How far an input may expand is bounded, so that a small
file that expands without end is refused and not followed. Logs of Inspect are archives that their reader opens itself.
"""

import gzip
import io
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import IO, NamedTuple, Protocol

import zstandard

from loganalyst.errors import FilePlace, InputError
from loganalyst.model.limits import EXPANDED_BYTES, EXPANSION_RATIO
from loganalyst.readers.source import OpenSibling, Source

_GZIP = b"\x1f\x8b"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_ZIP = b"PK\x03\x04"
_TAR, _TAR_PLACE = b"ustar", 257
_BLOCK = 1 << 20
_FREE = 64 << 20
"""Bytes that are expanded before the ratio counts."""
_DEEPEST = 3
"""Containers in containers are opened so far."""
_BROKEN = (EOFError, OSError, zlib.error, zstandard.ZstdError, zipfile.BadZipFile, tarfile.TarError, RuntimeError)


class Readable(Protocol):
    """A stream of expanded bytes."""

    def read(self, size: int, /) -> bytes:
        """Return up to so many bytes, and none at the end."""


class _Packed(NamedTuple):
    """A file in an archive."""

    name: str
    size: int
    """Bytes that it takes there."""
    open: Callable[[], IO[bytes]]
    torn: str | None = None
    """A sentence where the archive breaks off in it or behind it."""


def is_container(source: Source) -> bool:
    """Tell whether an input is compressed or packed in a way that ``open_containers`` opens."""
    if source.head(len(_ZIP)).startswith((_GZIP, _ZSTANDARD)) or _is_tar(source):
        return True
    return source.head(len(_ZIP)) == _ZIP and not is_inspect_archive(source)


def _is_tar(source: Source) -> bool:
    return source.head(_TAR_PLACE + len(_TAR))[_TAR_PLACE:] == _TAR


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
    if head == _ZIP or _is_tar(source):
        for member in _members(source, _zipped(source) if head == _ZIP else _tarred(source)):
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


def _zipped(source: Source) -> list[_Packed]:
    """Return the files of a zip archive, which stays open: a member may ask for its neighbours later."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(source.read()))
    except _BROKEN as error:
        raise _unreadable(source, error) from error
    files = (one for one in archive.infolist() if not one.is_dir() and one.file_size)
    return [_Packed(one.filename, max(1, one.compress_size), partial(archive.open, one)) for one in files]


def _tarred(source: Source) -> list[_Packed]:
    """Return the plain files of a tar archive; of two with one name the later, which took the place of the other."""
    content = source.read()
    files: dict[str, _Packed] = {}
    last: _Packed | None = None
    try:
        archive = tarfile.open(fileobj=io.BytesIO(content), mode="r:")  # noqa: SIM115 - likewise
        for one in _entries(archive):
            size = min(one.size, len(content))  # a sparse file takes less than it says
            if one.isreg() and one.size:
                last = files[one.name] = _Packed(one.name, size, partial(_extracted, archive, one, content))
    except _BROKEN as error:
        raise _unreadable(source, error) from error
    end = content[archive.offset : archive.offset + tarfile.BLOCKSIZE]
    if last is not None and end != bytes(tarfile.BLOCKSIZE):  # a block of zeros ends a whole one
        files[last.name] = last._replace(torn="the archive stops before its end")
    return list(files.values())


def _entries(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """Yield the entries of an archive up to where it ends or breaks off."""
    try:
        while (entry := archive.next()) is not None:
            yield entry
    except tarfile.ReadError:
        return


def _extracted(archive: tarfile.TarFile, file: tarfile.TarInfo, content: bytes) -> IO[bytes]:
    """Return a file of an archive, as much of it as is there."""
    sparse = archive.extractfile(file) if file.issparse() else None
    return sparse or io.BytesIO(content[file.offset_data : file.offset_data + file.size])


def _unreadable(source: Source, error: BaseException) -> InputError:
    return InputError(f"the archive cannot be read: {error}", place=FilePlace(source.name))


def _members(source: Source, files: list[_Packed]) -> Iterator[Source]:
    """Yield the files of an archive in the order of their names."""
    left = EXPANDED_BYTES
    by_name = {file.name: file for file in files}
    for file in sorted(files, key=lambda one: one.name):
        content, torn = _content(file, source.name)
        left -= content.getbuffer().nbytes
        if left < 0:
            raise InputError(f"its files expand to more than {EXPANDED_BYTES} bytes", place=FilePlace(source.name))
        member = source.within(content, file.name, _opener(by_name, file.name, source.name))
        member.torn = torn or file.torn
        yield member


def _content(file: _Packed, name: str) -> tuple[io.BytesIO, str | None]:
    try:
        opened = file.open()
    except _BROKEN as error:
        raise InputError(
            f"{file.name} in the archive cannot be read: {error}",
            place=FilePlace(name),
            hint="an archive with a password has to be opened first",
        ) from error
    with opened:
        return expand(opened, file.size, name)


def _opener(files: Mapping[str, _Packed], member: str, name: str) -> OpenSibling:
    """Return a function that opens files of the archive by their names relative to a member's folder."""
    folder = PurePosixPath(member).parent

    def open_name(relative: str) -> bytes | None:
        file = files.get(str(folder / relative))
        return None if file is None else _content(file, name)[0].getvalue()

    return open_name


def _is_sample(name: str) -> bool:
    return name.startswith("samples/") and name.endswith(".json")
