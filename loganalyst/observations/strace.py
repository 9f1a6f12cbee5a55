"""Read what strace prints: attaching and letting go, calls, and the table of counts."""

import re
from collections.abc import Iterator
from decimal import Decimal

from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import (
    UNKNOWN,
    Fact,
    Output,
    Reader,
    Row,
    figures,
    named_figures,
    number,
    one_of,
    phrase,
    phrases,
)

_ATTACHED = re.compile(r"strace: Process (?P<pid>[0-9]{1,9}) attached(?: with (?P<threads>[0-9]{1,6}) threads)?")
_DETACHED = re.compile(r"strace: Process (?P<pid>[0-9]{1,9}) detached")
_HEADING = re.compile(r"% time +seconds +usecs/call +calls +errors +syscall")
_RULE = re.compile(r"-{3,8} -{5,20} -{5,20} -{5,12} -{5,12} -{5,30}$")
_COUNT = re.compile(
    r" {0,4}(?P<share>[0-9]{1,3}\.[0-9]{2}) +(?P<seconds>[0-9]{1,9}\.[0-9]{6})(?: +[0-9]{1,12})?"
    r" +(?P<calls>[0-9]{1,15})(?: +(?P<errors>[0-9]{1,15}))? +(?P<name>[a-z_][a-z0-9_]{0,40})$"
)
_PREFIX = r"(?:\[pid +[0-9]{1,9}\] |[0-9]{1,9} +(?=[a-z_<]))?(?:[0-9:.]{8,20} )?"
_CALL = re.compile(
    _PREFIX + r"(?:(?P<name>[a-z_][a-z0-9_]{1,40})\(|<\.\.\. (?P<resumed>[a-z_][a-z0-9_]{1,40}) resumed>)"
    r"[^\n]{0,8000}\) += (?:-?[0-9]{1,20}|0x[0-9a-f]{1,16}|\?)(?:[ <][^\n]{0,400})?$"
)
_OPEN = re.compile(
    _PREFIX + r"(?P<name>[a-z_][a-z0-9_]{1,40})\([^\n]{0,8000}?"
    r"(?P<end><unfinished \.\.\.>|<detached \.\.\.>|strace: Process [0-9]{1,9} detached|$)"
)
_PROCESS = "strace: Process "
_EQUALS = " = "
"""Stands in every call that came back."""
_BROKEN_OFF = (_PROCESS, "<unfinished ...>", "<detached ...>", "<... resuming")
"""One of them stands in every call that did not."""
_ENDS = frozenset({"strace.attached", "strace.detached"})
_PHRASES = phrases(
    phrase(
        "strace.refused",
        "attach: ptrace(",
        r"strace: attach: ptrace\(PTRACE_[A-Z]{1,20}, (?P<subject>[0-9]{1,9})\): (?P<value>[A-Z][^\n]{1,80})",
        subject="pid",
    ),
    phrase(
        "strace.refused",
        "Could not attach to process",
        r"Could not attach to process[^\n]{0,120}",
        word="Operation not permitted",
    ),
)


def read(output: Output) -> Iterator[Fact]:
    """Yield attachments, calls, counts, and the summary that is missing."""
    facts = [fact for row in output.rows for fact in _read_row(row)]
    yield from facts
    yield from _silences(facts, output)


def _read_row(row: Row) -> Iterator[Fact]:
    text = row.text
    if _PROCESS in text:
        yield from _attachment(row)
    elif _EQUALS in text and (call := _CALL.match(text)):
        yield Fact("strace.call", call["name"] or call["resumed"], row.start, row.end)
        return
    elif count := _COUNT.match(text):
        yield _count(count, row)
    opened = _OPEN.match(text) if any(mark in text for mark in _BROKEN_OFF) else None
    if opened and (opened["end"] or "<... resuming" in text):
        yield Fact("strace.unfinished", opened["name"], row.start + opened.start(), row.start + opened.end())


def _attachment(row: Row) -> Iterator[Fact]:
    for kind, pattern in (("strace.attached", _ATTACHED), ("strace.detached", _DETACHED)):
        for match in pattern.finditer(row.text):
            start, end = row.start + match.start(), row.start + match.end()
            threads = tuple(pair for pair in named_figures(match) if pair[0] != "pid")
            yield Fact(kind, kind.rpartition(".")[2], start, end, Subject("pid", match["pid"]), threads)


def _count(match: re.Match[str], row: Row) -> Fact:
    numbers = figures(
        calls=number(match["calls"]),
        errors=number(match["errors"] or "0"),
        seconds=number(match["seconds"]),
    )
    if match["name"] == "total":
        return Fact("strace.table", match["calls"], row.start, row.end, None, numbers)
    return Fact("strace.syscall-count", match["name"], row.start, row.end, None, numbers)


def _silences(facts: list[Fact], output: Output) -> Iterator[Fact]:
    """Yield a fact for each run of strace that attached and then showed neither a call nor a table."""
    for run in _runs(facts):
        if all(fact.kind in _ENDS for fact in run):
            gone = max((fact.end for fact in run if fact.kind == "strace.detached"), default=None)
            yield _silence(run[0], gone, output)


def _runs(facts: list[Fact]) -> Iterator[list[Fact]]:
    """Yield the facts from one attachment to the next that is not of a thread or child of the same run."""
    run: list[Fact] = []
    held: set[str] = set()
    for fact in facts:
        pid = fact.subject.name if fact.subject else ""
        if fact.kind == "strace.attached":
            if run and (not held or pid in held):
                yield run
                run, held = [], set()
            held.add(pid)
        elif fact.kind == "strace.detached":
            held.discard(pid)
        if run or fact.kind == "strace.attached":
            run.append(fact)
    if run:
        yield run


def _silence(first: Fact, gone: int | None, output: Output) -> Fact:
    command = output.command
    counts = command is not None and (
        Trait.COUNTS_CALLS in command.traits or command.option("summary") is not None or "-c" in command.words
    )
    kind = "strace.empty-summary" if counts else "strace.no-calls"
    if gone is None:
        return Fact(kind, UNKNOWN, first.start, first.end, first.subject)
    return Fact(kind, "no-calls", first.start, gone, first.subject, (("calls", Decimal(0)),))


READER = Reader(
    read,
    phrases=_PHRASES,
    words=frozenset({"strace: ", "usecs/call", _EQUALS, *_BROKEN_OFF}),
    asks=frozenset({"strace"}),
    programs=frozenset({"strace", "ltrace"}),
    traits=frozenset({Trait.TRACES_CALLS, Trait.COUNTS_CALLS}),
    lines=one_of(
        r"strace: ",
        _HEADING,
        _RULE,
        _COUNT,
        _CALL,
        _OPEN,
    ),
)
