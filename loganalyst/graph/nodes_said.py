"""Nodes for what was said and thought: requests, decisions, claims, hypotheses, symptoms."""

from collections.abc import Iterator

from loganalyst.graph.draft import Draft
from loganalyst.model.event import Act, Stance
from loganalyst.model.graph import NodeKind
from loganalyst.model.ledger import ClaimStatus, Hypothesis
from loganalyst.model.span import Span
from loganalyst.model.transcript import Role

_WEIGHED = frozenset({ClaimStatus.CONTRADICTED, ClaimStatus.TOO_WEAK, ClaimStatus.SUPPORTED})

_Place = tuple[int, int, int]


def add_thoughts(draft: Draft) -> None:
    """Add the symptoms and hypotheses of the ledgers, the claims that something is known of, and all decisions."""
    ledgers = draft.analysis.ledgers
    for symptom in ledgers.symptoms:
        draft.add_apart(symptom.id, NodeKind.SYMPTOM, symptom.name.replace("-", " "), symptom.span)
    guesses: dict[_Place, str] = {}
    for row in _of_the_last_symptom(draft):
        if row.raised_at is None:
            continue
        if row.voiced:
            guesses.setdefault(_place(row.raised_at), draft.add(row.id, NodeKind.HYPOTHESIS, row.text, row.raised_at))
        else:
            draft.add_apart(row.id, NodeKind.HYPOTHESIS, row.text, row.raised_at)
    _add_claims(draft, guesses)
    _add_decisions(draft)
    _add_requests(draft)


def _of_the_last_symptom(draft: Draft) -> Iterator[Hypothesis]:
    """Yield the hypotheses; of a sentence that speaks of a symptom seen several times, that of the last time."""
    last: dict[tuple[str | None, Span | None], tuple[int, str]] = {}
    rows = draft.analysis.ledgers.hypotheses
    for row in rows:
        symptom = draft.symptom_of(row) if row.voiced else None
        seen = symptom.message if symptom is not None else -1
        if seen >= last.get((row.symptom, row.raised_at), (-1, ""))[0]:
            last[row.symptom, row.raised_at] = seen, row.id
    for row in rows:
        if not row.voiced or last[row.symptom, row.raised_at][1] == row.id:
            yield row


def _place(span: Span) -> _Place:
    return span.message, span.part, span.start


def _add_claims(draft: Draft, guesses: dict[_Place, str]) -> None:
    """Add statements that have evidence or a fate, or that a finding quotes; one that is a hypothesis has its node."""
    judged = {_place(finding.span) for finding in draft.analysis.findings}
    for row in draft.analysis.ledgers.claims:
        place = _place(row.span)
        if place in guesses:
            draft.node_of_claim[row.claim] = guesses[place]
        elif row.status in _WEIGHED or row.fate not in {"stands", "unknown"} or place in judged:
            draft.node_of_claim[row.claim] = draft.add(row.id, NodeKind.CLAIM, row.text, row.span)


def _add_decisions(draft: Draft) -> None:
    """Add the steps that the assistant announces."""
    for number, claim in enumerate(draft.analysis.events.claims):
        announced = claim.stance is Stance.INTENDED and claim.act is not Act.NONE
        if announced and claim.place.role is Role.ASSISTANT and number not in draft.node_of_claim:
            draft.node_of_claim[number] = draft.add(f"d{number + 1}", NodeKind.DECISION, claim.text, claim.span)


def _add_requests(draft: Draft) -> None:
    """Add what the user says: the session's other source of decisions."""
    for event in draft.analysis.events.messages:
        if event.place.role is Role.USER and event.text.strip():
            draft.add(f"u{event.place.message}", NodeKind.DECISION, event.text, event.span)
