"""Parse the command lines of shell calls, and read their outcomes again with the commands known."""

from dataclasses import replace
from functools import lru_cache
from typing import Literal

from loganalyst.events.draft import Draft
from loganalyst.events.outcomes import status_outcome
from loganalyst.events.printed_status import find_printed_statuses
from loganalyst.events.timed import name_limit
from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.command import CommandLine
from loganalyst.model.event import Call
from loganalyst.model.outcome import Outcome, OutcomeKind
from loganalyst.model.transcript import ShellSession
from loganalyst.shell.line import parse_command_line

_UNTOLD = frozenset({OutcomeKind.UNKNOWN, OutcomeKind.SILENT})
_WITHOUT_STATUS = _UNTOLD | {OutcomeKind.FAILED, OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT}


def add_lines(draft: Draft) -> Draft:
    """Return the draft with each shell call parsed."""
    calls = tuple(
        replace(call, line=_parse(call.text, draft.vocabulary, call.host, _own_shell(call))) if call.is_shell else call
        for call in draft.events.calls
    )
    return replace(draft, events=replace(draft.events, calls=calls))


def _own_shell(call: Call) -> Literal["per_call"] | None:
    """Return whether the agent is known to start a shell for each call, which a pattern may then match."""
    return "per_call" if call.shell is ShellSession.PER_CALL else None


@lru_cache(maxsize=2048)
def _parse(text: str, vocabulary: Vocabulary, host: str | None, own_shell: Literal["per_call"] | None) -> CommandLine:
    """Return the parsed line; sessions repeat their lines, and parsing is the dearest step."""
    return parse_command_line(text, vocabulary, host=host, own_shell=own_shell)


def refine_outcomes(draft: Draft) -> Draft:
    """Return the draft with whose limit it was, and a status that was printed, in the outcomes."""
    calls = tuple(_refine(draft, call) for call in draft.events.calls)
    by_result = {call.result: call.outcome for call in calls if call.result is not None}
    results = tuple(
        replace(result, outcome=by_result.get(result.seq, result.outcome)) for result in draft.events.results
    )
    return replace(draft, events=replace(draft.events, calls=calls, results=results))


def _refine(draft: Draft, call: Call) -> Call:
    if call.line is None or call.result is None:
        return call
    text = draft.events.results[call.result].text
    outcome = call.outcome
    if outcome.exit_status is None and outcome.kind in _UNTOLD:
        outcome = _printed(call.line, text, outcome)
    return replace(call, outcome=name_limit(outcome, call.line.commands, text))


def _printed(line: CommandLine, text: str, outcome: Outcome) -> Outcome:
    """Return the outcome with the status that the line printed of its last real command, where it did."""
    statuses = find_printed_statuses(line.commands, text)
    if not statuses:
        return outcome
    told = status_outcome(statuses[max(statuses)])
    return replace(outcome, kind=told.kind, exit_status=told.exit_status, signal=told.signal)


def apply_polls(draft: Draft) -> Draft:
    """Return the draft with each call's end as a later poll of it tells; ``ended_by`` names the result that says so."""
    events = draft.events
    calls = list(events.calls)
    for poll in events.calls:
        if poll.polls is None or poll.result is None or poll.outcome.exit_status is None:
            continue
        first = calls[_first(calls, poll.polls)]
        if first.outcome.exit_status is not None or first.outcome.kind not in _WITHOUT_STATUS:
            continue
        told = status_outcome(poll.outcome.exit_status)
        limited = first.outcome.limit
        outcome = replace(told, limit=limited, limited_by=first.outcome.limited_by, truncated=first.outcome.truncated)
        calls[first.seq] = replace(first, outcome=outcome, ended_by=poll.result)
    return replace(draft, events=replace(events, calls=tuple(calls)))


def _first(calls: list[Call], seq: int) -> int:
    """Return the call that a chain of polls asks about."""
    seen: set[int] = set()
    while seq not in seen and (before := calls[seq].polls) is not None:
        seen.add(seq)
        seq = before
    return seq
