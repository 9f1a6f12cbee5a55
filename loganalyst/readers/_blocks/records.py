"""JSON records out of lines or out of one document, with every lost one listed.

A line may be torn, padded with NUL bytes, glued to the next one, or in another encoding: what is sound of it is
yielded, the rest is damage in the ledger. Nothing here raises for what the input holds.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic_core import from_json

from loganalyst.errors import EncodingError
from loganalyst.model.limits import NESTING_DEPTH, SALVAGE_STARTS
from loganalyst.model.span import Line, Location, Pointer
from loganalyst.readers._blocks.ledger import LedgerBuilder
from loganalyst.readers.source import RawLine, Source, decode, without_end

Json = dict[str, Any]

_NULS = re.compile(rb"\0+")
_START = re.compile(rb'\{\s{0,8}"')
_ESCAPES = re.compile(
    rb"\\\\|\\u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
"""Escaped backslashes, pairs of surrogates, and as its group a surrogate that stands alone."""
_DECODER = json.JSONDecoder()
_NOT_JSON = object()


class Record(NamedTuple):
    """One JSON object of the input."""

    location: Location
    byte: int
    """Offset in the input; of an element of a document, that of the document."""
    data: Json


def json_objects(source: Source, ledger: LedgerBuilder, marks: frozenset[str]) -> Iterator[Record]:
    """Yield the objects of a JSON-lines input, or the elements of an array that was saved instead.

    Each is counted as seen; the caller says what became of it. ``marks`` are top-level keys of which a record has at
    least one: by them a record is told from the inner object of a torn one. Values that are no objects are counted
    as unknown.
    """
    if source.head().lstrip()[:1] == b"[":
        items = read_document(source, ledger)
        yield from _elements(items if isinstance(items, list) else [], ledger, "")
        return
    for block in source.blocks():
        byte = block.byte
        for number, (raw, value) in enumerate(zip(block.lines, _decoded(block.lines), strict=True), start=block.number):
            location = Line(number, source.beside)
            if value is _NOT_JSON:
                for place, found in _mend(RawLine(number, byte, without_end(raw)), ledger, marks):
                    yield from _counted(location, place, found, ledger)
            else:
                ledger.torn_end = False
                yield from _counted(location, byte, value, ledger)
            byte += len(raw)


def document_objects(items: object, ledger: LedgerBuilder, pointer: str) -> Iterator[Record]:
    """Yield the objects of an array inside a document, counted as seen; ``pointer`` is the array's own."""
    yield from _elements(items if isinstance(items, list) else [], ledger, pointer)


def read_document(source: Source, ledger: LedgerBuilder) -> Any:
    """Return the JSON document that an input is; of a torn one what stands before the tear; else None."""
    data = source.read()
    try:
        text, note = decode(data, source.name)
    except EncodingError as error:
        _lose(ledger, Pointer(""), 0, error.message)
        return None
    if note:
        ledger.note(f"the input is {note}")
    raw = text.strip("\0 \t\r\n").encode("utf-8", "surrogatepass")
    try:
        return _value(raw)
    except ValueError as error:
        return _partial(raw, str(error), ledger, len(data))


def head_objects(source: Source, most: int = 40) -> list[Json]:
    """Return the objects on the first lines of an input, for a reader to recognise its format by."""
    head = source.head()
    if head.lstrip()[:1] == b"[":
        items = head_document(source)
        return [item for item in items if isinstance(item, dict)][:most] if isinstance(items, list) else []
    found: list[Json] = []
    cut = len(head) < source.size
    for number, line in enumerate(head.split(b"\n", most)[:most], start=1):
        try:
            # The last line of the head may be cut by us, and then its beginning has to do.
            value = from_json(line, cache_strings="keys", allow_partial=cut and head.endswith(line))
        except ValueError:
            mended = _mend(RawLine(number, 0, line), LedgerBuilder(), None)
            found += [value for _, value in mended if isinstance(value, dict)]
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


def decode_record(data: bytes) -> Json | None:
    """Return the object that some bytes are, or None."""
    try:
        value = _value(data)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def head_document(source: Source) -> Any:
    """Return what the head of an input shows of a JSON document, for a reader to recognise its format by, or None."""
    try:
        text = source.head().decode("utf-8", "ignore").strip("\0 \t\r\n")
        return from_json(text, cache_strings="keys", allow_partial=True)
    except ValueError:
        return None


def _decoded(lines: list[bytes]) -> list[Any]:
    """Return the value of each line, and ``_NOT_JSON`` for one that is torn, padded or glued."""
    try:
        return [from_json(line, cache_strings="keys") for line in lines]
    except ValueError:
        if len(lines) == 1:
            return [_NOT_JSON]
        middle = len(lines) // 2
        return _decoded(lines[:middle]) + _decoded(lines[middle:])


def _counted(location: Location, byte: int, value: object, ledger: LedgerBuilder) -> tuple[Record, ...]:
    """Count a value, and return it as a record where it is one."""
    ledger.seen()
    if isinstance(value, dict):
        return (Record(location, byte, value),)
    ledger.unknown(f"a JSON {_kind(value)} where an object is expected", location)
    return ()


def _elements(items: list[Any], ledger: LedgerBuilder, pointer: str) -> Iterator[Record]:
    for number, item in enumerate(items):
        yield from _counted(Pointer(f"{pointer}/{number}"), 0, item, ledger)


def _kind(value: object) -> str:
    if value is None:
        return "null"
    return {"list": "array", "str": "string", "bool": "truth value"}.get(type(value).__name__, "number")


def _value(data: bytes) -> Any:
    """Return decoded JSON; lone surrogates, which no encoding can hold, are kept as the escapes they were."""
    try:
        return from_json(data, cache_strings="keys")
    except ValueError:
        mended = _ESCAPES.sub(lambda match: b"\\" + match[0] if match[1] else match[0], data)
        if mended == data:
            raise
        return from_json(mended, cache_strings="keys")


def _partial(raw: bytes, error: str, ledger: LedgerBuilder, end: int) -> Any:
    try:
        value = from_json(raw, cache_strings="keys", allow_partial=True)
    except ValueError:
        _lose(ledger, Pointer(""), 0, _reason(error))
        return None
    _lose(ledger, Pointer(""), end, "the document stops in the middle")
    ledger.torn_end = True
    return value


def _mend(line: RawLine, ledger: LedgerBuilder, marks: frozenset[str] | None) -> Iterator[tuple[int, Any]]:
    """Yield what is sound on a line that is not one JSON value, with the byte where it begins."""
    nuls = sum(len(run) for run in _NULS.findall(line.data))
    if nuls:
        _lose(ledger, Line(line.number), line.byte + line.data.index(b"\0"), f"{nuls} NUL bytes")
    place = 0
    for piece in _NULS.split(line.data):
        place = line.data.index(piece, place)
        if piece.strip():
            yield from _sound(RawLine(line.number, line.byte + place, piece), ledger, marks)
        place += len(piece)


def _sound(line: RawLine, ledger: LedgerBuilder, marks: frozenset[str] | None) -> Iterator[tuple[int, Any]]:
    data = line.data
    try:
        text, note = decode(data)
    except EncodingError:
        text, note = data.decode("utf-8", "replace"), "in no encoding of text, and its odd bytes were replaced"
    if note:
        data = text.encode()
        ledger.note(f"line {line.number} is {note}")
    try:
        value = _value(data)
    except ValueError as error:
        yield from _glued(RawLine(line.number, line.byte, data), ledger, marks, str(error))
        return
    ledger.torn_end = False
    yield line.byte, value


def _glued(line: RawLine, ledger: LedgerBuilder, marks: frozenset[str] | None, error: str) -> Iterator[tuple[int, Any]]:
    """Yield the records that stand on one line, and list what lies between them."""
    text = line.data.decode("utf-8", "replace")
    starts = [match.start() for match, _ in zip(_starts(text), range(SALVAGE_STARTS), strict=False)]
    end = 0
    for start in starts:
        if start < end:
            continue
        found = _record_at(text, start, marks)
        if found is None:
            continue
        if text[end:start].strip():
            _lose(ledger, Line(line.number), line.byte + _bytes(text[:end]), "the record stops in the middle")
        end, value = found
        ledger.torn_end = False
        yield line.byte + _bytes(text[:start]), value
    if text[end:].strip():
        _lose(ledger, Line(line.number), line.byte + _bytes(text[:end]), _reason(error))
        ledger.torn_end = "EOF" in error or end > 0


def _starts(text: str) -> Iterator[re.Match[str]]:
    return re.finditer(_START.pattern.decode(), text)


def _record_at(text: str, start: int, marks: frozenset[str] | None) -> tuple[int, Json] | None:
    """Return the end and the value of a record that begins at a place and ends before the next one or the line."""
    try:
        _, end = _DECODER.raw_decode(text, start)
        value = _value(text[start:end].encode())
    except (ValueError, RecursionError):
        return None
    boundary = text[end : end + 16].lstrip()[:1] in {"", "{"}
    known = isinstance(value, dict) and (marks is None or not marks.isdisjoint(value))
    return (end, value) if boundary and known else None


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _lose(ledger: LedgerBuilder, location: Location, byte: int, why: str) -> None:
    ledger.seen()
    ledger.damage(location, byte, why)


def _reason(error: str) -> str:
    if "EOF while parsing" in error:
        return "the record stops in the middle"
    if "recursion limit" in error:
        return f"nested deeper than {NESTING_DEPTH} levels"
    return f"not JSON: {error}"
