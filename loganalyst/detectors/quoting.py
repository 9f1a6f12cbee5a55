"""What a finding quotes: the telling lines of an event, and the pieces that its sentence names."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from loganalyst.model.event import LimitEvent, MessageEvent, Result
from loganalyst.model.finding import Capture
from loganalyst.model.span import Span
from loganalyst.model.transcript import ToolResult, Transcript, field_text
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Event, Item, span_of
from loganalyst.ruleset.operators import Operator, Test
from loganalyst.ruleset.patterns import groups, search
from loganalyst.ruleset.rule import Slot
from loganalyst.ruleset.selectors import Selector
from loganalyst.ruleset.table import Field, FieldType, Scalar
from loganalyst.ruleset.truth import leaves

_ENDS = ("status", "limit")
"""Raw fields that tell how a call ended, the agent's sentence before the bare limit."""
_OF_LIMITS = re.compile(
    r"(?i)timed out|timeout|time limit|exceeded|\b(?:exit|status)[^\n]{0,20}\b124\b|background|running"
)


def telling_span(selector: Selector, item: Item) -> Span | None:
    """Return the line of an event's text that a selector asked for, or its first line with words; None without a span.

    Only texts of many lines are narrowed: outputs and messages.
    """
    span, text = item.span, _text_of(item.event)
    if span is None or text is None or "\n" not in text:
        return span
    found = next(_mentions(selector, text), None)
    start = found if found is not None else len(text) - len(text.lstrip())
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    return _cut(span, text, first, len(text) if last < 0 else last) or span


def first_line(span: Span) -> Span:
    """Return the first line with words of what a span quotes, so that a finding does not quote a whole output."""
    quote = span.quote
    start = len(quote) - len(quote.lstrip())
    end = quote.find("\n", start)
    stop = len(quote) if end < 0 else end
    return span.inside(span.start + start, span.start + stop)


def status_span(result: Result, transcript: Transcript) -> Span | None:
    """Return the words by which the record itself says that a limit ended a call, kept beside what the call printed.

    They are a line of the raw field ``status`` of its part, else the limit itself; None where there is neither.
    """
    message = transcript.message(result.span.message)
    part = message.parts[result.span.part] if message is not None and result.span.part < len(message.parts) else None
    told = ((name, field_text(part, name)) for name in _ENDS) if isinstance(part, ToolResult) else ()
    name, words = next(((name, words) for name, words in told if words and words.strip()), ("", ""))
    if not words:
        return None
    match = _OF_LIMITS.search(words)
    at = match.start() if match is not None else len(words) - len(words.lstrip())
    start = words.rfind("\n", 0, at) + 1
    end = words.find("\n", at)
    whole = replace(result.span, field=name, start=start, end=len(words) if end < 0 else end)
    return replace(whole, quote=words[whole.start : whole.end])


def captures_of(selector: Selector, item: Item, index: EventIndex) -> Iterator[Capture]:
    """Yield the named groups of a selector's expressions in an event."""
    for test in (*leaves(selector.tests), *selector.comparisons):
        if test.operator is Operator.RE and not test.negated and test.field is not None:
            yield from _groups(test, test.field, item, index)


def capture_of(slot: Slot, item: Item, index: EventIndex) -> Capture | None:
    """Return the text of an event's field for a sentence, several values joined by commas; None without a value."""
    if slot.field is None:
        return None
    values = list(dict.fromkeys(slot.field.ask(item, index).values))
    if not values:
        return None
    text = ", ".join(written(value) for value in values)
    whole = item.span if isinstance(item.event, LimitEvent) else None
    return Capture(slot.name, text, _inside(item.span, text) or whole)


def written(value: Scalar) -> str:
    """Return a value as it is written in a sentence."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Decimal():
            return f"{value.normalize():f}"
        case _:
            return str(value)


def _groups(test: Test, field: Field, item: Item, index: EventIndex) -> Iterator[Capture]:
    values = [value for value in field.ask(item, index).values if isinstance(value, str)]
    for pattern in (wanted for wanted in test.wanted if isinstance(wanted, re.Pattern)):
        for value in values:
            match, _ = search(pattern, value)
            if match is not None:
                for name in groups(pattern):
                    if match[name] is not None:
                        start, end = match.span(name)
                        yield Capture(name, match[name], _of_value(field, item, value, (start, end)))
                break


def _of_value(field: Field, item: Item, value: str, extent: tuple[int, int]) -> Span | None:
    """Return the span of a piece of a field's value: exact in the event's own text, else where it stands in it."""
    start, end = extent
    own = _text_of(item.event)
    if field.path == "text" and item.span is not None and own == value:
        return _cut(item.span, value, start, end)
    return _inside(item.span, value[start:end])


def asks_for_text(selector: Selector) -> bool:
    """Return whether a selector asks for words in the text of its event."""
    return any(_is_of_text(test) for test in leaves(selector.tests))


def _is_of_text(test: Test) -> bool:
    if test.negated or test.field is None:
        return False
    return test.field.type is FieldType.TEXT and test.field.path == "text"


def _mentions(selector: Selector, text: str) -> Iterator[int]:
    """Yield where in a text stands what a selector asks of it."""
    for test in filter(_is_of_text, leaves(selector.tests)):
        for wanted in test.wanted:
            if isinstance(wanted, re.Pattern):
                match, _ = search(wanted, text)
                if match is not None:
                    yield match.start()
            elif isinstance(wanted, str) and wanted in text:
                yield text.index(wanted)


def _text_of(event: Event) -> str | None:
    """Return the whole text that an event's own ``text`` field shows."""
    match event:
        case Result(text=text) | MessageEvent(text=text):
            return text
        case _:
            span = span_of(event)
            return None if span is None else span.quote


def _cut(span: Span, text: str, start: int, end: int) -> Span | None:
    """Return the span of a piece of an event's text; None where the text does not stand in the log as it is."""
    if text[span.start : span.end] == span.quote and span.field == "text":
        shift = 0
    elif text == span.quote:
        shift = span.start
    else:
        return None
    return replace(span, start=start + shift, end=end + shift, quote=text[start:end])


def _inside(span: Span | None, piece: str) -> Span | None:
    """Return the span of a piece where it first stands as a word of its own in a quotation."""
    if span is None or not piece:
        return None
    match = re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", span.quote)
    if match is None:
        return None
    return span.inside(span.start + match.start(), span.start + match.end())
