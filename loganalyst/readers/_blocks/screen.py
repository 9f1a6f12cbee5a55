"""What a recorded terminal showed, line by line, with the place in the recording where each line was finished.

The screen has no end at the top: what scrolls out is kept, and a program that clears the screen or goes to its first
corner begins below what stood there, as a recording is a log. Overwriting by carriage return, backspace, erasing and
moves within the screen is replayed; text beyond the width goes on in the next row and is put together again. Two things
are left out and counted: the alternate screen of editors and pagers, and what is drawn between saving and restoring
the cursor, such as the progress line of a package manager. Sequences follow ECMA-48 and the xterm control sequences.
"""

import re
from unicodedata import combining, east_asian_width

from loganalyst.readers._blocks.screen_rows import Row, ScreenLine, join_rows

_CSI = r"(?:\x1b\[|\x9b)([<-?]?)([0-9;:]{0,64})[ -/]{0,4}([@-~])"
_STRING = r"(?:\x1b[\]PX^_]|\x9d)[^\x07\x1b\x9c]{0,65536}(?:\x07|\x1b\\|\x9c)"
_TOKEN = re.compile(
    rf"{_CSI}|{_STRING}|\x1b[ -/]{{1,4}}[0-~]|\x1b([0-Z\\^-~])|([\x00-\x1f\x7f])|([^\x00-\x1f\x7f\x9b\x9d]+)|."
)
_UNFINISHED = re.compile(
    r"(?:\x1b(?:\[[<-?]?[0-9;:]{0,64}[ -/]{0,4}|[\]PX^_][^\x07\x1b\x9c]{0,65536}\x1b?|[ -/]{0,4})?)\Z"
)
_ALTERNATE = frozenset({"47", "1047", "1049"})
_PASTE = "2004"
_TAB = 8
_UNKNOWN_WIDTH = 10_000
_MOST = 1_000
"""No screen is larger; a number beyond it is taken for this."""


class Screen:
    """A terminal that is fed the pieces of a recording, in order."""

    def __init__(self, width: int | None, height: int | None = None) -> None:
        self.width = min(width, _MOST) if width else _UNKNOWN_WIDTH
        self.height = min(height, _MOST) if height else 24
        self.alternate_screens = 0
        self._rows = [Row(0)]
        self._row = self._column = self._top = self._mark = 0
        self._pending = ""
        self._saved: tuple[int, int] | None = None
        self._hidden = False
        self._aside = False
        self._typing = False

    def resize(self, width: int, height: int) -> None:
        """Take a new size; what stands there is not laid out again."""
        self.width, self.height = min(max(1, width), _MOST), min(max(1, height), _MOST)

    def typed(self) -> None:
        """Note that a key was pressed, and so where on the line the input begins."""
        row = self._rows[self._row]
        if not self._hidden and row.typed_from is None and self._column:
            row.typed_from = self._column

    @property
    def hidden(self) -> bool:
        """Whether an alternate screen is shown, which is left out."""
        return self._hidden

    def feed(self, data: str, mark: int) -> None:
        """Print a piece of the recording; ``mark`` is the number of its place and never falls."""
        self._mark = mark
        data = self._pending + data
        tail = _UNFINISHED.search(data)
        self._pending = tail[0] if tail else ""
        for private, numbers, command, escape, control, run in _TOKEN.findall(data[: len(data) - len(self._pending)]):
            if run:
                self._write(run)
            elif control:
                self._control(control)
            elif command:
                self._sequence(private, numbers, command)
            elif escape:
                self._escape(escape)

    def lines(self) -> list[ScreenLine]:
        """Return all that was shown, top to bottom."""
        found: list[ScreenLine] = []
        group: list[Row] = []
        for row in self._rows:
            if group and not row.wrapped:
                found.append(join_rows(group))
                group = []
            group.append(row)
        found.append(join_rows(group))
        while found and not found[-1].text and not found[-1].entered:
            found.pop()
        return found

    def _write(self, run: str) -> None:
        if self._hidden or self._aside:
            return
        if run.isascii():
            while run:
                self._wrap_if_full()
                room = self.width - self._column
                self._put(list(run[:room]))
                run = run[room:]
            return
        for character in run:
            if combining(character) or character in "\u200d\ufe0f":
                self._join(character)
                continue
            wide = east_asian_width(character) in "WF"
            self._wrap_if_full(1 + wide)
            self._put([character, ""] if wide else [character])

    def _wrap_if_full(self, needed: int = 1) -> None:
        if self._column + needed > self.width:
            self._next_row(wrapped=True)
            self._column = 0

    def _put(self, cells: list[str]) -> None:
        row = self._rows[self._row]
        target = row.thaw()
        if not target:
            row.begun = self._mark
        if self._column > len(target):
            target.extend(" " * (self._column - len(target)))
        end = self._column + len(cells)
        # Half of a wide character that is written over leaves a blank in the place of the other half.
        if self._column < len(target) and not target[self._column]:
            target[self._column - 1] = " "
        if end < len(target) and not target[end]:
            target[end] = " "
        target[self._column : end] = cells
        self._column = end
        row.mark = self._mark

    def _join(self, character: str) -> None:
        cells = self._rows[self._row].thaw()
        place = min(self._column, len(cells)) - 1
        if place >= 0:
            cells[place] += character

    def _next_row(self, *, wrapped: bool) -> None:
        if not wrapped:
            self._rows[self._row].ended = True
            self._rows[self._row].mark = self._mark
        self._row += 1
        if self._row == len(self._rows):
            self._rows.append(Row(self._mark, wrapped=wrapped))
        elif wrapped:
            self._rows[self._row].wrapped = True
        if self._row - self._top >= self.height:
            self._rows[self._top].freeze()
            self._top += 1

    def _control(self, character: str) -> None:
        if self._hidden or self._aside:
            return
        if character == "\r":
            self._column = 0
        elif character in "\n\x0b\x0c":
            self._next_row(wrapped=False)
            # A recording without carriage returns was cleaned by someone; a line feed alone begins a line there.
            self._column = 0
        elif character == "\b":
            self._back()
        elif character == "\t":
            self._column = min(self._column + _TAB - self._column % _TAB, self.width - 1)

    def _back(self) -> None:
        # Behind the last column the cursor still stands on it, until the next character wraps.
        column = min(self._column, self.width - 1)
        self._column = max(0, column - 1)

    def _escape(self, command: str) -> None:
        if command == "7":
            self._saved = (self._row, self._column)
        elif command == "8":
            self._restore()
        elif command == "c":
            self._begin_below()

    def _restore(self) -> None:
        if self._saved:
            self._row, self._column = self._saved
            self._saved = None
        self._aside = False

    def _sequence(self, private: str, numbers: str, command: str) -> None:
        if private == "?" and command in "hl":
            for mode in numbers.split(";"):
                self._set_mode(mode, on=command == "h")
        elif private or self._hidden:
            return
        elif command == "s":
            self._saved = (self._row, self._column)
        elif command == "u":
            self._restore()
        elif command in "Hfd" and self._saved:
            self._aside = True
        elif not self._aside:
            self._move_or_erase(command, [_number(one) for one in numbers.split(";")])

    def _set_mode(self, mode: str, *, on: bool) -> None:
        if mode in _ALTERNATE:
            self.alternate_screens += on and not self._hidden
            self._hidden = on
        elif mode == _PASTE and not self._hidden:
            if on and self._column:
                self._rows[self._row].typed_from = self._column
            if not on and self._typing:
                self._note_entered()
            self._typing = on

    def _note_entered(self) -> None:
        """Mark the line that the shell has just read: this one, or the one above where the line feed came first."""
        place = self._row
        if place and self._column == 0 and not self._rows[place].shown():
            place -= 1
        while place and self._rows[place].wrapped:
            place -= 1
        self._rows[place].entered = True

    def _move_or_erase(self, command: str, given: list[int | None]) -> None:
        count = min(given[0] or 1, _MOST)
        if command in "Hf":
            self._go_to(given[0] or 1, (given[1] if len(given) > 1 else None) or 1)
        elif command in "JKPX@":
            self._erase(command, given[0] or 0)
        elif command in "ABEFd":
            row = self._top + count - 1 if command == "d" else self._row + (-count if command in "AF" else count)
            self._row = max(self._top, min(row, len(self._rows) - 1))
            self._column = 0 if command in "EF" else self._column
        elif command in "CDG`":
            column = min(self._column, self.width - 1)
            target = count - 1 if command in "G`" else column + (count if command == "C" else -count)
            self._column = max(0, min(target, min(self.width, _MOST) - 1))

    def _go_to(self, row: int, column: int) -> None:
        if row == 1 and column == 1:
            self._begin_below()
            return
        target = self._top + min(row, self.height) - 1
        while len(self._rows) <= target:
            self._rows.append(Row(self._mark))
        self._row, self._column = target, min(column, self.width) - 1

    def _begin_below(self) -> None:
        while len(self._rows) > 1 and not self._rows[-1].shown() and not self._rows[-1].entered:
            self._rows.pop()
        if self._rows[-1].shown() or self._rows[-1].entered:
            self._rows[-1].ended = True
            self._rows.append(Row(self._mark))
        self._row = self._top = len(self._rows) - 1
        self._column = 0

    def _erase(self, command: str, given: int) -> None:
        if command == "J" and given >= 2:  # noqa: PLR2004 (ECMA-48: 2 erases the whole screen)
            self._begin_below()
            return
        cells = self._rows[self._row].thaw()
        count = min(given or 1, _MOST)
        if command == "P":
            del cells[self._column : self._column + count]
        elif command == "@":
            cells[self._column : self._column] = " " * count
            del cells[self.width :]
        elif command == "X":
            cells[self._column : self._column + count] = " " * len(cells[self._column : self._column + count])
        elif given == 0:
            del cells[self._column :]
            if command == "J":
                del self._rows[self._row + 1 :]
        elif given == 1:
            cells[: self._column + 1] = " " * min(self._column + 1, len(cells))
        else:
            cells.clear()


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 6 else None  # noqa: PLR2004 (digits of a screen's size)
