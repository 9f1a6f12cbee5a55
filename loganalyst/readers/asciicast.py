"""asciinema recordings: asciicast versions 1, 2 and 3.

What was printed is replayed on a screen, and each entered line with its output is one Message; its place is the line of
the event that completed the command line. Version 2 counts seconds from the beginning, versions 1 and 3 from the event
before. Every line is a record: output is read, keys only show where input begins (what they wrote is echoed), comments,
markers and output of the alternate screen (editors, pagers) are left out by name.
"""

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from loganalyst.model.span import Line, Location, Pointer
from loganalyst.model.transcript import Role, Transcript
from loganalyst.readers._blocks.content import raw_fields, read_epoch, string, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.ledger import LedgerBuilder
from loganalyst.readers._blocks.records import Json, read_document
from loganalyst.readers._blocks.screen import Screen
from loganalyst.readers._blocks.terminal_entries import Clock, cut_entries, say_entries
from loganalyst.readers.source import Guess, RawLine, Source

NAME = "asciicast"
TITLE = "asciinema recording"
VERIFIED = True

_IGNORED = {"i": "key that was pressed", "m": "marker", "r": "change of the terminal's size"}
_EVENT = 3
_FIRST_VERSION = 1
_RELATIVE = 3
_HIDDEN = "output on the alternate screen of an editor or pager"


def recognise(source: Source) -> Guess:
    """Return how surely the first line, or the document, is the header of a recording."""
    head = source.head()
    header = _header(head.split(b"\n", 1)[0])
    if header is not None and header.get("version") in (2, 3) and ("term" in header or "width" in header):
        return Guess(95, f"the first line is the header of an asciicast of version {header['version']}")
    start = head[:2000]
    if start.lstrip()[:1] == b"{" and b'"version"' in start and b'"stdout"' in head and b'"width"' in start:
        return Guess(85, "the document has the header and stdout of an asciicast of version 1")
    return Guess(0, "its first line is no asciicast header with a version, a width and a height")


def read(source: Source) -> Transcript:
    """Return the recorded session."""
    recording = _Recording(Draft(source, NAME))
    ledger = recording.draft.ledger
    header = _header(source.head().split(b"\n", 1)[0])
    if header is None or header.get("version") == _FIRST_VERSION:
        recording.add_document(read_document(source, ledger))
    else:
        for line in source.lines():
            recording.add_line(line, source.beside)
    return recording.finish()


def _header(line: bytes) -> Json | None:
    try:
        value = json.loads(line.decode("utf-8", "replace").strip("\0 \t\r\n\ufeff"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and "version" in value else None


@dataclass(slots=True)
class _Recording:
    """Events on their way to a screen; ``times`` holds the seconds of each mark, as far as they are known."""

    draft: Draft
    screen: Screen = field(default_factory=lambda: Screen(None))
    header: Json | None = None
    places: dict[int, Location] = field(default_factory=dict)
    times: dict[int, Decimal] = field(default_factory=dict)
    status: tuple[str, Location] | None = None
    _clock: Decimal = Decimal(0)

    @property
    def ledger(self) -> LedgerBuilder:
        """The ledger of the draft."""
        return self.draft.ledger

    def add_line(self, line: RawLine, file: str | None) -> None:
        """Add one line of a recording of version 2 or 3."""
        if not line.data.strip():
            return
        self.ledger.seen()
        location = Line(line.number, file)
        if line.data.startswith(b"#"):
            self.ledger.ignore("comment", location)
            return
        try:
            value = json.loads(line.data.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            self.ledger.damage(location, line.byte, "the line is no JSON value")
            self.ledger.torn_end = True
            return
        self.ledger.torn_end = False
        if isinstance(value, dict) and self.header is None:
            self._open(value)
            self.ledger.read()
        else:
            self._add_event(value, location, line.number)

    def add_document(self, document: Any) -> None:
        """Add a recording of version 1, which is one document with pairs of delay and output."""
        document = document if isinstance(document, dict) else {}
        self._open(document)
        pairs = document.get("stdout")
        for number, pair in enumerate(pairs if isinstance(pairs, list) else []):
            self.ledger.seen()
            two = isinstance(pair, list) and len(pair) == _EVENT - 1
            self._add_event([pair[0], "o", pair[1]] if two else pair, Pointer(f"/stdout/{number}"), number + 1)

    def finish(self) -> Transcript:
        """Return the transcript of all that was shown."""
        header = self.header or {}
        start = read_epoch(header.get("timestamp"))
        if self.screen.alternate_screens:
            count = self.screen.alternate_screens
            self.ledger.note(f"{count} times an editor or pager took the whole screen; what it showed is left out")
        lines = self.screen.lines()
        say_entries(self.draft, cut_entries(lines), _Places(self, start).clock(), counted=False)
        if self.status:
            text, place = self.status
            part = text_part(f"the recorded program ended with status {text}", place, injected=True)
            self.draft.say(Role.SYSTEM, place, part, fields=raw_fields(exit_status=text))
        return self.draft.finish(
            title=string(header.get("title")), agent=string(header.get("command")), zone="UTC" if start else "unknown"
        )

    def _open(self, header: Json) -> None:
        self.header = header
        term = header.get("term")
        term = term if isinstance(term, dict) else {}
        width, height = header.get("width", term.get("cols")), header.get("height", term.get("rows"))
        self.screen = Screen(_size(width), _size(height))

    def _add_event(self, event: Any, location: Location, mark: int) -> None:
        if not isinstance(event, list) or len(event) != _EVENT or not all(isinstance(one, str) for one in event[1:]):
            self.ledger.unknown("event of another shape", location)
            return
        time, code, data = event
        self._tell_time(time, mark)
        self.places[mark] = location
        if code == "o":
            hidden = self.screen.hidden
            self.screen.feed(data, mark)
            if hidden and self.screen.hidden:
                self.ledger.ignore(_HIDDEN, location)
            else:
                self.ledger.read()
            return
        if code == "x":
            self.status = (data, location)
            self.ledger.read()
            return
        if code == "i":
            self.screen.typed()
        elif code == "r":
            self._resize(data)
        if code in _IGNORED:
            self.ledger.ignore(_IGNORED[code], location)
        else:
            self.ledger.unknown(f"event {code}", location)

    def _tell_time(self, time: Any, mark: int) -> None:
        try:
            seconds = Decimal(str(time)) if isinstance(time, int | float) else Decimal("NaN")
        except InvalidOperation:
            return
        if not seconds.is_finite() or not 0 <= seconds < 10**9:
            return
        version = (self.header or {}).get("version")
        relative = version in (_FIRST_VERSION, _RELATIVE)
        self._clock = self._clock + seconds if relative else seconds
        self.times[mark] = self._clock

    def _resize(self, data: str) -> None:
        width, _, height = data.partition("x")
        if width.isdecimal() and height.isdecimal() and len(width) <= _EVENT and len(height) <= _EVENT:
            self.screen.resize(int(width), int(height))


@dataclass(frozen=True, slots=True)
class _Places:
    """Marks of a recording as places and times."""

    recording: _Recording
    start: datetime | None

    def clock(self) -> Clock:
        """Return the functions that entries are placed by."""
        return Clock(self._place, self._time, self.recording.times.get)

    def _place(self, mark: int) -> Location:
        places = self.recording.places
        return places.get(mark) or next(iter(places.values()), Line(1))

    def _time(self, mark: int) -> datetime | None:
        seconds = self.recording.times.get(mark)
        if self.start is None or seconds is None:
            return None
        return self.start + timedelta(seconds=float(seconds))


def _size(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
