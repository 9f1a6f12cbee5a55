"""The same error stands in the results of several steps, and nothing that is said or done takes it up."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from loganalyst.detectors.failures import normalise
from loganalyst.detectors.mentions import Mentions
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import telling_words
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Events, Result
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
_ENOUGH = 2


@dataclass(frozen=True, slots=True)
class _Seen:
    call: Call
    result: Result
    line: str
    at: int


def find(context: Context) -> Iterator[Hit]:
    """Yield the second result with an error that no sentence and no command of the session ever takes up.

    Only errors in the output of calls that went on all the same count: one that ends a call is met by what comes next.
    """
    events = context.events
    if events.language != "en":
        return
    seen: dict[str, list[_Seen]] = {}
    for one in _errors(events):
        seen.setdefault(normalise(one.line), []).append(one)
    mentions = context.mentions
    for group in seen.values():
        calls = {one.call.seq for one in group}
        if len(calls) >= _ENOUGH and not _is_taken_up(group[0], mentions):
            yield _hit(group)


def _errors(events: Events) -> Iterator[_Seen]:
    """Yield the error lines that commands print of themselves, each once for a call."""
    for call in events.calls:
        result = events.results[call.result] if call.result is not None else None
        commands = [events.commands[seq].command for seq in call.commands]
        plain = all(not command.traits & _PRINTS for command in commands if command.role is not CommandRole.PLUMBING)
        if result is None or not call.is_shell or not plain or call.outcome.kind in _ENDED:
            continue
        for match in _ERROR.finditer(result.text[:20_000]):
            yield _Seen(call, result, match[0].strip(), match.start())


def _is_taken_up(one: _Seen, mentions: Mentions) -> bool:
    """Return whether something after an error names half of the words that tell what it is about."""
    words = telling_words(one.line)
    return not words or mentions.first(words, one.result.place.order, len(words) / 2) is not None


def _hit(group: list[_Seen]) -> Hit:
    first, second = group[0], next(one for one in group if one.call.seq != group[0].call.seq)
    related = Related(_span(first), first.call.place.message, first.result.span.location, "where it stood first")
    captures = (Capture("error", first.line[:160]), Capture("count", str(len({one.call.seq for one in group}))))
    return Hit(second.result.place, _span(second), (related,), captures)


def _span(one: _Seen) -> Span:
    span = one.result.span
    at = span.quote.find(one.line)
    return span if at < 0 else replace(span, start=span.start + at, end=span.start + at + len(one.line), quote=one.line)
