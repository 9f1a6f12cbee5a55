"""Lines by which an output says that something went wrong, and which of them say the same."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import Call, Result
from loganalyst.model.limits import ERROR_LINES_OF_CALL, SEARCHED_LINE_CHARACTERS
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.ruleset.literals import literals_of
from loganalyst.text.needles import Needles

FAILED = frozenset(
    {OutcomeKind.FAILED, OutcomeKind.KILLED, OutcomeKind.REFUSED, OutcomeKind.TIMED_OUT, OutcomeKind.CANCELLED}
)
"""Ends of a call that somebody has to go on from."""

_SAYS_SO = re.compile(
    r"(?i)^.{0,80}?(?:\b(?:script |parse |fatal )?error\b ?[:\[(]|\bfatal\b ?:|\b\w{0,40}(?:error|exception)\b ?:"
    r"|: command not found|no such file or directory|permission denied|connection (?:refused|timed out|reset)"
    r"|\bkilled$|unbound variable|\bcould not resolve\b|\bunable to\b|\bcannot\b|\bno matches found\b|\bFAILED\b)"
)
_VARIABLE = re.compile(r"0x[0-9a-f]{1,16}|[0-9]{1,20}|(?:/[^\s/:'\"]{1,200}){1,40}")
_SIGNATURE = 100
_STORED = frozenset({Trait.READS_FILE, Trait.FILTERS, Trait.VERSION_CONTROL, Trait.LISTS_FILES})
"""What prints text that lay in a file, where an error is told and does not happen."""


@dataclass(frozen=True, slots=True)
class ErrorLine:
    """A line that says that something went wrong in a call."""

    call: int
    message: int
    signature: str
    """The line without its numbers and paths: the same error has the same."""
    span: Span


def find_errors(timeline: Timeline) -> Iterator[ErrorLine]:
    """Yield the last error lines of each call that has any, those that say the same once, in transcript order."""
    for call in timeline.events.calls:
        result = timeline.results.get(call.seq)
        if result is None or not result.text or _only_reads(timeline, call):
            continue
        told: set[str] = set()
        lower = timeline.lower_text_of(call.seq)
        for found in _last_lines(result, lower, failed=call.outcome.kind in FAILED):
            signature = sign_of(found.quote)
            if signature not in told:
                told.add(signature)
                yield ErrorLine(call.seq, call.place.message, signature, found)


def says_error(line: str) -> bool:
    """Return whether a line reports an error."""
    return len(line) <= SEARCHED_LINE_CHARACTERS and _SAYS_SO.search(line) is not None


def sign_of(line: str) -> str:
    """Return a line without its numbers and paths, so that two reports of one error are alike."""
    return _VARIABLE.sub("#", line.strip().lower())[:_SIGNATURE]


def _only_reads(timeline: Timeline, call: Call) -> bool:
    """Return whether a call prints nothing but what lay in files."""
    if call.outcome.kind in FAILED:
        return False
    if not call.is_shell:
        return not call.changes_file
    commands = timeline.in_call.get(call.seq, ())
    return bool(commands) and all(event.command.traits & _STORED for event in commands)


def _last_lines(result: Result, lower: str, *, failed: bool) -> list[Span]:
    """Return the last lines that report an error; of a failed call without one, its last line."""
    end = len(result.text.rstrip())
    found = list(islice(_error_lines(result, end), ERROR_LINES_OF_CALL)) if _may_say_error(lower) else []
    return found[::-1] or ([_line_before(result, end)] if failed and end else [])


def _error_lines(result: Result, end: int) -> Iterator[Span]:
    """Yield the lines before a place that report an error, the last first."""
    while end > 0:
        line = _line_before(result, end)
        if says_error(line.quote):
            yield line
        end = line.start - 1


def _may_say_error(lower: str) -> bool:
    """Return whether a text in lower case holds one of the words without which no line of it reports an error."""
    words = _error_words()
    return not words.pieces or bool(words.found_in(lower))


@cache
def _error_words() -> Needles:
    return Needles(literals_of(_SAYS_SO).pieces)


def _line_before(result: Result, end: int) -> Span:
    """Return the line of a result that ends at a place."""
    start = result.text.rfind("\n", 0, end) + 1
    return result.span.inside(start, end)
