"""Success is stated, and nothing after the last change shows it."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import hangs_on, is_stated
from loganalyst.detectors.steps import Step
from loganalyst.detectors.told_behaviour import find_told
from loganalyst.detectors.written_calls import find_passed_on
from loganalyst.ledgers.bearing import OWNS_UP, Bearing
from loganalyst.model.event import Act, Claim, Predicate, Scope
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import ClaimRow
from loganalyst.model.transcript import Role

RULE = "unverified-success"
_SUCCESS = frozenset({Predicate.FIXED, Predicate.PASSES, Predicate.RUNNING, Predicate.WORKS})


_OPENER = re.compile(r"\b(?:let me|let['’]s|let us|I['’]ll|I will|I['’]m going to)\b", re.IGNORECASE)
_TESTED = re.compile(r"\b(?:verified|tested|confirmed)\b", re.IGNORECASE)
_SOON = 5
"""Messages of the assistant after an announced check within which success is told on it."""
_TRIED = frozenset({Predicate.FIXED, Predicate.PASSES, Predicate.WORKS})
"""What a run that failed does not bear out."""


@dataclass(slots=True)
class _State:
    """What was done since the last change."""

    change: Step | None = None
    after: list[Step] = field(default_factory=list)

    def take(self, step: Step) -> None:
        """Note a step: a change opens a new count of what looked after it."""
        if step.changes:
            self.change, self.after = step, []
        elif step.sees:
            self.after.append(step)


class _Failed:
    """Tells which steps ran and failed, and which sentences say so."""

    def __init__(self, context: Context) -> None:
        self._failures = context.failures
        self.bearing = Bearing(context.timeline)

    def all_failed(self, steps: Sequence[Step]) -> bool:
        """Return whether each of some steps is a run that ended badly, and not by a time limit."""
        ends = [self._failures.of(step.call) if step.runs else None for step in steps]
        return all(failure is not None and not failure.by_limit for failure in ends)


def find(context: Context) -> Iterator[Hit]:
    """Yield one sentence of success for each message of the assistant that no look after the last change bears out.

    A look bears a sentence out when its answer came before the sentence and it uses the thing: a run, tests, a
    request. When a user has spoken since the change, they may have looked. Where the answers are not in the log, the
    hit is undecided. A report that tells at length what new code does, which nothing ran, is one such sentence.
    """
    failures = _Failed(context)
    rows = {row.claim: row for row in context.ledgers.claims}
    hits = (
        hit
        for claim, number, state in _statements(context)
        if (row := rows.get(number)) is not None and (hit := _hit(context, failures, claim, row, state)) is not None
    )
    told: set[int] = set()
    for message, group in groupby(hits, key=lambda hit: hit.place.message):
        told.add(message)
        yield max(group, key=_weight)
    for hit in _without_step(context) if context.events.transcript.outputs_recorded else ():
        if hit.place.message not in told:
            told.add(hit.place.message)
            yield hit


def _without_step(context: Context) -> Iterator[Hit]:
    """Yield the sentences of success for which a check was announced only, a report written, or new code never run."""
    for claim, check in _unchecked(context):
        related = Related(check.span, check.place.message, check.place.location, "the check that was announced")
        yield _other(claim, related, "unchecked")
    for claim, report in find_passed_on(context):
        related = Related(report.span, report.place.message, report.span.location, "the report that it rests on")
        yield _other(claim, related, "passed on")
    for claim, change in find_told(context):
        related = Related(change.span, change.place.message, change.place.location, "the last change before")
        yield _other(claim, related, "behaviour", _name(change))


def _other(claim: Claim, related: Related, predicate: str, change: str = "") -> Hit:
    captures = (Capture("refuted", "no"), Capture("failed", "no"), Capture("predicate", predicate))
    return Hit(claim.place, claim.span, (related,), (*captures, Capture("change", change)))


def _unchecked(context: Context) -> Iterator[tuple[Claim, Claim]]:
    """Yield the sentences of success behind a check that was announced and not carried out, each with that check.

    Such a sentence is about all there is, or says itself that it was tested.
    """
    left = {row.span for row in context.ledgers.loose_ends if row.kind == "announced-not-done"}
    check: Claim | None = None
    for claim in context.events.claims if context.events.calls else ():
        if claim.span in left and claim.act is Act.CHECK and _OPENER.search(claim.text):
            check = claim
        elif check is None or claim.predicate not in _SUCCESS or not is_stated(claim):
            continue
        elif claim.scope is Scope.ALL or _TESTED.search(claim.text):
            near = claim.place.turn - check.place.turn <= _SOON and claim.place.message != check.place.message
            if near and not OWNS_UP.search(claim.text.removeprefix("but ")):
                yield claim, check


def _statements(context: Context) -> Iterator[tuple[Claim, int, _State]]:
    """Yield the sentences that say that something works now, each with its number and what was done before it."""
    steps, state = deque(context.steps), _State()
    before: Claim | None = None
    for number, claim in enumerate(context.events.claims):
        while steps and steps[0].place.order < claim.place.order:
            state.take(steps.popleft())
        if claim.place.role is Role.USER:
            state = _State()
        elif (
            state.change is not None
            and claim.predicate in _SUCCESS
            and is_stated(claim)
            and not hangs_on(claim, before)
        ):
            yield claim, number, state
        before = claim


def _weight(hit: Hit) -> tuple[bool, bool]:
    """Return how much of the sentences of a message one tells: that it was refuted, that it says more than an edit."""
    words = {capture.name: capture.text for capture in hit.captures}
    return words["refuted"] == "yes", words["predicate"] != Predicate.FIXED


def _hit(context: Context, failures: _Failed, claim: Claim, row: ClaimRow, state: _State) -> Hit | None:
    change = state.change
    fitting = [step for step in state.after if _fits(claim, step)]
    answered = [step for step in fitting if step.arrived is not None and step.arrived < claim.place.order]
    failed = claim.predicate in _TRIED and failures.all_failed(answered) and not failures.bearing.owns_up(claim)
    if change is None or (answered and not failed):
        return None
    unseen = (bool(fitting) and not answered) or not context.events.transcript.outputs_recorded
    related = [Related(change.span, change.place.message, change.place.location, "the last change before")]
    refuted = row.fate == "contradicted"
    if refuted:
        related += [Related(span, span.message, span.location, "what refutes it later") for span in row.later]
    captures = (
        Capture("refuted", "yes" if refuted else "no"),
        Capture("failed", "yes" if answered else "no"),
        Capture("change", _name(change)),
        Capture("predicate", claim.predicate.value),
    )
    missing = ("what the checks after the last change answered",) if unseen else ()
    return Hit(claim.place, claim.span, tuple(related), captures, row.id, missing)


def _fits(claim: Claim, step: Step) -> bool:
    """Return whether a step could show what a sentence says."""
    if claim.predicate is Predicate.PASSES:
        return step.runs
    return step.sees if claim.predicate is Predicate.RUNNING else step.looks


def _name(step: Step) -> str:
    """Return a short name of a step: its program with the subcommand, or its tool with the file."""
    if step.command is None:
        return " ".join(filter(None, (step.call.name, (step.call.path or "").rpartition("/")[2])))
    plain = step.command.command
    return " ".join(filter(None, (plain.program, plain.subcommand if plain.subcommand != plain.program else None)))
