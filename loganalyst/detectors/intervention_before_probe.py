"""A symptom is met by a change of state at once, with no look at its cause."""

from bisect import bisect_right
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import Symptom
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

RULE = "intervention-before-probe"
_REMEDIES = frozenset(
    {
        Trait.CHANGES_CONFIG,
        Trait.CHANGES_NETWORK,
        Trait.DELETES,
        Trait.KILLS_BY_NAME,
        Trait.KILLS_BY_PATTERN,
        Trait.KILLS_BY_PID,
        Trait.REBOOTS,
        Trait.REMOVES_PACKAGES,
        Trait.STOPS_SERVICE,
    }
)
"""Traits of changes that take a state away in which the cause could be seen."""
_NO_STEP = frozenset({CommandRole.PLUMBING, CommandRole.WRAPPER, CommandRole.WAIT})
_SOON = 2
"""A remedy answers a symptom in the same or so many following assistant messages."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the remedies that are the first step after the first sign of a symptom, each once.

    A probe before them, a word of the user, or any other step leaves them out, as the error may then have been read.
    """
    events = context.events
    steps = [
        event for event in events.commands if event.command.role not in _NO_STEP and event.outcome.reason != "not_run"
    ]
    orders = [event.place.order for event in steps]
    users = [event.place.order for event in events.messages if event.place.role is Role.USER]
    ends = {result.call: result.place.order for result in events.results if result.call is not None}
    signs = {(call.span.message, call.span.part): ends.get(call.seq, call.place.order) for call in events.calls}
    signs |= {(result.span.message, result.span.part): result.place.order for result in events.results}
    told: set[int] = set()
    for symptom in context.ledgers.symptoms:
        known = signs.get((symptom.span.message, symptom.span.part))
        at = bisect_right(orders, known) if known is not None else len(steps)
        if known is None or at == len(steps):
            continue
        step = steps[at]
        spoken = bisect_right(users, step.place.order) - bisect_right(users, known)
        if step.seq not in told and not spoken and _is_remedy(step) and _is_soon(context, symptom, step):
            told.add(step.seq)
            yield _hit(symptom, step)


def _is_remedy(step: CommandEvent) -> bool:
    plain = step.command
    return plain.role is CommandRole.INTERVENTION and bool(plain.traits & _REMEDIES)


def _is_soon(context: Context, symptom: Symptom, step: CommandEvent) -> bool:
    number = context.index.ordinals.get(symptom.message)
    return number is not None and step.place.turn - context.index.items["message"][number].place.turn <= _SOON


def _hit(symptom: Symptom, step: CommandEvent) -> Hit:
    related = Related(symptom.span, symptom.message, symptom.span.location, "the sign of the symptom")
    captures = (Capture("program", step.command.program), Capture("symptom", symptom.name.replace("-", " ")))
    return Hit(step.place, step.span, (related,), captures)
