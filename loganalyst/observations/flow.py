"""Read samples of what the machine does: vmstat, pressure files, load averages, mpstat and iostat."""

import re
from collections.abc import Iterator

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import (
    Fact,
    Figures,
    Output,
    Reader,
    Row,
    figures,
    number,
    one_of,
    phrase,
    phrases,
)

_BANNER = re.compile(r"procs -{5,20}memory-{5,20}")
_HEADING = re.compile(
    r" *r +b +(?:swpd +)?free +(?:buff|inact) +(?:cache|active) +si +so +bi +bo +in +cs +us +sy +id +wa"
)
_SAMPLE = re.compile(r" *[0-9]{1,15}(?: +[0-9]{1,15}){15,17}(?: +[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8})? *$")
_COLUMNS = ["r", "b", "swpd", "free", "buff", "cache", "si", "so", "bi", "bo", "in", "cs", "us", "sy", "id", "wa", "st"]
_PRESSURE = re.compile(
    r"(?P<value>some|full) avg10=(?P<avg10>[0-9]{1,3}\.[0-9]{2}) avg60=(?P<avg60>[0-9]{1,3}\.[0-9]{2})"
    r" avg300=(?P<avg300>[0-9]{1,3}\.[0-9]{2}) total=(?P<total>[0-9]{1,18})"
)
_RESOURCE = re.compile(r"/proc/pressure/(memory|io|cpu)\b|\b(memory|io|cpu)\.pressure\b")
_LOADAVG = re.compile(
    r"(?P<load1>[0-9]{1,5}\.[0-9]{2}) (?P<load5>[0-9]{1,5}\.[0-9]{2}) "
    r"(?P<load15>[0-9]{1,5}\.[0-9]{2}) [0-9]+/[0-9]+ [0-9]+$"
)
_CPU_CELLS = 6
_DEVICE_CELLS = 6
"""Cells that a row of iostat's devices has at least."""
_CPU_HEADING = re.compile(r"avg-cpu: +%user +%nice +%system +%iowait +%steal +%idle")
_DEVICE_HEADING = re.compile(r"Device:? .{0,300}%util *$")
_PHRASES = phrases(
    phrase("machine.load", "load average", r"load averages?: (?P<load1>[0-9]{1,5}\.[0-9]{2}),? "
           r"(?P<load5>[0-9]{1,5}\.[0-9]{2}),? (?P<load15>[0-9]{1,5}\.[0-9]{2})", "load"),
)  # fmt: skip


def read(output: Output) -> Iterator[Fact]:
    """Yield samples in order; the first row under a heading of vmstat is a mean since boot unless ``-y`` drops it."""
    yield from _vmstat(output)
    yield from _iostat(output)
    pressed = " avg10=" in output.text
    for row in output.rows:
        if pressed and (match := _PRESSURE.search(row.text, 0, 400)):
            kind = _pressure_kind(row, output)
            numbers = figures(**{name: number(text) for name, text in match.groupdict().items() if name != "value"})
            yield Fact(kind, match["value"], row.start + match.start(), row.start + match.end(), None, numbers)
        elif match := _LOADAVG.match(row.text):
            numbers = figures(**{name: number(text) for name, text in match.groupdict().items()})
            yield Fact("machine.load", "load", row.start, row.end, None, numbers)


def _vmstat(output: Output) -> Iterator[Fact]:
    columns: list[str] | None = None
    headless = _headless(output)
    if headless is None and " si " not in output.text:  # a word of every heading
        return
    since_boot = True
    for row in output.rows:
        if _HEADING.match(row.text):
            since_boot = since_boot if columns else not output.has_word("-y", "--no-first")
            columns = row.text.split()
        elif _SAMPLE.match(row.text) and (columns or headless is not None):
            first = since_boot if columns else headless
            kind = "memory.since-boot" if first else "memory.swap-flow"
            numbers = _numbers(row.text, columns or _COLUMNS)
            flows = any(amount for name, amount in numbers if name in {"si", "so"})
            yield Fact(kind, "flows" if flows else "none", row.start, row.end, None, numbers)
            since_boot = False
            headless = None if headless is None else False
        elif row.text and not _BANNER.match(row.text):
            columns = None


def _headless(output: Output) -> bool | None:
    """Return whether a first row without heading is the mean since boot; None where it is not known to be vmstat's.

    A heading that is missing was cut off by a filter; with a count above the rows that are left, so was the first row.
    """
    command = output.command
    if command is None or command.program != "vmstat":
        return None
    counts = [int(word) for word in command.words[1:] if re.fullmatch("[0-9]{1,8}", word)]
    return not (len(counts) > 1 and counts[1] > sum(1 for row in output.rows if _SAMPLE.match(row.text)))


def _numbers(text: str, columns: list[str]) -> Figures:
    cells = dict(zip(columns, (number(word) for word in text.split()), strict=False))
    return figures(
        si=cells.get("si"),
        so=cells.get("so"),
        r=cells.get("r"),
        b=cells.get("b"),
        idle=cells.get("id"),
        wait=cells.get("wa"),
    )


def _iostat(output: Output) -> Iterator[Fact]:
    cpu = device = False
    for row in output.rows if "avg-cpu:" in output.text or "%util" in output.text else ():
        words = row.text.split()
        if cpu and len(words) == _CPU_CELLS:
            user, _nice, system, wait, _steal, idle = (number(word) for word in words)
            yield Fact("machine.cpu", "sample", row.start, row.end, None,
                       figures(user=user, system=system, idle=idle, wait=wait))  # fmt: skip
        elif device and len(words) >= _DEVICE_CELLS and (used := number(words[-1])) is not None:
            yield Fact("disk.activity", words[0], row.start, row.end, None, figures(util=used))
        cpu = _CPU_HEADING.match(row.text) is not None
        device = _DEVICE_HEADING.match(row.text) is not None or (device and bool(words))


def _pressure_kind(row: Row, output: Output) -> str:
    """Return the kind by the file's name, before the figures in the line or in the command."""
    command = output.command
    names = {one or other for one, other in _RESOURCE.findall(row.text[:200] if command is None else command.text)}
    return f"{min(names)}.pressure" if len(names) == 1 else "machine.pressure"


READER = Reader(
    read,
    phrases=_PHRASES,
    programs=frozenset({"vmstat", "iostat", "mpstat", "uptime", "w"}),
    traits=frozenset({Trait.SHOWS_MEMORY_FLOW, Trait.SHOWS_LOAD}),
    anywhere=True,
    lines=one_of(
        _BANNER, _HEADING, _SAMPLE, _PRESSURE, _LOADAVG, _CPU_HEADING, _DEVICE_HEADING, r".{0,80}load averages?: "
    ),
)
