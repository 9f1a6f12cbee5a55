"""Which message of a session is worth a report, when nobody names one."""

from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Verdict
from loganalyst.model.ledger import Wait
from loganalyst.model.transcript import Message
from loganalyst.narrative.scene import does_work, weigh


def choose_message(analysis: Analysis, asked: int | None) -> tuple[Message, str]:
    """Return the message to report on, and by what it was chosen.

    One that is asked for is taken, ConfigError is raised where there is none of that number. Else it is the one whose
    findings weigh most, the earlier in a tie; without findings the longest wait; else the last that
    runs more than what closes or moves about; else the last with a call, or the last of all.
    """
    index, why = (asked, "asked") if asked is not None else _most_telling(analysis)
    return analysis.transcript.asked_message(index), why


def _most_telling(analysis: Analysis) -> tuple[int, str]:
    weights: dict[int, int] = {}
    for finding in analysis.findings:
        if finding.verdict is Verdict.MATCH and finding.suppressed is None:
            weights[finding.message_index] = weights.get(finding.message_index, 0) + weigh(finding)
    if weights:
        return max(weights, key=lambda index: (weights[index], -index)), "findings"
    waits = analysis.ledgers.waits
    if waits:
        longest: Wait = max(waits, key=lambda wait: (wait.spent.number, -wait.message))
        return longest.message, "wait"
    events = analysis.events
    working = {event.call for event in events.commands if does_work(event.command)}
    for calls in ([call for call in events.calls if call.seq in working or not call.commands], events.calls):
        if calls:
            return calls[-1].place.message, "last-call"
    return next((message.index for message in reversed(analysis.transcript.messages)), 0), "last"
