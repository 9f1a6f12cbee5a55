"""Recognised symptoms with the stretch of a session in which their explanations are sought."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from loganalyst.ledgers.symptoms import Sign
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.ledger import Symptom
from loganalyst.model.limits import SYMPTOM_OPEN_MESSAGES
from loganalyst.model.transcript import Role
from loganalyst.ruleset.symptoms import SymptomRule

_LAST = 2**62
"""Later than any record."""


@dataclass(frozen=True, slots=True)
class Case:
    """A recognised symptom with the orders and turns between which its explanations are sought."""

    row: Symptom
    rule: SymptomRule
    start: int
    """Order of the event that is the first sign; its own output is a probe as well."""
    known: int
    """Order from which on a speaker could know of it."""
    end: int


def open_cases(
    timeline: Timeline, symptoms: Iterable[Symptom], signs: Iterable[Sign], rules: dict[str, SymptomRule]
) -> Iterator[Case]:
    """Yield each symptom with its window: from its first sign to some assistant messages after the last."""
    messages = timeline.events.messages
    places = {event.place.message: event.place for event in messages}
    assistant = [event.place for event in messages if event.place.role is Role.ASSISTANT]
    first = {(sign.rule.name, sign.span): sign for sign in reversed(tuple(signs))}
    for row in symptoms:
        sign, last = first[row.name, row.span], places.get(row.last_message)
        if last is None:
            continue
        at = bisect_left(assistant, last.turn + SYMPTOM_OPEN_MESSAGES + 1, key=lambda place: place.turn)
        end = assistant[at].order - 1 if at < len(assistant) else _LAST
        call = timeline.calls.get(sign.item.call) if sign.item.call is not None else None
        start = call.place.order if call is not None else sign.item.place.order
        yield Case(row, rules[row.name], start, _known(timeline, sign), end)


def _known(timeline: Timeline, sign: Sign) -> int:
    """Return when a sign could be read: of a call or command, when its answer came."""
    result = timeline.results.get(sign.item.call) if sign.item.call is not None else None
    return max(sign.item.place.order, result.place.order if result is not None else 0)
