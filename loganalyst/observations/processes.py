"""Read tables of processes as ps prints them, with and without their heading."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Fact, Figures, Output, Reader, Row, figures, number, one_of, size

_NAMES = frozenset({
    "USER", "UID", "RUSER", "EUSER", "GID", "GROUP", "PID", "PPID", "PGID", "PGRP", "SID", "SESS", "LWP", "TID", "SPID",
    "C", "%CPU", "%MEM", "VSZ", "RSS", "SZ", "TTY", "TT", "STAT", "S", "F", "START", "STIME", "STARTED", "TIME",
    "ELAPSED", "COMMAND", "CMD", "NI", "PRI", "WCHAN", "NLWP", "THCNT", "PSR", "CLS", "ADDR", "CGROUP", "LABEL", "POL",
})  # fmt: skip
_BY_FORMAT = {
    "user": "USER", "uid": "UID", "pid": "PID", "ppid": "PPID", "pgid": "PGID", "sid": "SID", "pcpu": "%CPU",
    "%cpu": "%CPU", "pmem": "%MEM", "%mem": "%MEM", "vsz": "VSZ", "rss": "RSS", "tty": "TT", "stat": "STAT",
    "state": "S", "s": "S", "start": "STARTED", "lstart": "STARTED", "etime": "ELAPSED", "etimes": "ELAPSED",
    "time": "TIME", "cputime": "TIME", "comm": "COMMAND", "args": "COMMAND", "cmd": "CMD", "command": "COMMAND",
    "wchan": "WCHAN", "lwp": "LWP", "tid": "TID", "nlwp": "NLWP", "psr": "PSR", "ni": "NI", "pri": "PRI",
}  # fmt: skip
_AUX = ["USER", "PID", "%CPU", "%MEM", "VSZ", "RSS", "TTY", "STAT", "START", "TIME", "COMMAND"]
_FULL = ["UID", "PID", "PPID", "C", "STIME", "TTY", "TIME", "CMD"]
_AUX_ROW = re.compile(
    r"[\w.+-]{1,32} +[0-9]{1,9} +[0-9]{1,5}(?:[.,][0-9])? +[0-9]{1,3}[.,][0-9] +[0-9]{1,15} +[0-9]{1,15} +\S{1,12} +"
    r"[RSDTtZXIWU][<NLsl+]{0,6} +[\w:]{4,7} +[0-9]{1,6}:[0-9]{2}(?:[.,][0-9]{2})? +\S"
)
_FULL_ROW = re.compile(
    r" {0,8}[\w.+-]{1,32} +[0-9]{1,9} +[0-9]{1,9} +[0-9]{1,3} +[\w:]{4,7} +\S{1,12} +"
    r"(?:(?:[0-9]{1,6}-)?[0-9]{2}:[0-9]{2}:[0-9]{2}|[0-9]{1,6}:[0-9]{2}[.,][0-9]{2}) +\S"
)
_LONG_DATE = re.compile(r"\b[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]\d \d\d:\d\d:\d\d \d{4}\b")
_CLOCK = re.compile(
    r"(?:(?:(?P<days>[0-9]{1,6})-)?(?P<hours>[0-9]{1,4}):)?(?P<minutes>[0-9]{1,6}):(?P<seconds>[0-9]{2})(?:[.,][0-9]{2})?"
)
_PID = re.compile(r"[0-9]{1,9}")
_NUMBERS = ("PID", "SPID", "TID", "LWP")
_STATE = re.compile(r"[RSDTtZXIWU][<NLsl+]{0,6}")
_COUNT = re.compile(r"[0-9]{1,15}(?:[.,][0-9]{1,3})?")
_FORMS = {"STAT": _STATE, "S": _STATE, "%CPU": _COUNT, "%MEM": _COUNT, "RSS": _COUNT, "PPID": _COUNT, "LWP": _COUNT}
_LAST = frozenset({"COMMAND", "CMD", "WCHAN"})
"""Last columns that a row may leave empty."""
_STATES = {"Z": "process.zombie", "D": "process.uninterruptible", "T": "process.stopped"}
_TREE = re.compile(r"^[ |]{0,200}(?:\\_|`-|\|-) ")
_HEADING = re.compile(r" *(?:[A-Z%]{1,8} +){0,20}(?:S?PID|LWP|TID)(?: +[A-Z%]{1,8}){0,20} *$")
_BEGINNING = re.compile(r" *[A-Z%]{1,8}(?: |$)| {0,8}[\w.+-]{1,32} +[0-9]{1,9} +[0-9]")
"""How a heading or a row without one begins, to pass over other lines at once."""


def read(output: Output) -> Iterator[Fact]:
    """Yield a fact for each row; rows without heading are read as those of ``ps aux``, ``ps -ef`` or as asked for."""
    columns: list[str] | None = None
    heading: Row | None = None
    asked = _asked(output)
    for row in output.rows:
        if columns is None and asked is None and not _BEGINNING.match(row.text):
            continue
        if names := _heading(row.text):
            columns, heading = names, row
            continue
        form = columns or _form(row.text) or asked
        facts = _read_row(row, form) if form else []
        if not facts and columns:
            yield from _no_rows(heading)
            columns = None
        elif facts:
            heading = None
        yield from facts
    yield from _no_rows(heading if columns else None)


def _no_rows(heading: Row | None) -> Iterator[Fact]:
    if heading is not None:
        yield Fact("process.none-listed", "none", heading.start, heading.end)


def _heading(text: str) -> list[str] | None:
    if not _HEADING.match(text):
        return None
    names = text.split()
    return names if len(names) > 1 and all(name in _NAMES for name in names) else None


def _form(text: str) -> list[str] | None:
    if _AUX_ROW.match(text):
        return _AUX
    return _FULL if _FULL_ROW.match(text) else None


def _asked(output: Output) -> list[str] | None:
    """Return the columns that the command's own ``-o`` names."""
    command = output.command
    if command is None or command.program != "ps":
        return None
    formats = [after for word, after in pairwise(command.words) if re.fullmatch(r"-[a-zA-Z]*o|--format", word)]
    keys = [key.partition("=")[0].partition(":")[0] for one in formats for key in one.split(",")]
    return [_BY_FORMAT.get(key, "?") for key in keys] if "pid" in keys else None


def _read_row(row: Row, columns: list[str]) -> list[Fact]:
    cells = _cells(row.text, columns)
    pid = next((cells[name] for name in _NUMBERS if name in cells), "")
    if not _PID.fullmatch(pid):
        return []
    subject = Subject("pid", pid)
    value = _program(cells.get("COMMAND") or cells.get("CMD") or "")
    numbers = _figures(cells)
    state = "Z" if "<defunct>" in row.text else (cells.get("STAT") or cells.get("S") or "")[:1]
    start = row.start + len(row.text) - len(row.text.lstrip())
    facts = [Fact("process.row", value, start, row.end, subject, numbers)]
    if state in _STATES:
        facts.append(Fact(_STATES[state], value, start, row.end, subject, numbers))
    return facts


def _cells(text: str, columns: list[str]) -> dict[str, str]:
    """Return a row's cells by column; none where a cell is missing or not of its column's form."""
    text = _LONG_DATE.sub(lambda date: date[0].replace(" ", "_"), text)
    words = text.split(maxsplit=len(columns) - 1)
    cells = dict(zip(columns, words, strict=False))
    least = len(columns) - (columns[-1] in _LAST)
    fit = all(form.fullmatch(cells[name]) for name, form in _FORMS.items() if name in cells)
    return cells if len(words) >= least and fit else {}


def _figures(cells: dict[str, str]) -> Figures:
    def count(name: str) -> Decimal | None:
        return number(cells.get(name, "").replace(",", "."))

    return figures(
        ppid=count("PPID"),
        cpu_percent=count("%CPU"),
        rss=size(cells.get("RSS", ""), 1024),
        time=_clock(cells.get("TIME", "")),
        elapsed=_clock(cells.get("ELAPSED", "")),
        threads=count("NLWP"),
        thread=count("LWP"),
    )


def _clock(text: str) -> Decimal | None:
    """Return the seconds of ``[[DD-]hh:]mm:ss``, or of a plain number of seconds."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        return number(text)
    days, hours, minutes, seconds = (Decimal(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _program(command: str) -> str:
    words = _TREE.sub("", command).split(maxsplit=1)
    name = words[0].rstrip(":") if words else ""
    return (name if name.startswith("[") else name.rpartition("/")[2]).strip("[]()") or "unknown"


READER = Reader(
    read,
    programs=frozenset({"ps"}),
    traits=frozenset({Trait.LISTS_PROCESSES, Trait.LISTS_PROCESS_TREE, Trait.SHOWS_THREAD_CPU}),
    lines=one_of(
        _HEADING,
        _AUX_ROW,
        _FULL_ROW,
        r" *[0-9]{1,9} +\S",
    ),
)
