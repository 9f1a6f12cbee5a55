"""Recompute a report's figures from the words they were read from, by other code than made them.

Nothing here looks at a ledger: a quotation is read anew, and every formula is worked out again from its inputs.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from decimal import Decimal

from loganalyst.errors import BrokenReference, QuoteMismatch
from loganalyst.model.span import Formula, Span, Value
from loganalyst.text.units import find_durations, find_numbers, find_sizes

_MILLI = Decimal(1000)


def check_value(value: Value) -> None:
    """Raise QuoteMismatch when a figure does not follow from its quotations, BrokenReference when it has none."""
    for given in value.inputs:
        check_value(given)
    if value.formula is Formula.QUOTED:
        _check_reading(value)
        return
    if value.formula is Formula.COUNT:
        _check_count(value)
        return
    if value.formula is Formula.LINES:
        _check_lines(value)
        return
    numbers = _alike(value)
    worked_out = _FORMULAS[value.formula](numbers)
    if worked_out != value.number:
        raise QuoteMismatch(f"a {value.formula} gives {worked_out} and the report says {value.number}")


def _check_reading(value: Value) -> None:
    if len(value.spans) != 1 or value.inputs:
        raise BrokenReference(f"the figure {value.number} must rest on one quotation")
    span = value.spans[0]
    if value.number not in set(_readings(span, value.unit)):
        raise QuoteMismatch(f"{span.quote!r} in message {span.message} does not say {value.number} {value.unit}")


def _readings(span: Span, unit: str) -> Iterator[Decimal]:
    """Yield what a quotation can mean in a unit; bare numbers count, as raw fields write them in milliseconds too."""
    numbers = [found.number for found in find_numbers(span.quote)]
    if unit == "B":
        yield from (found.number for found in find_sizes(span.quote))
        yield from numbers
    elif unit == "s":
        yield from (found.number for found in find_durations(span.quote))
        yield from numbers
        if span.field != "text":
            yield from (number / _MILLI for number in numbers)
        yield from _clock(span.quote)
    else:
        yield from numbers


def _clock(quote: str) -> Iterator[Decimal]:
    """Yield the seconds of a time stamp, a naive one as if in UTC: only differences of like stamps are made."""
    try:
        time = datetime.fromisoformat(quote.strip())
    except ValueError:
        return
    aware = time if time.tzinfo else time.replace(tzinfo=UTC)
    since = aware - datetime(1970, 1, 1, tzinfo=UTC)
    yield Decimal(since.days * 86_400 + since.seconds) + Decimal(since.microseconds) / 1_000_000


def _check_count(value: Value) -> None:
    if value.inputs or len(value.spans) != len(set(value.spans)):
        raise BrokenReference("a count takes one span for each thing counted, each once")
    if value.number != len(value.spans):
        raise QuoteMismatch(f"{len(value.spans)} things are quoted and the report counts {value.number}")


def _check_lines(value: Value) -> None:
    if value.inputs or len(value.spans) != 1:
        raise BrokenReference("a count of lines takes the one quotation that holds them")
    lines = sum(1 for line in value.spans[0].quote.split("\n") if not line.isspace() and line)
    if value.number != lines:
        raise QuoteMismatch(f"the quotation has {lines} lines with words and the report counts {value.number}")


def _alike(value: Value) -> list[Decimal]:
    """Return the numbers that a formula takes; they must be there, and of one unit unless they are divided."""
    if not value.inputs:
        raise BrokenReference(f"a {value.formula} needs inputs")
    units = {given.unit for given in value.inputs}
    if value.formula is not Formula.RATIO and units != {value.unit}:
        raise QuoteMismatch(f"a {value.formula} of different units: {', '.join(sorted(units | {value.unit}))}")
    return [given.number for given in value.inputs]


def _difference(numbers: list[Decimal]) -> Decimal:
    first, *rest = numbers
    return first - sum(rest, Decimal(0))


def _ratio(numbers: list[Decimal]) -> Decimal:
    above, below = numbers
    if not below:
        raise QuoteMismatch("a ratio by nought")
    return above / below


_FORMULAS: dict[Formula, Callable[[list[Decimal]], Decimal]] = {
    Formula.SUM: lambda numbers: sum(numbers, Decimal(0)),
    Formula.DIFFERENCE: _difference,
    Formula.RATIO: _ratio,
    Formula.MINIMUM: min,
    Formula.MAXIMUM: max,
}
