"""A selector: which events it picks by themselves, and how they hang together with those picked before."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from loganalyst.model.limits import FULFIL_MESSAGES
from loganalyst.ruleset.fields import find_field
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.operators import Test, decide
from loganalyst.ruleset.questions import Question, question_of
from loganalyst.ruleset.table import Answer, Field, FieldType
from loganalyst.ruleset.truth import AllOf, AnyOf, Clause, Leaf, Not, Truth, evaluate, leaves

CALL_PARTS = frozenset({"call", "command", "limit", "result", "observation"})
OF_CALLS = CALL_PARTS | {"ledger:kills", "ledger:waits", "ledger:sweeps", "ledger:changes"}


class Relation(StrEnum):
    """How an event hangs together with an earlier selector's."""

    ANSWERS = "answers"
    """It is the result of that event's call, or an observation read off its output."""
    IN_CALL = "in_call"
    """It belongs to the same call."""
    GOVERNS = "governs"
    """It is the tool's limit on that event's call."""
    FULFILS = "fulfils"
    """It carries out what that claim announces."""
    AFTER = "after"
    """Its record comes later."""
    BEFORE = "before"
    """Its record comes earlier."""
    REPEATS = "repeats"
    """It is the same again, later: the same text but for white space and names of logs, on the same host."""


class Unit(StrEnum):
    """What ``within`` counts."""

    ASSISTANT_MESSAGES = "assistant_messages"
    MESSAGES = "messages"
    CALLS = "calls"


@dataclass(frozen=True, slots=True)
class Within:
    """A window around the event that the selector's first relation names."""

    count: int
    unit: Unit


BY_CALL = frozenset({Relation.ANSWERS, Relation.IN_CALL, Relation.GOVERNS})
_LATER = frozenset({Relation.AFTER, Relation.REPEATS})
_ANNOUNCED = Within(FULFIL_MESSAGES, Unit.ASSISTANT_MESSAGES)


@dataclass(frozen=True, slots=True)
class Same:
    """A field that has a value in common with one of another selector's event."""

    selector: str
    path: str
    own: Field | None
    other: Field | None
    """None for ``subject``, which has a sense of its own, and for call and message."""


@dataclass(frozen=True, slots=True)
class Selector:
    """One named pick of events."""

    name: str
    kind: str
    tests: Clause[Test]
    """What it asks of an event alone."""
    comparisons: tuple[Test, ...] = ()
    """What it asks against other selectors' events."""
    relations: tuple[tuple[Relation, str], ...] = ()
    same: tuple[Same, ...] = ()
    within: Within | None = None
    question: Question = field(init=False, repr=False, compare=False)
    """Asks an event all of ``tests``."""
    targets: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The selectors that it leans on, the anchor of its window first."""
    starts: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """Those after which it looks."""
    ends: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """Those before which it looks."""
    by_call: bool = field(init=False, repr=False, compare=False)
    """Whether it looks in the call of another."""

    @property
    def asked(self) -> tuple[Test, ...]:
        """Return all that it asks of an event, alone and against others."""
        return (*leaves(self.tests), *self.comparisons)

    def __post_init__(self) -> None:
        """Work out once what is asked about many events."""
        related = (target for _, target in self.relations)
        compared = (reference.selector for test in self.comparisons for reference in test.references)
        targets = tuple(dict.fromkeys((*related, *(same.selector for same in self.same), *compared)))
        object.__setattr__(self, "question", question_of(self.tests))
        object.__setattr__(self, "targets", targets)
        object.__setattr__(self, "starts", tuple(name for kind, name in self.relations if kind in _LATER))
        object.__setattr__(self, "ends", tuple(name for kind, name in self.relations if kind is Relation.BEFORE))
        object.__setattr__(self, "by_call", any(kind in BY_CALL for kind, _ in self.relations))
        announced = any(kind is Relation.FULFILS for kind, _ in self.relations)
        object.__setattr__(self, "within", self.within or (_ANNOUNCED if announced else None))


def pick(selector: Selector, item: Item, index: EventIndex) -> Truth:
    """Return whether an event, looked at alone, is one that a selector picks."""
    return selector.question(item, index)


def identity_of(selector: Selector) -> Question:
    """Return what asks whether an event is the step that a selector speaks of, whatever came of it.

    This decides whether evidence that is missing matters: tests of evidence pass where it is missing, and a
    selector that asks for nothing but evidence knows no step whose evidence could be missing.
    """
    if not _asks_identity(selector.tests):
        return lambda _item, _index: Truth.NO
    return question_of(selector.tests, lenient=True)


def unknown_fields(selector: Selector, item: Item, index: EventIndex) -> tuple[str, ...]:
    """Return the meanings of the fields that keep an event from being picked or not."""
    found = []

    def ask(test: Test) -> Truth:
        truth = _ask(test, item, index)
        if truth is Truth.UNKNOWN and test.field is not None:
            found.append(test.field.meaning)
        return truth

    evaluate(selector.tests, ask)
    return tuple(dict.fromkeys(found))


def _ask(test: Test, item: Item, index: EventIndex) -> Truth:
    answer = test.field.ask(item, index) if test.field is not None else Answer()
    return decide(test, answer, may_match=index.may_match)


def _asks_identity(clause: Clause[Test]) -> bool:
    """Return whether some test asks what a step is."""
    match clause:
        case Leaf(test):
            return test.field is not None and not test.field.evidence
        case Not(part):
            return _asks_identity(part)
        case AllOf(parts):
            return any(_asks_identity(part) for part in parts)
        case AnyOf(parts):
            return bool(parts) and all(_asks_identity(part) for part in parts)


def resolver(kind: str) -> Callable[[str], tuple[str | None, Field] | None]:
    """Return what finds the field of a path in a selector of a kind."""

    def resolve(path: str) -> tuple[str | None, Field] | None:
        found = find_field(kind, path)
        return None if found is None else (None, found)

    return resolve


PRESENCE = Field("", FieldType.FLAG, "whether it is there", lambda _item, _index, _name: Answer())
"""What a bare selector's or capture's name stands for in ``when`` and ``where``."""
