"""Which commands of a call ran, and how they ended, as far as its status and its output show."""

from collections.abc import Mapping, Sequence

from loganalyst.events.attribution import Share
from loganalyst.events.units import Unit, wrapper_positions
from loganalyst.model.command import Command, RunsIf
from loganalyst.model.event import Attribution
from loganalyst.model.outcome import Outcome, OutcomeKind

_CERTAIN = frozenset({":", "echo", "printf", "true"})
"""Programs that succeed whenever they run."""

_CONNECTION_STATUS = 255

_ENDED_BADLY = frozenset({OutcomeKind.FAILED, OutcomeKind.KILLED})

Verdict = Mapping[int, bool]
"""By position: True where shown, False where the opposite is shown; what is not known is left out."""


def find_successes(
    commands: Sequence[Command], printed: Verdict, unseen: frozenset[int], outcome: Outcome
) -> dict[int, bool]:
    """Return which commands succeeded and which failed.

    ``printed`` tells of each ``echo`` whether its line came, as far as that says something of the command before it;
    ``unseen`` are those whose line did not come for whatever reason; ``outcome`` is that of the call. Read in this
    order: programs that cannot fail; an ``echo`` behind ``&&`` or ``||``, whose line shows how the command before it
    ended; the status of the call for those whose status it is.
    """
    known = {one.position: True for one in commands if one.program in _CERTAIN and one.position not in unseen}
    known |= {one.position: False for one in commands if one.program == "false"}
    for command in commands:
        if command.decided_by is None or command.position not in printed or command.program not in _CERTAIN:
            continue
        known[command.decided_by] = printed[command.position] == (command.runs_if is RunsIf.AFTER_SUCCESS)
    carriers = status_carriers(commands, outcome.exit_status)
    if outcome.kind is OutcomeKind.OK:
        _apply_status(commands, known, carriers)
    elif outcome.kind in _ENDED_BADLY and len(carriers) == 1 and carriers[0].runs_if is RunsIf.ALWAYS:
        known.setdefault(carriers[0].position, False)
    return known


def is_of_connection(command: Command, status: int | None) -> bool:
    """Return whether a status is that of the connection (255), which tells nothing of what ran behind it."""
    return status == _CONNECTION_STATUS and goes_over_ssh(command)


def goes_over_ssh(command: Command) -> bool:
    """Return whether a connection carries the command to its host."""
    return any(wrapper.program == "ssh" for wrapper in command.wrappers)


def status_carriers(commands: Sequence[Command], status: int | None) -> tuple[Command, ...]:
    """Return the commands, wrappers aside, whose status the call's may be: all of an ``&&`` chain, else the last."""
    wrapping = wrapper_positions(commands)
    return tuple(
        one
        for one in commands
        if not one.status_hidden and one.position not in wrapping and not is_of_connection(one, status)
    )


def carrying_wrappers(commands: Sequence[Command], carriers: Sequence[Command]) -> frozenset[int]:
    """Return the positions of the wrappers whose status is the call's, whichever command in them it comes from."""
    if carriers:
        around = [{wrapper.position for wrapper in one.wrappers} for one in carriers]
        return frozenset(set.intersection(*around))
    outer = {one.wrappers[0].position for one in commands if one.wrappers}
    return frozenset(outer) if len(outer) == 1 else frozenset()


def _apply_status(commands: Sequence[Command], known: dict[int, bool], carriers: Sequence[Command]) -> None:
    """Add what a success of the call says: it is that of every command that the end of an ``&&`` chain needs."""
    for command in carriers:
        if command.runs_if is RunsIf.AFTER_FAILURE:
            continue
        known.setdefault(command.position, True)
        if command.runs_if is RunsIf.AFTER_SUCCESS and command.decided_by is not None:
            known.setdefault(command.decided_by, True)
    for command in commands:
        if not command.status_hidden and command.runs_if is RunsIf.ALWAYS and known.get(command.position) is not False:
            known[command.position] = True


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
