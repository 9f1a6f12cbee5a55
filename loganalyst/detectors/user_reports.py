"""What a user reports to fail after the assistant has told of work that is done."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from loganalyst.detectors.statements import is_stated, telling_words
from loganalyst.ledgers.bearing import OWNS_UP
from loganalyst.model.event import Claim, Events, MessageEvent, Predicate, Scope
from loganalyst.model.span import Span
from loganalyst.model.transcript import Role

_ERROR = re.compile(
    r"\b\w{1,40}(?:Error|Exception)\b|\btraceback\b|\b(?:error|fatal|panic|failed|failure)\b ?[:(\[\]]"
    r"|\[(?:error|fatal|fail\w{0,4})\]|\b(?:unbound variable|no such file or directory|command not found"
    r"|permission denied|connection refused|syntax error|segmentation fault|undefined reference|cannot find"
    r"|load failed|could not load)\b",
    re.IGNORECASE,
)
"""What programs print when they fail, as a user hands it over."""
_NAMED = re.compile(r"\b\w{1,40}(?:Error|Exception)\b(?! ?\()")
"""The line of a traceback that names its error."""
_COMPLAINT = re.compile(
    r"\b(?:still|again)\b[^.\n]{0,60}\b(?:not|fail\w{0,4}|errors?|broken|same|wrong|missing|crash\w{0,3})\b"
    r"|\bstill (?:does|is|are|do|can|ca|wo)n['’]?t\b"
    r"|\b(?:does|did|do|is|are|was)(?: not|n['’]?t) (?:seem to )?(?:work|load|start|run|show|open|connect|respond"
    r"|appear|compile|build|changed?|accurate|precise|correct|fixed|right)\w{0,3}\b"
    r"|\bnot working\b|\bthe same (?:error|problem|issue|result)\b|\bnothing (?:happens|happened|changed|works)\b",
    re.IGNORECASE,
)
"""How a user says in words that something does not do what was told of it."""
_STRONG = (Predicate.WORKS, Predicate.PASSES, Predicate.FIXED, Predicate.RUNNING, Predicate.FINE, Predicate.DONE)
"""What tells of work that is done, the strongest first."""
_WORK = re.compile(r"\bwhat I(?:['’]ve)? (?:add|build|built|chang|did|fix|implement|updat)", re.IGNORECASE)
"""How a message opens that tells of work."""
_PROMISES = frozenset(_STRONG[:5])
"""Those that more than a deed tells."""
_NOT_TOLD = re.compile(r"\byou\b|\A\W{0,3}[a-z][\w./-]{0,40} [^\n]{0,200}?\s--?\w", re.IGNORECASE)
"""What makes a sentence one of the reader's steps, or a command."""
_CODE = re.compile(r"\A\s*(?://|#|\*|/\*|<)|[;{}]\s*\Z")
"""How a line of source text, or of markup that a program put in, begins or ends."""
_SHORT = 800
"""A longer message is an order, whose words of failure may be about anything."""
_LATEST = 3
"""Turns of the assistant before a report among which what it refutes is sought."""
_SHARED = 3
_AROUND = 200
"""Characters from the line of an error on whose words are compared."""
_ENDS = ".,;!?\n"
_JOINTS = re.compile(r"[-_/.\\]")
_OF_COMPLAINTS = frozenset({
    "accurate", "appear", "broken", "build", "change", "compile", "connect", "correct", "crash", "fix", "happen",
    "load", "nothing", "open", "precise", "respond", "result", "right", "show", "start", "work", "wrong",
})  # fmt: skip
"""Words of a complaint that name nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """A message in which a user shows a failure, or says that something does not work."""

    message: MessageEvent
    span: Span
    words: frozenset[str]
    in_words: bool
    """The user says it; else an error is handed over."""


def find_refuted(events: Events) -> Iterator[tuple[Claim, Report]]:
    """Yield the sentences that a user's report refutes, one for each of the last turns of the assistant before it.

    What an error refutes has to share its words: three for a sentence about one thing, one for a promise in the message
    that the user answers; where a sentence calls all of it done, those of its message count as well. A complaint that
    names nothing is about what was told last.
    """
    claims = {index: list(group) for index, group in groupby(events.claims, key=lambda claim: claim.place.message)}
    ends: list[MessageEvent] = []
    last: MessageEvent | None = None
    for message in events.messages:
        if message.place.role is Role.ASSISTANT:
            last = message if message.text.strip() else last
        elif message.place.role is Role.USER and not message.by_program and message.text.strip():
            ends = [*ends, last][-_LATEST:] if last is not None and last not in ends else ends
            report = _report(message)
            for age, end in enumerate(reversed(ends) if report else ()):
                told = [claim for claim in claims.get(end.place.message, ()) if _tells_of_work(claim)]
                if not told or (not _WORK.search(end.text) and not any(claim.predicate in _STRONG for claim in told)):
                    continue
                refuted = _refuted(told, report, latest=age == 0) if report else None
                if refuted is not None and report is not None:
                    yield refuted, report


def _refuted(told: list[Claim], report: Report, *, latest: bool) -> Claim | None:
    """Return the sentence of one message that a report refutes, or None."""
    found = max(told, key=lambda claim: _fit(claim, report))
    near = len(_words(found.text) & report.words)
    if report.in_words:
        return found if latest and found.predicate in _PROMISES and (near or not report.words) else None
    if near >= _SHARED or (near and latest and found.predicate in _PROMISES):
        return found
    whole = next((claim for claim in told if claim.scope is Scope.ALL and claim.predicate in _STRONG[:3]), None)
    if whole is None or not _words(whole.text) & report.words:
        return None
    named = frozenset(word for claim in told for word in _words(claim.text))
    return whole if len(named & report.words) >= _SHARED - 1 else None


def _report(message: MessageEvent) -> Report | None:
    """Return what a message reports: the line that a failing program may have printed, else a complaint."""
    errors = [line for line in message.text.splitlines() if _ERROR.search(line) and not _CODE.search(line)]
    if errors:
        line = next((line for line in errors if _NAMED.search(line)), errors[0])
        at = message.text.find(line)
        words = _words(message.text[at : at + _AROUND])
        return Report(message, _span(message, line), words, in_words=False)
    said = _COMPLAINT.search(message.text) if len(message.text) < _SHORT else None
    if said is None:
        return None
    start = max(message.text.rfind(mark, 0, said.start()) for mark in _ENDS) + 1
    end = min((at for mark in _ENDS if (at := message.text.find(mark, said.end())) >= 0), default=len(message.text))
    sentence = message.text[start:end].strip()
    return Report(message, _span(message, sentence), _words(sentence) - _OF_COMPLAINTS, in_words=True)


def _span(message: MessageEvent, piece: str) -> Span:
    """Return the span of a piece of a message."""
    span = message.span
    at = span.quote.find(piece)
    return span if at < 0 else span.inside(span.start + at, span.start + at + len(piece))


def _tells_of_work(claim: Claim) -> bool:
    work = claim.predicate in {*_STRONG, Predicate.OTHER, Predicate.SUPPORTED} and is_stated(claim)
    return work and not OWNS_UP.search(claim.text) and not _NOT_TOLD.search(claim.text)


def _fit(claim: Claim, report: Report) -> tuple[int, int]:
    """Return how well a sentence fits a report: by the words they share, then by how much it promises."""
    promise = len(_STRONG) - _STRONG.index(claim.predicate) if claim.predicate in _STRONG else 0
    return len(_words(claim.text) & report.words), promise


def _words(text: str) -> frozenset[str]:
    """Return the words that tell what a text is about, with those that a name is made of (``ip-adapter``) apart."""
    return telling_words(_JOINTS.sub(" ", text))
