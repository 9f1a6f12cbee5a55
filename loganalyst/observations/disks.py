"""Read space and its use: df, du, ls -l, and the system's words for a full or unwritable file system."""

import re
from collections.abc import Iterator

from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import (
    Fact,
    Output,
    Reader,
    Row,
    figures,
    number,
    one_of,
    phrase,
    phrases,
    size,
)

_HEADING = re.compile(
    r"Filesystem +(?:Type +)?(?P<blocks>1K-blocks|1M-blocks|1G-blocks|1B-blocks|Size|Inodes|512-blocks|1024-blocks)"
    r" +I?Used +(?:Available|Avail|IFree) +(?:Use%|IUse%|Capacity) +Mounted on"
)
_ROW = re.compile(
    r"(?P<device>\S{1,200}) +(?:[a-z][\w.]{1,20} +)?(?P<size>[0-9.]{1,18}[KMGTPE]?) +(?P<used>[0-9.]{1,18}[KMGTPE]?) +"
    r"(?P<available>[0-9.]{1,18}[KMGTPE]?|-) +(?P<share>[0-9]{1,3}%|-) +(?P<mount>/\S{0,300})$"
)
_UNITS = {"1K-blocks": 1024, "1024-blocks": 1024, "1M-blocks": 1024**2, "1G-blocks": 1024**3, "1B-blocks": 1,
          "512-blocks": 512, "Size": 1}  # fmt: skip
_USE = re.compile(r"(?P<size>[0-9]{1,15}(?:\.[0-9])?[KMGTPE]?)\t(?P<path>[^\t\n]{1,400})$")
_LISTED = re.compile(
    r"(?P<mode>[-dlcbps][-rwxsStT]{9}[.+@]?) +[0-9]{1,6} +\S{1,32} +\S{1,32} +"
    r"(?P<size>[0-9]{1,18}(?:\.[0-9])?[KMGTP]?) +"
    r"(?:[A-Z][a-z]{2} +[0-9]{1,2} +[0-9:]{4,5}|[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]{5,18}(?: [+-][0-9]{4})?) "
    r"(?P<path>[^\n]{1,400})$"
)
_PHRASES = phrases(
    phrase("disk.full", "No space left on device", r"(?:(?<=[:\]] )|^)(?P<value>No space left on device)"),
    phrase("disk.full", "no space left on device", r"(?<=: )(?P<value>no space left on device)"),
    phrase("disk.full", "ENOSPC", r"\b(?P<value>ENOSPC)\b(?!: System limit)"),
    phrase("disk.full", "not enough space on the disk", r"There is (?P<value>not enough space on the disk)"),
    phrase("disk.full", "(os error 28)", r"\(os error (?P<value>28)\)"),
    phrase("disk.full", "database or disk is full", r"(?P<value>database or disk is full)"),
    phrase("disk.full", "Failure writing output", r"curl: \(23\) (?P<value>Failure writing output to destination)"),
    phrase("disk.full", "enough free space in",
           r"E: You don't have (?P<value>enough free space) in (?P<subject>/\S{0,200})", subject="path"),
    phrase("disk.quota", "Disk quota exceeded", r"(?<=[:\]] )(?P<value>Disk quota exceeded)"),
    phrase("disk.quota", "File too large", r"(?<=[:\]] )(?P<value>File too large)"),
    phrase("disk.quota", "File size limit exceeded", r"(?P<value>File size limit exceeded)"),
    phrase("disk.read-only", "Read-only file system", r"(?<=[:\]] )(?P<value>Read-only file system)"),
)  # fmt: skip


def read(output: Output) -> Iterator[Fact]:
    """Yield file systems, sizes and listed files; a row of df counts only under a heading or for df itself."""
    program = output.command.program if output.command else ""
    blocks = "" if program != "df" else "Size" if output.has_word("-h", "-H", "--human-readable") else "1K-blocks"
    headed = "Filesystem" in output.text
    for row in output.rows:
        if headed and (heading := _HEADING.match(row.text)):
            blocks = heading["blocks"]
        elif blocks and (match := _ROW.match(row.text)):
            yield _space(row, match, blocks)
        elif match := _LISTED.match(row.text):
            yield Fact("file.row", match["mode"], row.start, row.end, Subject("path", match["path"]),
                       figures(bytes=size(match["size"], 1)))  # fmt: skip
        elif program == "du" and (match := _USE.match(row.text)):
            human = output.has_word("-h", "-sh", "-hs", "-shx", "-xsh", "--human-readable", "-b")
            figure = figures(bytes=size(match["size"], 1 if human else 1024))
            yield Fact("disk.use", match["size"], row.start, row.end, Subject("path", match["path"]), figure)


def _space(row: Row, match: re.Match[str], blocks: str) -> Fact:
    inodes = blocks == "Inodes"
    unit = 1 if inodes else _UNITS[blocks]
    numbers = {name: size(match[name], unit) for name in ("size", "used", "available")}
    share = number(match["share"])
    kind = "disk.inodes" if inodes else "disk.space"
    return Fact(
        kind,
        match["share"],
        row.start,
        row.end,
        Subject("path", match["mount"]),
        figures(**numbers, used_percent=share),
    )


READER = Reader(
    read,
    phrases=_PHRASES,
    programs=frozenset({"df", "du", "ls"}),
    traits=frozenset({Trait.SHOWS_DISK_SPACE, Trait.SHOWS_DISK_USE}),
    anywhere=True,
    lines=one_of(
        _HEADING,
        _ROW,
        _USE,
        _LISTED,
        r"total [0-9.]+[KMGT]?$",
    ),
)
