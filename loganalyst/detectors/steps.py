"""The steps of a session as they bear on what is said: which change something, and which would show that it works."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, CommandEvent, Events, Place
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

CHANGING = frozenset(
    {
        Trait.CHANGES_CONFIG,
        Trait.CHANGES_MODE,
        Trait.CHANGES_NETWORK,
        Trait.CHANGES_OWNER,
        Trait.EDITS_FILE,
        Trait.INSTALLS_PACKAGES,
        Trait.MOVES_FILES,
        Trait.OVERWRITES,
        Trait.REBOOTS,
        Trait.REMOVES_PACKAGES,
        Trait.STARTS_SERVICE,
        Trait.STOPS_SERVICE,
    }
)
"""Traits of commands after which a thing may work, or no longer work."""
_EXERCISES = frozenset({Trait.BUILDS, Trait.COMPILES, Trait.RUNS_CODE, Trait.RUNS_TESTS})
_ONLY_READS = frozenset(
    {
        Trait.LISTS_FILES,
        Trait.READS_FILE,
        Trait.SHOWS_DISK_SPACE,
        Trait.SHOWS_DISK_USE,
        Trait.SHOWS_VERSION,
        Trait.VERSION_CONTROL,
    }
)
"""Traits of looks that show a thing without using it."""
_TELLS = frozenset({"--collect-only", "--help", "--version", "-V"})
"""Words with which a program tells of itself and does no work."""
_FAILED = frozenset({OutcomeKind.CANCELLED, OutcomeKind.FAILED, OutcomeKind.REFUSED})
_PROSE = re.compile(r"(?:\.(?:md|mdx|rst|adoc|txt)|/?(?:LICENSE|CHANGELOG|NOTICE|AUTHORS)[^/]{0,20})\Z", re.IGNORECASE)
_NEEDED = re.compile(r"(?:requirements|constraints|CMakeLists)[^/]{0,40}\.txt\Z")
_READERS = re.compile(r"(?:read|glob|grep|ls|list|view|open|cat|search)", re.IGNORECASE)
"""Names of tools that show files."""
_PLANNERS = re.compile(r"(?:todo|update_?plan|think|plan|finish|submit|report)", re.IGNORECASE)
"""Names of tools that show nothing of the world."""
_WRITERS = frozenset({"cat", "echo", "printf", "tee"})
_IDLE = frozenset({CommandRole.PLUMBING, CommandRole.PROBE, CommandRole.WAIT, CommandRole.WRAPPER})
_KEY = re.compile(r"\s{0,5}(?:C-[a-z]|\^[A-Z])\s{0,5}\Z")
_NO_FILE = re.compile(r"/dev/(?:null|stdout|stderr|tty)\Z|&?\d\Z|.*\.(?:log|out|err)\Z")


@dataclass(frozen=True, slots=True)
class Step:
    """A command, or a call of another tool, and what it is to a claim."""

    place: Place
    span: Span
    call: Call
    command: CommandEvent | None
    changes: bool
    runs: bool
    """It runs code, tests or a build, or a program that the vocabulary does not list."""
    looks: bool
    """It looks at a thing at work; to read a file that was just written is no such look."""
    sees: bool
    """It shows anything at all."""
    arrived: int | None
    """Order of the record of its answer; None where none is recorded."""


def steps_in(events: Events) -> Iterator[Step]:
    """Yield the steps of a session in order.

    Left out are commands that plainly did not run, wrappers, and plumbing that writes no file.
    """
    arrivals = {result.call: result.place.order for result in events.results if result.call is not None}
    for call in events.calls:
        arrived = arrivals.get(call.seq)
        if not call.is_shell:
            yield _tool_step(call, arrived)
        for seq in call.commands:
            event = events.commands[seq]
            if event.outcome.reason != "not_run" and event.command.program and _is_step(event.command):
                yield _command_step(call, event, arrived)


def _is_step(plain: Command) -> bool:
    """Return whether a command is more than a part of a line."""
    if plain.role is CommandRole.WRAPPER:
        return False
    return plain.role is not CommandRole.PLUMBING or changes_file(plain) is not None


def changes_file(command: Command) -> str | None:
    """Return the file that a command writes with what it prints, or None; logs and devices are no such files."""
    if command.program not in _WRITERS:
        return None
    targets = [redirect.target for redirect in command.redirects if redirect.operator in {">", ">>", ">|"}]
    if command.program == "tee":
        targets += [operand.value for operand in command.operands]
    return next((target for target in targets if not _NO_FILE.match(target)), None)


def is_key(call: Call) -> bool:
    """Return whether a call only sends a key to a running program."""
    return _KEY.match(call.text) is not None


def is_prose(path: str | None) -> bool:
    """Return whether a file only tells people something, so that an edit of it makes nothing work."""
    return path is not None and bool(_PROSE.search(path)) and not _NEEDED.search(path)


def _tool_step(call: Call, arrived: int | None) -> Step:
    """Return the step of a tool that is no shell: an edit, or something that may look."""
    edits = call.changes_file and call.outcome.kind not in _FAILED and not is_prose(call.path)
    sees = not call.changes_file and not _PLANNERS.match(call.name)
    looks = sees and not _READERS.match(call.name)
    return Step(call.place, call.span, call, None, edits, runs=looks, looks=looks, sees=sees, arrived=arrived)


def _command_step(call: Call, event: CommandEvent, arrived: int | None) -> Step:
    plain = event.command
    written = changes_file(plain)
    failed = event.outcome.kind in _FAILED and not event.outcome.status_hidden
    edits = plain.traits & CHANGING and Trait.VERSION_CONTROL not in plain.traits and plain.role not in _IDLE
    changes = (bool(edits) or (written is not None and not is_prose(written))) and not failed
    foreground = not plain.background and not call.background
    version = Trait.SHOWS_VERSION in plain.traits or any(word in _TELLS for word in plain.words[1:])
    unknown = plain.role is None and not changes
    launches = plain.role is CommandRole.LAUNCH and not changes
    runs = foreground and not version and (bool(plain.traits & _EXERCISES) or launches or unknown)
    probes = plain.role is CommandRole.PROBE
    looks = runs or (foreground and probes and not version and not plain.traits & _ONLY_READS)
    return Step(
        event.place, event.span, call, event, changes, runs=runs, looks=looks, sees=looks or probes, arrived=arrived
    )
