"""A call that failed is made again, and nothing between that bears on it has changed."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from loganalyst.detectors.failures import Failure, Failures
from loganalyst.detectors.reruns import Reruns
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Events
from loganalyst.model.finding import Capture, Related
from loganalyst.model.transcript import Role

RULE = "retry-unchanged"
_NO_WORK = frozenset({CommandRole.PLUMBING, CommandRole.WAIT, CommandRole.WRAPPER})


def find(context: Context) -> Iterator[Hit]:
    """Yield the calls that repeat a failed one to the letter and fail in the same way, with nothing between.

    A change, a wait, a word of the user or an unknown program between may bear on the later attempt. Left out are
    looks, which are repeated to see how something goes on, failures by a time limit, which have a rule of their own,
    and troubles that may be over the next time, as those of a network.
    """
    between = Between(context.events)
    failed: dict[tuple[str, ...], tuple[Call, Failure]] = {}
    for call in context.events.calls:
        key = between.reruns.key(call)
        if key is None or only_looks(context.events, call):
            continue
        first, failure = failed.pop(key, (None, None))
        now = between.failures.of(call)
        if now is None or now.by_limit or now.may_pass:
            continue
        failed[key] = call, now
        if first is None or failure is None or failure.text != now.text or first.id == call.id:
            continue
        if not between.changes(first, call) and not between.users_between(first, call):
            yield _hit(first, failure, call)


def only_looks(events: Events, call: Call) -> bool:
    """Return whether all that a call does is to look."""
    commands = [events.commands[seq].command for seq in call.commands]
    working = [command for command in commands if command.role not in _NO_WORK]
    return bool(working) and all(command.role is CommandRole.PROBE for command in working)


class Between:
    """Tells whether something between two calls may bear on the later one."""

    def __init__(self, events: Events) -> None:
        self.reruns = Reruns(events)
        self.failures = Failures(events)
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
        unknown = (events.commands[seq].command.role is None for seq in call.commands)
        return call.is_shell and not did_nothing and any(unknown)

    def changes(self, first: Call, later: Call) -> bool:
        """Return whether a change, a wait or an unknown program lies between two calls."""
        return _any_between(self.steps, first, later) or self.reruns.is_changed(first, later)

    def users_between(self, first: Call, later: Call) -> bool:
        """Return whether a user spoke between two calls; they may have changed something, or asked for it."""
        return _any_between(self.users, first, later)


def _any_between(orders: list[int], first: Call, later: Call) -> bool:
    return bisect_right(orders, first.place.order) < bisect_left(orders, later.place.order)


def _hit(first: Call, failure: Failure, again: Call) -> Hit:
    related = Related(failure.span, first.place.message, failure.span.location, "how the attempt before it failed")
    return Hit(again.place, again.span, (related,), (Capture("error", failure.span.quote.split("\n")[0][:200]),))
