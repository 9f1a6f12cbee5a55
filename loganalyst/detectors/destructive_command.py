"""Data that is destroyed, with no look at it and no copy of it before."""

import re
from collections.abc import Iterator

from loganalyst.detectors.destruction import Destruction, destructions_of
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.transcript import Role

RULE = "destructive-command"
_NOT_RUN = frozenset({OutcomeKind.CANCELLED, OutcomeKind.REFUSED})
_MISSED = re.compile(r"No such file or directory|does not exist|not found|FileNotFoundError")


def find(context: Context) -> Iterator[Hit]:
    """Yield the first such thing of each call."""
    for call in context.events.calls:
        if call.outcome.kind in _NOT_RUN:
            continue
        events = [item.event for item in context.index.in_call("command", call.seq)]
        hits = (_hit(event, context) for event in events if isinstance(event, CommandEvent))
        found = next((hit for hit in hits if hit is not None), None)
        if found is not None:
            yield found


def _hit(event: CommandEvent, context: Context) -> Hit | None:
    if event.outcome.reason == "not_run":
        return None
    for destruction in destructions_of(event.command):
        if not _is_known(destruction, _before(event, context), event.command.text):
            lost = _missed(destruction, event, context)
            related = (
                ()
                if lost is None
                else (Related(lost.span, lost.place.message, lost.place.location, "where it is missed"),)
            )
            captures = (
                Capture("kind", destruction.kind),
                Capture("what", destruction.what),
                Capture("lost", "yes" if lost is not None else "no"),
            )
            return Hit(event.place, event.span, related, captures)
    return None


def _is_known(destruction: Destruction, before: Iterator[str], text: str) -> bool:
    """Return whether something before shows the thing: a listing, a copy, its making, or the user's own words."""
    made_there = destruction.kind == "table" and re.search(r"(?i)\bcreate\s+(?:table|database|schema)\b", text)
    keys = [(key, re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")) for key in destruction.keys if key]
    return bool(made_there) or any(key in one and whole.search(one) for one in before for key, whole in keys)


def _before(event: CommandEvent, context: Context) -> Iterator[str]:
    """Yield what was run, printed and asked before a command; of its own line what is more than a change of folder."""
    events = context.events
    order = event.place.order
    yield from (call.text for call in events.calls if call.place.order <= order and call.seq < event.call)
    yield from (one.path or "" for one in events.calls if one.seq < event.call)
    yield from (result.text for result in events.results if result.place.order < order)
    said = (one for one in events.messages if one.place.order <= order and one.place.role is Role.USER)
    yield from (one.text for one in said)
    for other in events.commands:
        same = other.call == event.call and other.command.position < event.command.position
        if same and other.command.role not in {CommandRole.PLUMBING, CommandRole.WRAPPER} and not _destroys(other):
            yield other.command.text


def _destroys(event: CommandEvent) -> bool:
    return next(destructions_of(event.command), None) is not None


def _missed(destruction: Destruction, event: CommandEvent, context: Context) -> Result | None:
    """Return the first later output that says a removed tree is not there."""
    if destruction.kind != "tree" or not destruction.keys:
        return None
    key = destruction.keys[0]
    for result in context.events.results:
        if key in result.text and result.place.order > event.place.order and result.call != event.call:
            lines = (line for line in result.text.splitlines() if key in line)
            if any(_MISSED.search(line) for line in lines):
                return result
    return None
