"""Which commands of a call ran, and how they ended, as far as its status and its output show."""

from collections.abc import Mapping, Sequence

from loganalyst.events.attribution import Share
from loganalyst.events.units import Unit
from loganalyst.model.command import Command, RunsIf
from loganalyst.model.event import Attribution

_CERTAIN = frozenset({":", "echo", "printf", "true"})
"""Programs that succeed whenever they run."""

_CONNECTION_STATUS = 255

Verdict = Mapping[int, bool]
"""By position: True where shown, False where the opposite is shown; what is not known is left out."""


def find_successes(
    commands: Sequence[Command], printed: Verdict, unseen: frozenset[int], status: int | None
) -> dict[int, bool]:
    """Return which commands succeeded and which failed.

    ``printed`` tells of each ``echo`` whether its line came, as far as that says something of the command before it;
    ``unseen`` are those whose line did not come for whatever reason; ``status`` is that of the call. Read in this
    order: programs that cannot fail; an ``echo`` behind ``&&`` or ``||``, whose line shows how the command before it
    ended; the status of the call for those whose status it is.
    """
    known = {one.position: True for one in commands if one.program in _CERTAIN and one.position not in unseen}
    known |= {one.position: False for one in commands if one.program == "false"}
    for command in commands:
        if command.decided_by is None or command.position not in printed or command.program not in _CERTAIN:
            continue
        known[command.decided_by] = printed[command.position] == (command.runs_if is RunsIf.AFTER_SUCCESS)
    if status is not None:
        own = [one for one in commands if not one.status_hidden and not is_of_connection(one, status)]
        _apply_status(own, known, succeeded=status == 0)
    return known


def is_of_connection(command: Command, status: int | None) -> bool:
    """Return whether a status is that of the connection (255), which tells nothing of what ran behind it."""
    return status == _CONNECTION_STATUS and goes_over_ssh(command)


def goes_over_ssh(command: Command) -> bool:
    """Return whether a connection carries the command to its host."""
    return any(wrapper.program == "ssh" for wrapper in command.wrappers)


def _apply_status(commands: Sequence[Command], known: dict[int, bool], *, succeeded: bool) -> None:
    """Add what the call's status says: of the last command, and on success of all that an ``&&`` chain needs."""
    for command in commands:
        chained = command.runs_if is RunsIf.AFTER_SUCCESS and command.decided_by is not None
        if succeeded and command.runs_if is not RunsIf.AFTER_FAILURE:
            known.setdefault(command.position, True)
            if chained and command.decided_by is not None:
                known.setdefault(command.decided_by, True)
        elif not succeeded and command.runs_if is RunsIf.ALWAYS:
            known.setdefault(command.position, False)


def find_skipped(commands: Sequence[Command], successes: Verdict) -> frozenset[int]:
    """Return the positions of commands that did not run, because the one that decides ended the other way."""
    skipped: set[int] = set()
    for command in commands:
        decider = command.decided_by
        inside = {wrapper.position for wrapper in command.wrappers}
        if inside & skipped:
            skipped.add(command.position)
        elif decider is not None and command.runs_if is not RunsIf.ALWAYS:
            wanted = command.runs_if is RunsIf.AFTER_SUCCESS
            # A skipped command passes on the failure that skipped it.
            ended = False if decider in skipped else successes.get(decider)
            if ended is not None and ended is not wanted:
                skipped.add(command.position)
    return frozenset(skipped)


def marker_verdicts(units: Sequence[Unit], shares: Mapping[int, Share]) -> dict[int, bool]:
    """Return for each ``echo`` whose line is certain whether it came."""
    return {
        unit.position: share.printed
        for number, unit in enumerate(units)
        if unit.marker is not None
        and (share := shares[number]).printed is not None
        and share.attribution in {Attribution.MARKED, Attribution.NOTHING}
    }
