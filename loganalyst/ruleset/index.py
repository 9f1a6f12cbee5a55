"""The items of one transcript, for lookups that do not walk the session."""

import re
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from loganalyst.model.event import Call, CommandEvent, Events, Observation
from loganalyst.model.ledger import Ledgers
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.ruleset.items import LOG_KINDS, Item, place_items, place_rows
from loganalyst.ruleset.sieve import Sieve

if TYPE_CHECKING:
    from loganalyst.ruleset.table import Answer

_OF_CALLS = ("command", "limit", "result", "observation")


@dataclass(frozen=True, slots=True)
class Shelves:
    """The items of a kind by the values of one of their fields, each in order of ``key``."""

    by_value: Mapping[Hashable, tuple[Item, ...]]
    valued: tuple[Item, ...]
    """Those with any value."""
    open: tuple[Item, ...]
    """Those of which not all values are known."""


@dataclass(frozen=True)
class EventIndex:
    """All events and ledger rows of a transcript; without ledgers, the events alone."""

    events: Events
    ledgers: Ledgers = field(default_factory=Ledgers)
    log: "EventIndex | None" = None
    """An index of the events alone, whose work need not be done again."""
    sieve: Sieve = field(default_factory=Sieve)

    @cached_property
    def items(self) -> Mapping[str, tuple[Item, ...]]:
        """Return the items of every kind, each kind in order of ``key``."""
        log = self.log.items if self.log is not None else place_items(self.events)
        return {**log, **place_rows(self.events, self.ledgers)}

    def with_ledgers(self, ledgers: Ledgers) -> "EventIndex":
        """Return an index of the same events with their ledgers."""
        return EventIndex(self.events, ledgers, self, self.sieve)

    def may_match(self, pattern: re.Pattern[str], text: str) -> bool:
        """Return whether a text may match an expression."""
        pieces = self.sieve.pieces_of(pattern)
        return not pieces or not self.pieces_in(text).isdisjoint(pieces)

    def pieces_in(self, text: str) -> frozenset[str]:
        """Return the pieces of expressions in a text, which is looked through once for all of them."""
        found = self.pieces.get(text)
        if found is None:
            found = self.pieces[text] = self.sieve.pieces_in(text)
        return found

    def in_call(self, kind: str, call: int | None) -> tuple[Item, ...]:
        """Return the commands, limits, results or observations of a call."""
        return () if call is None else self._by_call.get((kind, call), ())

    def call(self, seq: int | None) -> Item | None:
        """Return a call by its ``seq``."""
        return None if seq is None else self._calls.get(seq)

    def command(self, seq: int | None) -> Item | None:
        """Return a command by its ``seq``."""
        return None if seq is None else self._commands.get(seq)

    def claim(self, number: int) -> Item | None:
        """Return a claim by its number in ``Events.claims``."""
        return self._claims.get(id(self.events.claims[number])) if number < len(self.events.claims) else None

    def observed(self, command: int) -> tuple[Observation, ...]:
        """Return the observations read off the output of a command, by its ``seq``."""
        return self._observed.get(command, ())

    def has_no_answer(self, call: int | None) -> bool:
        """Return whether the log does not show what a call answered, though it may have answered."""
        item = self.call(call)
        if item is None or not isinstance(item.event, Call) or not self.events.transcript.outputs_recorded:
            return True
        outcome = item.event.outcome
        gone = outcome.kind in {OutcomeKind.MISSING, OutcomeKind.UNKNOWN} and outcome.reason != "not_run"
        return gone and not self.in_call("result", call)

    def calls_in(self, message: int) -> int:
        """Return how many calls a message makes, by its index."""
        return self._call_counts[message]

    def message_span(self, message: int) -> Span | None:
        """Return what a message says, by its index."""
        number = self.ordinals.get(message)
        return None if number is None else self.items["message"][number].span

    @cached_property
    def shelves(self) -> dict[tuple[str, str], Shelves]:
        """Return the shelves put up so far, by kind and path of the field; ``near`` adds to them."""
        known = self.log.shelves if self.log is not None else {}
        return {key: shelves for key, shelves in known.items() if key[0] in LOG_KINDS}

    @cached_property
    def answers(self) -> "dict[tuple[str, str], list[Answer | None]]":
        """Return what fields have answered so far, by kind and path, in order of the items; fields add to them."""
        known = self.log.answers if self.log is not None else {}
        return {key: answers for key, answers in known.items() if key[0] in LOG_KINDS}

    @cached_property
    def pieces(self) -> dict[str, frozenset[str]]:
        """Return the pieces found so far in texts; ``pieces_in`` adds to them."""
        return self.log.pieces if self.log is not None else {}

    @cached_property
    def ordinals(self) -> Mapping[int, int]:
        """Return the position in the transcript of each message, by its index."""
        return {item.place.message: item.number for item in self.items["message"]}

    @cached_property
    def last_turn(self) -> int:
        """Return the number of assistant messages."""
        return max((event.place.turn for event in self.events.messages), default=0)

    @cached_property
    def last_message(self) -> int:
        """Return the index of the last message, or 0."""
        return max((event.place.message for event in self.events.messages), default=0)

    @cached_property
    def _claims(self) -> Mapping[int, Item]:
        return {id(item.event): item for item in self.items["claim"]}

    @cached_property
    def _call_counts(self) -> Counter[int]:
        return Counter(call.place.message for call in self.events.calls)

    @cached_property
    def _calls(self) -> Mapping[int, Item]:
        return {item.event.seq: item for item in self.items["call"] if isinstance(item.event, Call)}

    @cached_property
    def _commands(self) -> Mapping[int, Item]:
        return {item.event.seq: item for item in self.items["command"] if isinstance(item.event, CommandEvent)}

    @cached_property
    def _by_call(self) -> Mapping[tuple[str, int], tuple[Item, ...]]:
        groups: dict[tuple[str, int], list[Item]] = {}
        for kind in _OF_CALLS:
            for item in self.items[kind]:
                if item.call is not None:
                    groups.setdefault((kind, item.call), []).append(item)
        return {key: tuple(group) for key, group in groups.items()}

    @cached_property
    def _observed(self) -> Mapping[int, tuple[Observation, ...]]:
        groups: dict[int, list[Observation]] = {}
        for observation in self.events.observations:
            if observation.command is not None:
                groups.setdefault(observation.command, []).append(observation)
        return {seq: tuple(group) for seq, group in groups.items()}
