"""Read the bare process numbers of pgrep and pidof; only their command says what such lines are."""

import re
from collections.abc import Iterator

from loganalyst.model.span import Subject
from loganalyst.observations._blocks import UNKNOWN, Fact, Output, Reader, one_of

_ROW = re.compile(r"^(?P<pid>[0-9]{1,9})(?: (?P<program>\S{1,400})[^\n]{0,4000})?$", re.MULTILINE)
_NUMBER = re.compile(r"(?<!\S)[0-9]{1,9}(?!\S)")


def read(output: Output) -> Iterator[Fact]:
    """Yield a process for each row of pgrep and each number of pidof."""
    command = output.command
    if command is None:
        return
    if command.program == "pgrep" and not output.has_word("-c", "--count"):
        for row in _ROW.finditer(output.text):
            name = (row["program"] or UNKNOWN).rpartition("/")[2].rstrip(":") or UNKNOWN
            yield Fact("process.row", name, *row.span(), Subject("pid", row["pid"]))
    elif command.program == "pidof":
        name = command.words[-1] if command.words else UNKNOWN
        for found in _NUMBER.finditer(output.text):
            yield Fact("process.row", name, *found.span(), Subject("pid", found[0]))


READER = Reader(
    read,
    asks=frozenset({"pgrep", "pidof"}),
    programs=frozenset({"pgrep", "pidof"}),
    lines=one_of(r"[0-9]{1,9}(?: |$)"),
)
