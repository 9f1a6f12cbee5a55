"""Where a selector may find its event: the window that its relations open, and whether the log shows all of it."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from loganalyst.model.event import Result
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.selectors import Relation, Selector, Unit

Key = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the transcript."""

    after: Key | None = None
    """Only items with a greater key."""
    before: Key | None = None
    """Only items with a smaller key."""
    first: int = 0
    """Least position in ``unit``."""
    last: int | None = None
    """Greatest position in ``unit``; None where there is no such bound."""
    unit: Unit = Unit.MESSAGES


_EVERYWHERE = Window()


@dataclass(frozen=True)
class Clock:
    """Counts messages and calls, and knows where the log has holes."""

    index: EventIndex

    def window(self, selector: Selector, anchors: Mapping[str, Item]) -> Window:
        """Return the window of a selector whose targets are found."""
        within = selector.within
        if within is None and not selector.starts and not selector.ends:
            return _EVERYWHERE
        after = max([anchors[name].key for name in selector.starts], default=None)
        before = min([anchors[name].key for name in selector.ends], default=None)
        if within is None:
            return Window(after, before)
        here = self.position(anchors[selector.targets[0]], within.unit)
        if selector.relations and selector.relations[0][0] is Relation.BEFORE:
            return Window(after, before, max(here - within.count, 0), here, within.unit)
        return Window(after, before, here, here + within.count, within.unit)

    def position(self, item: Item, unit: Unit) -> int:
        """Return how many of a unit have begun up to an item."""
        match unit:
            case Unit.ASSISTANT_MESSAGES:
                return item.turn
            case Unit.MESSAGES:
                return self._ordinal(item)
            case Unit.CALLS:
                start = self.index.call(item.call) if not isinstance(item.event, Result) else None
                return bisect_right(self._calls, start.key if start is not None else item.key)

    def is_whole(self, window: Window) -> bool:
        """Return whether the log shows all that happened in a window."""
        torn = self.index.events.transcript.ledger.torn_end
        if not torn and not self._holes:
            return True
        low, high = self._messages(window)
        if torn and high is None:
            return False
        start = bisect_right(self._holes, low)
        return start == len(self._holes) or (high is not None and self._holes[start] > high + 1)

    def _messages(self, window: Window) -> tuple[int, int | None]:
        """Return the positions of the first and last message that a window meets; None where it has no end."""
        marks = self._marks[window.unit]
        low = bisect_left(marks, window.first) if window.first else -1
        if window.after is not None:
            low = max(low, bisect_right(self._keys, window.after) - 1)
        high = None
        if window.last is not None and marks and window.last < marks[-1]:
            high = bisect_right(marks, window.last) - 1
        if window.before is not None:
            end = bisect_right(self._keys, window.before) - 1
            high = end if high is None else min(high, end)
        return low, high

    def _ordinal(self, item: Item) -> int:
        message = item.event.arrived if isinstance(item.event, Result) else item.place.message
        return self.index.ordinals.get(message, 0)

    @cached_property
    def _calls(self) -> list[Key]:
        return [item.key for item in self.index.items["call"]]

    @cached_property
    def _keys(self) -> list[Key]:
        return [(item.key[0], -1, -1) for item in self.index.items["message"]]

    @cached_property
    def _marks(self) -> dict[Unit, list[int]]:
        """Return, for each unit, the position at the end of every message."""
        messages = self.index.items["message"]
        ends = [item.key for item in messages[1:]]
        counted = [bisect_left(self._calls, (end[0], -1, -1)) for end in ends]
        return {
            Unit.ASSISTANT_MESSAGES: [item.turn for item in messages],
            Unit.MESSAGES: list(range(len(messages))),
            Unit.CALLS: [*counted, len(self._calls)][: len(messages)],
        }

    @cached_property
    def _holes(self) -> list[int]:
        """Return the positions of the messages before which something could not be read."""
        end = len(self.index.items["message"])
        damaged = self.index.events.transcript.ledger.damaged
        return sorted(end if hole.before_message is None else self._before(hole.before_message) for hole in damaged)

    def _before(self, message: int) -> int:
        return self.index.ordinals.get(message, len(self.index.items["message"]))
