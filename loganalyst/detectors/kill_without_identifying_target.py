"""A kill of something that nothing before shows: neither started here, nor listed, nor named by the user."""

import re
from collections.abc import Iterator

from loganalyst.detectors.kill_groups import KillGroup, Shot, kill_groups
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, CommandEvent, Events
from loganalyst.model.finding import Capture
from loganalyst.model.limits import KILL_LOOK_MESSAGES
from loganalyst.model.transcript import Role
from loganalyst.text.needles import Needles

RULE = "kill-without-identifying-target"
_TAKES_OVER = frozenset({"fuser", "lsof", "ss"})
_BARE_SOCKET = re.compile(r"^[^\S\n]{0,20}(?:TCP|UDP)[^\S\n]{1,20}\S{1,80}:\S{1,20}[^\S\n][^\n]{0,120}$", re.MULTILINE)
"""A row of Windows' list of sockets, which gives a number and no name."""
_UNREAD = "what the looks before the kill showed"


def find(context: Context) -> Iterator[Hit]:
    """Yield the first such kill of each call and machine."""
    groups = [group for of_call in kill_groups(context.index).values() for group in of_call]
    shown = _Shown(context.events, frozenset(name for group in groups for name in group.names))
    for group in groups:
        shot = _unknown(group, context, shown)
        if shot is not None:
            captures = (Capture("targets", ", ".join(shot.written)), Capture("by", _way(shot)))
            missing = (_UNREAD,) if _looks_unrecorded(shot.command, context.events) else ()
            yield Hit(shot.command.place, shot.command.span, (), captures, shot.row.id, missing)


def _looks_unrecorded(kill: CommandEvent, events: Events) -> bool:
    """Return whether the answer of a look shortly before a kill is not in the log; it may have named the target."""
    recent = (
        call
        for call in events.calls[: kill.call]
        if call.result is None and kill.place.turn - KILL_LOOK_MESSAGES <= call.place.turn
    )
    return any(_may_show(call, events) for call in recent)


def _may_show(call: Call, events: Events) -> bool:
    """Return whether a call would show something to the one who made it."""
    if not call.is_shell:
        return not call.changes_file
    return any(events.commands[seq].command.role is CommandRole.PROBE for seq in call.commands)


class _Shown:
    """Where names first stood in what was printed, asked and run: one walk, however many kills there are."""

    def __init__(self, events: Events, names: frozenset[str]) -> None:
        self.needles = Needles(sorted(names))
        run = (one.place.order for one in events.calls[:1])
        printed = (one.place.order for one in events.results[:1])
        asked = (one.place.order for one in events.messages if one.place.role in {Role.USER, Role.SYSTEM})
        self.first = min((*run, *printed, *asked), default=0)
        """The least order of what was run, printed or asked at all."""
        self.printed: dict[str, int] = {}
        """The least order of a result that holds a name."""
        self.asked: dict[str, int] = {}
        """The same of messages by the user and the system."""
        self.run: dict[str, list[tuple[int, int]]] = {}
        """Order and ``seq`` of calls that hold a name, without those that come after another in both."""
        for result in events.results if names else ():
            self._note(self.printed, _without_sockets(result.text), result.place.order)
        for said in events.messages if names else ():
            if said.place.role in {Role.USER, Role.SYSTEM}:
                self._note(self.asked, said.text, said.place.order)
        for call in events.calls if names else ():
            for name in self.names_in(call.text):
                known = self.run.setdefault(name, [])
                if not known or call.place.order < known[-1][0]:
                    known.append((call.place.order, call.seq))

    def names_in(self, text: str) -> frozenset[str]:
        """Return the names that stand in a text, in any case."""
        return self.needles.found_in(text.casefold())

    def before(self, name: str, kill: CommandEvent) -> bool:
        """Return whether a name stood in anything before the line of a kill."""
        order = kill.place.order
        return (
            self.printed.get(name, order) < order
            or self.asked.get(name, order + 1) <= order
            or any(at < order and seq < kill.call for at, seq in self.run.get(name, ()))
        )

    def _note(self, first: dict[str, int], text: str, order: int) -> None:
        for name in self.names_in(text):
            first[name] = min(order, first.get(name, order))


def _without_sockets(text: str) -> str:
    """Return an output without rows of sockets; few outputs have any."""
    return _BARE_SOCKET.sub("", text) if "TCP" in text or "UDP" in text else text


def _unknown(group: KillGroup, context: Context, shown: _Shown) -> Shot | None:
    """Return the first kill of which no name or number stands in anything before it, in its own line too."""
    kill = group.first.command
    if shown.first >= kill.place.order:
        return None  # the log may begin in the midst of the work
    own = frozenset(name for text in _own_line(kill, context) for name in shown.names_in(text))
    shots = (shot for shot in group.shots if shot.names)
    return next(
        (shot for shot in shots if not any(name in own or shown.before(name, kill) for name in shot.names)), None
    )


def _own_line(kill: CommandEvent, context: Context) -> Iterator[str]:
    """Yield the commands before a kill in its line."""
    for item in context.index.in_call("command", kill.call):
        event = item.event
        if isinstance(event, CommandEvent) and event.command.end <= kill.command.start and not _only_feeds(event, kill):
            yield event.command.text


def _only_feeds(event: CommandEvent, kill: CommandEvent) -> bool:
    """Return whether a command only tells the kill what to hit, without showing it to anybody."""
    return event.command.pipeline == kill.command.pipeline or event.command.text in kill.command.text


def _way(shot: Shot) -> str:
    """Return how the kill chooses."""
    if any(feeder.command.program in _TAKES_OVER for feeder in shot.feeders) or shot.command.command.program == "fuser":
        return "holder"
    return shot.row.matched_by if not shot.feeders else "pattern"
