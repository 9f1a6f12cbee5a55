"""Several probes in one call, and no mark that tells whose line is whose, or which of them was silent."""

from collections.abc import Iterator
from itertools import pairwise

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import CommandRole, RunsIf
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.finding import Capture
from loganalyst.model.trait import Trait

RULE = "unlabelled-probe-bundle"
_MANY = 3
_MAY_BE_SILENT = frozenset(
    {
        Trait.EMPTY_IS_SUCCESS,
        Trait.LISTS_BY_PATTERN,
        Trait.LISTS_FILES,
        Trait.LISTS_OPEN_FILES,
        Trait.READS_FILE,
        Trait.READS_LOG,
        Trait.TRACES_CALLS,
    }
)
_NAMES_ITS_PATHS = frozenset({Trait.WALKS_TREE, Trait.LISTS_OPEN_FILES, Trait.LISTS_BY_PATTERN})


def find(context: Context) -> Iterator[Hit]:
    """Yield a hit at the first probe of each stretch of a call whose output cannot be shared out among them."""
    for call in context.events.calls:
        text = "" if call.result is None else context.events.results[call.result].text
        if text.strip() and not call.outcome.truncated:
            for stretch in _stretches(context, call):
                if (case := _case(stretch, text)) is not None:
                    yield _hit(stretch, case)


def _stretches(context: Context, call: Call) -> Iterator[list[CommandEvent]]:
    """Yield the probes of a call between one mark and the next: one for each pipeline that always runs or shows."""
    stretch: list[CommandEvent] = []
    pipelines: set[int] = set()
    for event in (context.events.commands[seq] for seq in call.commands):
        command = event.command
        if Trait.ALWAYS_PRINTS in command.traits and command.role is CommandRole.PLUMBING:
            yield stretch
            stretch = []
        elif _shows(event) and command.pipeline not in pipelines:
            pipelines.add(command.pipeline)
            stretch.append(event)
    yield stretch


def _shows(event: CommandEvent) -> bool:
    """Return whether a command is a probe whose lines, if any, stand in the result."""
    command = event.command
    plain = not (command.output_discarded or command.status_tested or command.loop is not None)
    return command.role is CommandRole.PROBE and plain and command.runs_if is not RunsIf.AFTER_FAILURE


def _case(stretch: list[CommandEvent], text: str) -> str | None:
    """Return why the output cannot be shared out among the probes; None where it can."""
    if len(stretch) > 1 and all(_is_listing(one) for one in stretch):
        return "listings" if _runs(text) < len(stretch) and _unknown(stretch) else None
    if len(stretch) < _MANY:
        return None
    silent = [one for one in stretch if one.printed is False]
    if any(one.command.errors_hidden or one.command.status_hidden for one in silent) and len(silent) < len(stretch):
        return "silent"
    open_ = [one for one in _unknown(stretch) if _may_be_silent(one)]
    return "shared" if len(open_) > 1 else None


def _unknown(stretch: list[CommandEvent]) -> list[CommandEvent]:
    return [one for one in stretch if one.printed is None]


def _may_be_silent(event: CommandEvent) -> bool:
    return event.command.pipe_length > 1 or bool(_MAY_BE_SILENT & event.command.traits)


def _is_listing(event: CommandEvent) -> bool:
    """Return whether a probe prints bare names of files, without the folder that they stand in."""
    command = event.command
    bare = Trait.LISTS_FILES in command.traits and not _NAMES_ITS_PATHS & command.traits
    return bare and command.pipe_length == 1 and all("*" not in operand.value for operand in command.operands)


def _runs(text: str) -> int:
    """Return in how many alphabetical runs the lines stand, by the order that gives more: each listing is sorted."""
    lines = [line for line in text.splitlines() if line.strip()]
    plain = ["".join(filter(str.isalnum, line)).lower() for line in lines]
    return 1 + max(sum(before > after for before, after in pairwise(keys)) for keys in (lines, plain))


def _hit(stretch: list[CommandEvent], case: str) -> Hit:
    silent = dict.fromkeys(one.command.program for one in stretch if one.printed is False)
    captures = [Capture("count", str(len(stretch))), Capture("case", case)]
    if silent:
        captures.append(Capture("silent", ", ".join(silent)))
    return Hit(stretch[0].place, stretch[0].span, captures=tuple(captures))
