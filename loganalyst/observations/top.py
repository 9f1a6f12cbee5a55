"""Read top and htop in batch form: the summary lines and the rows of tasks."""

import re
from collections.abc import Iterator

from loganalyst.model.span import Subject
from loganalyst.observations._blocks import Fact, Output, Reader, Row, figures, number, one_of, phrase, phrases

_HEADING = re.compile(r" *PID +USER +PR +NI +VIRT +RES +SHR +S +%CPU +%MEM +TIME\+ +COMMAND")
_ROW = re.compile(
    r" *(?P<pid>[0-9]{1,9}) +\S{1,32} +(?:rt|-?[0-9]{1,3}) +-?[0-9]{1,3} +[0-9.]{1,15}[kmgtp]? +[0-9.]{1,15}[kmgtp]? +"
    r"[0-9.]{1,15}[kmgtp]? +(?P<state>[RSDTtZI]) +(?P<cpu>[0-9]{1,6}\.[0-9]) +[0-9]{1,3}\.[0-9] +"
    r"(?P<minutes>[0-9]{1,7}):(?P<seconds>[0-9]{2}\.[0-9]{2}) +(?P<command>\S{1,200})"
)
_UNITS = {"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}
_STOCK = re.compile(
    r"(?P<unit>[KMG]iB) (?P<name>Mem |Swap): *(?P<total>[0-9.]{1,15})[ +]total, *(?P<free>[0-9.]{1,15})[ +]free, *"
    r"(?P<used>[0-9.]{1,15})[ +]used[.,](?: *(?P<available>[0-9.]{1,15})[ +]avail Mem)?"
)
_STATES = {"Z": "process.zombie", "D": "process.uninterruptible", "T": "process.stopped"}
_PHRASES = phrases(
    phrase("machine.cpu", "%Cpu(s):",
           r"%Cpu\(s\): {1,3}(?P<user>[0-9]{1,3}\.[0-9]) us, {1,3}(?P<system>[0-9]{1,3}\.[0-9]) sy, "
           r"{1,3}[0-9.]{3,5} ni, {0,3}(?P<idle>[0-9]{1,3}\.[0-9]) id, {1,3}(?P<wait>[0-9]{1,3}\.[0-9]) wa", "sample"),
)  # fmt: skip


def read(output: Output) -> Iterator[Fact]:
    """Yield the use of memory and swap, and each task."""
    for row in output.rows:
        if match := _STOCK.match(row.text):
            yield from _stock(row, match)
        elif match := _ROW.match(row.text):
            yield from _task(row, match)


def _stock(row: Row, match: re.Match[str]) -> Iterator[Fact]:
    """Yield a summary line; what is available of memory stands at the end of the line of swap."""
    unit = _UNITS[match["unit"]]
    amounts = {name: number(match[name] or "") for name in ("total", "free", "used", "available")}
    in_bytes = {name: None if amount is None else amount * unit for name, amount in amounts.items()}
    available = in_bytes.pop("available")
    kind = "memory.swap" if match["name"] == "Swap" else "memory.free"
    yield Fact(kind, match["free"], row.start, row.start + match.end("used"), None, figures(**in_bytes))
    if available is not None:
        start, end = row.start + match.start("available"), row.start + match.end()
        yield Fact("memory.free", match["available"], start, end, None, figures(available=available))


def _task(row: Row, match: re.Match[str]) -> Iterator[Fact]:
    minutes, seconds = number(match["minutes"]), number(match["seconds"])
    time = None if minutes is None or seconds is None else minutes * 60 + seconds
    numbers = figures(cpu_percent=number(match["cpu"]), time=time)
    start, end, subject = row.start + match.start("pid"), row.start + match.end(), Subject("pid", match["pid"])
    yield Fact("process.row", match["command"], start, end, subject, numbers)
    if match["state"] in _STATES:
        yield Fact(_STATES[match["state"]], match["command"], start, end, subject, numbers)


READER = Reader(
    read,
    phrases=_PHRASES,
    programs=frozenset({"top", "htop", "atop"}),
    lines=one_of(
        _HEADING,
        _ROW,
        _STOCK,
        r"top - |Tasks: +[0-9]+ total|Threads: +[0-9]+ total|%Cpu",
    ),
)
