"""What a look at processes showed: whether something that was sought was there, and what proves it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from loganalyst.ledgers.quotes import quote_piece
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.command import RunsIf
from loganalyst.model.event import CommandEvent
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

LISTINGS = frozenset({Trait.LISTS_PROCESSES, Trait.LISTS_PROCESS_TREE})
KILLS = frozenset({Trait.KILLS_BY_NAME, Trait.KILLS_BY_PATTERN, Trait.KILLS_BY_PID})
_WORD = re.compile(r"[A-Za-z0-9_.+/-]{2,}|\d+")
_COUNT = re.compile(r"^\s*(\d+)\s*$", re.MULTILINE)


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
    return frozenset(word.casefold().rsplit("/", 1)[-1] for text in plain for word in _WORD.findall(text))


def sought_names(command: CommandEvent) -> frozenset[str]:
    """Return the names or numbers that a listing names, empty where it lists all."""
    operands = [operand.value for operand in command.command.operands]
    values = [option.value for option in command.command.options if option.value]
    subjects = [subject.name for subject in command.command.subjects if subject.kind in {"process", "pid"}]
    return names_in((*operands, *values, *subjects))


def branch_taken(timeline: Timeline, probe: CommandEvent) -> tuple[bool, Span] | None:
    """Return whether a tested command succeeded, as the words printed on its branch show; None if nothing shows it."""
    text = timeline.text_of(probe.call)
    lines = {line.strip() for line in text.splitlines()}
    for other in timeline.in_call.get(probe.call, ()):
        if other.command.decided_by != probe.command.position or other.command.program not in {"echo", "printf"}:
            continue
        said = " ".join(other.command.words[1:]).strip()
        if (
            said
            and said in lines
            and (span := quote_piece(timeline.events.transcript, timeline.results[probe.call].span, said))
        ):
            return other.command.runs_if is RunsIf.AFTER_SUCCESS, span
    return None


def counts(probe: CommandEvent) -> bool:
    """Return whether a listing prints only how many it found."""
    return Trait.COUNTS_LINES in probe.command.traits


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
    if counts(probe):
        return _counted(timeline, probe)
    rows = [seen for seen in timeline.own(probe) if seen.kind == "process.row"]
    if rows:
        return Look(Seen.THERE, rows[0].span)
    if probe.printed and probe.output and Trait.LISTS_PROCESSES in probe.command.traits:
        return Look(Seen.THERE, probe.output[0])
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
    return Look(Seen.THERE if int(counts[0][1]) else Seen.ABSENT, span)
