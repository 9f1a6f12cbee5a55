"""Which message of a session is worth a report, when nobody names one."""

from loganalyst.errors import ConfigError
from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Verdict
from loganalyst.model.ledger import Wait
from loganalyst.model.transcript import Message
from loganalyst.narrative.scene import weigh


def choose_message(analysis: Analysis, asked: int | None) -> tuple[Message, str]:
    """Return the message to report on, and by what it was chosen.

    One that is asked for is taken, ConfigError is raised where there is none of that number. Else it is the one whose
    findings weigh most, the earlier in a tie; without findings the longest wait; else the last with a call, or the
    last of all.
    """
    index, why = (asked, "asked") if asked is not None else _most_telling(analysis)
    message = analysis.transcript.message(index)
    if message is None:
        last = analysis.transcript.messages[-1].index if analysis.transcript.messages else 0
        raise ConfigError(f"there is no message {index}", hint=f"the last one is {last}")
    return message, why


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
    calls = analysis.events.calls
    last = calls[-1].place.message if calls else next((m.index for m in reversed(analysis.transcript.messages)), 0)
    return last, "last-call"
