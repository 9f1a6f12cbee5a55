"""Which commands of a call ran, and how they ended, as far as its status and its output show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Shown:
    """What the output shows of a call's commands, by position."""

    came: Verdict
    """Of each ``echo`` whether its line came, as far as that says something of the command before it."""
    unseen: frozenset[int] = frozenset()
    """Those whose line did not come, for whatever reason."""
    ran: frozenset[int] = frozenset()
    """Those that printed something of their own."""


def find_successes(commands: Sequence[Command], shown: Shown, outcome: Outcome) -> dict[int, bool]:
    """Return which commands succeeded and which failed, where ``outcome`` is that of the call.

    Read in this order: programs that cannot fail; an ``echo`` behind ``&&`` or ``||``, whose line shows how the command
    before it ended, and any command there that printed; the status of the call for those whose status it is.
    """
    known = {one.position: True for one in commands if one.program in _CERTAIN and one.position not in shown.unseen}
    known |= {one.position: False for one in commands if one.program == "false"}
    for command in commands:
        if command.decided_by is None or command.runs_if is RunsIf.ALWAYS:
            continue
        if command.position in shown.came and command.program in _CERTAIN:
            known[command.decided_by] = shown.came[command.position] == (command.runs_if is RunsIf.AFTER_SUCCESS)
        elif command.position in shown.ran:
            _apply_run(commands, known, command)
    carriers = status_carriers(commands, outcome.exit_status)
    if outcome.kind is OutcomeKind.OK:
        _apply_success(commands, known, carriers)
    elif outcome.kind in _ENDED_BADLY:
        left = [one for one in carriers if known.get(one.position) is not True]
        if len(left) == 1 and left[0].runs_if is not RunsIf.AFTER_FAILURE:
            known.setdefault(left[0].position, False)
    return known


def _apply_run(commands: Sequence[Command], known: dict[int, bool], command: Command) -> None:
    """Add that all deciders of a command ended so that it ran."""
    by_position = {one.position: one for one in commands}
    seen: set[int] = set()
    while command.decided_by is not None and command.runs_if is not RunsIf.ALWAYS and command.position not in seen:
        seen.add(command.position)
        known.setdefault(command.decided_by, command.runs_if is RunsIf.AFTER_SUCCESS)
        if command.runs_if is RunsIf.AFTER_FAILURE or command.decided_by not in by_position:
            return
        command = by_position[command.decided_by]


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


def _apply_success(commands: Sequence[Command], known: dict[int, bool], carriers: Sequence[Command]) -> None:
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
