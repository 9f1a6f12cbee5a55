"""What the outputs of a session show of what a probe is to see, so that no output is gone through for each probe."""

from loganalyst.model.event import CommandEvent, Observation
from loganalyst.model.span import Span
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.near import near
from loganalyst.ruleset.selectors import Selector, pick
from loganalyst.ruleset.symptoms import SymptomProbe
from loganalyst.ruleset.truth import Truth


class Sight:
    """What a selector may find in the outputs of a session, by call."""

    def __init__(self, selector: Selector, index: EventIndex) -> None:
        """Sort the events that the selector may pick by their calls."""
        self.selector = selector
        self.index = index
        self.by_call: dict[int, list[Item]] = {}
        for item in near(selector, index, sure=True):
            if item.call is not None:
                self.by_call.setdefault(item.call, []).append(item)

    def hit(self, item: Item, command: CommandEvent) -> Span | None:
        """Return the span of the first thing that the selector finds in a probe's output, or None."""
        if self.selector.kind == "command":
            shown = command.output[0] if command.output else command.span
            return shown if pick(self.selector, item, self.index) is Truth.YES else None
        for other in self.by_call.get(command.call, ()):
            elsewhere = isinstance(other.event, Observation) and other.event.command not in {None, command.seq}
            if not elsewhere and other.span is not None and pick(self.selector, other, self.index) is Truth.YES:
                return other.span
        return None


class Look:
    """A probe of a symptom's rival, with what it is to see."""

    def __init__(self, probe: SymptomProbe, index: EventIndex) -> None:
        self.probe = probe
        self._sights = tuple(Sight(selector, index) for selector in probe.sees)

    def hit(self, item: Item, command: CommandEvent) -> Span | None:
        """Return the span of the first thing that a command which is this probe shows of it, or None."""
        return next((span for sight in self._sights if (span := sight.hit(item, command)) is not None), None)
