"""Tell whose output each line of a result is, as far as the result shows it.

Four ways, the surest first: only one unit can print (sole); lines of ``echo`` stand between (marked); a reader of
output knows the line as one unit's alone (recognised); else lines are shared, and nothing is said of any one command.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from loganalyst.events.units import Unit, matches_marker
from loganalyst.model.event import Attribution
from loganalyst.observations.reading import recogniser

_Knows = Callable[[str], bool]
Extent = tuple[int, int]
"""First character and the one past the last, in the text of the result."""


@dataclass(frozen=True, slots=True)
class Share:
    """What is known of one unit's output."""

    printed: bool | None
    attribution: Attribution
    extents: tuple[Extent, ...] = ()


@dataclass(slots=True)
class _Line:
    """Not frozen, as a session has so many that making them would take three times as long."""

    number: int
    """Among the lines that are not blank."""
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Group:
    """Units between two markers that were seen, and the lines between these."""

    units: tuple[int, ...]
    lines: tuple[_Line, ...]


_NOTICE = re.compile(
    r"\[[0-9]{1,5}\](?:[+-]? {1,4}(?:Done|Exit|Exit [0-9]{1,3}|Running|Stopped|Killed|Terminated|Aborted"
    r"|Segmentation fault|Hangup|Interrupt)(?:\s|\(|$))"
)
"""A notice of an interactive shell on a job in the background, such as ``[1]+  Done  make``."""
_TELLS_JOBS = frozenset({"bg", "fg", "jobs"})
"""Commands that print such lines themselves."""
UNKNOWN = Share(None, Attribution.SHARED)


def attribute(units: Sequence[Unit], text: str, *, cut: bool) -> dict[int, Share]:
    """Return the share of each unit by its number; ``cut`` says that lines may be missing from the text."""
    if not text.strip():
        nothing = UNKNOWN if cut else Share(printed=False, attribution=Attribution.NOTHING)
        return dict.fromkeys(range(len(units)), nothing)
    tells = any(one.program in _TELLS_JOBS for unit in units for one in unit.commands)
    seen = _find_markers(units, _lines(text, notices=tells))
    shares: dict[int, Share] = {}
    for number, lines in seen.marked.items():
        shares[number] = Share(printed=True, attribution=Attribution.MARKED, extents=_extents(lines))
    for number, unit in enumerate(units):
        if unit.marker is not None and number not in shares:
            shares[number] = UNKNOWN if cut else Share(printed=False, attribution=Attribution.MARKED)
    marked = bool(seen.marked)
    for group in seen.groups:
        shares |= _share_group(units, group, text, marked=marked, cut=cut)
    return shares


@dataclass(frozen=True, slots=True)
class _Seen:
    marked: dict[int, tuple[_Line, ...]]
    groups: tuple[_Group, ...]


@lru_cache(maxsize=2)
def _lines(text: str, *, notices: bool) -> tuple[_Line, ...]:
    """Return the lines of a text that are not blank; ``notices`` says that those of a shell on its jobs count.

    They are asked for again where it turns out that some of the commands were skipped.
    """
    found: list[_Line] = []
    start = number = 0
    for line in text.split("\n"):
        if line and not line.isspace():
            if notices or line[0] != "[" or _NOTICE.match(line) is None:
                found.append(_Line(number, start, start + len(line), line))
            number += 1
        start += len(line) + 1
    return tuple(found)


def _find_markers(units: Sequence[Unit], lines: Sequence[_Line]) -> _Seen:
    """Return the lines that markers printed, and the groups of units and lines between them."""
    markers = [number for number, unit in enumerate(units) if unit.marker is not None]
    if not markers:
        return _Seen({}, (_Group(tuple(range(len(units))), tuple(lines)),))
    marked: dict[int, list[_Line]] = {}
    between: dict[int, list[_Line]] = {-1: []}
    last = -1
    for line in lines:
        found = _next_marker(units, markers, last, line)
        if found is None:
            between.setdefault(last, []).append(line)
        else:
            marked.setdefault(found, []).append(line)
            between.setdefault(found, [])
            last = found
    starts = sorted(between)
    groups = []
    for start, following in zip(starts, [*starts[1:], len(units)], strict=True):
        inside = tuple(n for n in range(start + 1, following) if units[n].marker is None)
        groups.append(_Group(inside, tuple(between[start])))
    return _Seen({number: tuple(found) for number, found in marked.items()}, tuple(groups))


def _next_marker(units: Sequence[Unit], markers: Sequence[int], last: int, line: _Line) -> int | None:
    """Return the marker that printed a line: one not seen yet, or one of the loop that the last stands in."""
    loop = units[last].loop if last >= 0 else None
    for number in markers:
        unit = units[number]
        again = loop is not None and unit.loop == loop
        if (number > last or again) and unit.marker and matches_marker(line.text, unit.marker, whole=unit.whole):
            return number
    return None


def _share_group(units: Sequence[Unit], group: _Group, text: str, *, marked: bool, cut: bool) -> dict[int, Share]:
    """Return the shares of the units between two markers of a text."""
    way = Attribution.MARKED if marked else Attribution.SOLE
    able = [number for number in group.units if units[number].prints]
    silent = [number for number in group.units if not units[number].prints]
    if not group.lines:
        return dict.fromkeys(group.units, UNKNOWN if cut else Share(printed=False, attribution=way))
    told = {number: _complaints(units[number], group.lines, text) for number in silent}
    shares = {
        number: Share(bool(own) or (None if cut else False), Attribution.RECOGNISED, _extents(own))
        for number, own in told.items()
    }
    taken = {line.start for own in told.values() for line in own}
    rest = tuple(line for line in group.lines if line.start not in taken)
    if len(able) == 1:
        printed = True if rest else UNKNOWN.printed if cut else False
        return shares | {able[0]: Share(printed, way, _extents(rest))}
    return shares | _recognise(units, replace(group, units=tuple(able), lines=rest), cut=cut)


def _complaints(unit: Unit, lines: Sequence[_Line], text: str) -> list[_Line]:
    """Return the lines, of those of a text, that are complaints which name a program of the unit."""
    heads = (f"{one.program}: " for one in unit.commands if one.program)
    named = [head for head in heads if head in text]
    return [line for line in lines if any(head in line.text[:200] for head in named)] if named else []


def _recognise(units: Sequence[Unit], group: _Group, *, cut: bool) -> dict[int, Share]:
    """Return shares by the lines that exactly one unit's readers know."""
    own: dict[int, list[_Line]] = {number: [] for number in group.units}
    claimed = 0
    knowers = _knowers(units, group.units)
    for line in group.lines:
        number = _sole_knower(knowers, line.text)
        if number is not None:
            own[number].append(line)
            claimed += 1
    silent = None if cut or claimed < len(group.lines) else False
    return {
        number: Share(True if lines else silent, _way(lines, silent=silent), _extents(lines))
        for number, lines in own.items()
    }


def _knowers(units: Sequence[Unit], numbers: Sequence[int]) -> list[tuple[_Knows, frozenset[int]]]:
    """Return what recognises lines, each once, with the units that have a command it is for."""
    found: dict[_Knows, set[int]] = {}
    for number in numbers:
        for one in units[number].commands:
            found.setdefault(recogniser(one), set()).add(number)
    return [(knows, frozenset(of)) for knows, of in found.items()]


def _sole_knower(knowers: Sequence[tuple[_Knows, frozenset[int]]], text: str) -> int | None:
    """Return the only unit one of whose commands knows a line; None where there is none or another."""
    known: frozenset[int] = frozenset()
    for knows, numbers in knowers:
        if not numbers <= known and knows(text):
            known |= numbers
            if len(known) > 1:
                return None
    return next(iter(known), None)


def _way(lines: Sequence[_Line], *, silent: bool | None) -> Attribution:
    return Attribution.RECOGNISED if lines or silent is False else Attribution.SHARED


def _extents(lines: Sequence[_Line]) -> tuple[Extent, ...]:
    """Return the extents of lines; neighbours are one, with the blank lines between them."""
    found: list[Extent] = []
    last = None
    for line in lines:
        if last is not None and line.number == last + 1:
            found[-1] = (found[-1][0], line.end)
        else:
            found.append((line.start, line.end))
        last = line.number
    return tuple(found)
