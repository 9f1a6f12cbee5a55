"""An error stands in a result, and nothing that is said or done takes it up."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.detectors.failures import normalise
from loganalyst.detectors.mentions import Mentions
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import is_stated, telling_words
from loganalyst.detectors.steps import is_key
from loganalyst.ledgers.bearing import OWNS_UP
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Claim, Events, Predicate, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

RULE = "ignored-error"
_ERROR = re.compile(
    r"^[^\w\n]{0,6}(?:[\w./-]{1,40}: ){0,2}(?:error|fatal|[\w-]{2,30} failed|[A-Z]\w{2,40}Error)\b[:!]? \S.{8,200}",
    re.IGNORECASE | re.MULTILINE,
)
_PRINTS = frozenset({Trait.READS_FILE, Trait.READS_LOG, Trait.RUNS_TESTS, Trait.COMPILES, Trait.BUILDS, Trait.FILTERS})
"""Traits of commands whose output tells of other errors than their own."""
_ENDED = frozenset({OutcomeKind.FAILED, OutcomeKind.KILLED, OutcomeKind.REFUSED, OutcomeKind.TIMED_OUT})
_COMPLAINT = re.compile(
    r"^[^\w\n]{0,6}(?:[\w./-]{1,40}: (?:\[\w{1,20}\] )?){0,2}(?:invalid|unknown|unrecognized|unsupported|cannot"
    r"|could not|unable to|failed to|error|fatal)\b[^\n]{3,200}",
    re.IGNORECASE | re.MULTILINE,
)
"""What a program prints of a part of its work that it did not do."""
_OF_CHECKS = frozenset({"check", "test", "validat", "verify"})
"""Stems of words that stand in front of what is checked."""
_SUCCESS = frozenset({Predicate.DONE, Predicate.FINE, Predicate.FIXED, Predicate.PASSES, Predicate.WORKS})
_ENOUGH = 2


@dataclass(frozen=True, slots=True)
class _Seen:
    call: Call
    result: Result
    line: str
    at: int


def find(context: Context) -> Iterator[Hit]:
    """Yield the results with an error that no sentence and no command of the session ever takes up.

    Of an error in the output of a call that went on all the same that is the second result which holds it, as an error
    that ends a call is met by what comes next. An error after which success is told is passed over at its first place.
    """
    events = context.events
    if events.language != "en":
        return
    seen: dict[str, list[_Seen]] = {}
    for one in _errors(events):
        seen.setdefault(normalise(one.line), []).append(one)
    mentions = context.mentions
    told: set[int] = set()
    for group in seen.values():
        calls = {one.call.seq for one in group}
        if len(calls) >= _ENOUGH and not _is_taken_up(group[0], mentions):
            told |= calls
            yield _hit(group)
    for one, claim in _passed_over(context):
        if one.call.seq not in told and not _is_taken_up(one, mentions):
            told.add(one.call.seq)
            yield _hit_before(one, claim)


def _passed_over(context: Context) -> Iterator[tuple[_Seen, Claim]]:
    """Yield the first error of a call on which a sentence of success comments, where the call is never made again."""
    events, failures, reruns = context.events, context.failures, context.reruns
    last_of = {reruns.key(call): call.seq for call in events.calls}
    for claim in events.claims:
        call = events.calls[claim.about_call] if claim.about_call is not None else None
        result = events.results[call.result] if call is not None and call.result is not None else None
        if (
            call is None
            or result is None
            or not _tells_success(claim)
            or result.place.order > claim.place.order
            or is_key(call)
        ):
            continue
        key = reruns.key(call)
        failure = failures.of(call)
        line = failure.line if failure is not None and key is not None else ""
        complaint = None if line else _COMPLAINT.search(result.text[:20_000])
        line = line or (complaint[0].strip() if complaint and _is_plain(events, call) else "")
        if line and claim.place.turn - call.place.turn <= 1 and (key is None or last_of[key] == call.seq):
            yield _Seen(call, result, line, result.text.find(line)), claim


def _tells_success(claim: Claim) -> bool:
    return claim.predicate in _SUCCESS and is_stated(claim) and not OWNS_UP.search(claim.text.replace("most", ""))


def _errors(events: Events) -> Iterator[_Seen]:
    """Yield the error lines that commands print of themselves, each once for a call."""
    for call in events.calls:
        result = events.results[call.result] if call.result is not None else None
        if result is None or not _is_plain(events, call) or call.outcome.kind in _ENDED:
            continue
        for match in _ERROR.finditer(result.text[:20_000]):
            yield _Seen(call, result, match[0].strip(), match.start())


def _is_plain(events: Events, call: Call) -> bool:
    """Return whether the errors that a call prints are its own, and not those of a file or of tests."""
    commands = [events.commands[seq].command for seq in call.commands]
    working = [command for command in commands if command.role is not CommandRole.PLUMBING]
    return call.is_shell and not any(command.traits & _PRINTS for command in working)


def _is_taken_up(one: _Seen, mentions: Mentions) -> bool:
    """Return whether something after an error names half of the words that tell what it is about, and two of them."""
    words = telling_words(one.line) - _OF_CHECKS
    enough = max(len(words) / 2, min(_ENOUGH, len(words)))
    return not words or mentions.first(words, one.result.place.order, enough) is not None


def _hit(group: list[_Seen]) -> Hit:
    first, second = group[0], next(one for one in group if one.call.seq != group[0].call.seq)
    related = Related(_span(first), first.call.place.message, first.result.span.location, "where it stood first")
    captures = (Capture("error", first.line[:160]), Capture("count", str(len({one.call.seq for one in group}))))
    return Hit(second.result.place, _span(second), (related,), captures)


def _hit_before(one: _Seen, claim: Claim) -> Hit:
    related = Related(claim.span, claim.place.message, claim.place.location, "the success that is told on it")
    return Hit(one.result.place, _span(one), (related,), (Capture("error", one.line[:160]), Capture("count", "1")))


def _span(one: _Seen) -> Span:
    span = one.result.span
    at = span.quote.find(one.line)
    return span if at < 0 else span.inside(span.start + at, span.start + at + len(one.line))
