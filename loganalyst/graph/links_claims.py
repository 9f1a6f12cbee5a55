"""Edges of what was said: what a statement rests on, what settled it, and whether an announced step was taken."""

from bisect import bisect_right

from loganalyst.graph.bearing import bears_on, edit_told_of, source_of
from loganalyst.graph.draft import Draft, Why, inferred, recorded, textual
from loganalyst.ledgers.shared_words import distinctive_words
from loganalyst.model.event import Call, Claim, CommandEvent
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeKind
from loganalyst.model.ledger import ClaimStatus
from loganalyst.model.limits import FULFIL_MESSAGES
from loganalyst.model.span import Span
from loganalyst.ruleset.fulfilment import fulfils
from loganalyst.ruleset.truth import Truth

_How = tuple[EdgeKind, Confidence, str]
_BEFORE: dict[ClaimStatus, _How] = {
    ClaimStatus.SUPPORTED: (
        EdgeKind.SUPPORTS,
        Confidence.HIGH,
        "it bears on the statement, was there before, and says the same",
    ),
    ClaimStatus.TOO_WEAK: (
        EdgeKind.SUPPORTS,
        Confidence.LOW,
        "the statement rests on it; it would look the same if that were false",
    ),
    ClaimStatus.CONTRADICTED: (
        EdgeKind.CONTRADICTS,
        Confidence.HIGH,
        "it was there before the statement and says the opposite",
    ),
}
_AFTER: dict[str, _How] = {
    "contradicted": (EdgeKind.CONTRADICTS, Confidence.HIGH, "it came later and shows the opposite"),
    "confirmed": (EdgeKind.SUPPORTS, Confidence.HIGH, "it came later and shows the same"),
}
_SAME_THING = 3
"""Words that tell things apart and that a statement and its retraction have in common."""


def link_claims(draft: Draft) -> None:
    """Link each statement with what it rests on and with what settled it later."""
    for row in draft.analysis.ledgers.claims:
        node = draft.node_of_claim.get(row.claim)
        if node is None:
            continue
        claim = draft.analysis.events.claims[row.claim]
        before, after = _BEFORE.get(row.status), _AFTER.get(row.fate)
        if before is not None:
            _link_evidence(draft, claim, node, row.evidence, before)
        if after is not None:
            _link_evidence(draft, claim, node, row.later, after)
        elif row.fate == "retracted":
            _link_retraction(draft, claim, node, row.later)


def _link_evidence(draft: Draft, claim: Claim, node: str, spans: tuple[Span, ...], how: _How) -> None:
    """Link what shows a statement, or its opposite, with it, and the edits that it reports."""
    kind, sure, because = how
    edits: dict[str, list[Call]] = {}
    for span in spans:
        if not bears_on(draft, claim, span):
            continue
        call = draft.call_of(span)
        if call is None or not call.changes_file or not call.path:
            draft.link(source_of(draft, span), node, kind, inferred(sure, f"{because} (ledger of claims)", span))
        elif call.place.order < claim.place.order and kind is EdgeKind.SUPPORTS:
            edits.setdefault(call.path, []).append(call)
    for calls in edits.values():
        told = edit_told_of(claim, calls)
        if told is not None:
            because = "it changed the file that the statement names, in what the statement says (ledger of claims)"
            draft.link(draft.at(told.span), node, kind, inferred(Confidence.MEDIUM, because, told.span))


def _link_retraction(draft: Draft, claim: Claim, node: str, spans: tuple[Span, ...]) -> None:
    """Link a statement with the words that take it back, where they say of what."""
    for span in spans:
        if len(distinctive_words(claim.text) & distinctive_words(span.quote)) >= _SAME_THING:
            because = "the statement is taken back (ledger of claims)"
            draft.link(node, draft.at(span), EdgeKind.SUPERSEDES, inferred(Confidence.HIGH, because, span))


def link_announcements(draft: Draft) -> None:
    """Link each announced step with what carries it out, and with the answer whose words it takes up."""
    calls = draft.analysis.events.calls
    orders = [call.place.order for call in calls]
    for number, name in draft.node_of_claim.items():
        claim = draft.analysis.events.claims[number]
        if name.startswith("d"):
            at = bisect_right(orders, claim.place.order)
            _link_step(draft, claim, name, at)
        _link_taken_up(draft, claim, name, bisect_right(orders, claim.place.order) - 1)


def _link_step(draft: Draft, claim: Claim, name: str, at: int) -> None:
    """Link a decision with the first call that fulfils it; in its own message the structure says so as well."""
    for call in draft.analysis.events.calls[at:]:
        if call.place.turn - claim.place.turn > FULFIL_MESSAGES:
            return
        same = call.place.message == claim.place.message
        for step, truth in _steps(draft, claim, call):
            if truth is Truth.YES:
                why = textual(Confidence.HIGH, "the words announce this step, and it is taken", claim.span)
            elif same and truth is Truth.MAYBE:
                why = recorded(
                    Confidence.MEDIUM, "the words announce a step, and this call follows in the same message"
                )
            else:
                continue
            draft.link(name, step, EdgeKind.ANNOUNCES if same else EdgeKind.FULFILS, why)
            return


def _steps(draft: Draft, claim: Claim, call: Call) -> list[tuple[str, Truth]]:
    """Return the steps of a call, each with whether it carries out a claim."""
    commands: list[CommandEvent] = [
        event for event in draft.timeline.in_call.get(call.seq, ()) if event.seq in draft.step_of_command
    ]
    if commands:
        return [(draft.step_of_command[event.seq], fulfils(claim, event)) for event in commands]
    return [(step, fulfils(claim, call)) for step in draft.steps_of_call.get(call.seq, ())]


def _link_taken_up(draft: Draft, claim: Claim, name: str, at: int) -> None:
    """Link the last answer before a sentence with it, where the sentence names something that the answer brought."""
    if at < 0:
        return
    call = draft.analysis.events.calls[at]
    result = draft.timeline.results.get(call.seq)
    if result is None or claim.place.turn - call.place.turn > 1 or result.place.order > claim.place.order:
        return
    shared = draft.shown_of(draft.words_of(claim.text), call.seq)
    if shared:
        why: Why = textual(
            Confidence.MEDIUM, f"the sentence names {min(shared)}, which the answer before it shows", claim.span
        )
        draft.link(draft.outcome_of_call.get(call.seq), name, EdgeKind.FOLLOWS_UP, why)
