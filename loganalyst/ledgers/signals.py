"""What a command that sends a signal says: to what, which one, and whether its own answer can be read."""

from loganalyst.ledgers.looks import KILLS
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent
from loganalyst.model.ledger import Kill, KillEffect
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

_SIGNALS = {"1": "HUP", "2": "INT", "3": "QUIT", "9": "KILL", "15": "TERM", "18": "CONT", "19": "STOP"}


def targets_of(command: CommandEvent) -> tuple[str, ...]:
    """Return what a kill names: patterns, names, numbers or jobs, as written."""
    operands = tuple(operand.value for operand in command.command.operands if operand.value)
    named = tuple(subject.name for subject in command.command.subjects if subject.kind in {"pid", "process"})
    return operands or named or tuple(word for word in command.command.words[1:] if not word.startswith("-"))


def signal_of(command: CommandEvent) -> str:
    """Return the name of the signal that a kill sends, ``TERM`` where it names none."""
    option = command.command.option("signal")
    if option is not None:
        written = (option.value or option.flag).lstrip("-").upper().removeprefix("SIG")
        return _SIGNALS.get(written, written)
    return "KILL" if Trait.SIGNAL_KILL in command.command.traits else "TERM"


def only_asks(command: CommandEvent) -> bool:
    """Return whether a kill sends the signal nought, which only asks whether the process is there."""
    return bool(command.command.traits & KILLS) and command.command.role is CommandRole.PROBE


def kill_row(command: CommandEvent, targets: tuple[str, ...], effect: KillEffect, span: Span | None) -> Kill:
    """Return the row of a kill, without id, with what is known of its effect so far."""
    plain = command.command
    hidden = plain.errors_hidden and plain.status_hidden and not plain.status_tested
    unreadable = (
        command.outcome.kind in {OutcomeKind.MISSING, OutcomeKind.CANCELLED} and command.outcome.reason != "not_run"
    )
    return Kill(
        id="",
        command=command.seq,
        message=command.place.message,
        span=command.span,
        targets=targets,
        matched_by=_matched_by(command),
        signal=signal_of(command),
        host=plain.host,
        effect=effect,
        result_hidden=hidden or unreadable,
        seen_at=span,
    )


def _matched_by(command: CommandEvent) -> str:
    traits = command.command.traits
    if Trait.KILLS_BY_PATTERN in traits:
        return "full-pattern" if Trait.MATCHES_FULL_COMMAND_LINE in traits else "pattern"
    return "name" if Trait.KILLS_BY_NAME in traits else "pid"
