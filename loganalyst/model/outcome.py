"""What came of a call or of one command in it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class OutcomeKind(StrEnum):
    """How a command ended, as far as the transcript shows."""

    OK = "ok"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    KILLED = "killed"
    CANCELLED = "cancelled"
    REFUSED = "refused"
    SILENT = "silent"
    """Ended and printed nothing, with no status recorded."""
    RUNNING = "running"
    MISSING = "missing"
    """No result is recorded, or the command was skipped (``reason`` tells)."""
    UNKNOWN = "unknown"


class LimitedBy(StrEnum):
    """Whose time limit it was."""

    TOOL = "tool"
    COMMAND = "command"
    SSH = "ssh"
    CLIENT = "client"
    PACKAGE_MANAGER = "package-manager"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a call or command; a field is None where the transcript does not tell."""

    kind: OutcomeKind = OutcomeKind.UNKNOWN
    exit_status: int | None = None
    signal: int | None = None
    limit: Decimal | None = None
    """Seconds of the limit that fired."""
    limited_by: LimitedBy | None = None
    duration: Decimal | None = None
    """Seconds it took."""
    duration_derived: bool = False
    """The duration is a difference of time stamps, not a field or the tool's own words."""
    status_hidden: bool = False
    """A pipeline, ``|| true``, ``;`` or ``&`` keeps this command's status from the reader."""
    truncated: bool = False
    reason: str | None = None
    """Why it is missing, such as ``not_run``."""
