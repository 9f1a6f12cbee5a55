"""The form of the tables that say what rules can ask of an event."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Generic, TypeVar, cast

from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.truth import Truth

E = TypeVar("E")
Scalar = str | bool | Decimal
Given = Scalar | int | None | Iterable[str | Decimal]
NAME = "NAME"
"""Stands in a path for any name."""
_SHARED = 40
"""The longest words of which items share the answer, in characters."""


class FieldType(StrEnum):
    """What values a field has, which decides what can be asked of it."""

    WORD = "word"
    """A name; it is equal or not."""
    TEXT = "text"
    """Words of the log; ``all`` and ``lacks`` look inside it."""
    NUMBER = "number"
    FLAG = "flag"
    """True or false."""


@dataclass(slots=True)
class Answer:
    """The values of a field, and how a test that none of them passes is to be read; not frozen, as a View."""

    values: tuple[Scalar, ...] = ()
    gap: Truth = Truth.NO
    """NO where these are all values; else why there may be others."""


@dataclass(slots=True)
class View(Generic[E]):
    """An event as a field reads it; not frozen, as making one for each question would take three times as long."""

    event: E
    index: EventIndex
    name: str = ""
    """Of a path such as ``option.NAME``, the name."""
    item: Item | None = None


Get = Callable[[View[E]], Given | Answer]
Read = Callable[[Item, EventIndex, str], Answer]


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that can be asked of the events of a kind."""

    path: str
    type: FieldType
    meaning: str
    """A phrase without a full stop; a finding that cannot be decided says "PHRASE is not known"."""
    read: Read
    words: tuple[str, ...] = ()
    """All words there are, where the list is closed."""
    evidence: bool = False
    """Tells what came of a step, not what the step is."""
    name: str = ""
    linked: bool = False
    """It is asked of other events, to which a link leads."""

    def ask(self, item: Item, index: EventIndex) -> Answer:
        """Return the values for one item."""
        return self.read(item, index, self.name)


@dataclass(frozen=True, slots=True)
class Link:
    """A way from an event to others, whose fields can be asked through it."""

    kind: str
    meaning: str
    follow: Callable[[Item, EventIndex], tuple[Item, ...]]


@dataclass(frozen=True, slots=True)
class Table(Generic[E]):
    """The fields and links of one kind."""

    kind: str
    fields: dict[str, Field] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)

    def word(self, path: str, meaning: str, get: Get[E], words: Iterable[str] = (), **more: Truth | bool) -> None:
        """Add a name; ``missing`` is how a test of a value that is None reads, ``evidence`` as in Field."""
        self._add(FieldType.WORD, path, meaning, get, tuple(words), **more)

    def text(self, path: str, meaning: str, get: Get[E], **more: Truth | bool) -> None:
        """Add words of the log."""
        self._add(FieldType.TEXT, path, meaning, get, (), **more)

    def number(self, path: str, meaning: str, get: Get[E], **more: Truth | bool) -> None:
        """Add a number, or several."""
        self._add(FieldType.NUMBER, path, meaning, get, (), **more)

    def flag(self, path: str, meaning: str, get: Get[E], **more: Truth | bool) -> None:
        """Add something that is true or false."""
        self._add(FieldType.FLAG, path, meaning, get, (), **more)

    def link(self, name: str, kind: str, meaning: str, follow: Callable[[View[E]], Iterable[Item | None]]) -> None:
        """Add a way to other events, asked as ``NAME.PATH``."""

        def linked(item: Item, index: EventIndex) -> tuple[Item, ...]:
            view = View(cast("E", item.event), index, item=item)
            return tuple(found for found in follow(view) if found is not None)

        self.links[name] = Link(kind, meaning, linked)

    def _add(
        self, type_: FieldType, path: str, meaning: str, get: Get[E], words: tuple[str, ...], **more: Truth | bool
    ) -> None:
        nothing = Answer((), Truth(more.get("missing", Truth.NO)))
        evidence = bool(more.get("evidence", False))

        def read(item: Item, index: EventIndex, name: str) -> Answer:
            given = get(View(item.event, index, name, item))  # type: ignore[arg-type]  # a kind's items hold its events
            return given if isinstance(given, Answer) else _answer(given, nothing)

        # Outputs are too large to be kept once more, and what a family of fields says depends on the name.
        kept = not path.endswith(NAME) and not (type_ is FieldType.TEXT and evidence)
        once = _once((self.kind, path), read) if kept else read
        self.fields[path] = Field(path, type_, meaning, once, words, evidence=evidence)

    def find(self, path: str) -> Field | None:
        """Return the field of a path of this kind alone, with the name filled in; None where there is none."""
        if path in self.fields:
            return self.fields[path]
        head, _, name = path.partition(".")
        family = self.fields.get(f"{head}.{NAME}") if name else None
        return replace(family, name=name) if family is not None else None


def _once(key: tuple[str, str], read: Read) -> Read:
    """Return what reads a field, given by kind and path, only when an item is asked for the first time."""

    def ask(item: Item, index: EventIndex, name: str) -> Answer:
        answers = index.answers.get(key)
        if answers is None:
            answers = index.answers[key] = [None] * len(index.items[key[0]])
        answer = answers[item.number]
        if answer is None:
            answer = answers[item.number] = read(item, index, name)
        return answer

    return ask


@lru_cache(maxsize=1024)
def _one(word: Scalar) -> Answer:
    """Return the answer of one value; most fields have few different ones, which items share."""
    return Answer((word,))


def _answer(given: Given, nothing: Answer) -> Answer:
    """Return what a table's function gave as an Answer; ``nothing`` is the one for None."""
    match given:
        case None:
            return nothing
        case str() | bool():
            return _one(given) if len(str(given)) <= _SHARED else Answer((given,))
        case Decimal():
            return Answer((given,))
        case int():
            return Answer((Decimal(given),))
        case _:
            return Answer(tuple(given))
