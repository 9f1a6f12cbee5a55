"""Which earlier calls bear on a message: those of the same episode, not all of the session."""

from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.narrative.scene import Scene

REQUEST_CALLS = 8
"""The calls since the user's last request are all told where they are no more than these."""
NEAREST_CALLS = 4
"""The nearest calls are told in any case."""
LIKE_CALLS = 7
"""Calls with a like end or about the same thing, the nearest ones."""

KILL = "kill"
"""The purpose of commands that send signals, whatever they choose processes by."""
_KILLS = frozenset({Trait.KILLS_BY_PATTERN, Trait.KILLS_BY_NAME, Trait.KILLS_BY_PID})
_SHARED = frozenset({"host", "path"})
"""Kinds of subject that commands of any purpose have in common."""


def choose_attempts(scene: Scene) -> list[Call]:
    """Return the earlier calls that a report on the message tells, oldest first."""
    near = scene.earlier_calls[-NEAREST_CALLS:]
    chosen = {call.seq for call in (*near, *_of_request(scene), *_alike(scene)[-LIKE_CALLS:], *_read_at_turns(scene))}
    return [call for call in scene.earlier_calls if call.seq in chosen]


def _of_request(scene: Scene) -> list[Call]:
    """Return the calls since the user last said something, or none where they are many."""
    asked = scene.user_messages()
    since = asked[-1].index if asked else 0
    found = [call for call in scene.earlier_calls if call.place.message > since]
    return found if len(found) <= REQUEST_CALLS else []


def _alike(scene: Scene) -> list[Call]:
    """Return the calls that do what the message does, or what its symptoms are signs of, or are about the same.

    Earlier kills are told in a list of their own.
    """
    signs = {(symptom.span.message, symptom.span.part) for symptom in scene.symptoms}
    commands = [
        event
        for event in scene.analysis.events.commands
        if event.place.message == scene.index or (event.span.message, event.span.part) in signs
    ]
    purposes = {purpose_of(event) for event in commands} - {None, KILL}
    subjects = {subject for event in commands for subject in _subjects(event)}
    return [
        call
        for call in scene.earlier_calls
        if any(
            purpose_of(event) in purposes or not subjects.isdisjoint(_subjects(event))
            for event in scene.commands_of(call)
        )
    ]


def _subjects(event: CommandEvent) -> list[Subject]:
    return [subject for subject in event.command.subjects if subject.kind not in _SHARED]


def purpose_of(event: CommandEvent) -> str | None:
    """Return what a command is for, so that other programs for the same end count as like it.

    None for plumbing, wrappers and waits, and for programs that the vocabulary does not know.
    """
    command = event.command
    if command.traits & _KILLS:
        return KILL
    if command.role in {None, CommandRole.PLUMBING, CommandRole.WRAPPER, CommandRole.WAIT}:
        return None
    return f"{command.program} {command.subcommand or ''}"


def _read_at_turns(scene: Scene) -> list[Call]:
    """Return the calls that were read just before the user was asked how to go on."""
    turns = [message.index for message in scene.turns]
    found = []
    for turn in turns:
        before = [call for call in scene.earlier_calls if call.place.message < turn]
        found += before[-1:]
    return found
