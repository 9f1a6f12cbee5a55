"""Edges from an answer to the step that uses a name which that answer was the first to show."""

from loganalyst.graph.draft import Draft, textual
from loganalyst.graph.tokens import is_name
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeKind
from loganalyst.model.transcript import Role
from loganalyst.text.needles import Needles

_SELF = Role.ASSISTANT
_NAMED = 3
"""Names told of one edge at most."""


def link_names(draft: Draft) -> None:
    """Link the answer that first showed a name with the first step that uses it.

    A name that stood in the user's words or in an earlier call was known before, and tells nothing.
    """
    events = draft.analysis.events
    used = {call.seq: draft.words_of(call.text) for call in events.calls}
    wanted = Needles(sorted(word for words in used.values() for word in words))
    known: dict[str, int | None] = {}
    for uses, call, text in _timeline(draft):
        if call is None:
            known.update((word, None) for word in draft.words_of(text) if word not in known)
        elif uses:
            _link(draft, call, used[call], known)
            known.update(dict.fromkeys(used[call]))
        else:
            new = (word for word in wanted.found_in(draft.shown_by(call)) if word not in known)
            known.update(dict.fromkeys(draft.shown_of(new, call), call))


def _timeline(draft: Draft) -> list[tuple[bool, int | None, str]]:
    """Return what brings or uses names, in order: texts of others, calls (which use names), results of calls."""
    events = draft.analysis.events
    texts = [(event.place.order, 0, False, None, event.text) for event in events.messages if event.place.role != _SELF]
    steps = [(call.place.order, 1, True, call.seq, "") for call in events.calls]
    answers = [(result.place.order, 2, False, result.call, "") for result in events.results if result.call is not None]
    ordered = sorted([*texts, *steps, *answers], key=lambda one: one[:2])
    return [(uses, call, text) for _, _, uses, call, text in ordered]


def _link(draft: Draft, call: int, words: frozenset[str], known: dict[str, int | None]) -> None:
    sources: dict[int, list[str]] = {}
    for word in sorted(words):
        source = known.get(word)
        if source is not None:
            sources.setdefault(source, []).append(word)
    for source, names in sorted(sources.items()):
        because = f"it names {', '.join(names[:_NAMED])}, which that answer was the first to show"
        marked = sum(is_name(name) for name in names)
        sure = Confidence.HIGH if marked > 1 else Confidence.MEDIUM if marked else Confidence.LOW
        target = _user_of(draft, call, names)
        draft.link(draft.outcome_of_call.get(source), target, EdgeKind.PROMPTED_BY, textual(sure, because))


def _user_of(draft: Draft, call: int, names: list[str]) -> str | None:
    """Return the step of a call that uses one of some names, or its first step."""
    steps = draft.steps_of_call.get(call, [])
    for step in steps:
        span = draft.nodes[step].span
        if span is not None and any(name in span.quote.lower() for name in names):
            return step
    return steps[0] if steps else None
