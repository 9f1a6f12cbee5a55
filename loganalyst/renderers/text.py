"""Write findings, one after the other, for a terminal, and reports as plain text.

Nothing here knows colours: each piece carries the name of what it is, and the command line dresses it or does not.
"""

import textwrap
from collections.abc import Iterator

from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Finding, Verdict
from loganalyst.model.report import Block, Bullets, Exhibit, Folded, Paragraph, Report, Table
from loganalyst.renderers._blocks import WIDTH, Piece, show_unseen, write_location, write_plain

NAME = "text"
SUFFIX = ".txt"

_SHOWN_LINES = 6
"""Lines of one quotation that are shown; how many more there are is said."""
_NARROWEST = 20


def render(report: Report) -> Iterator[str]:
    """Yield a report as plain text of 80 columns."""
    yield f"{write_plain(report.title)}\n\n"
    yield _wrap(write_plain(report.lead))
    for section in report.sections:
        yield f"\n{section.heading.upper()}\n\n"
        for block in section.blocks:
            yield from _write_block(block)
            yield "\n"
    yield "\nABOUT THIS REPORT\n\n"
    for statement in report.header:
        yield _wrap(write_plain(statement))


def mark_findings(analysis: Analysis, width: int = WIDTH) -> Iterator[Piece]:
    """Yield the findings of a transcript that are not suppressed, in their order."""
    for finding in analysis.findings:
        if finding.suppressed is None:
            yield from mark_finding(finding, analysis.transcript.path, width)
            yield Piece("\n")


def mark_finding(finding: Finding, path: str, width: int = WIDTH) -> Iterator[Piece]:
    """Yield one finding: what, where, the words it rests on, and how to learn more."""
    yield Piece(finding.severity, finding.severity)
    yield Piece(f"[{finding.rule}]", "rule")
    lead = len(finding.severity) + len(finding.rule) + 4
    words = textwrap.wrap(show_unseen(finding.message), max(width, _NARROWEST), initial_indent=" " * lead) or [""]
    yield Piece(": " + "\n".join([words[0].lstrip(), *words[1:]]) + "\n")
    yield Piece("  --> ", "frame")
    yield Piece(f"{show_unseen(path)}: message {finding.message_index}, {write_location(finding.location)}\n")
    yield Piece("   |\n", "frame")
    yield from _mark_quote(finding.span.quote, "^", "", width)
    for related in finding.related:
        if related.span.quote:
            where = f"message {related.message_index}: " if related.message_index != finding.message_index else ""
            yield from _mark_quote(related.span.quote, "-", where + related.why, width)
    yield Piece("   |\n", "frame")
    doubt = "; the evidence does not decide" if finding.verdict is Verdict.UNKNOWN else ""
    yield Piece("   = ", "frame")
    yield Piece(f"confidence: {finding.confidence}{doubt}\n")
    yield Piece("   = ", "frame")
    yield Piece(f"see: loganalyst explain {finding.rule}\n")


def _mark_quote(quote: str, underline: str, label: str, width: int) -> Iterator[Piece]:
    """Yield the lines of a quotation with a line under them that says what they are."""
    lines = [show_unseen(line) for line in quote.splitlines()] or [""]
    room = max(width - 5, _NARROWEST)
    shown = [piece for line in lines[:_SHOWN_LINES] for piece in (textwrap.wrap(line, room) or [""])]
    for line in shown:
        yield Piece("   | ", "frame")
        yield Piece(f"{line}\n", "quote")
    if len(lines) > _SHOWN_LINES:
        yield Piece("   | ", "frame")
        yield Piece(f"… {len(lines) - _SHOWN_LINES} more lines\n")
    yield Piece("   | ", "frame")
    long = min(max((len(line) for line in shown), default=1), room - len(label) - 1)
    yield Piece(f"{underline * max(long, 1)} {show_unseen(label)}".rstrip() + "\n", "frame")


def _wrap(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=rest) + "\n"


def _write_block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(statements):
            yield _wrap(" ".join(write_plain(statement) for statement in statements))
        case Bullets(items, intro):
            yield "" if intro is None else _wrap(write_plain(intro))
            yield from (_wrap(write_plain(item), "- ", "  ") for item in items)
        case Table():
            yield from _write_table(block)
        case Exhibit(span, heading=heading):
            yield "" if heading is None else _wrap(write_plain(heading))
            yield textwrap.indent(show_unseen(span.quote), "    ", lambda _line: True) + "\n"
        case Folded(summary, blocks):
            yield _wrap(write_plain(summary))
            for inner in blocks:
                yield from _write_block(inner)


def _write_table(table: Table) -> Iterator[str]:
    """Yield a table row by row as labelled lines, which no width breaks."""
    yield f"{table.caption}\n"
    for row in table.rows:
        for column, cell in zip(table.columns, row, strict=True):
            yield _wrap(write_plain(cell), f"  {column}: ", "    ")
        yield "\n"
