"""What a rule asks of a field: equality and Sigma's modifiers, with an answer where the log does not tell."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from loganalyst.ruleset.patterns import search
from loganalyst.ruleset.table import Answer, Field, FieldType, Scalar
from loganalyst.ruleset.truth import Truth


class Operator(StrEnum):
    """How a value is held against what is wanted."""

    EQUALS = "equals"
    CONTAINS = "contains"
    STARTSWITH = "startswith"
    ENDSWITH = "endswith"
    RE = "re"
    EXISTS = "exists"
    GT = "gt"
    GE = "ge"
    LT = "lt"
    LE = "le"


@dataclass(frozen=True, slots=True)
class Reference:
    """A field of another selector's event, written ``$name.path``."""

    selector: str
    field: Field


Wanted = Scalar | re.Pattern[str] | Reference


@dataclass(frozen=True, slots=True)
class Test:
    """One key of a selector, of ``where`` or of ``when``."""

    key: str
    """As written, for messages."""
    operator: Operator
    wanted: tuple[Wanted, ...]
    field: Field | None = None
    """None where the test asks whether a selector or capture is there at all, or for a capture's text."""
    of: str | None = None
    """The selector or capture asked; None in a selector, which asks its own event."""
    every: bool = False
    """All that is wanted must be met, not just one."""
    negated: bool = False

    __test__ = False  # pytest takes classes of this name for tests

    @property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        """Return the expressions for which it looks."""
        return tuple(wanted for wanted in self.wanted if isinstance(wanted, re.Pattern))

    @property
    def references(self) -> tuple[Reference, ...]:
        """Return what it compares with."""
        return tuple(wanted for wanted in self.wanted if isinstance(wanted, Reference))


_ORDER: dict[Operator, Callable[[Decimal, Decimal], bool]] = {
    Operator.GT: lambda value, limit: value > limit,
    Operator.GE: lambda value, limit: value >= limit,
    Operator.LT: lambda value, limit: value < limit,
    Operator.LE: lambda value, limit: value <= limit,
}
_STRINGS: dict[Operator, Callable[[str, str], bool]] = {
    Operator.CONTAINS: lambda value, piece: piece in value,
    Operator.STARTSWITH: str.startswith,
    Operator.ENDSWITH: str.endswith,
}


Lookup = Callable[[Reference], Answer]
MayMatch = Callable[[re.Pattern[str], str], bool]


def _unknown(_reference: Reference) -> Answer:
    return Answer((), Truth.UNKNOWN)


def _always(_pattern: re.Pattern[str], _text: str) -> bool:
    return True


def decide(test: Test, answer: Answer, lookup: Lookup = _unknown, may_match: MayMatch = _always) -> Truth:
    """Return whether a field's values pass a test.

    ``lookup`` gives the values of references; a text is searched only for what ``may_match`` leaves open.
    """
    if test.operator is Operator.EXISTS:
        found = Truth.YES if answer.values else answer.gap
        return found if test.wanted == (True,) else opposite(found)
    each = [_passes(test, answer, wanted, lookup, may_match) for wanted in test.wanted]
    result = min(each, default=Truth.YES) if test.every else max(each, default=Truth.NO)
    return opposite(result) if test.negated else result


def opposite(truth: Truth) -> Truth:
    """Return the opposite of what is known; what is not known stays so."""
    return Truth.YES if truth is Truth.NO else Truth.NO if truth is Truth.YES else truth


def _passes(test: Test, answer: Answer, wanted: Wanted, lookup: Lookup, may_match: MayMatch) -> Truth:
    """Return whether any value meets one thing that is wanted."""
    if isinstance(wanted, re.Pattern):
        return _matches(answer, wanted, may_match)
    if isinstance(wanted, Reference):
        other = lookup(wanted)
        if any(_meets(test, value, target) for value in answer.values for target in other.values):
            return Truth.YES
        return max(answer.gap, other.gap)
    return Truth.YES if any(_meets(test, value, wanted) for value in answer.values) else answer.gap


def _matches(answer: Answer, pattern: re.Pattern[str], may_match: MayMatch) -> Truth:
    """Return whether an expression is found in any value; lines too long to be searched leave it unknown."""
    gap = answer.gap
    for text in map(str, answer.values):
        if not may_match(pattern, text):
            continue
        match, complete = search(pattern, text)
        if match is not None:
            return Truth.YES
        if not complete:
            gap = Truth.UNKNOWN
    return gap


def _meets(test: Test, value: Scalar, wanted: Scalar) -> bool:
    """Return whether one value meets one wanted value."""
    if test.operator in _ORDER:
        left, right = number(value), number(wanted)
        return left is not None and right is not None and _ORDER[test.operator](left, right)
    if test.operator in _STRINGS:
        return _STRINGS[test.operator](str(value), str(wanted))
    inside = test.field is not None and test.field.type is FieldType.TEXT and (test.every or test.negated)
    return str(wanted) in str(value) if inside else value == wanted


def number(value: Scalar) -> Decimal | None:
    """Return a value as a finite number, or None where it is none."""
    if isinstance(value, bool):
        return None
    try:
        found = Decimal(value)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None
