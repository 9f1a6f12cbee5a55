"""Edges from an answer, or from a change, to the step that goes on from it, as the words or the command itself say."""

import re
from collections.abc import Iterator
from itertools import pairwise

from loganalyst.graph.draft import Draft, textual
from loganalyst.graph.tokens import is_name
from loganalyst.model.event import Call, Claim, Predicate, Stance
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeKind
from loganalyst.model.limits import CONCLUSION_MESSAGES
from loganalyst.model.transcript import Role

_QUOTED_CHARACTERS = 80
_SHORTEST = 2
_LETTER = re.compile(r"[a-z]{2}")
_NO_ARGUMENTS = frozenset({"", "{}"})
_DENIES = frozenset({Stance.NEGATED, Stance.RETRACTED})
_BAD = frozenset({Predicate.FAILS, Predicate.STUCK, Predicate.ABSENT, Predicate.CAUSE, Predicate.TAKES_LONG})
_FAULT = re.compile(
    r"\b(?:still|errors?|issues?|problems?|wrong|missing|instead|oops|returned|too (?:much|many)|different)\b",
    re.IGNORECASE,
)
_ON_AN_ANSWER = re.compile(
    r"\b(?:still|found|finds?|shows?|returned|results?|output|errors?|attempt|expected|already|great|good|perfect|hmm|oops"
    r"|interesting|(?:I|we) (?:can )?(?:now )?see)\b"
    r"|^(?:After (?:analy[sz]|review|read|look)ing|Looking at|Based on|From) (?:the|this|these|those)\b",
    re.IGNORECASE,
)
"""Words that people begin with who have just read an answer."""
_GUESSED_FROM_IT = re.compile(r"\bstill\b|^(?:\w+,? )?(?:it|this|that|there) (?:seems|appears|looks)\b", re.IGNORECASE)
_TURNS_FROM_IT = re.compile(
    r"\binstead\b|\b(?:different|another|other) (?:approach|way|method|command|search)\b"
    r"|\bfix (?:this|that|it)\b|\bnarrow\b"
    r"|\bneed to\b[^.\n]{0,80}\bfirst\b"
    r"|\b(?:since|as|because)\b[^.\n]{0,80}\b(?:not|couldn['’]t|didn['’]t|wasn['’]t|unable|failed|errors?|unavailable)\b",
    re.IGNORECASE,
)
"""Words of an intention that goes on from an answer and says so."""


_GOES_ON = re.compile(
    r"\b(?:let['’]s|let me|I['’]ll|we|I) (?:should |need to |will )?(?:also|next)\b|\b(?:any|some) (?:other|more)\b"
    r"|\bone more\b|\bonce more\b|\bif (?:we|I) missed\b",
    re.IGNORECASE,
)
"""Words of an intention that goes on with what was begun."""


def link_comments(draft: Draft) -> None:
    """Link each answer with the next step, where words before that step speak of the answer."""
    said: dict[int, list[Claim]] = {}
    for claim in draft.analysis.events.claims:
        if claim.place.role is Role.ASSISTANT:
            said.setdefault(claim.place.message, []).append(claim)
    calls = draft.analysis.events.calls
    for earlier, call in pairwise(calls):
        if not 0 < call.place.turn - earlier.place.turn <= CONCLUSION_MESSAGES:
            continue
        words = (claim for claim in said.get(call.place.message, ()) if claim.place.order <= call.place.order)
        comment = next((claim for claim in words if _speaks_of(draft, claim, earlier)), None)
        if comment is not None:
            _link_comment(draft, earlier, comment, call)


def _link_comment(draft: Draft, earlier: Call, comment: Claim, call: Call) -> None:
    """Link an answer with a step, by way of the words between them where they have a node."""
    short = " ".join(draft.hide(comment.text).split())[:_QUOTED_CHARACTERS]
    kind = EdgeKind.PROMPTED_BY if _finds_fault(comment) else EdgeKind.FOLLOWS_UP
    answer, step = draft.outcome_of_call.get(earlier.seq), draft.steps_of_call.get(call.seq, [None])[0]
    said = draft.node_at(comment.span)
    if said is None:
        why = textual(Confidence.MEDIUM, f"before this step stand words on that answer: “{short}”", comment.span)
        draft.link(answer, step, kind, why)
        return
    draft.link(answer, said, kind, textual(Confidence.MEDIUM, "the words speak of that answer", comment.span))
    draft.link(said, step, kind, textual(Confidence.MEDIUM, "the step comes with these words on the answer before it"))


def _finds_fault(claim: Claim) -> bool:
    """Return whether a sentence says that something is wrong or wanting, which is why one does something about it."""
    bad = claim.stance in _DENIES or claim.predicate in _BAD or claim.polarity == "absent"
    return bad or _FAULT.search(claim.text) is not None


def _speaks_of(draft: Draft, claim: Claim, answered: Call) -> bool:
    """Return whether a sentence speaks of an answer: names what it was the one to show, judges it, or turns from it."""
    names = {word for word in draft.words_of(claim.text) if is_name(word)}
    if draft.shown_of(names, answered.seq) - draft.words_of(answered.text):
        return True
    if any(_names(claim.text, seen.subject.name) for seen in draft.missed_in(answered) if seen.subject is not None):
        return True
    if claim.stance is Stance.INTENDED:
        return _TURNS_FROM_IT.search(claim.text) is not None or _GOES_ON.search(claim.text) is not None
    if claim.stance is Stance.HEDGED and _GUESSED_FROM_IT.search(claim.text) is not None:
        return True
    if claim.about_call != answered.seq:
        return False
    plain = claim.predicate is not Predicate.OTHER or claim.stance in _DENIES
    return plain or _ON_AN_ANSWER.search(claim.text) is not None


def _names(text: str, name: str) -> bool:
    return len(name) > _SHORTEST and re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None


def link_checks(draft: Draft) -> None:
    """Link a change with the command that ran before it and runs again after it."""
    ran: dict[str, int] = {}
    change: Call | None = None
    for call in draft.analysis.events.calls:
        works = any(seq in draft.step_of_command for seq in call.commands)
        before = ran.get(call.text) if works else None
        if change is not None and before is not None and before < change.seq:
            steps = draft.steps_of_call.get(change.seq, []), draft.steps_of_call.get(call.seq, [])
            why = textual(Confidence.MEDIUM, "the same command line ran before this change, and runs again after it")
            if all(steps):
                draft.link(steps[0][-1], steps[1][0], EdgeKind.PROMPTED_BY, why)
        ran[call.text] = call.seq
        if call.changes_file or draft.changes(call):
            change = call


def link_shown(draft: Draft) -> None:
    """Link each answer with the next step, where that names a thing that the answer shows and its own call did not."""
    calls = draft.analysis.events.calls
    for earlier, call in pairwise(calls):
        if call.place.turn - earlier.place.turn > 1:
            continue
        told = draft.words_of(call.text) - draft.words_of(earlier.text)
        names = sorted(draft.shown_of((word for word in told if is_name(word) and _LETTER.search(word)), earlier.seq))
        source, target = draft.outcome_of_call.get(earlier.seq), draft.steps_of_call.get(call.seq, [None])[0]
        if names and (source, target, EdgeKind.PROMPTED_BY) not in draft.edges:
            why = textual(Confidence.LOW, f"it names {names[0]}, as the answer before it does")
            draft.link(source, target, EdgeKind.FOLLOWS_UP, why)


def link_tools(draft: Draft) -> None:
    """Link each call of a tool that is no shell with the last one like it: again, or changed after a failure."""
    last: dict[tuple[str, str | None], Call] = {}
    for call in draft.analysis.events.calls:
        if call.is_shell or call.text in _NO_ARGUMENTS:
            continue
        earlier = last.get((call.name, call.path))
        last[call.name, call.path] = call
        if earlier is None:
            continue
        for kind, confidence, because in _again(earlier, call, failed=earlier.seq in draft.gone_wrong):
            ends = draft.steps_of_call.get(earlier.seq, [None])[-1], draft.steps_of_call.get(call.seq, [None])[0]
            draft.link(*ends, kind, textual(confidence, because))


def _again(earlier: Call, call: Call, *, failed: bool) -> Iterator[tuple[EdgeKind, Confidence, str]]:
    if earlier.text == call.text:
        yield EdgeKind.RETRIES, Confidence.HIGH, "the same call of the same tool again, word for word"
    elif failed:
        because = f"the same tool ({call.name}) again with other arguments, after it had reported an error"
        yield EdgeKind.REFINES, Confidence.MEDIUM, because
