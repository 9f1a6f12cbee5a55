"""What bears on a sentence: observations and outcomes by the words they name and by call, in order of arrival."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType

from loganalyst.ledgers.states import State, outcome_state, state_of
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.weights import Piece, handles, words_of
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Claim, CommandEvent, Observation, Predicate
from loganalyst.model.limits import COMMON_WORD_PIECES, EVIDENCE_BACK
from loganalyst.model.outcome import OutcomeKind

_EDITS: Mapping[OutcomeKind, State] = MappingProxyType(
    {
        OutcomeKind.OK: State.WRITTEN,
        OutcomeKind.SILENT: State.WRITTEN,
        OutcomeKind.FAILED: State.BAD,
        OutcomeKind.REFUSED: State.BAD,
    }
)
"""What the end of an edit by a tool shows."""


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
        for word in self._telling(claim):
            postings = self.by_word.get(word, [])
            at = bisect_left(postings, end)
            numbers.update(postings[max(0, at - EVIDENCE_BACK) : at])
        about = self.by_call.get(claim.about_call, []) if claim.about_call is not None else []
        numbers.update(number for number in about if number < end)
        if not handles(claim) and end and claim.place.turn - self.pieces[end - 1].turn <= 1:
            numbers.update(number for number in self.by_call[self.pieces[end - 1].call] if number < end)
        return tuple(self.pieces[number] for number in sorted(numbers, reverse=True))

    def after(self, claim: Claim) -> Iterator[Piece]:
        """Yield what bears on a sentence and came after it, in order, as far as the table of limits says."""
        start = bisect_left(self.orders, claim.place.order + 1)
        numbers: set[int] = set()
        for word in self._telling(claim):
            postings = self.by_word.get(word, [])
            at = bisect_left(postings, start)
            numbers.update(postings[at : at + EVIDENCE_BACK])
        if not handles(claim):
            numbers.update(self._unnamed(claim, start))
        yield from (self.pieces[number] for number in sorted(numbers))

    def _telling(self, claim: Claim) -> frozenset[str]:
        """Return the words of a sentence by which pieces can be told apart: those that nearly all have are left out."""
        found = handles(claim)
        most = max(COMMON_WORD_PIECES, len(self.pieces) // 2)
        telling = frozenset(word for word in found if len(self.by_word.get(word, ())) <= most)
        return telling or found

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
                yield self._observed(seen, state, seen.call)
        for command in self.timeline.events.commands:
            ended = outcome_state(command) if command.command.role is not CommandRole.PLUMBING else None
            if ended is not None and self.timeline.answered(command):
                span = command.output[0] if command.output else command.span
                order, words = self.timeline.arrival(command), self._command_words[command.seq]
                yield Piece(order, command.place.turn, ended, span, command.call, words)
        for call in self.timeline.events.calls:
            if call.changes_file and call.outcome.kind in _EDITS:
                yield self._edited(call)

    def _observed(self, seen: Observation, state: State, call: int) -> Piece:
        names = " ".join((seen.kind.split(".")[0], seen.value, seen.subject.name if seen.subject else ""))
        own = words_of(names)
        words = own | self._words(seen.command, call)
        return Piece(seen.place.order, seen.place.turn, state, seen.span, call, words, own)

    def _edited(self, call: Call) -> Piece:
        """Return what a call of an editing tool shows."""
        result = self.timeline.results.get(call.seq)
        order = result.place.order if result is not None else call.place.order
        name = (call.path or "").casefold()
        words = words_of(name) | {name, name.rsplit("/", 1)[-1]}
        return Piece(order, call.place.turn, _EDITS[call.outcome.kind], call.span, call.seq, words)

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
