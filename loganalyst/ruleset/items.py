"""Events and ledger rows with their places, so that they can be compared whatever their kind."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from loganalyst.model.event import (
    Call,
    Claim,
    CommandEvent,
    Events,
    LimitEvent,
    MessageEvent,
    Observation,
    Place,
    Result,
)
from loganalyst.model.ledger import Change, ClaimRow, Hypothesis, Kill, Ledgers, LooseEnd, Sweep, Symptom, Wait
from loganalyst.model.span import Span

LedgerRow = Hypothesis | ClaimRow | Kill | Wait | Sweep | Change | LooseEnd | Symptom
Event = MessageEvent | Claim | Call | CommandEvent | LimitEvent | Result | Observation | LedgerRow

LEDGERS = ("hypotheses", "claims", "kills", "waits", "sweeps", "changes", "loose_ends", "symptoms")
LOG_KINDS = ("message", "claim", "call", "command", "limit", "result", "observation")
KINDS = (*LOG_KINDS, *(f"ledger:{name}" for name in LEDGERS))


@dataclass(slots=True, eq=False)
class Item:
    """An event with its kind (``ledger:NAME`` for a ledger row) and its place; not frozen, as there are so many."""

    kind: str
    event: Event
    number: int
    """Position among those of its kind, from 0."""
    place: Place
    key: tuple[int, int, int]
    """Sorts all items by when they could be known."""
    turn: int
    """Number of assistant messages up to it; for a late result, up to when it arrived."""
    call: int | None
    """``seq`` of the call it belongs to."""

    @property
    def span(self) -> Span | None:
        """Return what the event quotes, or None for a hypothesis that stands nowhere."""
        return span_of(self.event)

    @property
    def row_id(self) -> str | None:
        """Return the id of a ledger row; None for an event of the log."""
        return getattr(self.event, "id", None) if self.kind.startswith("ledger:") else None


def span_of(event: Event) -> Span | None:
    """Return the span of an event or row: of a sweep that of its last point, of a hypothesis where it is raised."""
    match event:
        case Sweep(points=points):
            return points[-1].span
        case Hypothesis(raised_at=span):
            return span
        case _:
            return event.span


def place_items(events: Events) -> dict[str, tuple[Item, ...]]:
    """Return the items of the log by kind, each kind in order of ``key``."""
    placing = _Placing(events)
    return {kind: tuple(placing.ordered(kind, getattr(events, f"{kind}s"))) for kind in LOG_KINDS}


def place_rows(events: Events, ledgers: Ledgers) -> dict[str, tuple[Item, ...]]:
    """Return the rows of the ledgers of some events by kind, each kind in order of ``key``."""
    placing = _Placing(events)
    return {f"ledger:{name}": tuple(placing.ordered(f"ledger:{name}", getattr(ledgers, name))) for name in LEDGERS}


class _Placing:
    """Knows the places of one transcript."""

    def __init__(self, events: Events) -> None:
        self.commands = {command.seq: command for command in events.commands}
        self.messages = {event.place.message: event.place for event in events.messages}
        self.parts: dict[tuple[int, int], Place] = {}
        for group in (events.results, events.calls, events.claims):
            for event in group:
                self.parts.setdefault((event.place.message, event.place.part), event.place)

    def ordered(self, kind: str, events: Iterable[Event]) -> Iterator[Item]:
        """Yield the items of one kind; a row that stands nowhere in the transcript is left out."""
        placed = [(self.key(event, place), place, event) for event in events if (place := self.place(event))]
        placed.sort(key=lambda entry: entry[0])
        for number, (key, place, event) in enumerate(placed):
            yield Item(kind, event, number, place, key, self.turn(event, place), self.call(event))

    def place(self, event: Event) -> Place | None:
        """Return where an event stands."""
        match event:
            case Kill(command=int(seq)) | Change(command=int(seq)) if seq in self.commands:
                return self.commands[seq].place
            case Hypothesis() | ClaimRow() | Kill() | Wait() | Sweep() | Change() | LooseEnd() | Symptom():
                span = span_of(event)
                known = self.parts.get((span.message, span.part)) if span is not None else None
                return known or self.messages.get(event.message)
            case _:
                return event.place

    def key(self, event: Event, place: Place) -> tuple[int, int, int]:
        """Return what an event is sorted by."""
        span = span_of(event)
        inside = event.command.position if isinstance(event, CommandEvent) else span.start if span is not None else 0
        return place.order, place.part, inside

    def turn(self, event: Event, place: Place) -> int:
        """Return the number of assistant messages up to when an event can be known."""
        if isinstance(event, Result) and event.arrived in self.messages:
            return max(place.turn, self.messages[event.arrived].turn)
        return place.turn

    def call(self, event: Event) -> int | None:
        """Return the ``seq`` of the call that an event belongs to."""
        match event:
            case Call(seq=seq):
                return seq
            case Sweep(points=points):
                return points[-1].call
            case Kill(command=seq):
                return self.commands[seq].call if seq in self.commands else None
            case CommandEvent() | LimitEvent() | Result() | Observation() | Wait() | Change():
                return event.call
            case _:
                return None
