"""Reasons in what was done and what came back, and the list of all reasons."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from loganalyst.graph.errors import FAILED
from loganalyst.graph.reasons_said import SAID
from loganalyst.graph.session import Session, Work
from loganalyst.graph.weights import WEIGHTS, Reasoned, reason
from loganalyst.model.event import Call
from loganalyst.model.finding import Verdict
from loganalyst.model.outcome import OutcomeKind

_FINDING_CAP = 12
_WAITS = ((600, 6), (120, 5), (30, 3), (5, 1))
"""Seconds from which a wait counts, and how much."""
_SEVERITIES = (1, 2, 4)
_ERRORS: Mapping[str, str] = MappingProxyType(
    {
        "new-error": "an error shows for the first time",
        "error-to-stay": "an error shows for the first time that comes back later",
        "other-error": "work that failed before fails in another way",
    }
)
_MANY = 3
_THROUGH = frozenset({OutcomeKind.OK, OutcomeKind.SILENT, OutcomeKind.UNKNOWN})


def reasons_in(session: Session) -> Iterator[Reasoned]:
    """Yield every reason for every message."""
    for find in (*_DONE, *SAID):
        yield from find(session)


def _findings(session: Session) -> Iterator[Reasoned]:
    """Yield what a rule found; several findings of a message count up to a cap, each rule once."""
    left: dict[int, int] = {}
    told: set[tuple[int, str]] = set()
    for finding in session.analysis.findings:
        key = finding.message_index, finding.rule
        if finding.verdict is not Verdict.MATCH or finding.suppressed is not None or key in told:
            continue
        told.add(key)
        room = left.get(finding.message_index, _FINDING_CAP)
        weight = min(room, _SEVERITIES[finding.severity.rank] + finding.confidence.rank)
        left[finding.message_index] = room - weight
        if weight:
            text = f"{finding.severity} {finding.rule}"
            yield finding.message_index, reason("finding", text, finding.span, weight)


def _symptoms(session: Session) -> Iterator[Reasoned]:
    for row in session.analysis.ledgers.symptoms:
        name = row.name.replace("-", " ")
        yield row.message, reason("first-sign", f"the first sign of a symptom: {name}", row.span)
        if row.last_message != row.message:
            yield row.last_message, reason("sign-gone", f"the last sign of a symptom: {name}")


def _steps(session: Session) -> Iterator[Reasoned]:
    for row in session.analysis.ledgers.kills:
        yield row.message, reason("kill", "a kill", row.span)
    for wait in session.analysis.ledgers.waits:
        weight = next((points for least, points in _WAITS if wait.spent.number >= least), 0)
        if weight:
            yield wait.message, reason("wait", f"a wait of {wait.spent.number:f} s", wait.span, weight)
    for call in session.analysis.events.calls:
        kind = call.outcome.kind
        if kind in {OutcomeKind.TIMED_OUT, OutcomeKind.KILLED}:
            yield call.place.message, reason("limit", f"the call was cut off: {kind.replace('_', ' ')}", call.span)
        elif kind in FAILED:
            yield call.place.message, reason("failed", f"the call ended: {kind}", call.span)


def _errors(session: Session) -> Iterator[Reasoned]:
    """Yield errors that were not there before, by whether they come again or work that failed fails in another way."""
    counts = Counter(error.signature for error in session.errors)
    seen: set[str] = set()
    failing: set[Work] = set()
    for error in session.errors:
        work = session.works.get(error.call)
        if error.signature not in seen:
            key = "error-to-stay" if counts[error.signature] > 1 else "other-error" if work in failing else "new-error"
            yield error.message, reason(key, _ERRORS[key], error.span)
        seen.add(error.signature)
        if work is not None:
            failing.add(work)


def _recoveries(session: Session) -> Iterator[Reasoned]:
    """Yield work that failed before and now comes through without an error line, and the last change before that."""
    bad = {error.call for error in session.errors}
    failed: Counter[Work] = Counter()
    change: Call | None = None
    since: dict[Work, int] = {}
    for call in session.analysis.events.calls:
        work = session.works.get(call.seq)
        if work is not None and (call.seq in bad or call.outcome.kind in FAILED):
            failed[work] += 1
            since[work] = call.seq
        elif work is not None and failed[work] and call.outcome.kind in _THROUGH:
            weight = WEIGHTS["works-at-last"] + min(failed.pop(work), _MANY) - 1
            yield (
                call.place.message,
                reason("works-at-last", f"{work[2]} comes through after failing", call.span, weight),
            )
            if change is not None and change.seq > since[work]:
                yield (
                    change.place.message,
                    reason("cure", f"the last change before {work[2]} came through", change.span),
                )
        if call.changes_file or session.changes(call):
            change = call


_DONE: tuple[Callable[[Session], Iterator[Reasoned]], ...] = (_findings, _symptoms, _steps, _errors, _recoveries)
