"""Whether what the log shows is about the very thing that a sentence says, so that a link between them may say so.

The ledger of claims weighs all that shares a word with a sentence. A link says more: it names one place that a reader
opens, and that place has to show what is said.
"""

import re

from loganalyst.graph.draft import Draft
from loganalyst.graph.errors import says_error
from loganalyst.graph.session import asked_of
from loganalyst.ledgers.shared_words import distinctive_words, find_stated
from loganalyst.ledgers.weights import handles, words_of
from loganalyst.model.command import Command
from loganalyst.model.event import Call, Claim, Observation, Predicate, Scope
from loganalyst.model.limits import CONCLUSION_MESSAGES
from loganalyst.model.span import Span

_WORDED = frozenset({Predicate.CAUSE, Predicate.OTHER, Predicate.SUPPORTED})
"""What an output cannot show but by saying it."""
_MADE = frozenset({Predicate.DONE, Predicate.FIXED})
_WIDE = frozenset({Scope.ALL, Scope.REST})
_DOING = re.compile(
    r"(?:now,? )?(?:I['’]m|I am|we['’]re|we are) (?:\w+ )?\w+ing\b|.{0,400}?\b(?:preparing|planning|about|going) to\b",
    re.IGNORECASE,
)
"""What somebody is about to do, which no output shows."""
_TROUBLE = frozenset({Predicate.FAILS, Predicate.STUCK, Predicate.ABSENT})
_HOPED = re.compile(r"\b(?:should|will|would)\b", re.IGNORECASE)
"""Words of hope or intention: with trouble they name what is to be kept away, and no trouble shows that."""
_EDITING = frozenset(
    {"added", "changed", "created", "edited", "implemented", "modified", "updated", "wrote", "written"}
)
"""What people say of an edit whatever it puts into a file."""
_PATH = re.compile(r"(?<![\w{,./-])[\w./-]+")
"""A path as it is written, but for those that braces share a folder between."""
_WORD = re.compile(r"[a-z][a-z0-9-]+")
_IRREGULAR = {"built": "build", "ran": "run", "made": "make"}
_SHORTEST = 3
_STEM = 5


def bears_on(draft: Draft, claim: Claim, span: Span) -> bool:
    """Return whether what stands at a span shows what a sentence says.

    That is a line that the sentence repeats; something observed of what the sentence names, or in the answer that it
    comments; an answer of which it calls all fine; an error that names the same; the end of the step that it reports,
    named by its program and what that was asked to do; and the edit of a file that it says was made. Words that both
    happen to hold are not enough.
    """
    if find_stated(claim.text, span.quote) is not None:
        return True
    if claim.predicate in _WORDED or _only_means_to(claim):
        return False
    seen = draft.observed.get(source_of(draft, span) or "")
    if seen is not None:
        return _is_seen_of(draft, claim, seen, span)
    call = draft.call_of(span)
    if call is None:
        return False
    if claim.predicate is Predicate.FINE and claim.about_call == call.seq and claim.scope in _WIDE:
        return True
    return _errs_at(claim, span) or _names_edit(claim, call) or _names_deed(draft, claim, call)


def _only_means_to(claim: Claim) -> bool:
    """Return whether a sentence says what somebody is about to do, or what trouble they hope to keep away."""
    hoped = claim.predicate in _TROUBLE and _HOPED.search(claim.text) is not None
    return hoped or tells_doing(claim.text)


def tells_doing(text: str) -> bool:
    """Return whether a sentence says what somebody is about to do."""
    return _DOING.match(text) is not None


def source_of(draft: Draft, span: Span) -> str | None:
    """Return the node that stands at a span: of a whole output its answer, not what was observed where it begins."""
    name = draft.at(span)
    call = draft.call_of(span)
    whole = name in draft.observed and (span.part, span.start, span.end) not in draft.observed_at(span.message)
    return draft.outcome_of_call.get(call.seq) if whole and call is not None else name


def _is_seen_of(draft: Draft, claim: Claim, seen: Observation, span: Span) -> bool:
    """Return whether something was seen of what a sentence names, or in the answer that it comments.

    Of a sentence that reports what was made, the answer has to tell of such a deed: not all that ends well is it.
    """
    spoken = " ".join(word for word in span.quote.split() if "/" not in word)
    sort = seen.kind.split(".")[0]
    names = words_of(spoken) | {sort}
    if seen.subject is not None:
        names |= {seen.subject.name.casefold()}
    if handles(claim) & names:
        return True
    call = draft.call_of(span)
    if claim.about_call != seen.call or call is None:
        return False
    return claim.predicate not in _MADE or _is_said(sort, _said(claim)) or _names_deed(draft, claim, call)


def _errs_at(claim: Claim, span: Span) -> bool:
    names = handles(claim)
    return any(names & words_of(line) for line in span.quote.splitlines() if says_error(line))


def _names_edit(claim: Claim, call: Call) -> bool:
    """Return whether a sentence says that a file was made or changed, and names it as far as it names the path."""
    path = (call.path or "").replace("\\", "/").lower()
    last = path.rsplit("/", 1)[-1]
    if not (call.changes_file and last and claim.predicate in _MADE and claim.scope is not Scope.ALL):
        return False
    named = [found[0].lstrip("./") for found in _PATH.finditer(claim.text.lower()) if found[0].endswith(last)]
    return any(path.endswith(name) for name in named)


def edit_told_of(claim: Claim, edits: list[Call]) -> Call | None:
    """Return the newest of some edits of one file whose new text has half of the words of a sentence or more.

    Words of the path itself do not count: any edit of the file would have them.
    """
    path = (edits[0].path or "").lower()
    words = [
        word[:_STEM] for word in sorted(distinctive_words(claim.text)) if word not in path and word not in _EDITING
    ]
    for edit in sorted(edits, key=lambda edit: edit.place.order, reverse=True):
        text = _new_text(edit)
        if sum(word in text for word in words) * 2 >= len(words):
            return edit
    return None


def _new_text(edit: Call) -> str:
    """Return in lower case what an edit puts into a file: of a patch the lines that it adds and does not take away."""
    lines = edit.text.lower().splitlines()
    gone = {line[1:] for line in lines if line.startswith("-")}
    added = [line for line in lines if line.startswith("+") and line[1:] not in gone]
    is_patch = any(line.startswith(("+", "-")) for line in lines)
    return "\n".join(added if is_patch else lines)


def _names_deed(draft: Draft, claim: Claim, call: Call) -> bool:
    """Return whether a sentence names the task of a call or, where there is none, its program; both of another call."""
    soon = abs(claim.place.turn - call.place.turn) <= CONCLUSION_MESSAGES
    said = _said(claim)
    for event in draft.timeline.in_call.get(call.seq, ()):
        tasks = _tasks(event.command)
        names_task = any(_is_said(task, said) for task in tasks)
        names_program = _is_said(event.command.program, said)
        of_it = claim.about_call == call.seq
        if (names_task and names_program and soon) or (of_it and (names_task or (not tasks and names_program))):
            return True
    return False


def _tasks(command: Command) -> list[str]:
    """Return what a command was asked to do, in single words: those of its subcommand, or a script's name."""
    return [word.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0].lower() for word in asked_of(command).split()]


def _said(claim: Claim) -> set[str]:
    return {_IRREGULAR.get(word, word) for word in _WORD.findall(claim.text.lower())}


def _is_said(word: str, said: set[str]) -> bool:
    """Return whether a text has a word, or one that begins like it: what was installed by ``install``."""
    return word in said or (len(word) > _SHORTEST and any(one.startswith(word[:_STEM]) for one in said))
