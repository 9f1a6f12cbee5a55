"""A search for processes that finds the shell which runs it, or a launcher that only quotes the name."""

import re
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.looks import branch_taken, names_in, sought_names
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import Call, Claim, CommandEvent, Predicate, Stance
from loganalyst.model.finding import Capture
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

RULE = "pgrep-sees-own-wrapper"
_SHELL_LINE = re.compile(r"(?:^|[\s/])(?:ba|da|z|k)?sh(?: -[a-z]{1,9}){0,3} -[a-z]{0,4}c\b")
_SEARCH = re.compile(r"\b(?:e?grep|pgrep|pidof|rg)\b")
_HEADING = re.compile(r"^\s*(?:USER|PID|UID|F S)\b.*\b(?:CMD|COMMAND|ARGS)\b")
_UNTIL = re.compile(r"\buntil\b|\bwhile\s+!")
_LISTED = frozenset({"alone", "launcher"})
_READ_WINDOW = 2
"""Assistant messages after a listing in which a sentence may take up what it shows."""
_THERE = frozenset({Predicate.PRESENT, Predicate.RUNNING, Predicate.STUCK, Predicate.WORKS})
_CUT = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING})


def find(context: Context) -> Iterator[Hit]:
    """Yield the first such search of each call."""
    timeline = context.timeline
    for call in context.events.calls:
        events = timeline.in_call.get(call.seq, ())
        found = ((event, _way(event, call, timeline)) for event in events if event.outcome.reason != "not_run")
        first = next(((event, why) for event, why in found if why is not None), None)
        if first is not None:
            event, why = first
            captures = (Capture("probe", event.command.text), Capture("why", why))
            yield Hit(event.place, event.span, (), captures)


def _way(event: CommandEvent, call: Call, timeline: Timeline) -> str | None:
    """Return in which way a command finds what it should not; a mere listing has to be read as the target for that.

    A listing in which a launcher's line stands for ever tells nothing either way, and is told of in other words.
    """
    why = _why(event, call, timeline)
    if why in _LISTED and not _is_read_so(event, timeline):
        return "answers" if why == "launcher" else None
    return why


def _is_read_so(event: CommandEvent, timeline: Timeline) -> bool:
    """Return whether an assistant says soon after a listing that what was sought is there."""
    sought = sought_names(event) | names_in(
        word
        for one in timeline.in_call[event.call]
        if one.command.pipeline == event.command.pipeline and one.command.option("invert") is None
        for word in (operand.value for operand in one.command.operands)
    )
    for claim in timeline.events.claims:
        soon = event.place.order < claim.place.order and claim.place.turn <= event.place.turn + _READ_WINDOW
        if soon and claim.place.role is Role.ASSISTANT and _says_there(claim):
            named = {subject.name.casefold() for subject in claim.subjects} | names_in((claim.text,))
            of_it = claim.about_call == event.call and claim.predicate is not Predicate.PRESENT
            if of_it or sought & named:
                return True
    return False


def _says_there(claim: Claim) -> bool:
    return claim.stance is Stance.ASSERTED and claim.predicate in _THERE and claim.polarity == "present"


def _why(event: CommandEvent, call: Call, timeline: Timeline) -> str | None:
    """Return in which way a command finds what it should not, or None."""
    plain = event.command
    if plain.matches_own_wrapper and _tells_of_processes(event, timeline):
        decides = any(one.command.decided_by == plain.position for one in timeline.in_call[call.seq])
        if plain.loop is not None and (plain.status_tested or decides):
            return _loop(event, call)
        if plain.status_tested:
            return None if _failed(event, timeline) else "tested"
        return "alone" if _sees_itself_alone(event) else None
    if plain.traits & {Trait.LISTS_PROCESSES, Trait.LISTS_BY_PATTERN} and _sought(event, timeline):
        lines = _lines(event)
        return "launcher" if lines and all(_is_launcher(line) for line in lines) else None
    return None


def _loop(event: CommandEvent, call: Call) -> str | None:
    """Return how a loop on a search went: one that waits for an end and came to it was not misled."""
    if call.outcome.kind in _CUT:
        return "endless"
    if _UNTIL.search(call.text):
        return "tested"
    if event.command.loop_count is not None:
        whole = call.line.wait_seconds if call.line is not None else None
        took = call.outcome.duration
        return None if took is not None and whole is not None and took < whole else "tested"
    return "tested" if call.outcome.kind in {OutcomeKind.MISSING, OutcomeKind.UNKNOWN} else None


def _failed(event: CommandEvent, timeline: Timeline) -> bool:
    """Return whether the log shows that the search found nothing after all."""
    taken = branch_taken(timeline, event)
    return event.outcome.kind is OutcomeKind.FAILED if taken is None else not taken[0]


def _tells_of_processes(event: CommandEvent, timeline: Timeline) -> bool:
    """Return whether it searches processes itself, or filters the listing before it in its pipeline."""
    plain = event.command
    if plain.traits & {Trait.LISTS_BY_PATTERN, Trait.LISTS_PROCESSES}:
        return True
    before = (one.command for one in timeline.in_call[event.call] if one.command.pipeline == plain.pipeline)
    return any(one.pipe_index < plain.pipe_index and Trait.LISTS_PROCESSES in one.traits for one in before)


def _sees_itself_alone(event: CommandEvent) -> bool:
    """Return whether all that it printed is itself: one number, or lines of the search and its shell."""
    lines = _lines(event)
    if len(lines) == 1 and lines[0].strip().isdecimal():
        return Trait.COUNTS_LINES not in event.command.traits or lines[0].strip() == "1"
    return bool(lines) and all(_SEARCH.search(line) and _SHELL_LINE.search(line) for line in lines)


def _sought(event: CommandEvent, timeline: Timeline) -> bool:
    """Return whether a listing is narrowed to lines with a name."""
    plain = event.command
    if Trait.LISTS_BY_PATTERN in plain.traits:
        return plain.option("list-full") is not None
    behind = (one.command for one in timeline.in_call[event.call] if one.command.pipeline == plain.pipeline)
    return any(one.pipe_index > plain.pipe_index and one.program.endswith("grep") for one in behind)


def _lines(event: CommandEvent) -> list[str]:
    """Return the lines known to be its own, headings and the shell's own notices of jobs left out."""
    text = "\n".join(span.quote for span in event.output)
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("["))
    return [line for line in lines if not _HEADING.search(line)]


def _is_launcher(line: str) -> bool:
    """Return whether a listed process is a shell that was given a line to run, and no search."""
    return _SHELL_LINE.search(line) is not None and not _SEARCH.search(line.partition(" -c ")[0])
