"""Commands with what came of each: whether it ran, printed, and how it ended."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from loganalyst.events.attribution import UNKNOWN, Share, attribute
from loganalyst.events.command_outcomes import Knowledge, command_outcome
from loganalyst.events.draft import Draft
from loganalyst.events.printed_status import find_printed_statuses
from loganalyst.events.running import (
    Shown,
    carrying_wrappers,
    find_skipped,
    find_successes,
    marker_verdicts,
    status_carriers,
)
from loganalyst.events.units import Unit, read_units
from loganalyst.model.command import Command
from loganalyst.model.event import Attribution, Call, CommandEvent, Result
from loganalyst.model.limits import SHORT_NOTICE_CHARACTERS
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span, find_line

_INCOMPLETE = frozenset({OutcomeKind.RUNNING, OutcomeKind.CANCELLED, OutcomeKind.REFUSED})
"""Outcomes of calls whose output goes on elsewhere or was never made: a line that is not there says nothing."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is worked out of one call before its events are made."""

    shares: Mapping[int, Share]
    """By the position of the command."""
    knowledge: Knowledge


def add_commands(draft: Draft) -> Draft:
    """Return the draft with an event for each command of each shell call."""
    events = draft.events
    made: list[CommandEvent] = []
    calls: list[Call] = []
    for call in events.calls:
        first = len(made)
        result = events.results[call.result] if call.result is not None else None
        made.extend(_events(call, result, first))
        calls.append(replace(call, commands=tuple(range(first, len(made)))))
    return replace(draft, events=replace(events, calls=tuple(calls), commands=tuple(made)))


def _events(call: Call, result: Result | None, seq: int) -> Iterator[CommandEvent]:
    if call.line is None:
        return
    reading = _read(call, result)
    for number, command in enumerate(call.line.commands):
        share = reading.shares.get(command.position, UNKNOWN)
        if command.position in reading.knowledge.skipped:
            share = Share(printed=False, attribution=share.attribution)
        yield CommandEvent(
            seq=seq + number,
            place=call.place,
            span=_inside(call, command.start, command.end),
            command=command,
            call=call.seq,
            outcome=command_outcome(command, call, reading.knowledge, printed=share.printed),
            printed=share.printed,
            attribution=share.attribution,
            output=tuple(_piece(result, start, end) for start, end in share.extents) if result else (),
        )


def _read(call: Call, result: Result | None) -> _Reading:
    """Return whose lines are whose, and which commands ran, for a call with a parsed line."""
    commands = call.line.commands if call.line else ()
    units = read_units(commands)
    text = "" if result is None or _is_notice(call, result.text) else result.text
    cut = result is None or call.outcome.truncated or call.outcome.kind in _INCOMPLETE or call.ended_by is not None
    shares = attribute(units, text, cut=cut)
    successes = find_successes(commands, _shown(call, units, shares, cut=cut), call.outcome)
    statuses = find_printed_statuses(commands, text)
    successes |= {position: found == 0 for position, found in statuses.items()}
    skipped = find_skipped(commands, successes)
    if skipped:
        ran = tuple(unit for unit in units if unit.position not in skipped)
        shares = attribute(ran, text, cut=cut)
        units = ran
    carriers = status_carriers(commands, call.outcome.exit_status)
    lone = len({one.pipeline for one in carriers}) == 1
    around = carrying_wrappers(commands, carriers)
    return _Reading(
        _by_position(commands, units, shares, text),
        Knowledge(successes, skipped, statuses, units, shares, around, lone=lone),
    )


def _shown(call: Call, units: tuple[Unit, ...], shares: Mapping[int, Share], *, cut: bool) -> Shown:
    """Return what the output shows of which commands ran."""
    came = {} if cut else marker_verdicts(units, shares)
    unseen = frozenset(position for position, seen in came.items() if not seen)
    if call.outcome.kind in {OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING}:
        # A line that has not come yet does not say that the command before it failed.
        came = {position: seen for position, seen in came.items() if seen}
    own = (units[n] for n, share in shares.items() if share.printed and share.attribution is not Attribution.SHARED)
    return Shown(came, unseen, frozenset(one.position for unit in own for one in unit.commands))


def _is_notice(call: Call, text: str) -> bool:
    """Return whether the text may be the tool's own word on a call that was refused or broken off, not output."""
    if call.outcome.kind is OutcomeKind.REFUSED:
        return True
    brief = len(text) <= SHORT_NOTICE_CHARACTERS and "\n" not in text.strip()
    return call.outcome.kind is OutcomeKind.CANCELLED and brief


def _by_position(
    commands: tuple[Command, ...], units: tuple[Unit, ...], shares: Mapping[int, Share], text: str
) -> dict[int, Share]:
    """Return shares by position; a wrapper, or a filter behind one, has those of all units inside together."""
    found = {one.position: shares[number] for number, unit in enumerate(units) for one in unit.commands}
    for command in commands:
        if command.position in found:
            continue
        inside = [
            shares[number]
            for number, unit in enumerate(units)
            if any(wrapper.position == command.position for wrapper in unit.commands[0].wrappers)
        ]
        if inside:
            found[command.position] = _together(inside)
        elif not text.strip() and shares:
            found[command.position] = next(iter(shares.values()))
    return found


def _together(shares: list[Share]) -> Share:
    """Return what holds of several units as one."""
    if any(share.printed for share in shares):
        extents = tuple(sorted(extent for share in shares for extent in share.extents))
        surest = next(share.attribution for share in shares if share.printed)
        return Share(printed=True, attribution=surest, extents=extents)
    if all(share.printed is False for share in shares):
        return Share(printed=False, attribution=shares[0].attribution)
    return Share(printed=None, attribution=Attribution.SHARED)


def _inside(call: Call, start: int, end: int) -> Span:
    """Return the span of a piece of a call's text."""
    return _cut(call.span, start, end, call.text)


def _piece(result: Result, start: int, end: int) -> Span:
    return _cut(result.span, start, end, result.text)


def _cut(span: Span, start: int, end: int, text: str) -> Span:
    return Span(
        span.transcript,
        span.message,
        span.part,
        span.field,
        start,
        end,
        text[start:end],
        find_line(span.location, text[:start]),
    )
