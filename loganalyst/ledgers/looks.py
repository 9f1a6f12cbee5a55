"""What a look at processes showed: whether something that was sought was there, and what proves it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from loganalyst.ledgers.quotes import quote_piece
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.command import Command, RunsIf
from loganalyst.model.event import CommandEvent, Observation
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

_SAYERS = frozenset({"echo", "printf"})
LISTINGS = frozenset({Trait.LISTS_PROCESSES, Trait.LISTS_PROCESS_TREE})
KILLS = frozenset({Trait.KILLS_BY_NAME, Trait.KILLS_BY_PATTERN, Trait.KILLS_BY_PID})
_WORD = re.compile(r"[A-Za-z0-9_.+/-]{2,}|\d+")
_COUNT = re.compile(r"^\s*(\d+)\s*$", re.MULTILINE)


_SEARCH = re.compile(r"(?:^|[\s/])(?:[ef]?grep|pgrep|rg)(?:\s|$)")
_NUMBERED = re.compile(r"^\s*(?:[^\s@]{1,40}\s{1,40})?[0-9]{1,10}(?:\s|$)")


class Seen(StrEnum):
    """What a look showed of the thing sought."""

    THERE = "there"
    ABSENT = "absent"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Look:
    """The answer of one look."""

    seen: Seen
    span: Span


def names_in(patterns: Iterable[str]) -> frozenset[str]:
    """Return the lower-case names that patterns such as ``'[n]inja|nvcc'`` look for."""
    plain = (re.sub(r"\[(.)\]", r"\1", pattern).replace("\\", "") for pattern in patterns)
    words = (word.casefold().rstrip("/") for text in plain for word in _WORD.findall(text))
    return frozenset(word.rpartition("/")[2] for word in words if word)


def sought_names(command: CommandEvent) -> frozenset[str]:
    """Return the names or numbers that a listing names, empty where it lists all."""
    operands = [operand.value for operand in command.command.operands]
    values = [option.value for option in command.command.options if option.value and option.name != "signal"]
    subjects = [subject.name for subject in command.command.subjects if subject.kind in {"process", "pid"}]
    return names_in((*operands, *values, *subjects))


def branch_taken(timeline: Timeline, probe: CommandEvent) -> tuple[bool, Span] | None:
    """Return whether a tested command succeeded, as the words printed on its branch show; None if nothing shows it."""
    text = timeline.text_of(probe.call)
    lines = {line.strip() for line in text.splitlines()}
    on_line = {one.command.position: one.command for one in timeline.in_call.get(probe.call, ())}
    for other in timeline.in_call.get(probe.call, ()):
        if other.command.program not in _SAYERS or _decider(other.command, on_line) != probe.command.position:
            continue
        said = " ".join(other.command.words[1:]).strip()
        if (
            said
            and said in lines
            and (span := quote_piece(timeline.events.transcript, timeline.results[probe.call].span, said))
        ):
            return other.command.runs_if is RunsIf.AFTER_SUCCESS, span
    return None


def _decider(command: Command, on_line: Mapping[int, Command]) -> int | None:
    """Return the position of the command on whose status another ran.

    In ``test && echo yes || echo no`` the last depends on the test: to say a word does not fail.
    """
    said = on_line.get(command.decided_by) if command.decided_by is not None else None
    if said is not None and command.runs_if is RunsIf.AFTER_FAILURE and said.program in _SAYERS:
        return said.decided_by
    return command.decided_by


def records_in(text: str) -> tuple[str, ...]:
    """Return the processes that a listing shows, one a line, those left out that are searches of processes themselves.

    A line that does not begin with a number, or a name and a number, goes on with the one before, which a terminal has
    wrapped; before the first such line everything is taken as it is.
    """
    records: list[str] = []
    for line in text.splitlines():
        if records and not _NUMBERED.match(line) and _NUMBERED.match(records[-1]):
            records[-1] += " " + line.strip()
        elif line.strip():
            records.append(line.strip())
    return tuple(record for record in records if not _SEARCH.search(record))


def is_counted(timeline: Timeline, probe: CommandEvent) -> bool:
    """Return whether of a listing only a number is printed: by itself, or by what it is piped into."""
    counted = (one.command.traits for one in (probe, *_behind(timeline, probe)))
    return any(Trait.COUNTS_LINES in traits for traits in counted)


def listed(timeline: Timeline, probe: CommandEvent) -> tuple[Observation, ...]:
    """Return what is known to be read off a command's own output; nothing where only a number is printed."""
    own = timeline.own(probe)
    return own if own and not is_counted(timeline, probe) else ()


def _behind(timeline: Timeline, probe: CommandEvent) -> list[CommandEvent]:
    """Return the commands that a command's output is piped through."""
    plain = probe.command
    others = timeline.in_pipeline[probe.call, plain.pipeline]
    return [one for one in others if one.command.pipe_index > plain.pipe_index]


def _may_be_itself(timeline: Timeline, probe: CommandEvent) -> bool:
    """Return whether a count may count the search: a filter by a plain word in its own pipeline, or its own shell."""
    filters = [one.command for one in _behind(timeline, probe) if one.command.program.endswith("grep")]
    left_out = any(plain.option("invert") is not None for plain in filters)
    bracketed = any("[" in operand.value for plain in filters for operand in plain.operands)
    return bool(probe.command.matches_own_wrapper) or (bool(filters) and not left_out and not bracketed)


def read_look(timeline: Timeline, probe: CommandEvent) -> Look | None:
    """Return what a listing of named processes showed; None where the log does not tell that it ran."""
    result = timeline.results.get(probe.call)
    if result is None or probe.outcome.reason == "not_run":
        return None
    taken = branch_taken(timeline, probe)
    if taken is not None:
        return Look(Seen.THERE if taken[0] else Seen.ABSENT, taken[1])
    return _read_output(timeline, probe)


def _read_output(timeline: Timeline, probe: CommandEvent) -> Look:
    """Return what the lines of a listing show, or that there are none."""
    if is_counted(timeline, probe):
        return _counted(timeline, probe)
    rows = [seen for seen in timeline.own(probe) if seen.kind == "process.row"]
    others = [seen for seen in rows if not _SEARCH.search(seen.span.quote)]
    if rows:
        return Look(Seen.THERE, others[0].span) if others else Look(Seen.ABSENT, rows[0].span)
    if any(seen.kind == "process.none-listed" for seen in timeline.own(probe)):
        return Look(Seen.ABSENT, probe.span)
    if probe.printed and probe.output and Trait.LISTS_PROCESSES in probe.command.traits:
        others_shown = records_in("\n".join(span.quote for span in probe.output))
        return Look(Seen.THERE if others_shown else Seen.ABSENT, probe.output[0])
    result = timeline.results[probe.call].outcome
    if probe.printed is False and not probe.command.errors_hidden and not result.truncated:
        ended = bool({probe.outcome.exit_status, result.exit_status} & {0, 1})
        return Look(Seen.ABSENT if ended else Seen.UNCLEAR, probe.span)
    return Look(Seen.UNCLEAR, probe.span)


def _counted(timeline: Timeline, probe: CommandEvent) -> Look:
    """Return what a printed count shows."""
    result = timeline.results[probe.call]
    counts = list(_COUNT.finditer(result.text))
    if len(counts) != 1:
        return Look(Seen.UNCLEAR, probe.span)
    span = quote_piece(timeline.events.transcript, result.span, counts[0][1], counts[0].start(1)) or result.span
    number = int(counts[0][1])
    if number == 1 and _may_be_itself(timeline, probe):
        return Look(Seen.UNCLEAR, span)
    return Look(Seen.THERE if number else Seen.ABSENT, span)
