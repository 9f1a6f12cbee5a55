"""How a single command ended, as far as its call tells."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from loganalyst.events.attribution import Share
from loganalyst.events.outcomes import status_outcome
from loganalyst.events.running import goes_over_ssh, is_of_connection
from loganalyst.events.units import Unit
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call
from loganalyst.model.outcome import LimitedBy, Outcome, OutcomeKind
from loganalyst.model.trait import Trait

_OF_THE_WHOLE = frozenset({OutcomeKind.CANCELLED, OutcomeKind.MISSING, OutcomeKind.REFUSED})
_CUT_SHORT = frozenset({OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT})
_BRIEF = frozenset({Trait.LIGHT, Trait.SHOWS_VERSION})
_LONG = frozenset({Trait.BUILDS, Trait.DOWNLOADS, Trait.INSTALLS_PACKAGES, Trait.LONG_RUNNING, Trait.NEVER_RETURNS})


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of the commands of a call, by position."""

    successes: Mapping[int, bool]
    skipped: frozenset[int]
    statuses: Mapping[int, int]
    """Exit statuses that the output shows."""
    units: tuple[Unit, ...]
    """Those that ran, as far as known."""
    shares: Mapping[int, Share]
    """By number of the unit."""
    around: frozenset[int]
    """Positions of the wrappers whose status is the call's."""
    lone: bool
    """The call's status can be that of one pipeline alone."""


def command_outcome(command: Command, call: Call, known: Knowledge, *, printed: bool | None) -> Outcome:
    """Return the outcome of one command of a call.

    It is that of the call where the command's status is the call's; else what output and conditions show; else unknown,
    marked ``status_hidden``.
    """
    whole = call.outcome
    if command.position in known.skipped or _is_unreached(command, call):
        reason = "not_run" if command.position in known.skipped else "not_reached"
        return Outcome(OutcomeKind.MISSING, reason=reason, status_hidden=command.status_hidden)
    if whole.kind in _OF_THE_WHOLE:
        return replace(whole, status_hidden=command.status_hidden)
    # Where the tool's limit fired, a status is the tool's own and no command's.
    if whole.kind in _CUT_SHORT and (whole.exit_status is None or whole.limited_by is LimitedBy.TOOL):
        return _cut_short(command, call, known)
    if command.position in known.statuses:
        return replace(status_outcome(known.statuses[command.position]), truncated=whole.truncated)
    if _is_own_status(command, call, known):
        return whole
    kind = _shown(command, known, printed=printed)
    return Outcome(kind, truncated=whole.truncated, status_hidden=command.status_hidden)


def _is_unreached(command: Command, call: Call) -> bool:
    """Return whether the connection that was to carry the command never came about."""
    return call.outcome.limited_by is LimitedBy.SSH and goes_over_ssh(command)


def _is_own_status(command: Command, call: Call, known: Knowledge) -> bool:
    """Return whether the outcome of the call is surely this command's too: not hidden, and no other's instead."""
    if command.status_hidden or is_of_connection(command, call.outcome.exit_status):
        return False
    told = known.successes.get(command.position)
    if told is None:
        return command.position in known.around or (known.lone and command.position not in _wrappers(known))
    return told == (call.outcome.kind is OutcomeKind.OK)


def _wrappers(known: Knowledge) -> frozenset[int]:
    return frozenset(wrapper.position for unit in known.units for one in unit.commands for wrapper in one.wrappers)


def _shown(command: Command, known: Knowledge, *, printed: bool | None) -> OutcomeKind:
    succeeded = known.successes.get(command.position)
    if succeeded is not None:
        return OutcomeKind.OK if succeeded else OutcomeKind.FAILED
    ends = not command.background and Trait.NEVER_RETURNS not in command.traits
    return OutcomeKind.SILENT if printed is False and ends else OutcomeKind.UNKNOWN


def _cut_short(command: Command, call: Call, known: Knowledge) -> Outcome:
    """Return the outcome in a call that a limit ended, or that goes on: that of the call for what ran at the end."""
    if command.position in known.successes:
        kind = OutcomeKind.OK if known.successes[command.position] else OutcomeKind.FAILED
        return Outcome(kind, status_hidden=command.status_hidden)
    candidates = _candidates(known)
    at_end = _running_at_end(candidates)
    runs = command.position in at_end | _around(candidates)
    return replace(call.outcome if runs else Outcome(), status_hidden=command.status_hidden)


def _candidates(known: Knowledge) -> tuple[Unit, ...]:
    """Return the units that can have been running when the limit came."""
    last_seen = max((n for n, share in known.shares.items() if _is_over(known.units[n], share)), default=-1)
    rest = [unit for unit in known.units[last_seen + 1 :] if unit.marker is None and not unit.main.background]
    return tuple(unit for unit in rest if not _is_brief(unit)) or tuple(rest)


def _running_at_end(candidates: tuple[Unit, ...]) -> frozenset[int]:
    """Return the positions of the one unit that must have been running; none where several can have been."""
    if len(candidates) > 1:
        candidates = tuple(unit for unit in candidates if any(one.traits & _LONG for one in unit.commands))
    return frozenset(one.position for one in candidates[0].commands) if len(candidates) == 1 else frozenset()


def _is_over(unit: Unit, share: Share) -> bool:
    """Return whether a unit had surely ended, as an ``echo`` has once its line is there."""
    return unit.marker is not None and bool(share.printed)


def _is_brief(unit: Unit) -> bool:
    """Return whether a unit ends at once on a healthy machine."""
    main = unit.main
    waits = Trait.WAITS in main.traits or main.role is CommandRole.WAIT
    plumbing = main.role is CommandRole.PLUMBING and not waits
    return plumbing or bool(main.traits & _BRIEF) or not main.program


def _around(candidates: tuple[Unit, ...]) -> frozenset[int]:
    """Return the positions of the wrappers around all candidates, which were running whichever of them was."""
    around = [{wrapper.position for wrapper in unit.commands[0].wrappers} for unit in candidates]
    return frozenset(set.intersection(*around)) if around else frozenset()
