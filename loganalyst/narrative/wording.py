"""How a statement is read: its words and slots in order, and figures as people write them."""

from collections.abc import Iterator
from decimal import Decimal
from string import Formatter

import humanize

from loganalyst.model.report import Slot, Statement
from loganalyst.model.span import Value

_WORDS_FROM_SECONDS = 60
_WORDS_FROM_BYTES = 1024


def slot_names(template: str) -> tuple[str, ...]:
    """Return the names of a template's places in order, each as often as it stands there."""
    return tuple(name for _literal, name, _spec, _conversion in Formatter().parse(template) if name is not None)


def read_pieces(statement: Statement) -> Iterator[str | Slot]:
    """Yield a statement's literal words and the values of its slots, in reading order."""
    for literal, name, _spec, _conversion in Formatter().parse(statement.template):
        if literal:
            yield literal
        if name is not None:
            yield statement.slots[name]


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
