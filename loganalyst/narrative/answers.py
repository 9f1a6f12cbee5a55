"""Which lines of a shared output are a command's own, by the filters of the line, and whether a look was answered."""

import re
from itertools import groupby

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import CommandEvent
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.narrative.looks import BY_PATTERN
from loganalyst.narrative.saying import split_lines
from loganalyst.narrative.scene import Scene

CUT_OFF = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.KILLED, OutcomeKind.CANCELLED, OutcomeKind.REFUSED})
NOTICES = frozenset({OutcomeKind.CANCELLED, OutcomeKind.REFUSED})
"""With these ends what came back is the tool's own notice."""
_PLAIN = frozenset({"color", "extended", "fixed", "ignore-case", "line-buffered", "regex", "text"})
"""Options with which a search still passes on just the lines that hold its pattern."""
_SIGNS = re.compile(r"[][\\(){}.*+?^$]")
"""A pattern with one of these is more than plain words."""


def is_unanswered(scene: Scene, event: CommandEvent) -> bool:
    """Say whether a call ended early and nothing that it printed can be the command's answer."""
    call = next(one for one in scene.analysis.events.calls if one.seq == event.call)
    if event.printed or call.outcome.kind not in CUT_OFF:
        return False
    result = scene.result_of(call)
    is_empty = result is None or not result.text.strip() or call.outcome.kind in NOTICES
    return is_empty or find_own(scene, event) == ()


def find_own(scene: Scene, event: CommandEvent) -> tuple[Span, ...] | None:
    """Return the lines of a shared output that only this command can have printed, as the filters of the line tell.

    None where they do not tell: there is no filter, or its pattern is more than words, or others may have printed.
    """
    result = next((one for one in scene.analysis.events.results if one.call == event.call), None)
    lines = split_lines(result.span) if result is not None else []
    call = [one for one in scene.analysis.events.commands if one.call == event.call]
    by_pipeline = groupby(sorted(call, key=_pipeline), key=_pipeline)
    pipelines = {number: [one.command for one in commands] for number, commands in by_pipeline}
    mine = _passed(pipelines.pop(event.command.pipeline), lines)
    if not mine:
        return mine
    for others in pipelines.values():
        passed = _passed(others, lines) if _may_print(others) else ()
        if passed is None or set(passed) & set(mine):
            return None
    return mine


def _pipeline(event: CommandEvent) -> int:
    return event.command.pipeline


def _may_print(commands: list[Command]) -> bool:
    """Say whether a pipeline is more than a wrapper around others, and does not throw its output away."""
    return any(one.role is not CommandRole.WRAPPER and not one.output_discarded for one in commands)


def _passed(commands: list[Command], lines: list[Span]) -> tuple[Span, ...] | None:
    """Return the lines that the filters of a pipeline let through; None where they or its own errors may be others."""
    filters = [one for one in commands if one.program in BY_PATTERN and one.pipe_index]
    heads = [f"{one.program}: " for one in commands if one.program]
    if (
        not filters
        or any(not _words(one) for one in filters)
        or any(head in line.quote for head in heads for line in lines)
    ):
        return None
    return tuple(line for line in lines if all(_holds(line.quote, one) for one in filters))


def _words(command: Command) -> tuple[str, ...]:
    """Return the plain words of which a search wants one in each line, or none where its pattern is more."""
    given = command.option("regex")
    pattern = (given.value if given is not None else None) or next((one.value for one in command.operands), "")
    if any(one.name not in _PLAIN for one in command.options):
        return ()
    extended = command.program in {"egrep", "rg"} or command.option("extended") is not None
    words = tuple(pattern.split("|" if extended else r"\|"))
    return () if not all(words) or any(_SIGNS.search(word) for word in words) else words


def _holds(text: str, search: Command) -> bool:
    """Say whether a line holds one of the words of a search."""
    if search.option("ignore-case") is None:
        return any(word in text for word in _words(search))
    return any(word.casefold() in text.casefold() for word in _words(search))
