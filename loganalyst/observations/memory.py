"""Read how much memory is in use: free, /proc/meminfo and the summary lines of swapon."""

import re
from collections.abc import Iterator

from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import (
    UNKNOWN,
    Fact,
    Output,
    Reader,
    Row,
    figures,
    one_of,
    phrase,
    phrases,
    size,
)

_HEADING = re.compile(r" +total +used +free(?: +shared)?(?: +buff/cache| +buffers +cache)?(?: +available)?(?: *$)")
_ROW = re.compile(r"(?P<name>Mem|Swap|Total):(?P<cells>(?: +[0-9.]{1,20}[BKMGTP]?i?){1,8}) *$")
_MEMINFO = re.compile(r"(?P<name>[A-Z][A-Za-z_()0-9]{2,30}): +(?P<size>[0-9]{1,15}) kB$")
_UNITS = {"-b": 1, "--bytes": 1, "-k": 1024, "--kibi": 1024, "--kilo": 1000, "-m": 1024**2, "--mebi": 1024**2,
          "--mega": 10**6, "-g": 1024**3, "--gibi": 1024**3, "--giga": 10**9}  # fmt: skip
_WORDS = frozenset({"Mem:", "Swap:", "Total:", " kB"})
"""One of them stands in every row that is read."""
_PHRASES = phrases(
    phrase("memory.allocation-failed", "Cannot allocate memory", r"(?:\[Errno 12\] |: |virtual memory exhausted: )"
           r"Cannot allocate memory", "Cannot allocate memory"),
    phrase("memory.allocation-failed", "std::bad_alloc", r"(?:what\(\)|instance of '?)[: ]{0,4}'?std::bad_alloc",
           "std::bad_alloc"),
    phrase("memory.allocation-failed", "JavaScript heap out of memory", r"FATAL ERROR: [^\n]{0,120}"
           r"JavaScript heap out of memory", "JavaScript heap"),
    phrase("memory.allocation-failed", "memory exhausted", r"^[\w./+-]{1,40}: (?:virtual )?memory exhausted",
           "memory exhausted"),
    phrase("memory.allocation-failed", "RESOURCE_EXHAUSTED: Out of memory",
           r"RESOURCE_EXHAUSTED: (?P<value>Out of memory) [^\n]{0,80}"),
    phrase("memory.allocation-failed", "OOM when allocating", r"(?P<value>OOM when allocating) tensor"),
    phrase("memory.allocation-failed", "java.lang.OutOfMemoryError",
           r"java\.lang\.OutOfMemoryError(?:: (?P<value>[^\n]{1,80}))?", "OutOfMemoryError"),
)  # fmt: skip


def read(output: Output) -> Iterator[Fact]:
    """Yield the machine's memory and swap rows, and lines of /proc/meminfo."""
    names: list[str] = []
    unit = _unit(output)
    for row in output.rows:
        if _HEADING.match(row.text):
            names = row.text.split()
        elif match := _ROW.match(row.text):
            yield _stock(row, match, names, unit)
        elif match := _MEMINFO.match(row.text):
            figure = figures(bytes=size(match["size"], 1024))
            yield Fact("memory.info", match["name"], row.start, row.end, None, figure)


def _unit(output: Output) -> int | None:
    """Return the bytes that a plain number of free stands for; None where it is not known what printed it."""
    command = output.command
    if command is None or command.program != "free":
        return None
    flags = (flag for word in command.words[1:] for flag in _flags(word))
    return next((_UNITS[flag] for flag in flags if flag in _UNITS), 1024)


def _flags(word: str) -> tuple[str, ...]:
    return (word,) if word.startswith("--") else tuple(f"-{letter}" for letter in word[1:] if word.startswith("-"))


def _stock(row: Row, match: re.Match[str], names: list[str], unit: int | None) -> Fact:
    """Return a row; its columns are those of the heading, else the first three that every free prints."""
    cells = dict(zip(names or ["total", "used", "free"], match["cells"].split(), strict=False))
    plain_unit = 1 if any(cell[-1:].isalpha() for cell in cells.values()) else unit
    known = {
        name: size(cell, plain_unit) for name, cell in cells.items() if name in {"total", "used", "free", "available"}
    }
    value = cells.get("available") or cells.get("free") or UNKNOWN
    kind = {"Mem": "memory.free", "Swap": "memory.swap"}.get(match["name"], "memory.free")
    return Fact(kind, value if plain_unit else UNKNOWN, row.start, row.end, None, figures(**known))


READER = Reader(
    read,
    phrases=_PHRASES,
    words=_WORDS,
    programs=frozenset({"free", "swapon"}),
    traits=frozenset({Trait.SHOWS_MEMORY_STOCK}),
    anywhere=True,
    lines=one_of(
        _HEADING,
        _ROW,
        _MEMINFO,
    ),
)
