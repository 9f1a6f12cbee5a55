"""What a report of finished work says that the new code does, where nothing ran the code after it was written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from loganalyst.detectors.seam import Context
from loganalyst.detectors.statements import is_stated
from loganalyst.detectors.steps import Step
from loganalyst.events.speech.act_words import ACTS
from loganalyst.ledgers.bearing import OWNS_UP
from loganalyst.model.event import Claim, MessageEvent, Predicate
from loganalyst.model.transcript import Role

_MORE_VERBS = (
    "accept allow avoid cache detect emit enforce extract fall handle keep log match parse pass preserve prevent "
    "process produce reject render return route select serve show skip store stream support use validate work write"
)


def _third_person(verb: str) -> str:
    """Return the form behind ``it``."""
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeiou" else verb + "s"


_VERBS = "|".join(sorted({_third_person(verb) for verb in (*ACTS, *_MORE_VERBS.split()) if verb.isalpha()}))
_DOES = re.compile(
    rf"(?:\A|: |\bit |\bnow |\bwhich )\W{{0,4}}(?:now |also |then |automatically )?(?:{_VERBS})\s+[\w`*\"]",
    re.IGNORECASE,
)
"""A sentence that says what a thing does: ``Cache: keeps the last answer``, ``it now rejects empty names``."""
_CODE = re.compile(
    r"\.(?:py|js|jsx|mjs|ts|tsx|vue|svelte|rs|go|java|kt|scala|c|cc|cpp|h|hpp|cu|cs|fs|rb|php|swift|lua|pl|jl|sh|bash|ps1|sql)\b",
    re.IGNORECASE,
)
"""Names of files that hold code which can be run."""
_HEAD = 2000
"""Characters of an edit in which its files are named."""
_ENOUGH = 2
"""Sentences of that kind that make a message tell of working code, and not of an edit alone."""


@dataclass(slots=True)
class _Turn:
    """What the assistant did since the user's last words."""

    changes: list[Step] = field(default_factory=list)
    looked: bool = False

    def take(self, step: Step) -> None:
        """Note a step; a change opens anew what was looked at."""
        if step.changes and step.call.changes_file and _CODE.search(step.call.path or step.call.text[:_HEAD]):
            self.changes.append(step)
            self.looked = False
        self.looked = self.looked or step.looks or step.runs


def find_told(context: Context) -> Iterator[tuple[Claim, Step]]:
    """Yield the first sentence of each report that tells what new code does, with the last change of its turn.

    A report is a message behind the last call of a turn in which code was changed and then neither run nor looked at
    at work.
    """
    marks: list[Step | MessageEvent] = [
        *context.steps,
        *(event for event in context.events.messages if event.place.role is Role.USER),
    ]
    marks.sort(key=lambda mark: mark.place.order)
    told: dict[int, list[Claim]] = {}
    for claim in context.events.claims:
        if claim.place.role is Role.ASSISTANT and not claim.in_reasoning:
            told.setdefault(claim.place.message, []).append(claim)
    turn, reached = _Turn(), 0
    for message, claims in told.items():
        order = claims[0].place.order
        while reached < len(marks) and marks[reached].place.order < order:
            mark = marks[reached]
            turn, reached = (turn if isinstance(mark, Step) else _Turn()), reached + 1
            if isinstance(mark, Step):
                turn.take(mark)
        ends = reached == len(marks) or not isinstance(marks[reached], Step)
        first = _first_of_behaviour(claims)
        if ends and turn.changes and not turn.looked and first is not None and message:
            yield first, turn.changes[-1]


def _first_of_behaviour(claims: list[Claim]) -> Claim | None:
    found = [claim for claim in claims if is_stated(claim) and _DOES.search(claim.text)]
    told = [claim for claim in claims if is_stated(claim) and claim.predicate is Predicate.DONE]
    open_ = any(OWNS_UP.search(claim.text) for claim in claims if claim.predicate is Predicate.FAILS)
    return (told or found)[0] if len(found) >= _ENOUGH and not open_ else None
