"""Clauses of tests as functions that stop where the answer is known.

Selectors are asked about every event that may be theirs. A tree that is walked anew for each event takes several times
as long as one that was turned into functions once.
"""

from collections.abc import Callable

from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.operators import Operator, Test, decide, opposite
from loganalyst.ruleset.table import Answer, Field, FieldType
from loganalyst.ruleset.truth import AllOf, AnyOf, Clause, Leaf, Not, Truth

Question = Callable[[Item, EventIndex], Truth]
_AFFIXES: dict[Operator, Callable[[str, tuple[str, ...]], bool]] = {
    Operator.STARTSWITH: str.startswith,
    Operator.ENDSWITH: str.endswith,
}


def question_of(clause: Clause[Test], *, lenient: bool = False) -> Question:
    """Return what asks an event a clause of tests that refer to no other event; ``evaluate`` would say the same.

    Where it is lenient, a test of evidence that is missing passes.
    """
    match clause:
        case Leaf(test):
            passes = lenient and test.field is not None and test.field.evidence
            return _passed(_of_test(test)) if passes else _of_test(test)
        case Not(part):
            return _denied(question_of(part, lenient=lenient))
        case AllOf(parts):
            return _all_of(tuple(question_of(part, lenient=lenient) for part in sorted(parts, key=_effort)))
        case AnyOf(parts):
            return _any_of(tuple(question_of(part, lenient=lenient) for part in parts))


def _effort(part: Clause[Test]) -> int:
    """Return a rank that puts what is answered at once before links, expressions and clauses within."""
    if not isinstance(part, Leaf) or part.item.field is None:
        return 2
    return int(part.item.operator is not Operator.EQUALS or part.item.field.linked)


def _passed(part: Question) -> Question:
    def ask(item: Item, index: EventIndex) -> Truth:
        truth = part(item, index)
        return Truth.YES if truth is Truth.UNKNOWN else truth

    return ask


def _denied(part: Question) -> Question:
    return lambda item, index: part(item, index).negated()


def _all_of(parts: tuple[Question, ...]) -> Question:
    if len(parts) == 1:
        return parts[0]

    def ask(item: Item, index: EventIndex) -> Truth:
        least = Truth.YES
        for part in parts:
            truth = part(item, index)
            if truth is Truth.NO:
                return truth
            if truth < least:  # noqa: PLR1730 -- asked so often that a call of min is felt
                least = truth
        return least

    return ask


def _any_of(parts: tuple[Question, ...]) -> Question:
    def ask(item: Item, index: EventIndex) -> Truth:
        most = Truth.NO
        for part in parts:
            truth = part(item, index)
            if truth is Truth.YES:
                return truth
            if truth > most:  # noqa: PLR1730 -- likewise
                most = truth
        return most

    return ask


def _of_test(test: Test) -> Question:
    field = test.field
    if field is None:
        return lambda _item, _index: decide(test, Answer())
    looks_inside = field.type is FieldType.TEXT and (test.every or test.negated)
    plain = test.wanted and not test.every and not test.references
    if plain and test.operator is Operator.EQUALS and not looks_inside:
        return _equals(test, field)
    if plain and test.operator in _AFFIXES:
        return _begins_or_ends(test, field)
    return lambda item, index: decide(test, field.read(item, index, field.name), may_match=index.may_match)


def _begins_or_ends(test: Test, field: Field) -> Question:
    """Return the question whether a field begins, or ends, with one of some pieces."""
    meets, pieces, read, name = _AFFIXES[test.operator], tuple(map(str, test.wanted)), field.read, field.name

    def ask(item: Item, index: EventIndex) -> Truth:
        answer = read(item, index, name)
        truth = Truth.YES if any(meets(str(value), pieces) for value in answer.values) else answer.gap
        return opposite(truth) if test.negated else truth

    return ask


def _equals(test: Test, field: Field) -> Question:
    """Return the commonest question, whether a field has one of some values; a set answers all of them at once."""
    wanted, read, name = frozenset(test.wanted), field.read, field.name
    met = Truth.NO if test.negated else Truth.YES

    def ask(item: Item, index: EventIndex) -> Truth:
        answer = read(item, index, name)
        if not wanted.isdisjoint(answer.values):
            return met
        return opposite(answer.gap) if test.negated else answer.gap

    return ask
