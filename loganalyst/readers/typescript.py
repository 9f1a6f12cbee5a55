"""Recordings of the program ``script``, with their escape sequences, and their timing file where it lies beside.

The first line says when the recording started, the last one when it was done and with which status; both may be
missing in a copy. Each entered line with its output is one record and one Message; its place is the line of the file
on which the command line ended.
"""

import re
from decimal import Decimal, InvalidOperation
from pathlib import PurePosixPath

from loganalyst.errors import EncodingError
from loganalyst.model.span import Line
from loganalyst.model.transcript import Role, Transcript
from loganalyst.readers._blocks.content import raw_fields, read_time, text_part, zone_of
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.screen import Screen
from loganalyst.readers._blocks.terminal_entries import Clock, cut_entries, say_entries
from loganalyst.readers.source import Guess, Source, decode

NAME = "typescript"
TITLE = "script recording"
VERIFIED = True

_STARTED = re.compile(r"Script started on (?P<time>[^\[\n]{1,80}?)\s{0,8}(?:\[(?P<facts>[^\n]{0,400})\])?\s*\Z")
_DONE = re.compile(
    r'Script done on (?P<time>[^\[\n]{1,80}?)\s{0,8}(?:\[COMMAND_EXIT_CODE="(?P<status>[0-9]{1,3})"\])?\s*\Z'
)
_FACT = re.compile(r'([A-Z_]{1,20})="([^"\n]{0,200})"')
_STEERED = re.compile(rb"\x1b\[\?2004h|\x1b\]0;[^\x07\n]{1,300}\x07")
_TIMINGS = ("{stem}.timing", "{name}.timing", "{stem}.tm", "timing", "{stem}.time")


def recognise(source: Source) -> Guess:
    """Return how surely the input is such a recording."""
    head = source.head()
    first = head.split(b"\n", 1)[0].decode("utf-8", "replace")
    if _STARTED.match(first):
        return Guess(95, "its first line says that a script started")
    if first.startswith(("{", "[")):
        return Guess(0, "its first line is JSON")
    if _STEERED.search(head) and b"\r\n" in head:
        return Guess(60, "it holds the escape sequences that a shell prints with its prompt")
    return Guess(0, "its first line does not say that a script started")


def read(source: Source) -> Transcript:
    """Return the recorded session."""
    draft = Draft(source, NAME)
    text, note = _text(source)
    if note:
        draft.ledger.note(note)
    lines = text.split("\n")
    facts, zone = _begin(draft, lines[0])
    timing = _timing(source)
    starts = _line_bytes(lines) if timing else {}
    screen = Screen(_number(facts.get("COLUMNS")), _number(facts.get("LINES")))
    done = None
    for number, line in enumerate(lines, start=1):
        if number == 1 and _STARTED.match(line):
            continue
        if line.startswith("Script done on ") and _DONE.match(line):
            done = (number, line)
            continue
        screen.feed(line + "\n" if number < len(lines) else line, number)
    if screen.alternate_screens:
        _note_alternate(draft, screen.alternate_screens)
    clock = Clock(Line, elapsed=lambda mark: timing.at(starts[mark]) if timing else None)
    say_entries(draft, cut_entries(screen.lines()), clock)
    if done is not None:
        _end(draft, *done)
    return draft.finish(agent=facts.get("COMMAND"), zone=zone)


def _text(source: Source) -> tuple[str, str | None]:
    try:
        return source.text()
    except EncodingError:
        # A recording of a binary file that was printed is one all the same.
        return source.read().decode("utf-8", "replace"), "the input is no plain text, and its odd bytes were replaced"


def _begin(draft: Draft, line: str) -> tuple[dict[str, str], str]:
    """Add the header, where there is one, and return the facts in it and the zone of its time."""
    match = _STARTED.match(line)
    if match is None:
        return {}, "unknown"
    draft.ledger.seen()
    draft.ledger.read()
    time = read_time(match["time"])
    place = Line(1)
    part = text_part(line.rstrip(), place, injected=True)
    draft.say(Role.SYSTEM, place, part, turn="begin", time=time, fields=raw_fields(time=match["time"]))
    return dict(_FACT.findall(match["facts"] or "")), zone_of(time)


def _end(draft: Draft, number: int, line: str) -> None:
    match = _DONE.match(line)
    if match is None:
        return
    draft.ledger.seen()
    draft.ledger.read()
    place = Line(number)
    fields = raw_fields(time=match["time"], exit_status=match["status"])
    part = text_part(line.rstrip(), place, injected=True)
    draft.say(Role.SYSTEM, place, part, turn="end", time=read_time(match["time"]), fields=fields)


def _note_alternate(draft: Draft, count: int) -> None:
    draft.ledger.seen()
    draft.ledger.ignore("what editors and pagers showed on the alternate screen", Line(1))
    draft.ledger.note(f"{count} times an editor or pager took the whole screen; what it showed is left out")


class _Timing:
    """The seconds after which each byte of the output had been printed."""

    def __init__(self, text: str, header: int) -> None:
        self._steps: list[tuple[int, Decimal]] = []
        place, clock = header, Decimal(0)
        for line in text.split("\n"):
            words = line.split()
            if words and words[0] in {"I", "O", "H", "S"}:
                kind, words = words[0], words[1:]
            else:
                kind = "O"
            try:
                clock += Decimal(words[0])
                place += int(words[1]) if kind == "O" else 0
            except (IndexError, ValueError, InvalidOperation):
                continue
            self._steps.append((place, clock))

    def at(self, byte: int) -> Decimal | None:
        """Return the seconds after which the output had come to a byte, or None beyond the end."""
        low, high = 0, len(self._steps)
        while low < high:
            middle = (low + high) // 2
            if self._steps[middle][0] < byte:
                low = middle + 1
            else:
                high = middle
        return self._steps[low][1] if low < len(self._steps) else None


def _timing(source: Source) -> _Timing | None:
    path = PurePosixPath(source.name)
    for form in _TIMINGS:
        sibling = source.open_sibling(form.format(stem=path.stem, name=path.name))
        if sibling is not None and sibling.size:
            text, _ = decode(sibling.read()) if b"\0" not in sibling.head() else ("", None)
            first = source.head().split(b"\n", 1)[0] + b"\n"
            return _Timing(text, len(first))
    return None


def _line_bytes(lines: list[str]) -> dict[int, int]:
    """Return, by number, the byte at which each line ends."""
    found, place = {}, 0
    for number, line in enumerate(lines, start=1):
        place += len(line.encode("utf-8", "surrogatepass")) + 1
        found[number] = place
    return found


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() and len(text) <= len("1000") and int(text) else None
