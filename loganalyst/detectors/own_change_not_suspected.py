"""A thing fails right after it was changed, and other causes are pursued without a look at the change."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from loganalyst.detectors.failures import Failures
from loganalyst.detectors.mentions import Mentions
from loganalyst.detectors.reruns import Reruns
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.steps import Step, changes_file
from loganalyst.model.event import Call, Events, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait

RULE = "own-change-not-suspected"
_NEAR = 4
"""A failure follows a change when it comes at most so many steps after it."""
_LOOKED = 4
"""How many steps elsewhere make a pursuit of other causes."""
_LONGEST = 20_000
"""So much of an output is read."""
_SUBJECTS = frozenset({"host", "url"})
"""Kinds of subjects that are where a change was made, and not what was changed."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the step by which several had gone elsewhere, after a run broke that had gone well before a change.

    The failure names what was changed shortly before. A sentence or a step that names it as well is a look at it.
    """
    events = context.events
    failures, mentions, worked = context.failures, context.mentions, _worked_before(events, context.reruns)
    steps = context.steps
    orders = [step.place.order for step in steps]
    results = {result.call: result for result in events.results if result.call is not None}
    told: set[int] = set()
    for number, step in enumerate(steps):
        name = _changed(step)
        if name is None:
            continue
        failed = _failure(steps[number + 1 : number + 1 + _NEAR], name, failures, results)
        if failed is None or failed.seq in told or worked.get(failed.seq, step.place.order) >= step.place.order:
            continue
        told.add(failed.seq)
        start = bisect_left(orders, failed.place.order + 1)
        later = steps[start : start + _LOOKED]
        if len(later) == _LOOKED and _never_named(mentions, name, failed, later[-1]):
            yield _hit(step, failed, later[-1], name)


def _worked_before(events: Events, reruns: Reruns) -> Mapping[int, int]:
    """Return, for each call, the order of the call before that ran the same and ended well; calls without one lack."""
    good: dict[tuple[str, ...], int] = {}
    found: dict[int, int] = {}
    for call in events.calls:
        key = reruns.key(call)
        if key is not None and key in good:
            found[call.seq] = good[key]
        if key is not None and call.outcome.kind is OutcomeKind.OK:
            good[key] = call.place.order
    return found


def _changed(step: Step) -> str | None:
    """Return the name of what a step changes, without its folder; None for what has no telling name."""
    if not step.changes:
        return None
    path = step.call.path if step.command is None else changes_file(step.command.command)
    if path is None and step.command is not None:
        named = (subject.name for subject in step.command.command.subjects if subject.kind not in _SUBJECTS)
        path = None if Trait.INSTALLS_PACKAGES in step.command.command.traits else next(named, None)
    name = (path or "").rstrip("/").rpartition("/")[2].casefold()
    return name if len(name) >= _NEAR and "." in name else None


def _failure(steps: Sequence[Step], name: str, failures: Failures, results: Mapping[int, Result]) -> Call | None:
    """Return the first of some steps that fails with words that name a thing."""
    for step in steps:
        if step.changes:
            return None
        result = results.get(step.call.seq) if failures.of(step.call) is not None else None
        if result is not None and name in result.text[:_LONGEST].casefold():
            return step.call
    return None


def _never_named(mentions: Mentions, name: str, failed: Call, last: Step) -> bool:
    """Return whether nothing that is said or run between a failure and a later step names a thing."""
    start, end = (
        bisect_left(mentions.orders, failed.place.order + 1),
        bisect_left(mentions.orders, last.place.order + 1),
    )
    return not any(name in entry.text.casefold() for entry in mentions.entries[start:end])


def _hit(step: Step, failed: Call, last: Step, name: str) -> Hit:
    related = (
        Related(step.span, step.place.message, step.place.location, "the change"),
        Related(failed.span, failed.place.message, failed.place.location, "the failure that names what was changed"),
    )
    return Hit(last.place, last.span, related, (Capture("name", name),))
