"""The events of one transcript, so that ledgers find what belongs together without walking the session."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from loganalyst.model.event import Call, CommandEvent, Events, MessageEvent, Observation, Result
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.transcript import Role

K = TypeVar("K")
T = TypeVar("T")

UNRECORDED = frozenset({OutcomeKind.MISSING, OutcomeKind.UNKNOWN})
"""Outcomes of which the transcript tells nothing."""


@dataclass(frozen=True)
class Timeline:
    """Events with their relations, each worked out once and on demand."""

    events: Events

    @cached_property
    def calls(self) -> Mapping[int, Call]:
        """Return the calls by ``seq``."""
        return {call.seq: call for call in self.events.calls}

    @cached_property
    def commands(self) -> Mapping[int, CommandEvent]:
        """Return the commands by ``seq``."""
        return {command.seq: command for command in self.events.commands}

    @cached_property
    def results(self) -> Mapping[int, Result]:
        """Return the last result of each call by the call's ``seq``."""
        return {result.call: result for result in self.events.results if result.call is not None}

    @cached_property
    def in_call(self) -> Mapping[int, tuple[CommandEvent, ...]]:
        """Return the commands of each call in their order on the line."""
        groups = _grouped((command.call, command) for command in self.events.commands)
        return {call: tuple(sorted(group, key=_position)) for call, group in groups.items()}

    @cached_property
    def in_pipeline(self) -> Mapping[tuple[int, int], tuple[CommandEvent, ...]]:
        """Return the commands of each pipeline, by its call and its number in there."""
        return _grouped(((command.call, command.command.pipeline), command) for command in self.events.commands)

    @cached_property
    def observed(self) -> Mapping[int, tuple[Observation, ...]]:
        """Return the observations of each command."""
        return _grouped((seen.command, seen) for seen in self.events.observations if seen.command is not None)

    @cached_property
    def seen_in_call(self) -> Mapping[int, tuple[Observation, ...]]:
        """Return the observations of each call."""
        return _grouped((seen.call, seen) for seen in self.events.observations if seen.call is not None)

    @cached_property
    def after_reboot(self) -> tuple[int, ...]:
        """Return the orders of messages in which a user says that a machine was restarted."""
        words = ("rebooted", "restarted the machine", "restarted the host", "restarted the server", "power cycled")
        said = (event for event in self.events.messages if event.place.role is Role.USER)
        return tuple(event.place.order for event in said if any(word in event.text.casefold() for word in words))

    def damaged(self, first: int, last: int) -> bool:
        """Return whether records were lost after one message and before another one (or its beginning)."""
        at = bisect_right(self._damage, first)
        return at < len(self._damage) and self._damage[at] <= last

    @cached_property
    def _damage(self) -> tuple[int, ...]:
        places = (lost.before_message for lost in self.events.transcript.ledger.damaged)
        return tuple(sorted(place for place in places if place is not None))

    def ends_before(self, turn: int) -> bool:
        """Return whether the input is torn off before an assistant message of that number."""
        return self.events.transcript.ledger.torn_end and self._last_turn < turn

    @cached_property
    def _last_turn(self) -> int:
        return max((event.place.turn for event in self.events.messages), default=0)

    def text_of(self, call: int) -> str:
        """Return the recorded output of a call, empty where there is none."""
        result = self.results.get(call)
        return result.text if result is not None else ""

    def lower_text_of(self, call: int) -> str:
        """Return the recorded output of a call in lower case, made once."""
        if call not in self._lower:
            self._lower[call] = self.text_of(call).lower()
        return self._lower[call]

    @cached_property
    def _lower(self) -> dict[int, str]:
        return {}

    def answered(self, command: CommandEvent) -> bool:
        """Return whether the log shows what the call of a command answered."""
        return self.events.transcript.outputs_recorded and command.call in self.results

    def arrival(self, command: CommandEvent) -> int:
        """Return the order of the record that brought a command's output, or of the command itself without one."""
        result = self.results.get(command.call)
        return result.place.order if result is not None else command.place.order

    def last_user_message(self, order: int) -> MessageEvent | None:
        """Return the last thing that a user wrote before an order."""
        at = bisect_right(self._user_orders, order) - 1
        return self._user_messages[at] if at >= 0 else None

    def own(self, command: CommandEvent) -> tuple[Observation, ...]:
        """Return what is known to be read off a command's own output."""
        return self.observed.get(command.seq, ())

    def around(self, command: CommandEvent) -> tuple[Observation, ...]:
        """Return what was read off the output of the whole call of a command."""
        return self.seen_in_call.get(command.call, ())

    @cached_property
    def _user_messages(self) -> tuple[MessageEvent, ...]:
        messages = self.events.messages
        return tuple(event for event in messages if event.place.role is Role.USER and not event.by_program)

    @cached_property
    def _user_orders(self) -> tuple[int, ...]:
        return tuple(event.place.order for event in self._user_messages)


def _position(command: CommandEvent) -> int:
    return command.command.position


def _grouped(pairs: Iterator[tuple[K, T]]) -> dict[K, tuple[T, ...]]:
    groups: dict[K, list[T]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return {key: tuple(group) for key, group in groups.items()}
