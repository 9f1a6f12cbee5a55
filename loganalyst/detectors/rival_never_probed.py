"""One explanation of a symptom is acted on, and the others that it has were not looked at."""

import re
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent, Stance
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import Hypothesis, HypothesisStatus, Symptom
from loganalyst.model.trait import Trait

RULE = "rival-never-probed"
_OPEN = frozenset({HypothesisStatus.UNTESTED, HypothesisStatus.EXCLUDED_INVALIDLY})
_LEAST_RIVALS = 2
"""How many other explanations have to be open; where one is left, to act may be the test of it."""
_TO_COME = re.compile(r"\b(?:if|will|should|would|want|can|may need)\b|'ll\b", re.IGNORECASE)
"""Words of plans and offers, which explain nothing."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the interventions that take a guess for true while its rivals are open; each once."""
    acts = {command.span: command for command in context.events.commands if not _only_asks(command)}
    told: set[int] = set()
    for case in _cases(context.ledgers.hypotheses):
        for guess in case:
            act = acts.get(guess.acted_on_at) if guess.acted_on_at is not None else None
            rivals = [other for other in case if other is not guess and other.status in _OPEN]
            unheard = [other for other in rivals if not other.voiced]
            if act is None or act.seq in told or not _is_guess(guess) or len(unheard) < _LEAST_RIVALS:
                continue
            told.add(act.seq)
            yield _hit(act, guess, rivals, _sign(context, guess))


def _cases(hypotheses: tuple[Hypothesis, ...]) -> Iterator[list[Hypothesis]]:
    """Yield the explanations of each time that a symptom showed; they stand together, each rival once."""
    case: list[Hypothesis] = []
    for row in hypotheses:
        if case and (row.symptom != case[0].symptom or row.rival in {other.rival for other in case}):
            yield case
            case = []
        if row.symptom is not None:
            case.append(row)
    if case:
        yield case


def _only_asks(event: CommandEvent) -> bool:
    """Return whether a command asks and changes nothing: a probe, or tests that may show whether the guess is right."""
    return event.command.role is CommandRole.PROBE or Trait.RUNS_TESTS in event.command.traits


def _is_guess(row: Hypothesis) -> bool:
    """Return whether somebody gave an explanation as a guess, and no probe bears it out.

    What is stated without a hedge may stand in the output before it.
    """
    guessed = row.voiced and row.stance is Stance.HEDGED and row.status in _OPEN
    return guessed and not _TO_COME.search(row.text)


def _sign(context: Context, guess: Hypothesis) -> Symptom | None:
    """Return the last time before a guess that its symptom showed."""
    signs = (sign for sign in context.ledgers.symptoms if sign.name == guess.symptom and sign.message <= guess.message)
    return max(signs, key=lambda sign: sign.message, default=None)


def _hit(act: CommandEvent, guess: Hypothesis, rivals: list[Hypothesis], sign: Symptom | None) -> Hit:
    related = []
    if guess.raised_at is not None:
        span = guess.raised_at
        related.append(Related(span, span.message, span.location, "the explanation that is acted on"))
    if sign is not None:
        related.insert(0, Related(sign.span, sign.message, sign.span.location, "the first sign of the symptom"))
    names = "; ".join(rival.title for rival in rivals)
    captures = (Capture("program", act.command.program), Capture("rivals", names))
    return Hit(act.place, act.span, tuple(related), captures, guess.id)
