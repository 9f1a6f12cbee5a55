"""Edges of hypotheses: what raised them, what bears on them, what was done on their strength."""

from bisect import bisect_left
from collections.abc import Mapping
from types import MappingProxyType

from loganalyst.graph.bearing import tells_doing
from loganalyst.graph.draft import Draft, inferred, textual
from loganalyst.model.event import Predicate, Stance
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeKind, NodeKind
from loganalyst.model.ledger import Hypothesis, HypothesisStatus, ProbeReading, Reading
from loganalyst.model.limits import NEXT_MESSAGES
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

_READ: Mapping[Reading, EdgeKind] = MappingProxyType(
    {
        Reading.SUPPORTS: EdgeKind.SUPPORTS,
        Reading.WEAKENS: EdgeKind.WEAKENS,
        Reading.REFUTES: EdgeKind.CONTRADICTS,
    }
)

_SOON = 2
"""A probe within so many messages of a guess was made for it."""


def link_symptoms(draft: Draft) -> None:
    """Link the sign of each symptom with it, and the symptom with its explanations."""
    for row in draft.analysis.ledgers.symptoms:
        sign = draft.at(row.span)
        if _is_staged(draft, row.span, sign):
            continue
        because = f"it is the first sign that the symptom file '{row.name}' names"
        draft.link(sign, row.id, EdgeKind.SUPPORTS, inferred(Confidence.HIGH, because, row.span))
        for call in _calls_at(draft, sign):
            because = f"the end of the call makes the sign that the symptom file '{row.name}' names"
            outcome = draft.outcome_of_call.get(call)
            draft.link(outcome, row.id, EdgeKind.SUPPORTS, inferred(Confidence.HIGH, because, row.span))
    for guess in draft.analysis.ledgers.hypotheses:
        symptom = draft.symptom_of(guess)
        heard = not tells_doing(guess.text) if guess.voiced else _is_told_of(guess)
        if symptom is None or guess.id not in draft.nodes or not heard:
            continue
        voiced = (
            "it was voiced while the symptom showed" if guess.voiced else "nobody voiced it, and a probe tells of it"
        )
        because = f"the symptom file '{symptom.name}' names it as an explanation; {voiced}"
        sure = Confidence.HIGH if guess.voiced else Confidence.MEDIUM
        draft.link(symptom.id, guess.id, EdgeKind.PROMPTED_BY, inferred(sure, because, guess.raised_at))


def _is_staged(draft: Draft, span: Span, sign: str | None) -> bool:
    """Return whether a sign stands in what tests print, where addresses that nobody serves belong to the test."""
    call, seen = draft.call_of(span), draft.observed.get(sign or "")
    if call is None or seen is None or not seen.kind.startswith("network."):
        return False
    return any(Trait.RUNS_TESTS in event.command.traits for event in draft.timeline.in_call.get(call.seq, ()))


def _is_told_of(guess: Hypothesis) -> bool:
    """Return whether a probe tells of a guess soon after it could be had: a later one has another reason."""
    return any(reading.reading is not Reading.NOTHING and _is_soon(guess, reading) for reading in guess.tested_by)


def _is_soon(guess: Hypothesis, reading: ProbeReading) -> bool:
    return reading.message - guess.message <= NEXT_MESSAGES


def _calls_at(draft: Draft, sign: str | None) -> list[int]:
    """Return the call of which a sign is a step."""
    span = draft.nodes[sign].span if sign is not None else None
    if span is None:
        return []
    return [draft.call_at[span.message, span.part]] if (span.message, span.part) in draft.call_at else []


def link_guesses(draft: Draft) -> None:
    """Link hypotheses with the probes that bear on them, with what was done on their strength, and with each other."""
    spoken: dict[str, Hypothesis] = {}
    for guess in draft.analysis.ledgers.hypotheses:
        if guess.id not in draft.nodes:
            continue
        for reading in guess.tested_by:
            if _bears(guess, reading) and _is_of_it(draft, guess, reading):
                _link_reading(draft, guess, reading)
        _link_action(draft, guess)
        symptom = draft.symptom_of(guess)
        if guess.voiced and symptom is not None:
            earlier = spoken.get(symptom.id)
            if earlier is not None:
                because = f"another explanation of '{symptom.name}' is voiced (rule: rivals of one symptom)"
                draft.link(
                    earlier.id, guess.id, EdgeKind.SUPERSEDES, inferred(Confidence.MEDIUM, because, guess.raised_at)
                )
            spoken[symptom.id] = guess


def _bears(guess: Hypothesis, reading: ProbeReading) -> bool:
    """Return whether a probe bears on a guess: it tells of it, or was made for it or taken for an answer to it.

    A guess that was voiced is about what shows then: what was looked at long before was no test of it.
    """
    if guess.voiced and reading.message < guess.message - _SOON:
        return False
    if reading.reading is not Reading.NOTHING:
        return guess.voiced or _is_soon(guess, reading)
    made_for_it = abs(reading.message - guess.message) <= _SOON
    return guess.voiced and (made_for_it or guess.status is HypothesisStatus.EXCLUDED_INVALIDLY)


def _is_of_it(draft: Draft, guess: Hypothesis, reading: ProbeReading) -> bool:
    """Return whether a probe may be of the thing that a guess is about: it names no other thing of that kind."""
    probe, thing = draft.timeline.commands.get(reading.command), guess.subject
    if probe is None or thing is None:
        return True
    named = [subject for subject in probe.command.subjects if subject.kind == thing.kind]
    return not named or thing in named


def _link_reading(draft: Draft, guess: Hypothesis, reading: ProbeReading) -> None:
    step = draft.step_of_command.get(reading.command)
    rule = f"the symptom file '{guess.symptom}' reads a {reading.answer} of this probe as '{reading.reading}'"
    because = f"{rule} ({', '.join(reading.because)})" if reading.because else rule
    sure = Confidence.MEDIUM if reading.reading is Reading.NOTHING else Confidence.HIGH
    draft.link(step, guess.id, EdgeKind.TESTS, inferred(sure, because, reading.span))
    soon = guess.voiced and reading.message - guess.message <= _SOON
    if step is not None and soon and draft.comes_before(guess.id, step):
        because = f"the guess is voiced, and the symptom file '{guess.symptom}' says that this probe can tell of it"
        draft.link(guess.id, step, EdgeKind.PROMPTED_BY, inferred(Confidence.MEDIUM, because, guess.raised_at))
    kind = _READ.get(reading.reading)
    if kind is not None:
        seen = draft.at(reading.span)
        source = seen if seen is not None and seen != step else draft.outcome_of_command(reading.command)
        draft.link(source, guess.id, kind, inferred(Confidence.HIGH, because, reading.span))


def _link_action(draft: Draft, guess: Hypothesis) -> None:
    if guess.acted_on_at is None:
        return
    unproven = guess.status in {HypothesisStatus.UNTESTED, HypothesisStatus.EXCLUDED_INVALIDLY}
    untested = ", untested" if unproven else ""
    because = f"it is the next change after the guess, which stood alone then{untested} (rule: acted on a guess)"
    target = draft.at(guess.acted_on_at)
    if target is None or draft.nodes[target].kind is not NodeKind.INTERVENTION:
        return
    draft.link(guess.id, target, EdgeKind.ACTS_ON, inferred(Confidence.MEDIUM, because, guess.acted_on_at))


def link_drops(draft: Draft) -> None:
    """Link each sentence that denies a voiced hypothesis with it."""
    events = draft.analysis.events
    guessed = {_place(claim.span): claim.predicate for claim in events.claims}
    denied: dict[Predicate, list[int]] = {}
    for number in draft.node_of_claim:
        if events.claims[number].stance is Stance.NEGATED:
            denied.setdefault(events.claims[number].predicate, []).append(number)
    for row in draft.analysis.ledgers.hypotheses:
        if not row.voiced or row.raised_at is None or row.id not in draft.nodes:
            continue
        predicate = guessed.get(_place(row.raised_at))
        numbers = denied.get(predicate, []) if predicate is not None else []
        later = bisect_left(
            numbers, draft.order_of(row.raised_at), key=lambda number: events.claims[number].place.order
        )
        for number in numbers[later : later + 1]:
            weak = row.status is HypothesisStatus.EXCLUDED_INVALIDLY
            because = "the sentence denies it" + (", on readings that say nothing" if weak else "")
            span = events.claims[number].span
            sure = Confidence.LOW if weak else Confidence.MEDIUM
            draft.link(draft.node_of_claim[number], row.id, EdgeKind.CONTRADICTS, textual(sure, because, span))


def _place(span: Span) -> tuple[int, int, int]:
    return span.message, span.part, span.start
