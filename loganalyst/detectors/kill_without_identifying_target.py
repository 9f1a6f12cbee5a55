"""A kill of something that nothing before shows: neither started here, nor listed, nor named by the user."""

from collections.abc import Iterator

from loganalyst.detectors.kill_groups import KillGroup, Shot, kill_groups
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Capture
from loganalyst.model.transcript import Role

RULE = "kill-without-identifying-target"
_TAKES_OVER = frozenset({"fuser", "lsof", "ss"})


def find(context: Context) -> Iterator[Hit]:
    """Yield the first such kill of each call and machine."""
    for groups in kill_groups(context.index).values():
        for group in groups:
            shot = _unknown(group, context)
            if shot is not None:
                captures = (Capture("targets", ", ".join(shot.written)), Capture("by", _way(shot)))
                yield Hit(shot.command.place, shot.command.span, (), captures, shot.row.id)


def _unknown(group: KillGroup, context: Context) -> Shot | None:
    """Return the first kill of which no name or number stands in anything before it."""
    shots = [shot for shot in group.shots if shot.names]
    if not shots:
        return None
    before = " ".join(_texts_before(group.first.command, context)).casefold()
    return next((shot for shot in shots if not any(name in before for name in shot.names)), None)


def _texts_before(kill: CommandEvent, context: Context) -> Iterator[str]:
    """Yield what was printed, asked and run before a kill, in its own line too."""
    events = context.events
    yield from (one.text for one in events.results if one.place.order < kill.place.order)
    said = (one for one in events.messages if one.place.order <= kill.place.order)
    yield from (one.text for one in said if one.place.role in {Role.USER, Role.SYSTEM})
    for call in events.calls:
        if call.place.order < kill.place.order and call.seq < kill.call:
            yield call.text
    yield from (
        event.command.text
        for event in events.commands
        if event.call == kill.call and event.command.end <= kill.command.start and not _only_feeds(event, kill)
    )


def _only_feeds(event: CommandEvent, kill: CommandEvent) -> bool:
    """Return whether a command only tells the kill what to hit, without showing it to anybody."""
    return event.command.pipeline == kill.command.pipeline or event.command.text in kill.command.text


def _way(shot: Shot) -> str:
    """Return how the kill chooses."""
    if any(feeder.command.program in _TAKES_OVER for feeder in shot.feeders) or shot.command.command.program == "fuser":
        return "holder"
    return shot.row.matched_by if not shot.feeders else "pattern"
