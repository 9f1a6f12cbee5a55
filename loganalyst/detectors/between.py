"""Whether something between two calls may bear on how the later one ends."""

from bisect import bisect_left, bisect_right

from loganalyst.detectors.failures import Failures
from loganalyst.detectors.reruns import Reruns
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Events
from loganalyst.model.transcript import Role

_NO_WORK = frozenset({CommandRole.PLUMBING, CommandRole.WAIT, CommandRole.WRAPPER})
_LOOKS = frozenset({"--help", "--version", "-h", "help", "info", "list", "logs", "ls", "show", "status", "version"})
"""Words by which a program of which nothing is known is only asked."""


def only_looks(events: Events, call: Call) -> bool:
    """Return whether all that a call does is to look."""
    commands = [events.commands[seq].command for seq in call.commands]
    working = [command for command in commands if command.role not in _NO_WORK]
    return bool(working) and all(command.role is CommandRole.PROBE for command in working)


class Between:
    """Tells whether something between two calls may bear on the later one."""

    def __init__(self, events: Events, reruns: Reruns, failures: Failures) -> None:
        self.reruns = reruns
        self.failures = failures
        self.users = [
            event.place.order for event in events.messages if event.place.role is Role.USER and not event.by_program
        ]
        self.steps = [call.place.order for call in events.calls if self._may_bear(events, call)]

    def _may_bear(self, events: Events, call: Call) -> bool:
        """Return whether a call waits, or runs a program of which it is not known what it does and that did run."""
        if call.line is not None and call.line.wait_seconds:
            return True
        failed = self.failures.of(call)
        did_nothing = failed is not None and not failed.by_limit
        commands = (events.commands[seq].command for seq in call.commands)
        unknown = (one.role is None and _LOOKS.isdisjoint(one.words[1:3]) for one in commands)
        return call.is_shell and not did_nothing and any(unknown)

    def changes(self, first: Call, later: Call) -> bool:
        """Return whether a change, a wait or an unknown program lies between two calls."""
        return _any_between(self.steps, first, later) or self.reruns.is_changed(first, later)

    def users_between(self, first: Call, later: Call) -> bool:
        """Return whether a user spoke between two calls; they may have changed something, or asked for it."""
        return _any_between(self.users, first, later)

    def is_untouched(self, first: Call, later: Call) -> bool:
        """Return whether two calls are two, and nothing that may bear on the later one lies between them."""
        return first.id != later.id and not self.changes(first, later) and not self.users_between(first, later)


def _any_between(orders: list[int], first: Call, later: Call) -> bool:
    return bisect_right(orders, first.place.order) < bisect_left(orders, later.place.order)
