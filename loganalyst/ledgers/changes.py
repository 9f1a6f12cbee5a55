"""What was changed in the course of a session, and whether the change was taken back."""

from dataclasses import replace

from loganalyst.ledgers.looks import KILLS
from loganalyst.ledgers.timeline import UNRECORDED, Timeline
from loganalyst.model.command import CommandRole, RunsIf
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.ledger import Change
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait

CHANGES = (
    Trait.INSTALLS_PACKAGES,
    Trait.REMOVES_PACKAGES,
    Trait.REBOOTS,
    Trait.CHANGES_NETWORK,
    Trait.CHANGES_OWNER,
    Trait.CHANGES_MODE,
    Trait.DELETES,
    Trait.OVERWRITES,
    Trait.MOVES_FILES,
    Trait.STARTS_SERVICE,
    Trait.STOPS_SERVICE,
    Trait.CHANGES_CONFIG,
    Trait.EDITS_FILE,
    Trait.UPDATES_INDEX,
    Trait.BUILDS,
    Trait.DOWNLOADS,
)
"""Traits of commands that change something, the most telling first."""
_OPPOSITES = {
    Trait.INSTALLS_PACKAGES: Trait.REMOVES_PACKAGES,
    Trait.REMOVES_PACKAGES: Trait.INSTALLS_PACKAGES,
    Trait.STARTS_SERVICE: Trait.STOPS_SERVICE,
    Trait.STOPS_SERVICE: Trait.STARTS_SERVICE,
    Trait.EDITS_FILE: Trait.DELETES,
}
_FAILED = frozenset({OutcomeKind.FAILED, OutcomeKind.REFUSED, OutcomeKind.KILLED})
_NOT_HERE = frozenset({CommandRole.PROBE, CommandRole.PLUMBING, CommandRole.WAIT, CommandRole.WRAPPER})


def find_changes(timeline: Timeline) -> tuple[Change, ...]:
    """Return the commands and edits that changed something, in order; signals have a ledger of their own.

    ``in_place`` is ``yes`` where the log shows that the change came off and nothing undid it, ``no`` where it failed or
    was undone, else ``unknown``.
    """
    rows: list[Change] = []
    standing: dict[tuple[str, Subject], int] = {}
    for call in timeline.events.calls:
        if call.changes_file:
            rows.append(_edit(call))
        for command in timeline.in_call.get(call.seq, ()):
            kind = change_kind(command)
            if kind is None:
                continue
            if command.command.runs_if is not RunsIf.AFTER_SUCCESS or call.outcome.kind not in _FAILED:
                _undo(rows, standing, kind, command)
            for subject in command.command.subjects:
                standing[kind.value, subject] = len(rows)
            rows.append(_row(command, kind))
    return tuple(replace(row, id=f"v{number}") for number, row in enumerate(rows, start=1))


def change_kind(command: CommandEvent) -> Trait | None:
    """Return what a command changes, or None if it changes nothing or plainly did not run."""
    plain = command.command
    if plain.role in _NOT_HERE or plain.traits & KILLS or command.outcome.reason == "not_run":
        return None
    return next((trait for trait in CHANGES if trait in plain.traits), None)


def _row(command: CommandEvent, kind: Trait) -> Change:
    subject = next(iter(command.command.subjects), None)
    return Change(
        id="",
        command=command.seq,
        call=command.call,
        message=command.place.message,
        span=command.span,
        what=kind.value,
        subject=subject,
        in_place=_in_place(command),
    )


def _edit(call: Call) -> Change:
    subject = Subject("path", call.path, call.host) if call.path else None
    kind = call.outcome.kind
    held = "no" if kind in _FAILED else "yes" if kind is OutcomeKind.OK else "unknown"
    return Change("", None, call.seq, call.place.message, call.span, Trait.EDITS_FILE.value, subject, in_place=held)


def _in_place(command: CommandEvent) -> str:
    kind = command.outcome.kind
    if kind in _FAILED and not command.outcome.status_hidden:
        return "no"
    if kind is OutcomeKind.OK and not command.outcome.status_hidden and kind not in UNRECORDED:
        return "yes"
    return "unknown"


def _undo(rows: list[Change], standing: dict[tuple[str, Subject], int], kind: Trait, command: CommandEvent) -> None:
    """Mark earlier changes of the same subject that this command takes back."""
    opposite = _OPPOSITES.get(kind)
    kinds = [opposite] if opposite is not None else []
    if kind is Trait.DELETES:
        kinds.append(Trait.EDITS_FILE)
    for back in kinds:
        for subject in command.command.subjects:
            at = standing.pop((back.value, subject), None)
            if at is not None and command.outcome.kind not in _FAILED:
                rows[at] = replace(rows[at], undone_at=command.span, in_place="no")
