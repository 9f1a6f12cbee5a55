"""Read how programs ended by their own fault: Python tracebacks, Java, Node, Go, Rust."""

import re
from collections.abc import Iterator

from loganalyst.observations._blocks import UNKNOWN, Fact, Output, Reader, one_of, phrase, phrases

_HEAD = "Traceback (most recent call last):"
_NAMED = r"(?P<value>(?:[A-Za-z_][\w]{0,60}\.){0,8}[A-Z]\w{0,80})"
_LAST = re.compile(rf"{_NAMED}(?:$|: [^\n]{{0,400}})")
_ENDED = re.compile(r"[^\s]")
_PHRASES = phrases(
    phrase("python.exception", "Error",
           r"^(?!Conda|Packages|Unsatisfiable)(?P<value>(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}Error): [^\n]{1,400}"),
    phrase("python.exception", "SyntaxError: ", r"^(?P<value>SyntaxError|IndentationError|TabError): [^\n]{1,200}"),
    phrase("program.crashed", "panic: ", r"^(?P<value>panic): [^\n]{1,200}"),
    phrase("program.crashed", "panicked at",
           r"^thread '[^'\n]{1,80}' (?:\([0-9]{1,9}\) )?(?P<value>panicked) at [^\n]{1,200}"),
    phrase("program.crashed", "Exception in thread",
           r"^Exception in thread \"[^\"\n]{1,80}\" (?P<value>[\w.$]{1,120})"),
    phrase("program.crashed", "core dumped", r"(?P<value>core dumped)\)"),
    phrase("program.crashed", "terminate called", r"^(?P<value>terminate called) (?:after|without)"),
    phrase("program.crashed", "Error: Cannot find module", r"^(?P<value>Error): Cannot find module '[^'\n]{1,300}'$"),
    phrase("program.crashed", "Uncaught", r"^(?P<value>Uncaught [A-Za-z]{0,40}(?:Error|Exception))\b"),
)  # fmt: skip


def read(output: Output) -> Iterator[Fact]:
    """Yield the exception in which each traceback ends, unknown where it is cut off."""
    opened: int | None = None
    indent = 0
    for row in output.rows:
        if _HEAD in row.text:
            if opened is not None:
                yield Fact("python.exception", UNKNOWN, opened, opened + len(_HEAD))
            indent = row.text.index(_HEAD)
            opened = row.start + indent
        elif opened is not None and _ENDED.match(row.text, indent):
            match = _LAST.match(row.text, indent)
            if match:
                yield Fact("python.exception", match["value"], row.start + match.start(), row.start + match.end())
            else:
                yield Fact("python.exception", UNKNOWN, opened, opened + len(_HEAD))
            opened = None
    if opened is not None:
        yield Fact("python.exception", UNKNOWN, opened, opened + len(_HEAD))


READER = Reader(
    read,
    phrases=_PHRASES,
    words=frozenset({_HEAD}),
    programs=frozenset({"python", "python3"}),
    anywhere=True,
    lines=one_of(
        rf"{re.escape(_HEAD)}|  File \"|    \S",
        _LAST,
    ),
)
