"""What a reader is given: bytes with a name, cut into lines, and a way to the files beside them.

A ``Source`` opens nothing by itself: whoever makes it hands over the bytes (or a seekable binary stream), and for
sessions of several files a function that opens names in the transcript's own folder and below it, nowhere else.
"""

import codecs
import hashlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import BinaryIO, NamedTuple

from loganalyst.errors import EncodingError, FilePlace

OpenSibling = Callable[[str], bytes | BinaryIO | None]
"""Opens a name relative to the transcript's folder; gives None when there is no such file."""

_BLOCK = 1 << 20
_HEAD = 1 << 16
_SAMPLE = 1 << 18
_REPLACED = "\ufffd"
_FEW = 10
"""Up to one character in so many may be lost; with more, the bytes are no text."""
_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True, slots=True)
class Guess:
    """How surely a reader knows a source, and by what."""

    score: int
    """0 (not at all) to 100 (certain)."""
    reason: str
    """What was seen or missed, as the end of a sentence for people."""
    format: str = ""
    """The name of the reader; ``detect`` fills it."""


class RawLine(NamedTuple):
    """A physical line of the input, without its end."""

    number: int
    """1-based."""
    byte: int
    """Offset of its first byte in the (decompressed) input."""
    data: bytes
    """UTF-8 where the input is text; whatever stands there where it is not."""


class Block(NamedTuple):
    """Physical lines that follow each other, with their ends."""

    number: int
    """Of the first line."""
    byte: int
    """Offset of the first line in the (decompressed) input."""
    lines: list[bytes]
    """As in ``RawLine``."""


class Source:
    """The bytes of one input; reading never moves or changes them for anyone else."""

    __slots__ = ("_folder", "_stream", "beside", "member", "name", "sha256", "size", "torn")

    def __init__(self, name: str, content: bytes | str | BinaryIO, folder: OpenSibling | None = None) -> None:
        if isinstance(content, str):
            content = content.encode("utf-8", "surrogatepass")
        self.name = name
        self.beside: str | None = None
        """Set on a sibling: the name that its records' locations carry as ``file``."""
        self.member: str | None = None
        """Set on a file of an archive: the name that its records' locations carry as ``member``."""
        self.torn: str | None = None
        """Set where compressed data stopped before its end: a sentence for the ledger."""
        self._stream = io.BytesIO(content) if isinstance(content, bytes) else content
        self._folder = folder
        self.sha256, self.size = _digest(self._stream)

    def head(self, size: int = _HEAD) -> bytes:
        """Return the first bytes as UTF-8 without a byte-order mark; enough to recognise a format by."""
        self._stream.seek(0)
        data = self._stream.read(size)
        if encoding := _UTF_16.get(data[:2]):
            return data[2:].decode(encoding, "ignore").encode()
        return data.removeprefix(codecs.BOM_UTF8)

    def read(self) -> bytes:
        """Return all bytes as they are."""
        self._stream.seek(0)
        return self._stream.read()

    def text(self) -> tuple[str, str | None]:
        """Return the whole text, and a sentence for the ledger where it is not plain UTF-8."""
        text, note = decode(self.read(), self.name)
        return text, f"the input is {note}" if note else None

    def lines(self) -> Iterator[RawLine]:
        r"""Yield the lines that ``\n`` ends, blank ones included; a carriage return before it goes too."""
        for block in self.blocks():
            byte = block.byte
            for number, raw in enumerate(block.lines, start=block.number):
                yield RawLine(number, byte, without_end(raw))
                byte += len(raw)

    def blocks(self) -> Iterator[Block]:
        """Yield all lines, many at a time, as what is done with a run of them costs less than line by line."""
        if encoding := _UTF_16.get(self._at(0, 2)):
            yield from self._wide_lines(encoding)
            return
        place = len(codecs.BOM_UTF8) if self._at(0, 3) == codecs.BOM_UTF8 else 0
        number = 1
        while True:
            # Others may read between two blocks, so the place is kept here and not in the stream.
            self._stream.seek(place)
            lines = self._stream.readlines(_HEAD)
            if not lines:
                return
            yield Block(number, place, lines)
            number += len(lines)
            place += sum(map(len, lines))

    def line_at(self, byte: int) -> bytes:
        """Return the line that begins at an offset, as ``lines`` gave it."""
        self._stream.seek(byte)
        return without_end(self._stream.readline())

    def open_sibling(self, name: str) -> "Source | None":
        """Return another file of the session, named relative to the folder of this one, or None."""
        path = PurePosixPath(name)
        if self._folder is None or path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
            return None
        content = self._folder(name)
        if content is None:
            return None
        sibling = Source(name, content, self._folder)
        sibling.beside = name
        return sibling

    def within(
        self, content: bytes | BinaryIO, member: str | None = None, folder: OpenSibling | None = None
    ) -> "Source":
        """Return an input that this one holds, under the same name, with the files beside it."""
        inner = Source(self.name, content, folder or self._folder)
        inner.beside = self.beside
        inner.member = member
        return inner

    def _at(self, place: int, size: int) -> bytes:
        self._stream.seek(place)
        return self._stream.read(size)

    def _wide_lines(self, encoding: str) -> Iterator[Block]:
        place = 2
        for number, line in enumerate(self.read()[2:].decode(encoding, "replace").split("\n"), start=1):
            yield Block(number, place, [line.encode()])
            place += len(line.encode(encoding)) + 2


def without_end(raw: bytes) -> bytes:
    """Return a line without the characters that end it."""
    return raw.removesuffix(b"\n").removesuffix(b"\r")


def decode(data: bytes, name: str = "") -> tuple[str, str | None]:
    """Return bytes as text, and what they are where that is not UTF-8; raise EncodingError for what is no text."""
    if encoding := _UTF_16.get(data[:2]):
        return data[2:].decode(encoding, "replace"), "UTF-16"
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode(), None
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    lost = text.count(_REPLACED)
    damaged = "UTF-8 with bytes that are in no encoding and were replaced"
    if sum(character >= "\x80" for character in text) >= 2 * lost:
        return text, damaged
    from charset_normalizer import from_bytes  # seldom needed, and slow to load

    # Guessing costs time with every byte, and a sample tells as much.
    best = from_bytes(data[:_SAMPLE]).best()
    if best is not None:
        return data.decode(best.encoding, "replace"), f"not UTF-8 and was read as {best.encoding}"
    if lost * _FEW > len(text):
        raise EncodingError("the bytes are in no encoding of text", place=FilePlace(name) if name else None)
    return text, damaged


def _digest(stream: BinaryIO) -> tuple[str, int]:
    """Return the SHA-256 of all bytes, and how many there are."""
    stream.seek(0)
    digest = hashlib.sha256()
    size = 0
    while block := stream.read(_BLOCK):
        digest.update(block)
        size += len(block)
    return digest.hexdigest(), size
