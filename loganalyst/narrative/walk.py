"""Walk a report: every block, statement, figure and quotation in it, in reading order."""

from collections.abc import Iterator

from loganalyst.model.finding import Finding
from loganalyst.model.report import (
    Block,
    Bullets,
    Exhibit,
    Folded,
    MessageRef,
    Paragraph,
    Report,
    Statement,
    Table,
)
from loganalyst.model.span import Span, Value


def walk_blocks(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Yield blocks and what is folded inside them."""
    for block in blocks:
        yield block
        if isinstance(block, Folded):
            yield from walk_blocks(block.blocks)


def block_statements(block: Block) -> Iterator[Statement]:
    """Yield a block's own statements; a folded one's are those of its summary alone."""
    match block:
        case Paragraph(statements):
            yield from statements
        case Bullets(items, intro):
            yield from items if intro is None else (intro, *items)
        case Table(rows=rows):
            yield from (cell for row in rows for cell in row)
        case Exhibit(heading=heading):
            yield from () if heading is None else (heading,)
        case Folded(summary):
            yield summary


def walk_statements(report: Report) -> Iterator[Statement]:
    """Yield every statement of a report."""
    yield report.title
    yield report.lead
    yield from report.header
    for section in report.sections:
        for block in walk_blocks(section.blocks):
            yield from block_statements(block)


def statement_values(statement: Statement) -> Iterator[Value]:
    """Yield the figures in a statement's slots."""
    yield from (slot for slot in statement.slots.values() if isinstance(slot, Value))


def statement_spans(statement: Statement) -> Iterator[Span]:
    """Yield every quotation that a statement shows or rests on."""
    for slot in statement.slots.values():
        if isinstance(slot, Span):
            yield slot
        elif isinstance(slot, Value):
            yield from value_spans(slot)
    yield from statement.spans


def value_spans(value: Value) -> Iterator[Span]:
    """Yield the quotations under a figure."""
    yield from value.spans
    for given in value.inputs:
        yield from value_spans(given)


def finding_spans(finding: Finding) -> Iterator[Span]:
    """Yield a finding's own quotation, its captures' and those of what proves it."""
    yield finding.span
    yield from (related.span for related in finding.related)
    yield from (capture.span for capture in finding.captures if capture.span is not None)


def walk_spans(report: Report) -> Iterator[Span]:
    """Yield every quotation of a report, exhibits and findings included."""
    for statement in walk_statements(report):
        yield from statement_spans(statement)
    for section in report.sections:
        yield from (block.span for block in walk_blocks(section.blocks) if isinstance(block, Exhibit))
    for finding in report.findings:
        yield from finding_spans(finding)


def walk_references(report: Report) -> Iterator[MessageRef]:
    """Yield every message that a report points at by number."""
    for statement in walk_statements(report):
        yield from (slot for slot in statement.slots.values() if isinstance(slot, MessageRef))
