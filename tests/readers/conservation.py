"""Which strings of a JSON input a reader left out: the keys that they stand under, with one string each."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from html import unescape

import pytest
from pydantic_core import from_json

from loganalyst.model.span import Line, Location, Pointer
from loganalyst.model.transcript import Transcript
from loganalyst.readers._blocks.ledger import LedgerBuilder
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source, decode
from loganalyst.text.terminal import clean

STRUCTURE = frozenset({"type", "role", "kind", "status", "source", "schema_version"})
"""Keys whose words say what a record is; a reader turns them into parts, roles and flags."""
_WORD = re.compile(r"\w+")
_LIFTED = re.compile(
    r"</?[\w-]{1,40}>"
    r"|^\w[\w ]{1,30}: \((?:root|none|empty)\)$"
    r"|^(?:Exit code |Exit Code: )(?=-?[0-9]+$)|^(?:Command|Output): "
    r"|^\[error\] tool reported failure$"
    r"|^\[(?:metadata|stdout|stderr)\].*$"
    r"|^(?:Signal: 0|Process Group PGID: [0-9]+)$"
    r"|^\0json:|attachment://[0-9a-f]+",
    re.MULTILINE,
)
"""Wording around what the transcript has as a field or by name: tags, labels, marks of converters."""
Path = tuple[str, ...]


def lost_strings(name: str, data: bytes, ignored: frozenset[str], monkeypatch: pytest.MonkeyPatch) -> dict[Path, str]:
    """Return what of the records that were read is neither in the transcript nor below an ignored key."""
    left_out = _watch(monkeypatch)
    ignored |= STRUCTURE
    transcript = read_transcript(Source(name, data))
    kept = _Kept(transcript)
    lost: dict[Path, str] = {}
    for location, record in _records(data):
        if location not in left_out:
            for path, text in _leaves(_without(record, left_out), ()):
                if not ignored.intersection(path) and not kept.holds(text, ignored):
                    lost.setdefault(path, text[:100])
    return lost


def lost_lines(name: str, data: bytes, markup: str) -> list[str]:
    """Return the lines of a text that are not in the transcript, but for the format's own marks in them."""
    kept = _Kept(read_transcript(Source(name, data)))
    lines = re.sub(markup, " ", clean(decode(data)[0]), flags=re.MULTILINE).split("\n")
    return [line for line in lines if not kept.holds(line, frozenset()) and not kept.holds(unescape(line), frozenset())]


def _watch(monkeypatch: pytest.MonkeyPatch) -> set[Location]:
    """Return the places of the records that a reader goes on to ignore or not to know."""
    places: set[Location] = set()
    for name in ("ignore", "unknown"):
        old = getattr(LedgerBuilder, name)

        def note(self: LedgerBuilder, kind: str, location: Location, old: Callable[..., None] = old) -> None:
            places.add(location)
            old(self, kind, location)

        monkeypatch.setattr(LedgerBuilder, name, note)
    return places


class _Kept:
    """The strings of a transcript, those inside JSON texts too."""

    def __init__(self, transcript: Transcript) -> None:
        strings = set(_strings(transcript))
        for text in [text for text in strings if text[:1] in {"{", "["}]:
            strings |= {leaf for _, leaf in _leaves(_decoded(text), ())}
        self._strings = strings
        self._all = "\n".join(sorted(strings))
        self._words = frozenset(_WORD.findall(self._all))

    def holds(self, text: str, ignored: frozenset[str]) -> bool:
        shown = clean(_LIFTED.sub(" ", text)).strip()
        if not shown or shown in self._strings or shown in self._all or text.startswith("data:") or "\ufffd" in text:
            return True
        inside = _decoded(text.removeprefix("\0json:"))
        if isinstance(inside, dict | list):
            leaves = (leaf for path, leaf in _leaves(inside, ()) if not ignored.intersection(path))
            return all(self.holds(leaf, ignored) for leaf in leaves if leaf != text)
        return all(self._has(line.strip()) for line in shown.split("\n"))

    def _has(self, line: str) -> bool:
        return line in self._all or self._words.issuperset(_WORD.findall(line))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield str(value)
    elif isinstance(value, dict):
        yield from (text for item in value.items() for text in _strings(item))
    elif isinstance(value, tuple | list):
        yield from (text for item in value for text in _strings(item))
    elif is_dataclass(value):
        yield from (text for item in fields(value) for text in _strings(getattr(value, item.name)))


def _leaves(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, *key.split(".")))
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, path)


def _records(data: bytes) -> Iterator[tuple[Location, object]]:
    text = data.decode("utf-8", "replace").lstrip("\ufeff")
    document = _decoded(text)
    if document is not None:
        yield (Line(1) if "\n" not in text.strip() and isinstance(document, dict) else Pointer("")), document
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if isinstance(record := _decoded(line), dict):
            yield Line(number), record


def _without(record: object, left_out: set[Location]) -> object:
    """Return a document without the elements that the reader left out."""
    for place in left_out:
        keys = place.pointer.split("/")[1:] if isinstance(place, Pointer) else []
        holder = record
        for key in keys[:-1]:
            holder = _step(holder, key)
        if keys and isinstance(holder, dict):
            holder.pop(keys[-1], None)
        elif keys and isinstance(holder, list) and keys[-1].isdecimal() and int(keys[-1]) < len(holder):
            holder[int(keys[-1])] = None
    return record


def _step(holder: object, key: str) -> object:
    if isinstance(holder, list):
        return holder[int(key)] if key.isdecimal() and int(key) < len(holder) else None
    return holder.get(key) if isinstance(holder, dict) else None


def _decoded(text: str) -> object:
    try:
        return from_json(text.encode("utf-8", "replace"))
    except ValueError:
        return None
