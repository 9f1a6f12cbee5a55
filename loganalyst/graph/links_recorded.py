"""Edges that ids or the structure of the log give: what came back from what, and what the user's words began."""

from bisect import bisect_right

from loganalyst.graph.draft import Draft, Why, recorded, textual
from loganalyst.model.event import Observation
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeKind
from loganalyst.model.transcript import Role


def link_answers(draft: Draft) -> None:
    """Link each step with what came back of it, and a poll with the call that it asks about."""
    for call in draft.analysis.events.calls:
        steps = draft.steps_of_call.get(call.seq, [])
        outcome = draft.outcome_of_call.get(call.seq)
        why = recorded(Confidence.HIGH, "the result names the call")
        if len(steps) > 1:
            why = recorded(Confidence.MEDIUM, f"the result names the call, which runs {len(steps)} commands")
        for step in steps:
            draft.link(step, outcome, EdgeKind.ANSWERS, why)
        if call.polls is not None and steps:
            asked = draft.steps_of_call.get(call.polls, [None])[-1]
            because = "the call asks for the later output of the earlier one, by its id"
            draft.link(asked, steps[0], EdgeKind.FOLLOWS_UP, recorded(Confidence.HIGH, because))
    for name, seen in draft.observed.items():
        _link_observation(draft, name, seen)


def _link_observation(draft: Draft, name: str, seen: Observation) -> None:
    own = draft.step_of_command.get(seen.command) if seen.command is not None else None
    if own is not None:
        why = recorded(Confidence.HIGH, "it was read off the command's own output", seen.span)
        draft.link(own, name, EdgeKind.ANSWERS, why)
        return
    steps = draft.steps_of_call.get(seen.call, []) if seen.call is not None else []
    shared = len(steps) > 1
    because = (
        "it was read off the output that the commands of the call share" if shared else "it is in the call's output"
    )
    why = recorded(Confidence.LOW if shared else Confidence.HIGH, because, seen.span)
    draft.link(steps[-1] if steps else None, name, EdgeKind.ANSWERS, why)


def link_requests(draft: Draft) -> None:
    """Link what the user said with the first call of the turns that answer it.

    That the assistant answers the user's words is the structure of the log; that the call does what they ask is
    surer where it shares a word with them.
    """
    calls = draft.analysis.events.calls
    orders = [call.place.order for call in calls]
    spoken = (event for event in draft.analysis.events.messages if event.place.role is Role.USER)
    users = [event for event in spoken if f"u{event.place.message}" in draft.nodes]
    for number, event in enumerate(users):
        at = bisect_right(orders, event.place.order)
        until = users[number + 1].place.order if number + 1 < len(users) else None
        if at == len(calls) or (until is not None and orders[at] >= until):
            continue
        shared = draft.words_of(event.text) & draft.words_of(calls[at].text)
        why: Why = recorded(Confidence.LOW, "it is the first call after the user's words")
        if shared:
            because = f"it is the first call after the user's words, and both name {min(shared)}"
            why = textual(Confidence.HIGH, because, event.span)
        for step in draft.steps_of_call.get(calls[at].seq, [])[:1]:
            draft.link(f"u{event.place.message}", step, EdgeKind.PROMPTED_BY, why)
