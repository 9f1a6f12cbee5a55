"""Panes of a terminal as tmux saves them: terminal-bench keeps one after the agent and one after the tests.

A pane is cut at the terminal's width, so a command line and a JSON record that fill a row go on in the next one; they
are put together, output stays as it stands. Three things occur in one pane: prompts with commands; the records that
Claude Code prints with ``--output-format stream-json``; and the session of mini-swe-agent as its program shows it. Each
entry, record or part is a record of the ledger, placed at its first line. What the program's logging printed of its
requests is left out by name.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from pydantic_core import from_json

from loganalyst.model.span import Line
from loganalyst.model.transcript import Transcript
from loganalyst.readers._blocks.claude_thread import ClaudeThread
from loganalyst.readers._blocks.mini_pane import BANNER, STEP, NumberedLine, is_head, say_part
from loganalyst.readers._blocks.prompts import read_prompt
from loganalyst.readers._blocks.records import Json
from loganalyst.readers._blocks.screen_rows import ScreenLine
from loganalyst.readers._blocks.terminal_entries import Clock, cut_entries, say_entries
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean

NAME = "pane"
TITLE = "tmux pane of terminal-bench"
VERIFIED = True

_HEAD = 1 << 20
_RECORD = '{"type":"'
_DUMP = re.compile(r"\[log_[0-9a-f]{4,12}\] (?:sending request|response start|response parsed|post )")
_RESPONSE = re.compile(r"response [0-9]{3} https?://\S{1,300} Headers \{")
_WAIT = "tmux wait -S done"
_NARROWEST = 60
_ROWS = 20_000
"""A record that goes over more rows than this is not put together."""


def recognise(source: Source) -> Guess:
    """Return how surely the text is such a pane."""
    head = source.head(_HEAD)
    if head[:1] in b"{[" and not head.startswith(b"[log_"):
        return Guess(0, "it begins like JSON")
    text = head.decode("utf-8", "replace")
    lines = text.split("\n")
    if any(_WAIT in line and read_prompt(line) for line in lines):
        return Guess(92, "a prompt ends with the wait of terminal-bench's tmux")
    if any(STEP.match(line) for line in lines):
        return Guess(90, "it shows steps of mini-swe-agent")
    if any(line.startswith(_RECORD) and '"session_id"' in text for line in lines) and _DUMP.search(text):
        return Guess(90, "records of Claude Code stand between lines of its log")
    return Guess(0, "it shows neither a wait of tmux nor steps of mini-swe-agent nor a log of Claude Code")


def read(source: Source) -> Transcript:
    """Return what the pane shows."""
    text, note = source.text()
    pane = _Pane(source, [(number, clean(line)) for number, line in enumerate(text.split("\n"), start=1)])
    if note:
        pane.thread.draft.ledger.note(note)
    return pane.read()


class _Pane:
    """The lines of a pane on their way to a transcript; ``thread`` holds the draft and takes Claude Code's records."""

    def __init__(self, source: Source, lines: Sequence[NumberedLine]) -> None:
        self.thread = ClaudeThread(source, NAME)
        self._lines = lines
        self._width = _width_of(lines)
        self._terminal: list[NumberedLine] = []
        self._seen: set[str] = set()
        self._agent: str | None = None
        self._streamed = False

    def read(self) -> Transcript:
        """Return the transcript."""
        place = 0
        while place < len(self._lines):
            place = self._take(place)
        self._flush()
        if self._width:
            self.thread.draft.ledger.note(f"the pane is cut at {self._width} columns")
        if self._streamed:
            return self.thread.finish(self.thread.session, None)
        return self.thread.draft.finish(agent=self._agent)

    def _take(self, place: int) -> int:
        """Add what begins at a line, and return where the next begins."""
        number, text = self._lines[place]
        if text.startswith(_RECORD) and (found := self._record(place)):
            data, end = found
            self._flush()
            self._add_record(data, Line(number))
            return end
        if _DUMP.match(text) or _RESPONSE.match(text):
            self._flush()
            end = next((one for one in range(place + 1, len(self._lines)) if self._ends_dump(one)), len(self._lines))
            self.thread.draft.ledger.seen()
            self.thread.draft.ledger.ignore("request that the program's log printed", Line(number))
            return end + (end < len(self._lines) and self._lines[end][1] == "}")
        if is_head(self._lines, place) and (self._agent or STEP.match(text)):
            self._flush()
            end = place + 1
            while end < len(self._lines) and not self._ends_part(end):
                end += 1
            say_part(self.thread.draft, self._lines[place:end], self._width or _NARROWEST)
            self._agent = self._agent or "mini-swe-agent"
            return end
        if banner := BANNER.match(text):
            self._agent = f"mini-swe-agent {banner[1]}"
        self._terminal.append((number, text))
        return place + 1

    def _ends_dump(self, place: int) -> bool:
        text = self._lines[place][1]
        return text == "}" or text.startswith(_RECORD) or _DUMP.match(text) is not None or bool(read_prompt(text))

    def _ends_part(self, place: int) -> bool:
        text = self._lines[place][1]
        return is_head(self._lines, place) or (
            (prompt := read_prompt(text)) is not None and prompt.user is not None and place >= len(self._lines) - 2
        )

    def _record(self, place: int) -> tuple[Json, int] | None:
        """Return the JSON record that begins at a row, and the row behind it, or None where it cannot be had."""
        whole = ""
        for end in range(place, min(place + _ROWS, len(self._lines))):
            row = self._lines[end][1]
            if end > place and row.startswith(_RECORD):
                return None
            whole += row
            below = self._lines[end + 1][1] if end + 1 < len(self._lines) else ""
            if row.endswith("}") and (below[:1] in {"", "{", "["} or read_prompt(below) or _RESPONSE.match(below)):
                try:
                    value = from_json(whole)
                except ValueError:
                    value = None
                if isinstance(value, dict):
                    return value, end + 1
            # tmux keeps no blanks at the end of a row.
            whole += " " * (self._width - _columns(row))
        return None

    def _add_record(self, data: Json, location: Line) -> None:
        ledger = self.thread.draft.ledger
        ledger.seen()
        self._streamed = True
        kind = data.get("type")
        uuid = data.get("uuid")
        if isinstance(uuid, str) and uuid in self._seen:
            ledger.ignore("record written twice", location)
            return
        self._seen.add(str(uuid))
        self.thread.session = self.thread.session or str(data.get("session_id") or "") or None
        if kind in {"result", "system"}:
            ledger.ignore(f"{kind} {data.get('subtype')}", location)
        else:
            self.thread.add(location, data)

    def _flush(self) -> None:
        """Add the terminal's lines that have been gathered."""
        lines = list(_joined_commands(self._terminal, self._width))
        self._terminal = []
        say_entries(self.thread.draft, cut_entries(lines), Clock(Line))


def _joined_commands(lines: Sequence[NumberedLine], width: int) -> Iterator[ScreenLine]:
    """Yield lines, those of a command put together that go on in the next row."""
    place = 0
    in_command = False
    while place < len(lines):
        number, text = lines[place]
        in_command = read_prompt(text) is not None or (in_command and text.startswith(">"))
        row = text
        while in_command and width and _columns(row) == width and place + 1 < len(lines):
            place += 1
            row = lines[place][1]
            text += row
        yield ScreenLine(text.rstrip(), number, number, ended=True)
        place += 1


def _columns(text: str) -> int:
    return len(text) if text.isascii() else sum(1 + (east_asian_width(one) in "WF") for one in text)


def _width_of(lines: Sequence[NumberedLine]) -> int:
    """Return the width that a pane was cut at, or 0: the longest row, where several rows are as long."""
    counts = Counter(_columns(text) for _, text in lines)
    longest = max(counts, default=0)
    return longest if longest >= _NARROWEST and counts[longest] > 1 else 0
