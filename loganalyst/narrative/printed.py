"""Which lines of an output are shown: those that something in the log rests on, else the first and the last."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from loganalyst.model.command import RunsIf
from loganalyst.model.event import Call
from loganalyst.model.report import Slot
from loganalyst.model.span import Formula, Span, Value
from loganalyst.model.trait import Trait
from loganalyst.narrative import phrases
from loganalyst.narrative.answers import NOTICES
from loganalyst.narrative.saying import quoted, shorten, split_lines
from loganalyst.narrative.scene import Scene

_SHOWN = 2
_COUNTED = 400
"""With more lines their number is not told: each would have to be read again to check it."""
_WIDE = 3
"""A quotation of more lines points at no line of its own."""
_NAMES = 8
"""A shorter line stands in other texts by chance."""
_NAME = re.compile(r"\b(?:[A-Z]{2,}|[0-9]{2,}|[A-Z][0-9]+)\b")
"""Words that are taken over from an output as they stand: labels in capitals, and numbers."""
_NAMED_WITHIN = 4
"""Messages after an output in which its lines may be taken up."""
_LINE_CHARACTERS = 160


def tell_printed(scene: Scene, call: Call, limit: int = _LINE_CHARACTERS) -> tuple[str, dict[str, Slot]]:
    """Return words that go on after "it", with their slots, for what a call printed; none where it printed nothing."""
    result = scene.result_of(call)
    if result is None or not result.text.strip():
        return "", {}
    lines = split_lines(result.span)
    if call.outcome.kind in NOTICES:
        template, slots = tell_lines(lines[:1], 1, None, limit)
        return template.replace(phrases.PRINTED_VERB, phrases.PRINTED_NOTICE), slots
    shown = choose_lines(scene, result.span, _without_headings(scene, call, lines))
    return tell_lines(shown, len(lines), result.span, limit)


def tell_lines(shown: Sequence[Span], count: int, whole: Span | None, limit: int) -> tuple[str, dict[str, Slot]]:
    """Return words and slots for one or two lines out of so many in a whole output."""
    last = shorten(shown[-1], limit)
    slots: dict[str, Slot] = {"last": last}
    places = quoted("last", last, shown[-1])
    joined = phrases.LAST
    if len(shown) > 1:
        first = shorten(shown[0], limit)
        slots["first"] = first
        is_ends = count > len(shown) and whole is not None and _is_at_end(shown, whole)
        joined = phrases.PRINTED_FROM_TO if is_ends else phrases.LAST
        places = joined.format(first=quoted("first", first, shown[0]), last=places)
    if count == len(shown) or whole is None:
        return phrases.PRINTED.replace("{lines}", places), slots
    template = phrases.PRINTED_ENDS if joined == phrases.PRINTED_FROM_TO else phrases.PRINTED_AMONG
    if count > _COUNTED:
        return template.replace("{total} ", "").replace("{lines}", places), slots
    slots["total"] = Value(Decimal(count), "1", Formula.LINES, spans=(whole,))
    return template.replace("{lines}", places), slots


def _is_at_end(shown: Sequence[Span], whole: Span) -> bool:
    """Say whether two lines are the first and the last that hold words."""
    lines = split_lines(whole)
    return (lines[0], lines[-1]) == (shown[0], shown[-1])


def _without_headings(scene: Scene, call: Call, lines: list[Span]) -> list[Span]:
    """Return the lines but for the words that the command prints in any case; all where there are no others."""
    if len(lines) <= _SHOWN:
        return lines
    always = (one.command for one in scene.commands_of(call) if one.command.runs_if is RunsIf.ALWAYS)
    words = {" ".join(one.words[1:]).strip() for one in always if Trait.ALWAYS_PRINTS in one.traits}
    return [line for line in lines if line.quote.strip() not in words] or lines


def choose_lines(scene: Scene, whole: Span, lines: Sequence[Span]) -> list[Span]:
    """Return one or two lines of an output: what the log rests on, else what was read off it, else its two ends."""
    if len(lines) <= _SHOWN:
        return list(lines)
    chosen = (
        _meeting(lines, scene.telling_spans(whole))
        or _taken_up(scene, lines)
        or _meeting(lines, scene.facts_in(whole))
        or _named(scene, lines)
        or lines
    )
    return _ends(chosen)


def _ends(lines: Sequence[Span]) -> list[Span]:
    return list(dict.fromkeys((lines[0], lines[-1])))


def _meeting(lines: Sequence[Span], spans: Sequence[Span]) -> list[Span]:
    """Return the lines in which narrow quotations stand."""
    narrow = [span for span in spans if 0 < len(split_lines(span)) <= _WIDE]
    return [line for line in lines if any(line.start < span.end and span.start < line.end for span in narrow)]


def _taken_up(scene: Scene, lines: Sequence[Span]) -> list[Span]:
    """Return the lines that a message soon after holds word by word."""
    texts = list(_texts_after(scene, lines[0].message)) if len(lines) <= _COUNTED else []
    words = ((line, line.quote.strip()) for line in lines)
    return [line for line, text in words if len(text) >= _NAMES and any(text in other for other in texts)]


def _named(scene: Scene, lines: Sequence[Span]) -> list[Span]:
    """Return the lines that share most names and numbers with what is written next, or none where none does."""
    written = next(iter(_texts_after(scene, lines[0].message)), "")
    named = frozenset(_NAME.findall(written))
    shared = [len(named.intersection(_NAME.findall(line.quote))) for line in lines]
    most = max(shared)
    return [line for line, count in zip(lines, shared, strict=True) if count == most] if most else []


def _texts_after(scene: Scene, message: int) -> Iterator[str]:
    """Yield what the speakers of the next messages write and run."""
    for later in scene.transcript.messages:
        if message < later.index <= message + _NAMED_WITHIN:
            yield from (span.quote for span in scene.texts_of(later))
    for call in scene.analysis.events.calls:
        if message < call.place.message <= message + _NAMED_WITHIN:
            yield call.span.quote
