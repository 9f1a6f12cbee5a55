"""The rows of a screen, and the lines that they make; ``screen`` writes to them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A line as it stood when it was finished, its wrapped rows put together."""

    text: str
    begun: int
    """Mark of the piece of the recording that first wrote on it."""
    mark: int
    """Mark of the piece that ended it; of the last line, that of the last piece."""
    ended: bool
    """A line feed ended it."""
    entered: bool = False
    """The shell read its line editor's input from it, by the signs of bracketed paste."""
    typed_from: int | None = None
    """Column from which input was typed, where the recording shows it."""


class Row:
    """One row of cells; scrolled out, it is only a string."""

    __slots__ = ("begun", "cells", "ended", "entered", "mark", "text", "typed_from", "wrapped")

    def __init__(self, mark: int, *, wrapped: bool = False) -> None:
        self.cells: list[str] = []
        self.text: str | None = None
        self.begun = self.mark = mark
        self.wrapped = wrapped
        self.ended = self.entered = False
        self.typed_from: int | None = None

    def shown(self) -> str:
        """Return what stands on the row."""
        return "".join(self.cells) if self.text is None else self.text

    def freeze(self) -> None:
        """Keep only the text, as the row has scrolled out."""
        self.text, self.cells = self.shown(), []

    def thaw(self) -> list[str]:
        """Return the cells, to be written to."""
        if self.text is not None:
            self.cells, self.text = list(self.text), None
        return self.cells


def join_rows(rows: list[Row]) -> ScreenLine:
    """Return the line that wrapped rows make together."""
    first, last = rows[0], rows[-1]
    return ScreenLine(
        text="".join(row.shown() for row in rows).rstrip(),
        begun=first.begun,
        mark=last.mark,
        ended=last.ended,
        entered=any(row.entered for row in rows),
        typed_from=first.typed_from,
    )
