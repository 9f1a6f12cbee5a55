"""Attempts at a piece of work: which command of a call does the work, and when a later one is the same again."""

from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, CommandEvent, Events
from loganalyst.model.outcome import LimitedBy, OutcomeKind
from loganalyst.model.trait import Trait

TAKES_LONG = frozenset(
    {
        Trait.BUILDS,
        Trait.COMPILES,
        Trait.DOWNLOADS,
        Trait.INSTALLS_PACKAGES,
        Trait.LONG_RUNNING,
        Trait.RUNS_CODE,
        Trait.RUNS_TESTS,
        Trait.WALKS_TREE,
    }
)
"""Traits of work that may outlast a tool's limit."""
_WORKS = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})
_CUT = frozenset({OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT})


@dataclass(frozen=True, slots=True)
class Attempt:
    """A command that does work, with the call it stands in."""

    command: CommandEvent
    call: Call

    @property
    def is_remote(self) -> bool:
        """Return whether it runs on another host or in a container."""
        return self.command.command.host is not None or self.command.command.container is not None

    @property
    def was_cut(self) -> bool:
        """Return whether the tool's own limit ended its call, or gave it back while it ran."""
        outcome = self.call.outcome
        return outcome.kind in _CUT and outcome.limited_by is LimitedBy.TOOL

    @property
    def kind(self) -> tuple[str | None, ...]:
        """Return what attempts at like work share: where it runs, the program and its subcommand."""
        plain = self.command.command
        return plain.host, plain.container, plain.program, plain.subcommand


def attempts_in(events: Events) -> Iterator[Attempt]:
    """Yield the commands that do work, or that take long, in order; programs that are not listed are left out."""
    for command in events.commands:
        plain = command.command
        works = plain.role in _WORKS or (plain.traits & TAKES_LONG and plain.role is not CommandRole.WRAPPER)
        if works and plain.program and command.outcome.reason != "not_run":
            yield Attempt(command, events.calls[command.call])


def is_same_work(first: Attempt, later: Attempt) -> bool:
    """Return whether two attempts are at one piece of work: the same kind, on a common subject or the same operands."""
    if first.kind != later.kind:
        return False
    one, other = first.command.command, later.command.command
    if one.subjects and other.subjects:
        return not frozenset(one.subjects).isdisjoint(other.subjects)
    return [operand.value for operand in one.operands] == [operand.value for operand in other.operands]
