"""Logic with a value for what a log does not tell."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Truth(IntEnum):
    """How far something holds; `and` is the least of its parts, `or` the greatest."""

    NO = 0
    MAYBE = 1
    """Not known to us, as the program is not in the vocabulary. It holds for no rule; its opposite is UNKNOWN."""
    UNKNOWN = 2
    """The log does not tell: missing, truncated or damaged."""
    YES = 3

    def negated(self) -> "Truth":
        """Return the opposite."""
        return Truth.YES if self is Truth.NO else Truth.NO if self is Truth.YES else Truth.UNKNOWN


@dataclass(frozen=True, slots=True)
class Leaf(Generic[T]):
    """One thing that is asked."""

    item: T


@dataclass(frozen=True, slots=True)
class AllOf(Generic[T]):
    """Each part holds; without parts it holds."""

    parts: "tuple[Clause[T], ...]"


@dataclass(frozen=True, slots=True)
class AnyOf(Generic[T]):
    """At least one part holds."""

    parts: "tuple[Clause[T], ...]"


@dataclass(frozen=True, slots=True)
class Not(Generic[T]):
    """The part does not hold."""

    part: "Clause[T]"


Clause = Leaf[T] | AllOf[T] | AnyOf[T] | Not[T]


def evaluate(clause: Clause[T], ask: Callable[[T], Truth]) -> Truth:
    """Return whether a clause holds, asking of each leaf at most once and none that no longer matters."""
    match clause:
        case Leaf(item):
            return ask(item)
        case Not(part):
            return evaluate(part, ask).negated()
        case AllOf(parts):
            return _least(parts, ask)
        case AnyOf(parts):
            return _most(parts, ask)


def leaves(clause: Clause[T]) -> "tuple[T, ...]":
    """Return all that a clause asks, in order of writing."""
    match clause:
        case Leaf(item):
            return (item,)
        case Not(part):
            return leaves(part)
        case AllOf(parts) | AnyOf(parts):
            return tuple(leaf for part in parts for leaf in leaves(part))


def _least(parts: "tuple[Clause[T], ...]", ask: Callable[[T], Truth]) -> Truth:
    least = Truth.YES
    for part in parts:
        least = min(least, evaluate(part, ask))
        if least is Truth.NO:
            break
    return least


def _most(parts: "tuple[Clause[T], ...]", ask: Callable[[T], Truth]) -> Truth:
    most = Truth.NO
    for part in parts:
        most = max(most, evaluate(part, ask))
        if most is Truth.YES:
            break
    return most
