"""A kill that did not end what it was aimed at, as its own answer or a later look shows."""

import re
from collections.abc import Iterator

from loganalyst.detectors.kill_groups import Shot, kill_groups
from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.looks import names_in, records_in
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import CommandEvent, Observation, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import KillEffect
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait

RULE = "failed-kill"
_ANSWERS = {"kill.no-target": "none", "kill.refused": "refused", "kill.unusable": "unusable", "kill.survived": "alive"}
_NOT_THERE = "command-not-found"
_KILLERS = frozenset({"kill", "killall", "pkill", "taskkill"})
_NUMBER = re.compile(r"[0-9]+")
_INTERRUPT = re.compile(
    r"(?:C-c|\^C|\x03)\s*|\{.{0,200}\"(?:chars|input|keys)\": ?\"(?:\\u0003|\x03|C-c)\".{0,200}\}", re.DOTALL
)
"""What is typed, or handed to a tool as its arguments, to interrupt what runs in a shell."""
_STOPPERS = ("kill", "stop")
_READS = frozenset({Trait.READS_FILE, Trait.READS_LOG})


def find(context: Context) -> Iterator[Hit]:
    """Yield one hit for each result that shows a kill which failed, the first such sign in it."""
    timeline = context.timeline
    told: set[tuple[int, int]] = set()
    for hit in (
        *_answered(context, timeline),
        *_matched_none(context, timeline),
        *_interrupted(context),
        *_seen_alive(context, timeline),
    ):
        where = hit.span.message, hit.span.part
        if where not in told:
            told.add(where)
            yield hit


def _answered(context: Context, timeline: Timeline) -> Iterator[Hit]:
    """Yield what kills themselves answered."""
    for seen in context.events.observations:
        why = _ANSWERS.get(seen.kind)
        if why is None and seen.kind == "shell.error" and seen.value == _NOT_THERE:
            why = "missing" if seen.subject is not None and seen.subject.name in _KILLERS else None
        if why is not None and not seen.quoted and not _is_read(seen, timeline):
            quote = Capture("quote", seen.span.quote.strip(), seen.span)
            yield Hit(seen.place, seen.span, (), (Capture("why", why), quote))


def _matched_none(context: Context, timeline: Timeline) -> Iterator[Hit]:
    """Yield kills by a pattern that end silently, with the status by which they say that no process matched."""
    for event in context.events.commands:
        result = timeline.results.get(event.call)
        if result is None or result.text.strip() or event.outcome.exit_status != 1:
            continue
        if Trait.KILLS_BY_PATTERN in event.command.traits:
            sent = Related(event.span, event.place.message, event.place.location, "the kill")
            yield Hit(result.place, result.span, (sent,), (Capture("why", "none"), Capture("quote", "status 1")))


def _is_read(seen: Observation, timeline: Timeline) -> bool:
    """Return whether the words stand in what is only printed: a file, a log, the source of a program."""
    command = timeline.commands.get(seen.command) if seen.command is not None else None
    call = timeline.calls[seen.call] if seen.call is not None else None
    if call is not None and not call.is_shell:
        return not any(word in call.name.casefold() for word in _STOPPERS)
    events = (command,) if command is not None else timeline.in_call.get(-1 if call is None else call.seq, ())
    return not events or any(event.command.traits & _READS for event in events)


def _interrupted(context: Context) -> Iterator[Hit]:
    """Yield what still runs after an interrupt was typed, as the tool's own record of the command says."""
    for call in context.events.calls:
        typed = call.polls is not None and _INTERRUPT.fullmatch(call.text) is not None
        goes_on = call.outcome.kind in {OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT}
        if typed and goes_on and call.result is not None:
            result = context.events.results[call.result]
            sent = Related(call.span, call.place.message, call.place.location, "the interrupt")
            yield Hit(result.place, result.span, (sent,), (Capture("why", "interrupt"),))


def _seen_alive(context: Context, timeline: Timeline) -> Iterator[Hit]:
    """Yield what a look after a kill shows to live on."""
    parts = {(result.span.message, result.span.part): result for result in context.events.results}
    for groups in kill_groups(context.index).values():
        for group in groups:
            for shot in group.shots:
                span = shot.row.seen_at
                result = parts.get((span.message, span.part)) if span is not None else None
                if shot.row.effect is KillEffect.ALIVE and result is not None and _had_time(shot, result, timeline):
                    yield _alive(shot, group.written, result, timeline)


def _had_time(shot: Shot, result: Result, timeline: Timeline) -> bool:
    """Return whether the target had a moment to end before the look: the look is in a later call, or after a sleep."""
    if result.call != shot.command.call or shot.row.signal == "KILL":
        return True
    behind = (one for one in timeline.in_call[shot.command.call] if _is_behind(one, shot.command))
    return any(Trait.WAITS in one.command.traits for one in behind)


def _is_behind(one: CommandEvent, kill: CommandEvent) -> bool:
    return one.command.position > kill.command.position


def _alive(shot: Shot, written: str, result: Result, timeline: Timeline) -> Hit:
    span = shot.row.seen_at or result.span
    event = shot.command
    sent = Related(event.span, event.place.message, event.place.location, "the kill")
    line = _telling_line(span.quote, shot)
    captures = (
        Capture("why", _sameness(line, shot, timeline)),
        Capture("targets", written or event.command.text),
        Capture("quote", line, span),
    )
    return Hit(result.place, span, (sent,), captures, shot.row.id)


def _sameness(line: str, shot: Shot, timeline: Timeline) -> str:
    """Return whether what a line lists bears the number of the kill, or one that the target had before it."""
    numbers = _NUMBER.findall(line)
    if shot.row.matched_by == "pid" and any(number in shot.names for number in numbers):
        return "same"
    first, order = next(iter(numbers), ""), shot.command.place.order
    earlier = (result.text for result in timeline.events.results if result.place.order < order)
    lines = (known for text in earlier if first and first in text for known in text.splitlines())
    known = any(first in _NUMBER.findall(one) and shot.names & names_in((one,)) for one in lines)
    return "seen-before" if known else "alive-after"


def _telling_line(quote: str, shot: Shot) -> str:
    """Return the first process of a listing that is no search itself, one with the target's name if there is any."""
    records = records_in(quote) or (quote.strip(),)
    return next((record for record in records if shot.names & names_in((record,))), records[0])
