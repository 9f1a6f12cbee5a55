"""How a call ended, as its result records it."""

from datetime import datetime
from decimal import Decimal

from loganalyst.model.outcome import LimitedBy, Outcome, OutcomeKind
from loganalyst.model.transcript import ToolResult

_FIRST_SIGNAL_STATUS = 129
_LAST_SIGNAL_STATUS = 128 + 64


def read_outcome(result: ToolResult | None, called: datetime | None, *, background: bool, recorded: bool) -> Outcome:
    """Return the outcome of a call.

    ``called`` is when the call was made, ``background`` that it was started so as not to be waited for, and
    ``recorded`` that the format keeps outputs at all, without which a missing result tells nothing.
    """
    if result is None:
        kind = OutcomeKind.MISSING if recorded else OutcomeKind.UNKNOWN
        return Outcome(kind, reason="no_result" if recorded else "outputs_not_recorded")
    duration = result.duration
    derived = duration is None
    if duration is None:
        duration = _difference(called, result.time)
    return Outcome(
        _kind(result, background=background),
        exit_status=result.exit_status,
        signal=result.signal if result.signal is not None else signal_of(result.exit_status),
        limit=result.limit,
        limited_by=result.limited_by or (LimitedBy.TOOL if result.timed_out else None),
        duration=duration,
        duration_derived=derived and duration is not None,
        truncated=result.truncated,
    )


def status_outcome(status: int | None) -> Outcome:
    """Return the outcome that an exit status alone tells."""
    if status is None:
        return Outcome()
    signal = signal_of(status)
    kind = OutcomeKind.OK if status == 0 else OutcomeKind.FAILED if signal is None else OutcomeKind.KILLED
    return Outcome(kind, exit_status=status, signal=signal)


def signal_of(status: int | None) -> int | None:
    """Return the signal that a shell's status above 128 stands for, or None; 255 is no signal."""
    if status is not None and _FIRST_SIGNAL_STATUS <= status <= _LAST_SIGNAL_STATUS:
        return status - _FIRST_SIGNAL_STATUS + 1
    return None


def _kind(result: ToolResult, *, background: bool) -> OutcomeKind:
    """Return what the record says, its flags before the status, and the status before the text."""
    flags = (
        (result.refused, OutcomeKind.REFUSED),
        (result.cancelled, OutcomeKind.CANCELLED),
        (result.timed_out, OutcomeKind.TIMED_OUT),
        (result.moved_to_background, OutcomeKind.RUNNING),
        (result.signal is not None, OutcomeKind.KILLED),
        (result.exit_status is not None, status_outcome(result.exit_status).kind),
        (result.failed, OutcomeKind.FAILED),
        (background, OutcomeKind.RUNNING),
        (not result.text.strip() and not result.truncated, OutcomeKind.SILENT),
    )
    return next((kind for holds, kind in flags if holds), OutcomeKind.UNKNOWN)


def _difference(start: datetime | None, end: datetime | None) -> Decimal | None:
    """Return the seconds between two stamps of the same sort, or None; a negative one says that they cannot be used."""
    if start is None or end is None or (start.tzinfo is None) != (end.tzinfo is None):
        return None
    passed = end - start
    seconds = Decimal(passed.days * 86_400 + passed.seconds) + Decimal(passed.microseconds) / 1_000_000
    return seconds if seconds >= 0 else None
