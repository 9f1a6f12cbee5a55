"""Calls that are written out as text, by which one knows that nothing of them ran."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from loganalyst.detectors.seam import Context
from loganalyst.detectors.statements import SAYS_WELL, is_stated
from loganalyst.model.event import Claim, Predicate, Result, Scope

_WRITTEN_CALL = re.compile(
    r"^\s{0,12}<(?:function_calls?|invoke|tool_calls?|tool_use|bash|shell|task|execute_\w{2,20}|write_to_file)"
    r"(?:\s[^>]{0,200})?>",
    re.IGNORECASE | re.MULTILINE,
)
_DONE = frozenset({Predicate.DONE, Predicate.FIXED, Predicate.PASSES, Predicate.RUNNING, Predicate.WORKS})
_SOON = 3
"""Messages of the assistant after a report within which it is passed on."""


def writes_calls(text: str) -> bool:
    """Return whether a text writes out a call of a tool in the form in which calls are made."""
    return _WRITTEN_CALL.search(text) is not None


def find_passed_on(context: Context) -> Iterator[tuple[Claim, Result]]:
    """Yield the first sentence of each message that tells of success on a report of another agent that only wrote.

    Nothing was changed or run by the session itself between the report and the sentence.
    """
    events = context.events
    calls = {call.seq: call for call in events.calls}
    told_by_tools = (one for one in events.results if one.call is not None and not calls[one.call].is_shell)
    reports = sorted((one for one in told_by_tools if writes_calls(one.text)), key=lambda one: one.place.order)
    acts = [step.place.order for step in context.steps if step.changes or (step.runs and step.command is not None)]
    orders = [report.place.order for report in reports]
    told = -1
    for claim in events.claims if reports else ():
        at = bisect_left(orders, claim.place.order) - 1
        if at < 0 or claim.place.message == told or claim.predicate not in _DONE or not is_stated(claim):
            continue
        report = reports[at]
        acted = bisect_left(acts, claim.place.order) > bisect_left(acts, report.place.order)
        firm = claim.scope is Scope.ALL or claim.predicate is not Predicate.DONE or SAYS_WELL.search(claim.text)
        if firm and not acted and claim.place.turn - report.place.turn <= _SOON:
            told = claim.place.message
            yield claim, report
