"""Which line of a text log each line of a part stands on; found by comparing, so that a wrong one is never said."""

from dataclasses import replace

from loganalyst.model.span import Line
from loganalyst.model.transcript import Media, Part

_HEADS = 4
"""Lines that may stand between the place of a record and its text."""


def count_lines(part: Part, lines: tuple[str, ...]) -> Part:
    """Return a part with how far below its record its text begins, where each of its lines is one of the log's.

    ``lines`` are those of a log that is text, and none where the log is something else.
    """
    place = part.location
    if not lines or not isinstance(place, Line) or isinstance(part, Media):
        return part
    own = part.text.split("\n")
    first = place.line - 1
    stretches = [lines[at : at + len(own)] for at in range(first, first + _HEADS)]
    same = (n for n, found in enumerate(stretches) if list(found) == own)
    alike = (n for n, found in enumerate(stretches) if len(found) == len(own) and all(map(_ends, found, own)))
    below = next(same, next(alike, None))
    return part if below is None else replace(part, location=replace(place, below=below))


def _ends(line: str, text: str) -> bool:
    """Say whether a line of the log is one of the text, with or without a mark before it."""
    return line.rstrip().endswith(text.strip())
