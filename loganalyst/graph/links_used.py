"""Edges by names that come again: a file that was changed and is used, an error that names what is worked on next."""

from loganalyst.graph.draft import Draft, textual
from loganalyst.graph.tokens import is_name, last_part
from loganalyst.model.event import Call
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeKind
from loganalyst.model.limits import ERROR_ANSWERED_MESSAGES


def link_uses(draft: Draft) -> None:
    """Link each call with the last one before it on a file that some tool named by its path.

    Shells name files in many ways; by the last part of the path a use of them is found in any command line.
    """
    calls = draft.analysis.events.calls
    files = frozenset(last_part(call.path) for call in calls if call.path)
    last: dict[str, Call] = {}
    for call in calls if files else ():
        own = {last_part(call.path)} if call.path else draft.words_of(call.text) & files
        earlier: dict[int, list[str]] = {}
        for name in sorted(own):
            if name in last:
                earlier.setdefault(last[name].seq, []).append(name)
        for seq, shared in earlier.items():
            _link_use(draft, calls[seq], call, shared)
        last.update(dict.fromkeys(own, call))


def _link_use(draft: Draft, earlier: Call, call: Call, names: list[str]) -> None:
    sources, targets = draft.steps_of_call.get(earlier.seq, []), draft.steps_of_call.get(call.seq, [])
    if not sources or not targets or draft.is_joined(sources, targets):
        return
    if earlier.changes_file:
        why = textual(Confidence.MEDIUM, f"it names {names[0]}, which the earlier call changed")
        draft.link(sources[-1], targets[0], EdgeKind.ENABLES, why)
    else:
        why = textual(Confidence.LOW, f"both name {names[0]}")
        draft.link(sources[-1], targets[0], EdgeKind.FOLLOWS_UP, why)


def link_errors(draft: Draft) -> None:
    """Link an answer with the steps soon after it that work on what its error lines name."""
    calls = draft.analysis.events.calls
    lines: dict[int, set[str]] = {}
    for error in draft.errors:
        lines.setdefault(error.call, set()).update(word for word in draft.words_of(error.span.quote) if is_name(word))
    for seq, words in lines.items():
        turn = calls[seq].place.turn
        for call in calls[seq + 1 :]:
            if call.place.turn - turn > ERROR_ANSWERED_MESSAGES:
                break
            shared = words & draft.words_of(call.text)
            if shared:
                why = textual(
                    Confidence.MEDIUM, f"the error lines of that answer name {min(shared)}, and so does this step"
                )
                target = draft.steps_of_call.get(call.seq, [None])[0]
                draft.link(draft.outcome_of_call.get(seq), target, EdgeKind.PROMPTED_BY, why)
