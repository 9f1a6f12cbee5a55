"""What bears on a sentence: observations and outcomes by subject and by the words they name, in order of arrival."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from loganalyst.ledgers.states import State, outcome_state, state_of
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Claim, CommandEvent, Predicate, Stance
from loganalyst.model.limits import EVIDENCE_BACK, EVIDENCE_WORDS
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
    state: State
    span: Span
    call: int
    command: int | None
    words: frozenset[str]


_READY = re.compile(r"\b(?:ready|works|working|serving|healthy|accessible|reachable|usable)\b", re.IGNORECASE)
"""Words that say more of a thing than that it runs."""
_NONE = re.compile(r"\bthere (?:is|are|was|were) no\b", re.IGNORECASE)
_GENERIC = frozenset(
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
_FOR: Mapping[Predicate, frozenset[State]] = MappingProxyType(
    {
        Predicate.WORKS: frozenset({_S.GOOD, _S.PASSED}),
        Predicate.FIXED: frozenset({_S.GOOD, _S.PASSED, _S.DONE}),
        Predicate.DONE: frozenset({_S.GOOD, _S.PASSED, _S.DONE}),
        Predicate.PASSES: frozenset({_S.PASSED}),
        Predicate.FINE: frozenset({_S.GOOD, _S.PASSED}),
        Predicate.RUNNING: frozenset({_S.UP, _S.GOOD, _S.COMPILING}),
        Predicate.FAILS: frozenset({_S.BAD, _S.NOT_PASSED}),
        Predicate.STOPPED: frozenset({_S.DOWN, _S.EMPTY}),
        Predicate.TAKES_LONG: frozenset({_S.LIMIT}),
        Predicate.THRASHES: frozenset({_S.FLOW}),
        Predicate.BUILDS_FROM_SOURCE: frozenset({_S.COMPILING}),
        Predicate.ABSENT: frozenset({_S.EMPTY, _S.DOWN}),
        Predicate.PRESENT: frozenset({_S.LISTED, _S.UP, _S.PRINTED, _S.COMPILING, _S.DONE}),
        Predicate.SUPPORTED: frozenset({_S.GOOD, _S.PASSED}),
    }
)
_AGAINST: Mapping[Predicate, frozenset[State]] = MappingProxyType(
    {
        Predicate.WORKS: frozenset({_S.BAD, _S.NOT_PASSED, _S.DOWN}),
        Predicate.FIXED: frozenset({_S.BAD, _S.NOT_PASSED}),
        Predicate.DONE: frozenset({_S.BAD, _S.NOT_PASSED}),
        Predicate.PASSES: frozenset({_S.NOT_PASSED}),
        Predicate.FINE: frozenset({_S.BAD, _S.NOT_PASSED}),
        Predicate.RUNNING: frozenset({_S.DOWN}),
        Predicate.FAILS: frozenset({_S.GOOD, _S.PASSED}),
        Predicate.STOPPED: frozenset({_S.UP, _S.COMPILING}),
        Predicate.THRASHES: frozenset({_S.CALM}),
        Predicate.ABSENT: frozenset({_S.UP, _S.COMPILING}),
        Predicate.PRESENT: frozenset({_S.DOWN}),
        Predicate.SUPPORTED: frozenset({_S.BAD}),
    }
)
_WEAK: Mapping[Predicate, frozenset[State]] = MappingProxyType(
    {
        Predicate.WORKS: frozenset({_S.UP, _S.DONE, _S.LISTED}),
        Predicate.FIXED: frozenset({_S.UP, _S.LISTED}),
        Predicate.DONE: frozenset({_S.UP, _S.LISTED}),
        Predicate.FINE: frozenset({_S.UP, _S.DONE, _S.LISTED, _S.PRINTED}),
        Predicate.STOPPED: frozenset({_S.EMPTY_BLIND}),
        Predicate.STUCK: frozenset({_S.LIMIT, _S.EMPTY, _S.EMPTY_BLIND}),
        Predicate.THRASHES: frozenset({_S.STOCK, _S.LIMIT}),
        Predicate.BUILDS_FROM_SOURCE: frozenset({_S.EMPTY, _S.EMPTY_BLIND, _S.LIMIT}),
        Predicate.ABSENT: frozenset({_S.EMPTY_BLIND}),
        Predicate.SUPPORTED: frozenset({_S.LISTED, _S.UP, _S.DONE}),
    }
)


def weigh(claim: Claim, piece: Piece) -> Verdict | None:
    """Return what a piece says of a sentence, or None if it does not speak to it."""
    table, turned = _meaning(claim)
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
    if claim.predicate is Predicate.RUNNING and _READY.search(claim.text):
        return Predicate.WORKS, claim.stance is Stance.NEGATED
    return claim.predicate, claim.stance is Stance.NEGATED or (absent and claim.predicate is not Predicate.ABSENT)


def words_of(text: str) -> frozenset[str]:
    """Return the lower-case words of a text by which it can be found, at most so many as the table of limits says."""
    return frozenset(_WORD.findall(text.casefold())[:EVIDENCE_WORDS])


def handles(claim: Claim) -> frozenset[str]:
    """Return the words by which evidence of a sentence is sought: its topics and the names of its subjects."""
    names = (subject.name.casefold() for subject in claim.subjects)
    found = frozenset(claim.topics) | frozenset(names)
    return (found | words_of(" ".join(subject.name for subject in claim.subjects))) - _GENERIC


class Evidence:
    """All pieces of a session, found by word and by call."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        pieces = sorted(self._pieces(), key=lambda piece: (piece.order, piece.span.start))
        self.pieces = tuple(pieces)
        self.orders = [piece.order for piece in pieces]
        self.by_word: dict[str, list[int]] = {}
        self.by_call: dict[int, list[int]] = {}
        for number, piece in enumerate(pieces):
            self.by_call.setdefault(piece.call, []).append(number)
            for word in piece.words:
                self.by_word.setdefault(word, []).append(number)

    def before(self, claim: Claim) -> tuple[Piece, ...]:
        """Return what bears on a sentence and was there before it, the newest first."""
        end = bisect_left(self.orders, claim.place.order)
        numbers: set[int] = set()
        for word in handles(claim):
            postings = self.by_word.get(word, [])
            at = bisect_left(postings, end)
            numbers.update(postings[max(0, at - EVIDENCE_BACK) : at])
        about = self.by_call.get(claim.about_call, []) if claim.about_call is not None else []
        numbers.update(number for number in about if number < end)
        if not handles(claim):
            numbers.update(range(max(0, end - EVIDENCE_BACK), end))
        return tuple(self.pieces[number] for number in sorted(numbers, reverse=True))

    def after(self, claim: Claim) -> Iterator[Piece]:
        """Yield what bears on a sentence and came after it, in order, as far as the table of limits says."""
        start = bisect_left(self.orders, claim.place.order + 1)
        numbers: set[int] = set()
        for word in handles(claim):
            postings = self.by_word.get(word, [])
            at = bisect_left(postings, start)
            numbers.update(postings[at : at + EVIDENCE_BACK])
        if not handles(claim):
            numbers.update(self._unnamed(claim, start))
        yield from (self.pieces[number] for number in sorted(numbers))

    def _unnamed(self, claim: Claim, start: int) -> Iterator[int]:
        """Yield what may settle a sentence that names nothing: of tests the next pieces, else those of its own call."""
        if claim.predicate is Predicate.PASSES:
            yield from range(start, min(start + EVIDENCE_BACK, len(self.pieces)))
        elif claim.about_call is not None:
            yield from (number for number in self.by_call.get(claim.about_call, ()) if number >= start)

    def _pieces(self) -> Iterator[Piece]:
        for seen in self.timeline.events.observations:
            state = state_of(seen)
            if state is not None and seen.call is not None:
                names = " ".join((seen.kind.split(".")[0], seen.value, seen.subject.name if seen.subject else ""))
                yield Piece(
                    seen.place.order,
                    state,
                    seen.span,
                    seen.call,
                    seen.command,
                    words_of(names) | self._words(seen.command, seen.call),
                )
        for command in self.timeline.events.commands:
            state = outcome_state(command) if command.command.role is not CommandRole.PLUMBING else None
            if state is not None and self.timeline.answered(command):
                span = command.output[0] if command.output else command.span
                yield Piece(
                    self.timeline.arrival(command),
                    state,
                    span,
                    command.call,
                    command.seq,
                    self._command_words[command.seq],
                )

    def _words(self, command: int | None, call: int) -> frozenset[str]:
        if command is not None and command in self._command_words:
            return self._command_words[command]
        each = self.timeline.in_call.get(call, ())
        return self._command_words[each[0].seq] if len(each) == 1 else frozenset()

    @cached_property
    def _command_words(self) -> Mapping[int, frozenset[str]]:
        return {command.seq: command_words(command) for command in self.timeline.events.commands}


def command_words(command: CommandEvent) -> frozenset[str]:
    """Return the words that a command names: program, arguments, subjects, machine and container."""
    plain = command.command
    if plain.role is CommandRole.WRAPPER:
        return words_of(f"{plain.program} {plain.host or ''} {plain.container or ''}") | frozenset(
            name.casefold() for name in (plain.host, plain.container) if name
        )
    names: Iterable[str] = (
        plain.text,
        plain.host or "",
        plain.container or "",
        *(subject.name for subject in plain.subjects),
    )
    extra = frozenset(name.casefold() for name in (plain.host, plain.container) if name)
    return words_of(" ".join(names)) | extra
