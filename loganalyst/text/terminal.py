"""Text as a terminal would show it, without the characters that only steer the terminal.

Colours, titles and other escape sequences go; a progress bar that rewrites its line by carriage return, backspace or
erase-line is left in its last state; the cursor going up rewrites the lines above. Where a program clears the whole
screen, what it printed before is kept above, as this is a log. A text with nothing to clean is returned as it is.
"""

import re

_CONTROL = frozenset(range(0x20)) - {ord("\t"), ord("\n")} | {0x7F}
_PLAIN = bytes(sorted(frozenset(range(0x100)) - _CONTROL))
"""All bytes of UTF-8 but those of the control characters, of which two more are not a single byte."""
_COLUMNS = 1_000
"""The cursor is not moved further right than this, or than the text that is there."""

_CSI = r"(?:\x1b\[|\x9b)([0-?]{0,64})[ -/]{0,8}([@-~])"
_STRING = r"(?:\x1b[\]PX^_]|\x9d)[^\x07\x1b\x9c]{0,65536}(?:\x07|\x1b\\|\x9c)"
_ESCAPE = r"\x1b[ -/]{0,8}[0-OQ-WYZ\\`a-~]"
_SEQUENCE = re.compile(f"{_STRING}|{_CSI}|{_ESCAPE}")
_TOKEN = re.compile(rf"{_CSI}|([\r\n\x08])|([^\r\n\x08\x1b\x9b]+)")
_MOVES = frozenset("ABCDEFGHJKPXdf")
_UNSEEN = re.compile(r"[\x00-\x07\x0b\x0c\x0e-\x1f\x7f\x9b\x9d]")
_STEERS = re.compile(r"[\r\x08\x1b\x9b]")


def clean(text: str) -> str:
    """Return the text as a terminal shows it; the same object when it holds nothing to clean."""
    # Nearly all texts have nothing to clean, and to strike out what is plain takes half the time of a search.
    if not (text.encode("utf-8", "surrogatepass").translate(None, _PLAIN) or "\x9b" in text or "\x9d" in text):
        return text
    plain = _SEQUENCE.sub(_keep_moves, text.replace("\r\n", "\n"))
    if _STEERS.search(plain):
        plain = _replay(plain)
    return _UNSEEN.sub("", plain)


def _keep_moves(match: re.Match[str]) -> str:
    """Return a sequence that moves the cursor or erases as it stands, and nothing for any other."""
    return match[0] if match[2] in _MOVES and match[2] is not None else ""


def _replay(text: str) -> str:
    """Return what is on an endless screen after the text was printed on it."""
    screen = _Screen()
    for parameters, command, control, run in _TOKEN.findall(text):
        if run:
            screen.write(run)
        elif control:
            screen.control(control)
        else:
            screen.move(command, parameters)
    return "\n".join("".join(row) for row in screen.rows)


class _Screen:
    """Rows of characters and a cursor; only what line-oriented programs use to rewrite what they printed."""

    __slots__ = ("column", "row", "rows")

    def __init__(self) -> None:
        self.rows: list[list[str]] = [[]]
        self.row = 0
        self.column = 0

    def write(self, run: str) -> None:
        """Put characters over what stands at the cursor."""
        cells = self.rows[self.row]
        if self.column > len(cells):
            cells.extend(" " * (self.column - len(cells)))
        cells[self.column : self.column + len(run)] = run
        self.column += len(run)

    def control(self, character: str) -> None:
        """Carry out a carriage return, a new line or a backspace."""
        if character == "\x08":
            self.column = max(0, self.column - 1)
            return
        self.column = 0
        if character == "\n":
            self.row += 1
            if self.row == len(self.rows):
                self.rows.append([])

    def move(self, command: str, parameters: str) -> None:
        """Carry out a sequence that moves the cursor or erases."""
        first = parameters.split(";", 1)[0]
        given = int(first) if first.isdecimal() and len(first) <= 6 else 0  # noqa: PLR2004 (digits of a screen size)
        if command in "Hf" or (command == "J" and given >= 2):  # noqa: PLR2004 (ECMA-48: 2 erases the whole screen)
            self._begin_below()
        elif command in "JKPX":
            self._erase(command, given)
        elif command in "ABEF":
            self._change_row(-max(1, given) if command in "AF" else max(1, given))
            self.column = 0 if command in "EF" else self.column
        elif command != "d":
            self._change_column(command, max(1, given))

    def _begin_below(self) -> None:
        if self.rows[-1]:
            self.rows.append([])
        self.row, self.column = len(self.rows) - 1, 0

    def _erase(self, command: str, given: int) -> None:
        cells = self.rows[self.row]
        if command in "PX":
            end = self.column + max(1, given)
            cells[self.column : end] = "" if command == "P" else " " * len(cells[self.column : end])
        elif given == 0:
            del cells[self.column :]
        elif given == 1:
            end = min(self.column + 1, len(cells))
            cells[:end] = " " * end
        else:
            cells.clear()
        if command == "J" and given == 0:
            del self.rows[self.row + 1 :]

    def _change_row(self, by: int) -> None:
        self.row = min(max(0, self.row + by), len(self.rows) - 1)

    def _change_column(self, command: str, by: int) -> None:
        target = by - 1 if command == "G" else self.column + (by if command == "C" else -by)
        self.column = max(0, min(target, max(len(self.rows[self.row]), _COLUMNS)))
