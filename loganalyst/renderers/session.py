"""A session as text: its messages with what was found on them in the margin, its records, its ledgers."""

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, fields

from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Finding
from loganalyst.model.gaps import count_gaps
from loganalyst.model.graph import Pivot
from loganalyst.model.ledger import Ledgers
from loganalyst.model.span import Span, Subject, Value
from loganalyst.model.transcript import Message, Part, Reasoning, Tally, Text, ToolCall, ToolResult, Transcript
from loganalyst.renderers._blocks import WIDTH, Piece, cut_excerpt, show_unseen, write_location
from loganalyst.text.wrapping import fill_line, wrap_lines

_MARGIN = "    "
_CELL_CHARACTERS = 100
_GAPS = ("sub-agents joined", "messages without a time", "calls without a result", "results without a call")


def mark_session(
    analysis: Analysis, first: int | None = None, last: int | None = None, width: int = WIDTH
) -> Iterator[Piece]:
    """Yield the messages from ``first`` to ``last`` (their numbers, both included) with their findings.

    What somebody says is broken into lines of ``width``; commands and outputs stay as they are.
    """
    found: Mapping[int, list[Finding]] = defaultdict(list)
    for finding in analysis.findings:
        found[finding.message_index].append(finding)
    for message in analysis.transcript.messages:
        if (first is None or message.index >= first) and (last is None or message.index <= last):
            yield from _mark_message(message, width)
            for finding in found[message.index]:
                yield Piece(f"  {finding.severity}", finding.severity)
                yield Piece(f"[{finding.rule}]", "rule")
                lead = " " * (len(finding.severity) + len(finding.rule) + 5)
                words = textwrap.wrap(
                    show_unseen(finding.message), width, initial_indent=lead, subsequent_indent=_MARGIN
                )
                yield Piece(" " + "\n".join(words).lstrip() + "\n")
            yield Piece("\n")


def _mark_message(message: Message, width: int) -> Iterator[Piece]:
    time = f" {message.time.isoformat()}" if message.time else ""
    yield Piece(f"m{message.index}", "rule")
    yield Piece(f" {message.role}{time}  {write_location(message.location)}\n", "frame")
    for part in message.parts:
        yield from _mark_part(part, message.index, width)


def _mark_part(part: Part, index: int, width: int) -> Iterator[Piece]:
    match part:
        case ToolCall():
            sign = "$ " if part.is_shell else f"{show_unseen(part.name)} "
            yield Piece(_block(part.text, sign, "> "), "quote")
        case ToolResult():
            late = f"came in m{part.arrived}; " if part.arrived != index else ""
            ended = "; ".join(f"{name} {value}" for name, value in sorted(part.fields.items.items()) if name != "time")
            if late or ended:
                yield Piece(f"{_MARGIN}({show_unseen(late + ended)})\n", "frame")
            yield Piece(_block(part.text, "| ", "| "))
        case Text(injected=True):
            yield Piece(_said(f"(put in by the program) {part.text}", width), "frame")
        case Text():
            yield Piece(_said(part.text, width))
        case Reasoning():
            yield Piece(_said(f"(thinks) {part.text}", width), "frame")
        case _:
            yield Piece(_block(f"({part.kind})", "", ""), "frame")


def _said(text: str, width: int) -> str:
    """Return what somebody said in lines of a width, indented."""
    return _block(wrap_lines(text, width - len(_MARGIN)), "", "")


def _block(text: str, first: str, rest: str) -> str:
    """Return a text indented, with signs before its first and its other lines; a long one is cut and says so."""
    if not text:
        return ""
    excerpt = cut_excerpt(show_unseen(text))
    gap = [f"… {excerpt.left_out} lines left out …", *excerpt.tail.split("\n")] if excerpt.left_out else []
    shown = [*excerpt.head.split("\n"), *gap]
    marked = (f"{first if number == 0 else rest}{line}" for number, line in enumerate(shown))
    return textwrap.indent("\n".join(marked) + "\n", _MARGIN)


def record_lines(transcript: Transcript) -> Iterator[str]:
    """Yield what became of the records of an input, and what does not fit together in the transcript."""
    ledger = transcript.ledger
    left, unknown = _sum(ledger.ignored), _sum(ledger.unknown)
    yield f"{ledger.records} records: {ledger.read} read, {left} left out on purpose, {unknown} unknown, "
    yield f"{len(ledger.damaged)} damaged\n"
    for heading, tallies in (("left out", ledger.ignored), ("unknown", ledger.unknown)):
        for tally in tallies:
            yield f"  {heading:9} {tally.count:6}  {show_unseen(tally.kind)}  (first: {write_location(tally.first)})\n"
    for damage in ledger.damaged:
        yield f"  damaged   {write_location(damage.location)}, byte {damage.byte}: {show_unseen(damage.why)}\n"
    gaps = count_gaps(transcript)
    for words, count in zip(_GAPS, astuple(gaps), strict=True):
        yield f"  {'':9} {count:6}  {words}\n" if count else ""
    yield from (f"  note: {show_unseen(note)}\n" for note in ledger.notes)
    yield "  the input stops in the middle of a record\n" if ledger.torn_end else ""


def ledger_lines(ledgers: Ledgers, width: int = WIDTH) -> Iterator[str]:
    """Yield every row of every ledger, one below the other, with the numbers of the messages."""
    for ledger in fields(ledgers):
        rows = getattr(ledgers, ledger.name)
        yield f"{ledger.name.replace('_', ' ').upper()} ({len(rows)})\n"
        for row in rows:
            cells = ((item.name, getattr(row, item.name)) for item in fields(row))
            told = "  ".join(f"{name}={text}" for name, value in cells if (text := _cell(value)))
            yield fill_line(f"  {show_unseen(told)}", width, "      ") + "\n"
        yield "\n"


def pivot_lines(pivots: Iterable[Pivot], width: int = WIDTH) -> Iterator[str]:
    """Yield each message worth an essay with its reasons, the weightier first, and what they quote."""
    for place, pivot in enumerate(pivots, start=1):
        episode = f"  {pivot.episode}" if pivot.episode else ""
        yield f"{place:2}. m{pivot.message}  score {pivot.score}{episode}\n"
        for reason in pivot.reasons:
            quoted = f"  {_cell(reason.span)}" if reason.span is not None else ""
            yield fill_line(show_unseen(f"      {reason.weight:2}  {reason.text}{quoted}"), width, " " * 10) + "\n"


def _cell(value: object) -> str:
    match value:
        case None | ():
            return ""
        case Span(message=message, quote=quote):
            words = " ".join(quote.split())
            return f"m{message}:{words[:_CELL_CHARACTERS]!r}{'…' if len(words) > _CELL_CHARACTERS else ''}"
        case Value(number=number, unit=unit):
            return f"{number:f} {unit}"
        case Subject() | str() | bool() | int():
            return str(value)
        case tuple():
            return "[" + ", ".join(filter(None, map(_cell, value))) + "]"
        case _:
            return " ".join(filter(None, (_cell(getattr(value, item.name)) for item in fields(value))))  # type: ignore[arg-type]  # rows nest values only


def _sum(tallies: Iterable[Tally]) -> int:
    return sum(tally.count for tally in tallies)
