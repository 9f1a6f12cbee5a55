"""Which call a sentence is about: the one that carries it out, the last one answered, or the work that goes on."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from loganalyst.model.event import Call, CommandEvent, Events, Place, Predicate, Stance
from loganalyst.model.limits import ONGOING_MESSAGES
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait

_WORK = frozenset({Trait.BUILDS, Trait.COMPILES, Trait.DOWNLOADS, Trait.INSTALLS_PACKAGES, Trait.LONG_RUNNING,
                   Trait.RUNS_TESTS})  # fmt: skip
_GOES_ON = frozenset({OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT, OutcomeKind.UNKNOWN, OutcomeKind.MISSING})
_CUT = frozenset({OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT})
_OF_WORK = frozenset({Predicate.BUILDS_FROM_SOURCE, Predicate.STUCK, Predicate.TAKES_LONG, Predicate.THRASHES})


@dataclass(frozen=True, slots=True)
class About:
    """The call that a sentence comments or announces, and the traits of what it may speak of."""

    call: int | None
    traits: tuple[str, ...]
    host: str | None
    """Host of the nearest call."""


class Surroundings:
    """The calls and results of a session, to be asked what stood around a place."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._call_orders = [call.place.order for call in events.calls]
        self._results = [result for result in events.results if result.call is not None]
        self._result_orders = [result.place.order for result in self._results]

    def about(self, place: Place, stance: Stance, predicate: Predicate) -> About:
        """Return what a sentence at a place is about."""
        following = self._own_call(place)
        answered = self._last_answered(place)
        work = self._work_before(place) if predicate in _OF_WORK else None
        call = work or answered
        if stance is Stance.INTENDED or (stance is Stance.HEDGED and following):
            call = following
        spoken_of = work or call
        nearest = next((one for one in (call, following, answered) if one is not None), None)
        return About(call.seq if call else None, self._traits(spoken_of), self._host(nearest))

    def _own_call(self, place: Place) -> Call | None:
        """Return the first call of the same message behind a place."""
        at = bisect_left(self._call_orders, place.order)
        call = self._events.calls[at] if at < len(self._call_orders) else None
        return call if call is not None and call.place.message == place.message else None

    def _last_answered(self, place: Place) -> Call | None:
        """Return the call whose result was the last to arrive before a place."""
        at = bisect_left(self._result_orders, place.order)
        seq = self._results[at - 1].call if at else None
        return self._events.calls[seq] if seq is not None else None

    def _work_before(self, place: Place) -> Call | None:
        """Return the latest call before a place that started long work which may go on, else that a limit cut."""
        calls, last = self._events.calls, bisect_left(self._call_orders, place.order) - 1
        backward = (calls[number] for number in range(last, -1, -1))
        recent = list(takewhile(lambda call: place.turn - call.place.turn <= ONGOING_MESSAGES, backward))
        return next(filter(self._is_work, recent), None) or next(filter(_was_cut, recent), None)

    def _is_work(self, call: Call) -> bool:
        return call.outcome.kind in _GOES_ON and any(event.command.traits & _WORK for event in self._commands(call))

    def _commands(self, call: Call) -> Sequence[CommandEvent]:
        return [self._events.commands[seq] for seq in call.commands]

    def _traits(self, call: Call | None) -> tuple[str, ...]:
        if call is None:
            return ()
        return tuple(sorted({trait.value for event in self._commands(call) for trait in event.command.traits}))

    def _host(self, call: Call | None) -> str | None:
        """Return the host on which the last command of a call runs."""
        if call is None:
            return None
        commands = self._commands(call)
        return commands[-1].command.host if commands else call.host


def _was_cut(call: Call) -> bool:
    return call.outcome.kind in _CUT
