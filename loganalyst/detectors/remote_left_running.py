"""Work on another machine is started again, after a limit ended the local client of the first and nobody looked."""

from collections.abc import Iterator

from loganalyst.detectors.attempts import TAKES_LONG, Attempt, attempts_in, is_same_work
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import Command
from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Capture, Related
from loganalyst.model.limits import ONGOING_MESSAGES
from loganalyst.model.trait import Trait

RULE = "remote-left-running"
_LOOKS = frozenset(
    {
        Trait.KILLS_BY_NAME,
        Trait.KILLS_BY_PATTERN,
        Trait.KILLS_BY_PID,
        Trait.LISTS_BY_PATTERN,
        Trait.LISTS_LOCK_HOLDERS,
        Trait.LISTS_PROCESSES,
        Trait.LISTS_PROCESS_TREE,
        Trait.READS_FILE,
        Trait.READS_LOG,
        Trait.REBOOTS,
        Trait.SHOWS_LOAD,
        Trait.SHOWS_SERVICE_STATUS,
        Trait.SHOWS_THREAD_CPU,
        Trait.STOPS_SERVICE,
    }
)
"""Traits of commands that would show, or end, work that goes on."""
_BOUNDS = frozenset({"gtimeout", "timeout"})


def find(context: Context) -> Iterator[Hit]:
    """Yield the attempts that begin the same remote work again while the first may go on."""
    attempts = {attempt.command.seq: attempt for attempt in attempts_in(context.events)}
    left: list[Attempt] = []
    for event in context.events.commands:
        attempt = attempts.get(event.seq)
        first = next((one for one in left if attempt is not None and is_same_work(one, attempt)), None)
        if attempt is not None and first is not None and _is_near(first, attempt):
            yield _hit(first, attempt)
            left.remove(first)
        left = [one for one in left if not _looks_at(event, one)]
        if attempt is not None and _goes_on(attempt, context):
            left.append(attempt)


def _is_near(first: Attempt, later: Attempt) -> bool:
    """Return whether the first may still be at work: the later one is in another call, and not long after it."""
    apart = later.command.place.turn - first.command.place.turn
    return first.call.seq != later.call.seq and apart <= ONGOING_MESSAGES


def _looks_at(event: CommandEvent, left: Attempt) -> bool:
    """Return whether a command of a later call would show, or end, what was left on a machine."""
    plain, work = event.command, left.command.command
    there = plain.host == work.host or plain.container == work.container is not None
    return event.call != left.call.seq and there and bool(plain.traits & _LOOKS)


def _goes_on(attempt: Attempt, context: Context) -> bool:
    """Return whether work may outlive its client: the limit ended the call, and no ``timeout`` or terminal ends it."""
    plain = attempt.command.command
    bounded = any(wrapper.program in _BOUNDS for wrapper in plain.wrappers)
    long = bool(plain.traits & TAKES_LONG)
    return attempt.is_remote and attempt.was_cut and long and not bounded and not _has_terminal(attempt, context)


def _has_terminal(attempt: Attempt, context: Context) -> bool:
    """Return whether ssh gives the work a terminal, which takes it along when it closes."""
    return any(_asks_terminal(context.events.commands[seq].command) for seq in attempt.call.commands)


def _asks_terminal(command: Command) -> bool:
    return command.program == "ssh" and command.option("terminal") is not None


def _hit(first: Attempt, again: Attempt) -> Hit:
    plain = again.command.command
    where = plain.host or plain.container or ""
    program = " ".join(filter(None, (plain.program, plain.subcommand)))
    ended = Related(
        first.call.span, first.call.place.message, first.call.place.location, "the call that the tool's limit ended"
    )
    captures = (Capture("program", program), Capture("place", where))
    return Hit(again.command.place, again.command.span, (ended,), captures)
