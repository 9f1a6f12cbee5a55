"""After a failure several things are changed at once before the next run, so that what helped cannot be told."""

from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.steps import Step, changes_file
from loganalyst.model.finding import Capture, Related
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

RULE = "shotgun-fix"
_ENOUGH = 3
_NEAR = 8
"""Changes come as an answer to a failure when the last is at most so many assistant messages after the first."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the last of three or more changes to different things that lie between a failed run and the next run.

    Changes of one file, or of one sort by one program, are one change. Work that follows no failure is no fix.
    """
    failures = context.failures
    failed: Span | None = None
    changes: dict[str, Step] = {}
    last: Step | None = None
    for step in context.steps:
        if step.changes and failed is not None:
            changes.setdefault(_target(step), step)
            last = step
        if not step.runs or step.changes:
            continue
        if failed is not None and last is not None and len(changes) >= _ENOUGH and _are_near(changes, last):
            yield _hit(last, changes, failed)
        failure = failures.of(step.call)
        failed = failure.span if failure is not None and not failure.by_limit else None
        changes, last = {}, None


def _are_near(changes: dict[str, Step], last: Step) -> bool:
    return last.place.turn - next(iter(changes.values())).place.turn <= _NEAR


def _target(step: Step) -> str:
    """Return what a change is of: a file, or a sort of change by a program."""
    if step.command is None:
        return f"file {step.call.path or step.call.name}"
    plain = step.command.command
    written = changes_file(plain)
    if written is not None:
        return f"file {written}"
    if Trait.EDITS_FILE in plain.traits:
        names = sorted(subject.name for subject in plain.subjects if subject.kind == "path")
        return f"file {names[0]}" if names else f"program {plain.program}"
    return f"program {plain.program} {plain.subcommand or ''}"


def _hit(last: Step, changes: dict[str, Step], failed: Span) -> Hit:
    first = next(iter(changes.values()))
    related = (
        Related(failed, failed.message, failed.location, "the failure before"),
        Related(first.span, first.place.message, first.place.location, "the first of the changes"),
    )
    return Hit(last.place, last.span, related, (Capture("count", str(len(changes))),))
