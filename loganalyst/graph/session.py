"""An analysed session with what the reasons for a pivot look up in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from loganalyst.graph.errors import ErrorLine, find_errors
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.analysis import Analysis
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, MessageEvent
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

Work = tuple[str | None, str | None, str, str]
"""Host, container, program and what it was asked to do: calls that share it are at one piece of work."""
_ASIDE = frozenset({CommandRole.PLUMBING, CommandRole.WRAPPER, CommandRole.WAIT})


@dataclass(frozen=True)
class Session:
    """An analysed session with what several reasons look up."""

    analysis: Analysis

    @cached_property
    def timeline(self) -> Timeline:
        """Return the events by call."""
        return Timeline(self.analysis.events)

    @cached_property
    def errors(self) -> tuple[ErrorLine, ...]:
        """Return the error lines of all calls."""
        return tuple(find_errors(self.timeline))

    @cached_property
    def works(self) -> Mapping[int, Work]:
        """Return what each call works at: its first command that is more than plumbing, by the call's ``seq``."""
        found: dict[int, Work] = {}
        for event in self.analysis.events.commands:
            plain = event.command
            if plain.program and plain.role not in _ASIDE and event.call not in found:
                found[event.call] = (plain.host, plain.container, plain.program, asked_of(plain))
        return found

    def changes(self, call: Call) -> bool:
        """Return whether a call runs something that changes the machine."""
        commands = self.timeline.in_call.get(call.seq, ())
        return any(event.command.role is CommandRole.INTERVENTION for event in commands)

    @cached_property
    def spoken(self) -> tuple[MessageEvent, ...]:
        """Return the messages of the assistant."""
        return tuple(event for event in self.analysis.events.messages if event.place.role is Role.ASSISTANT)


def asked_of(command: Command) -> str:
    """Return what a program was asked to do: its subcommand, the code that it runs, or a word like a subcommand."""
    if command.subcommand:
        return command.subcommand
    if Trait.RUNS_CODE in command.traits:
        return command.operands[0].value if command.operands else ""
    second = command.words[1] if command.role is None and len(command.words) > 1 else ""
    return second if second.replace("-", "").isalpha() and not second.startswith("-") else ""
