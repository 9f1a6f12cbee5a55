"""Causes that were named and remedied, after which the same step fails with the same error as before."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from loganalyst.detectors.failures import Failure
from loganalyst.detectors.seam import Context
from loganalyst.detectors.statements import is_stated, telling_words
from loganalyst.detectors.steps import Step
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Claim, Predicate

_FOUND = re.compile(
    r"\b(?:found|here['’]s|that['’]s|this is|that is) (?:it\b|the (?:root |real |actual |exact )?"
    r"(?:source|cause|problem|issue|culprit|bug|reason)\b)",
    re.IGNORECASE,
)
"""How one says to have found what is behind a trouble."""
_SOON = 3
"""Messages of the assistant after a sentence within which its remedy begins."""
_UNDONE = re.compile(
    r"\b(?:was|were|is|are|been|got) (?:\w{1,12} )?(?:overwritten|reset|reverted|restored|rolled back|undone)\b",
    re.IGNORECASE,
)
"""How one says that a change did not stay."""
_TIME = re.compile(r"\b\d{1,9}(?:\.\d{1,9})? ?(?:m?s|sec|seconds?|min)\b|\b\d\d:\d\d:\d\d\b")
_PIECE = 1000
"""Characters of which the words are taken at once."""
_LATE = 12
"""Messages within which the step is run again, and before which it had failed."""


@dataclass(frozen=True, slots=True)
class Again:
    """A call that fails as an earlier one did."""

    call: Call
    failure: Failure


class Failed:
    """The calls of a session with how they failed, to be asked what failed alike before and after a sentence."""

    def __init__(self, context: Context) -> None:
        self._events = context.events
        self._reruns = context.reruns
        self._failures = context.failures
        self._orders = [call.place.order for call in self._events.calls]
        self._turns = [call.place.turn for call in self._events.calls]
        self._changes = [step.place for step in context.steps if step.changes or _intervenes(step)]
        self._change_orders = [place.order for place in self._changes]

    def again(self, claim: Claim) -> Again | None:
        """Return the next run of a step that had failed before a sentence, where it fails alike after the next change.

        The change has to follow the sentence soon, as its remedy does.
        """
        at = bisect_right(self._change_orders, claim.place.order)
        if at == len(self._changes) or self._changes[at].turn - claim.place.turn > _SOON:
            return None
        old = {self._reruns.key(call): failure for call, failure in self._failed_before(claim)}
        start = bisect_right(self._orders, self._change_orders[at])
        for number in range(start, len(self._orders)):
            call = self._events.calls[number]
            if call.place.turn - claim.place.turn > _LATE:
                return None
            before = old.get(self._reruns.key(call))
            if before is not None:
                failure = self._failures.of(call)
                return Again(call, failure) if failure is not None and _is_alike(failure, before) else None
        return None

    def _failed_before(self, claim: Claim) -> Iterator[tuple[Call, Failure]]:
        """Yield the calls that had failed shortly before a sentence, the newest last."""
        start = bisect_left(self._turns, claim.place.turn - _LATE)
        for call in self._events.calls[start : bisect_left(self._orders, claim.place.order)]:
            failure = self._failures.of(call)
            if failure is not None and not failure.by_limit and self._reruns.key(call) is not None:
                yield call, failure

    def shown_before(self, claim: Claim) -> bool:
        """Return whether the last failure before a sentence prints most of what the sentence names."""
        last = next(iter(reversed(list(self._failed_before(claim)))), None)
        if last is None or last[0].result is None:
            return True
        words = telling_words(claim.text)
        return len(words & _words_in(self._events.results[last[0].result].text)) > len(words) / 2


def _intervenes(step: Step) -> bool:
    return step.command is not None and step.command.command.role is CommandRole.INTERVENTION


def _is_alike(failure: Failure, before: Failure) -> bool:
    """Return whether two failures print the same line, in which no figure differs but times."""
    return not failure.by_limit and _without_times(failure.line) == _without_times(before.line)


def _without_times(line: str) -> str:
    return _TIME.sub("T", " ".join(line.split()))


def _words_in(text: str) -> frozenset[str]:
    pieces = (text[start : start + _PIECE] for start in range(0, min(len(text), 20 * _PIECE), _PIECE))
    return frozenset(word for piece in pieces for word in telling_words(piece))


def find_remedied(context: Context) -> Iterator[tuple[Claim, Again]]:
    """Yield the sentences that name a cause, with the call that fails as before after the change that follows them.

    A cause that the error itself had named stands, whether its remedy helps or not.
    """
    failed = Failed(context)
    for claim in context.events.claims:
        if not is_stated(claim) or not (_FOUND.search(claim.text) or claim.predicate is Predicate.CAUSE):
            continue
        printed = claim.predicate is Predicate.CAUSE and failed.shown_before(claim)
        again = None if printed else failed.again(claim)
        if again is not None and not _is_said_undone(context, again.call):
            yield claim, again


def _is_said_undone(context: Context, call: Call) -> bool:
    """Return whether the assistant says soon after a run that the change before it did not stay: it tried nothing."""
    claims = context.events.claims
    start = bisect_left(claims, call.place.order, key=lambda claim: claim.place.order)
    soon = takewhile(lambda claim: claim.place.turn - call.place.turn <= 1, islice(claims, start, None))
    return any(is_stated(claim) and _UNDONE.search(claim.text) for claim in soon)
