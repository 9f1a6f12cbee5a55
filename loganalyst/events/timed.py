"""Whose limit ended a call, read off its status, its command and its output together."""

from collections.abc import Sequence
from dataclasses import replace

from loganalyst.model.command import Command, CommandLimit, LimitKind
from loganalyst.model.outcome import LimitedBy, Outcome, OutcomeKind

_TIMEOUT_STATUS = 124
_KILLED_STATUS = 137
_TERMINATED_STATUS = 143
_SSH_STATUS = 255
_CURL_STATUS = 28
_TRANSFERS = frozenset({"curl", "wget"})
_SSH = frozenset({"scp", "sftp", "ssh"})
_SSH_WORDS = ("Connection timed out", "Operation timed out", "timed out during banner exchange")


def name_limit(outcome: Outcome, commands: Sequence[Command], text: str) -> Outcome:
    """Return the outcome with the limit that fired inside the command, where status and command agree on one.

    A status alone names nobody: 124 is that of ``timeout`` only where ``timeout`` runs, 255 that of a connection only
    where ``ssh`` says that it timed out.
    """
    if outcome.limited_by is not None or outcome.exit_status is None:
        return outcome
    status = outcome.exit_status
    if status in {_TIMEOUT_STATUS, _KILLED_STATUS, _TERMINATED_STATUS}:
        limit = _limit(commands, frozenset({"timeout", "gtimeout"}), LimitKind.RUN)
        return _limited(outcome, limit, LimitedBy.COMMAND) if limit and _fits(status, commands) else outcome
    if status == _CURL_STATUS and any(one.program in _TRANSFERS for one in commands):
        limit = _limit(commands, _TRANSFERS, LimitKind.TRANSFER) or _limit(commands, _TRANSFERS, LimitKind.CONNECT)
        return _limited(outcome, limit, LimitedBy.CLIENT)
    if status == _SSH_STATUS and any(one.program in _SSH for one in commands) and _says_so(text):
        return _limited(outcome, _limit(commands, _SSH, LimitKind.CONNECT), LimitedBy.SSH)
    return outcome


def _limited(outcome: Outcome, limit: CommandLimit | None, layer: LimitedBy) -> Outcome:
    """Return the outcome as timed out; a killed one stays killed, with the limit named."""
    kind = outcome.kind if outcome.kind is OutcomeKind.KILLED else OutcomeKind.TIMED_OUT
    return replace(outcome, kind=kind, limited_by=layer, limit=limit.seconds if limit else None)


def _limit(commands: Sequence[Command], programs: frozenset[str], kind: LimitKind) -> CommandLimit | None:
    """Return the shortest limit of a kind that one of these programs carries, or None."""
    found = (limit for one in commands if one.program in programs for limit in one.limits if limit.kind is kind)
    return min(found, key=lambda limit: limit.seconds, default=None)


def _fits(status: int, commands: Sequence[Command]) -> bool:
    """Return whether ``timeout`` as called can end with this status: 137 needs SIGKILL, 143 a kept status."""
    if status == _TIMEOUT_STATUS:
        return True
    words = {word for one in commands if one.program in {"timeout", "gtimeout"} for word in one.words}
    kills = any(word.startswith(("-k", "--kill-after")) for word in words) or bool(
        words & {"-sKILL", "-s9", "KILL", "9"}
    )
    keeps = "--preserve-status" in words
    return kills if status == _KILLED_STATUS else keeps


def _says_so(text: str) -> bool:
    return any(words in text for words in _SSH_WORDS)
