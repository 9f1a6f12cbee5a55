"""A program that was shown to be missing is called again, on the same machine and with nothing installed between."""

import re
from collections import deque
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import CommandEvent, Events, MessageEvent
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

RULE = "missing-tool-reused"
_NOT_FOUND = "command-not-found"
_SYNTAX = "syntax-error"
_NOT_RUN = frozenset({OutcomeKind.CANCELLED, OutcomeKind.MISSING, OutcomeKind.REFUSED})
_BRINGS = frozenset(
    {Trait.INSTALLS_PACKAGES, Trait.BUILDS, Trait.DOWNLOADS, Trait.INSTALLS_PACKAGES, Trait.MOVES_FILES}
)
_SETS_PATH = frozenset({"source", ".", "activate", "module", "nvm", "conda", "mamba", "pyenv", "asdf", "hash"})
_PROGRAM = re.compile(r"[A-Za-z][\w.+-]{0,80}\Z", re.ASCII)
_SYSTEM = frozenset(
    {"apk", "apt", "apt-get", "brew", "conda", "dnf", "dpkg", "mamba", "nix", "pacman", "rpm", "snap", "yum", "zypper"}
)
"""Installers that bring programs of all sorts."""
_Place = tuple[str | None, str | None, str]


def find(context: Context) -> Iterator[Hit]:
    """Yield the first call of each program that a shell had not found there, and does not find again.

    The call has run, and it either says itself that the program is not found, or hides what it would say. An
    installation, a download, a change of the search path, or a user who speaks of installing begins anew. A call
    that is guarded, so that its absence decides what else is done, is a look for it.
    """
    events = context.events
    helped = deque(event.place.order for event in events.messages if _speaks_of_installing(event))
    absent = _absences(events)
    first = {program: (call, span) for (call, program), span in reversed(absent.items())}
    garbled = {seen.call for seen in events.observations if seen.kind == "shell.error" and seen.value == _SYNTAX}
    missing: dict[_Place, Span] = {}
    for call in events.calls:
        commands = [events.commands[seq] for seq in call.commands if not _is_swallowed(events.commands[seq].command)]
        while helped and helped[0] < call.place.order:
            missing, _ = {}, helped.popleft()
        has_run = call.result is not None and call.outcome.kind not in _NOT_RUN and call.seq not in garbled
        for event in commands:
            span = missing.pop(_place(event.command), None) if has_run else None
            says = (call.seq, event.command.program) in absent or _is_hidden(event.command)
            if span is not None and says and not _is_guarded(event, commands):
                yield _hit(event, span)
            missing = {place: span for place, span in missing.items() if not _may_be_brought(place[2], event.command)}
        for event in commands:
            known = first.get(event.command.program)
            if known is not None and known[0] == call.seq:
                missing[_place(event.command)] = known[1]


def _speaks_of_installing(event: MessageEvent) -> bool:
    return event.place.role is Role.USER and "install" in event.text.casefold()


def _absences(events: Events) -> dict[tuple[int, str], Span]:
    """Return where a shell says that it does not find a program, by call and program, in order."""
    found: dict[tuple[int, str], Span] = {}
    for seen in events.observations:
        name = seen.subject.name if seen.subject is not None else ""
        told = seen.kind == "shell.error" and seen.value == _NOT_FOUND
        if told and seen.call is not None and _PROGRAM.match(name):
            found.setdefault((seen.call, name), seen.span)
    return found


def _is_swallowed(command: Command) -> bool:
    """Return whether a redirection stands before a command's first word, so that it may have taken the program's."""
    return command.text.lstrip().startswith((">", "<", "&>"))


def _is_hidden(command: Command) -> bool:
    return command.errors_hidden or command.status_hidden


def _place(command: Command) -> _Place:
    return command.host, command.container, command.program


def _may_be_brought(program: str, plain: Command) -> bool:
    """Return whether a command may make a program available.

    The system's installers and changes of the search path may bring any, as packages are not named like programs; other
    installations and downloads only what they name.
    """
    sets_path = any(name == "PATH" for name, _ in plain.assignments) or plain.program in _SETS_PATH
    by_system = Trait.INSTALLS_PACKAGES in plain.traits and plain.program in _SYSTEM
    return sets_path or by_system or bool(plain.traits & _BRINGS and program in plain.text)


def _is_guarded(event: CommandEvent, others: list[CommandEvent]) -> bool:
    """Return whether a call stands under a test of its own presence, as in ``command -v rg && rg x``."""
    at = event.command.decided_by
    return at is not None and any(
        other.command.position == at and other.command.role is CommandRole.PROBE for other in others
    )


def _hit(event: CommandEvent, span: Span) -> Hit:
    related = Related(span, span.message, span.location, "where it was not found")
    hidden = "yes" if _is_hidden(event.command) else "no"
    captures = (Capture("program", event.command.program), Capture("hidden", hidden))
    return Hit(event.place, event.span, (related,), captures)
