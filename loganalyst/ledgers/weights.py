"""What states of a thing say of a sentence about it: for it, against it, or too little."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from loganalyst.ledgers.states import State
from loganalyst.model.event import Claim, Predicate, Stance
from loganalyst.model.limits import EVIDENCE_WORDS
from loganalyst.model.span import Span

_WORD = re.compile(r"[a-z][a-z0-9_+-]+|\d{2,}")


class Verdict(StrEnum):
    """What a piece of evidence says of a sentence."""

    FOR = "for"
    AGAINST = "against"
    WEAK = "weak"
    """It points the way of the sentence, and would look the same if that were false."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that the log shows, with what it can be found by."""

    order: int
    """Order of the record that brought it."""
    turn: int
    """Number of assistant messages up to its call."""
    state: State
    span: Span
    call: int
    words: frozenset[str]
    own: frozenset[str] = frozenset()
    """Those of what was observed itself, without the words of its command."""


_READY = re.compile(r"\b(?:ready|works|working|serving|healthy|accessible|reachable|usable)\b", re.IGNORECASE)
"""Words that say more of a thing than that it runs."""
_INSTALLS = re.compile(r"\b(?:re)?(?:install|upgrad|updat|download|activat|set up|in place)", re.IGNORECASE)
"""What one says of packages when their installer has done its work."""
_TROUBLE = re.compile(
    r"\b(?:issues?|problems?|errors?|bugs?|mismatch(?:es)?|conflicts?|failures?|exceptions?)\b", re.IGNORECASE
)
"""What is there when something fails."""
_NONE = re.compile(r"\bthere (?:is|are|was|were) no\b", re.IGNORECASE)
GENERIC = frozenset(
    {
        "command",
        "container",
        "directory",
        "file",
        "files",
        "folder",
        "host",
        "log",
        "machine",
        "process",
        "processes",
        "server",
        "service",
        "test",
        "tests",
    }
)
"""Words that name a sort of thing and no thing."""
_S = State
_ONLY_THERE = frozenset({_S.UP, _S.LISTED, _S.INSTALLED, _S.WRITTEN})
"""States of a thing that is there, and may not do its work."""
_FOR: Mapping[Predicate, frozenset[State]] = MappingProxyType(
    {
        Predicate.WORKS: frozenset({_S.GOOD, _S.PASSED}),
        Predicate.FIXED: frozenset({_S.GOOD, _S.PASSED}),
        Predicate.DONE: frozenset({_S.GOOD, _S.PASSED, _S.DONE, _S.INSTALLED, _S.WRITTEN}),
        Predicate.PASSES: frozenset({_S.PASSED}),
        Predicate.FINE: frozenset({_S.GOOD, _S.PASSED}),
        Predicate.RUNNING: frozenset({_S.UP, _S.GOOD, _S.COMPILING}),
        Predicate.FAILS: frozenset({_S.BAD, _S.MISSING, _S.NOT_PASSED}),
        Predicate.STOPPED: frozenset({_S.DOWN, _S.EMPTY, _S.DONE}),
        Predicate.TAKES_LONG: frozenset({_S.LIMIT}),
        Predicate.THRASHES: frozenset({_S.FLOW}),
        Predicate.BUILDS_FROM_SOURCE: frozenset({_S.COMPILING}),
        Predicate.ABSENT: frozenset({_S.EMPTY, _S.DOWN, _S.MISSING}),
        Predicate.PRESENT: frozenset({_S.LISTED, _S.UP, _S.PRINTED, _S.COMPILING, _S.INSTALLED, _S.WRITTEN}),
        Predicate.SUPPORTED: frozenset({_S.GOOD, _S.PASSED}),
    }
)
_AGAINST: Mapping[Predicate, frozenset[State]] = MappingProxyType(
    {
        Predicate.WORKS: frozenset({_S.BAD, _S.MISSING, _S.NOT_PASSED, _S.DOWN}),
        Predicate.FIXED: frozenset({_S.BAD, _S.MISSING, _S.NOT_PASSED}),
        Predicate.DONE: frozenset({_S.BAD, _S.MISSING, _S.NOT_PASSED}),
        Predicate.PASSES: frozenset({_S.NOT_PASSED}),
        Predicate.FINE: frozenset({_S.BAD, _S.MISSING, _S.NOT_PASSED}),
        Predicate.RUNNING: frozenset({_S.DOWN}),
        Predicate.FAILS: frozenset({_S.GOOD, _S.PASSED}),
        Predicate.STOPPED: frozenset({_S.UP, _S.COMPILING}),
        Predicate.THRASHES: frozenset({_S.CALM}),
        Predicate.ABSENT: frozenset({_S.UP, _S.COMPILING}),
        Predicate.PRESENT: frozenset({_S.DOWN, _S.MISSING}),
        Predicate.SUPPORTED: frozenset({_S.BAD, _S.MISSING}),
    }
)
_WEAK: Mapping[Predicate, frozenset[State]] = MappingProxyType(
    {
        Predicate.WORKS: _ONLY_THERE | {_S.DONE},
        Predicate.FIXED: _ONLY_THERE | {_S.DONE},
        Predicate.DONE: frozenset({_S.UP, _S.LISTED}),
        Predicate.FINE: _ONLY_THERE | {_S.DONE, _S.PRINTED},
        Predicate.STOPPED: frozenset({_S.EMPTY_BLIND}),
        Predicate.STUCK: frozenset({_S.LIMIT, _S.EMPTY, _S.EMPTY_BLIND}),
        Predicate.THRASHES: frozenset({_S.STOCK, _S.LIMIT}),
        Predicate.BUILDS_FROM_SOURCE: frozenset({_S.EMPTY, _S.EMPTY_BLIND, _S.LIMIT}),
        Predicate.ABSENT: frozenset({_S.EMPTY_BLIND}),
        Predicate.PRESENT: frozenset({_S.DONE}),
        Predicate.SUPPORTED: _ONLY_THERE | {_S.DONE},
    }
)


def weigh(claim: Claim, piece: Piece) -> Verdict | None:
    """Return what a piece says of a sentence, or None if it does not speak to it."""
    table, turned = _meaning(claim)
    if piece.state is State.INSTALLED and table is Predicate.DONE and not _INSTALLS.search(claim.text):
        return Verdict.WEAK
    if piece.state in _FOR.get(table, ()):
        return Verdict.AGAINST if turned else Verdict.FOR
    if piece.state in _AGAINST.get(table, ()):
        return Verdict.FOR if turned else Verdict.AGAINST
    return Verdict.WEAK if piece.state in _WEAK.get(table, ()) else None


def _meaning(claim: Claim) -> tuple[Predicate, bool]:
    """Return what a sentence says, and whether it says the opposite of that."""
    absent = claim.polarity == "absent" or (
        claim.predicate is Predicate.PRESENT and _NONE.search(claim.text) is not None
    )
    if claim.predicate is Predicate.PRESENT and absent:
        return Predicate.ABSENT, False
    if claim.predicate is Predicate.PRESENT and _TROUBLE.search(claim.text):
        return Predicate.FAILS, claim.stance is Stance.NEGATED
    if claim.predicate is Predicate.RUNNING and _READY.search(claim.text):
        return Predicate.WORKS, claim.stance is Stance.NEGATED
    return claim.predicate, claim.stance is Stance.NEGATED or (absent and claim.predicate is not Predicate.ABSENT)


def words_of(text: str) -> frozenset[str]:
    """Return the lower-case words of a text by which it can be found, at most so many as the table of limits says."""
    return frozenset(_WORD.findall(text.casefold())[:EVIDENCE_WORDS])


def handles(claim: Claim) -> frozenset[str]:
    """Return the words by which evidence of a sentence is sought: its topics and the names of its subjects."""
    names = frozenset(subject.name.casefold() for subject in claim.subjects)
    ends = frozenset(name.rstrip("/").rsplit("/", 1)[-1] for name in names)
    return (frozenset(claim.topics) | names | ends) - GENERIC
