"""Re-read a finished report against its transcript, and refuse it when a quotation, figure or reference does not hold.

A report that fails here is a bug of loganalyst, never of the log: nothing is mended, the report is not written.
"""

from collections.abc import Iterator

from loganalyst.errors import BrokenReference, QuoteMismatch, ReportError
from loganalyst.model.report import (
    Basis,
    Block,
    Bullets,
    Exhibit,
    Folded,
    Known,
    MessageRef,
    Paragraph,
    Report,
    Statement,
    Table,
)
from loganalyst.model.span import Formula, Span
from loganalyst.model.transcript import Media, Message, Part, Text, ToolCall, ToolResult, Transcript
from loganalyst.narrative.figures import check_value
from loganalyst.narrative.walk import (
    statement_spans,
    statement_values,
    walk_references,
    walk_spans,
    walk_statements,
)
from loganalyst.narrative.wording import slot_names
from loganalyst.text.terminal import clean

_SOURCES = ("rule", "vocabulary", "symptom", "fact", "term", "assumption", "report")


def check_report(report: Report, transcript: Transcript) -> None:
    """Return when every sentence of a report holds; raise the ReportError of the first that does not.

    Each span is found in the transcript and compared, each figure is recomputed from quoted text, each message
    reference is resolved, and the form of each statement is checked.
    """
    sessions = {session.id: session for session in _family(transcript)}
    for span in dict.fromkeys(walk_spans(report)):
        _check_span(span, sessions)
    for statement in walk_statements(report):
        _check_form(statement)
        for value in statement_values(statement):
            check_value(value)
    for session, index in _references(report, transcript.id):
        _find_message(session, index, sessions)
    for section in report.sections:
        if not section.blocks:
            raise BrokenReference(f"the section {section.heading!r} is empty")
        _check_blocks(section.blocks)


def _references(report: Report, session: str) -> Iterator[tuple[str, int]]:
    """Yield the session and number of every message that is pointed at."""
    if report.message is not None:
        yield session, report.message
    for reference in walk_references(report):
        yield reference.transcript or session, reference.index
    for finding in report.findings:
        yield finding.transcript, finding.message_index
        yield from ((related.span.transcript, related.message_index) for related in finding.related)


def _family(transcript: Transcript) -> Iterator[Transcript]:
    yield transcript
    for child in transcript.children:
        yield from _family(child)


def _find_message(session: str, index: int, sessions: dict[str, Transcript]) -> Message:
    transcript = sessions.get(session)
    message = transcript.message(index) if transcript is not None else None
    if message is None:
        raise BrokenReference(f"there is no message {index} in {session!r}")
    return message


def _check_span(span: Span, sessions: dict[str, Transcript]) -> None:
    message = _find_message(span.transcript, span.message, sessions)
    place = f"message {span.message}, part {span.part}, {span.field}"
    if not 0 <= span.part < max(len(message.parts), 1):
        raise BrokenReference(f"{place} is not there")
    text = _field_text(message, span)
    if text is None:
        raise BrokenReference(f"{place} is not there")
    if not 0 <= span.start <= span.end or text[span.start : span.end] != span.quote:
        raise QuoteMismatch(f"{place} does not say {span.quote!r} at {span.start}-{span.end}")
    part = message.parts[span.part] if message.parts else None
    if span.field == "text" and isinstance(part, Text | ToolResult) and part.raw is not None:
        _check_cleaning(part.raw, span, place)


def _field_text(message: Message, span: Span) -> str | None:
    """Return the string that a span cuts from: a part's text, or a raw field of the part or its message."""
    part: Part | None = message.parts[span.part] if message.parts else None
    if span.field == "text":
        return None if part is None or isinstance(part, Media) else part.text
    if isinstance(part, ToolCall | ToolResult):
        raw = part.fields.get(span.field)
        if raw is not None:
            return raw
    return message.fields.get(span.field)


def _check_cleaning(raw: str, span: Span, place: str) -> None:
    """Clean the recorded text again: each quoted line must come out of it."""
    again = clean(raw)
    missing = next((line for line in span.quote.splitlines() if line not in again), None)
    if missing is not None:
        raise QuoteMismatch(f"{place}: {missing!r} does not come out of the recorded text")


def _check_form(statement: Statement) -> None:
    """Refuse digits in a template, places without slots, slots without places, and a basis that is not there."""
    template = statement.template
    if any(character.isdigit() for character in template):
        raise ReportError(f"the template of {statement.key} holds a digit: {template!r}")
    if set(slot_names(template)) != set(statement.slots):
        raise BrokenReference(
            f"the places of {statement.key} are {slot_names(template)}, its slots {[*statement.slots]}"
        )
    for slot in statement.slots.values():
        if isinstance(slot, Known) and slot.source.partition(":")[0] not in _SOURCES:
            raise BrokenReference(f"{statement.key} takes words from {slot.source!r}")
    if not _has_basis(statement):
        raise BrokenReference(f"{statement.key} is {statement.basis} and shows nothing for it: {template!r}")


def _has_basis(statement: Statement) -> bool:
    known = any(isinstance(slot, Known | MessageRef) for slot in statement.slots.values())
    match statement.basis:
        case Basis.QUOTED:
            return any(True for _ in statement_spans(statement))
        case Basis.COUNTED:
            return any(value.formula is Formula.COUNT for value in statement_values(statement))
        case Basis.DERIVED:
            return known or bool(statement.about) or any(True for _ in statement_spans(statement))
        case Basis.RULE:
            return known or bool(statement.about) or bool(statement.facts)


def _check_blocks(blocks: tuple[Block, ...]) -> None:
    """Refuse empty blocks, and a sentence that announces a list or quotation which does not follow."""
    for block, following in zip(blocks, (*blocks[1:], None), strict=True):
        if _is_empty(block):
            raise BrokenReference(f"an empty {type(block).__name__.lower()}")
        last = block.statements[-1] if isinstance(block, Paragraph) else None
        if last is not None and last.template.rstrip().endswith(":") and not isinstance(following, _LISTS):
            raise BrokenReference(f"nothing follows the colon of {last.key}: {last.template!r}")
        if isinstance(block, Folded):
            _check_blocks(block.blocks)


_LISTS = Bullets | Table | Exhibit | Folded


def _is_empty(block: Block) -> bool:
    match block:
        case Paragraph(statements):
            return not statements
        case Bullets(items):
            return not items
        case Table(columns=columns, rows=rows):
            return not rows or any(len(row) != len(columns) for row in rows)
        case Folded(blocks=inner):
            return not inner
        case Exhibit():
            return False


def count_checked(report: Report) -> tuple[int, int]:
    """Return how many quotations and how many figures of a report were checked."""
    quotations = len(set(walk_spans(report)))
    figures = sum(1 for statement in walk_statements(report) for _ in statement_values(statement))
    return quotations, figures
