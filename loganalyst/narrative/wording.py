"""How a statement is read: its words and slots in order, and figures as people write them."""

from collections.abc import Iterator
from decimal import Decimal
from string import Formatter

import humanize

from loganalyst.model.report import Slot, Statement
from loganalyst.model.span import Span, Value
from loganalyst.narrative import phrases

_WORDS_FROM_SECONDS = 60
_WORDS_FROM_BYTES = 1024
_SPOKEN = frozenset({"words", "said", "reply", "read_as"})


def slot_names(template: str) -> tuple[str, ...]:
    """Return the names of a template's places in order, each as often as it stands there."""
    return tuple(name for _literal, name, _spec, _conversion in Formatter().parse(template) if name is not None)


def read_pieces(statement: Statement) -> Iterator[str | Slot]:
    """Yield a statement's literal words and the values of its slots, in reading order."""
    yield from (piece for _name, piece in read_slots(statement))


def read_slots(statement: Statement) -> Iterator[tuple[str, str | Slot]]:
    """Yield the same pieces with the names of their slots; literal words have none.

    A full stop behind words that end in one, or behind the mark of a cut, is left out.
    """
    stopped = False
    for literal, name, _spec, _conversion in Formatter().parse(statement.template):
        words = literal.replace(phrases.CUT_STOPPED, phrases.CUT_MARK)
        if stopped and words.startswith("."):
            words = words[1:]
        if words:
            yield "", words
        if name is not None:
            slot = statement.slots[name]
            yield name, slot
            ends = (".", "!", "?") if is_spoken(name) else "."
            stopped = isinstance(slot, Span) and slot.quote.endswith(ends)


def is_spoken(name: str) -> bool:
    """Say whether a slot of this name quotes what somebody said, which need not be shown as code."""
    return name in _SPOKEN


def write_number(number: Decimal) -> str:
    """Return a number with all its digits, thousands set apart, and no exponent."""
    whole = format(number, "f")
    if "." in whole:
        whole = whole.rstrip("0").rstrip(".")
    return humanize.intcomma(whole)


def write_value(value: Value) -> str:
    """Return a figure for people; where it is put in larger units the exact value follows in brackets."""
    number = value.number
    exact = write_number(number)
    match value.unit:
        case "s":
            plain = f"{exact.replace(',', '')} s"
            if abs(number) < _WORDS_FROM_SECONDS:
                return plain
            return f"{humanize.precisedelta(int(number), format='%0.0f')} ({plain})"
        case "B":
            if abs(number) < _WORDS_FROM_BYTES:
                return f"{exact} B"
            return f"{humanize.naturalsize(int(number), binary=True)} ({exact} B)"
        case "1":
            return exact
        case unit:
            return f"{exact} {unit}"
