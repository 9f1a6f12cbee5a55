"""How calls failed, in a form in which the same failure is the same text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Events, Observation
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span

_LONGEST = 300
"""Characters of an error that are compared."""
_ERRORS = frozenset(
    {
        "build.error",
        "container.failed",
        "install.failed",
        "program.crashed",
        "python.exception",
        "repository.error",
        "service.failed",
        "shell.error",
    }
)
"""Kinds of observations that say that a call did not do what it was asked."""
_WHOLE = _ERRORS - {"service.failed", "shell.error"}
"""Those of them that speak of the whole call, and not of one of several steps."""
_OUTSIDE = frozenset({"name.unresolved", "network.error", "ssh.error", "transfer.error"})
_STAYS = frozenset({"host-key", "host-key-changed", "key-permissions", "permission-denied"})
"""Values of troubles with a connection that do not pass by themselves."""
_FLAKY = re.compile(
    r"temporar|try again|connection (?:reset|refused|aborted|timed)|network|rate limit|too many requests"
    r"|\b(?:429|502|503|504)\b|unreachable|could not resolve|\b(?:tls|ssl)\b",
    re.IGNORECASE,
)
"""Words for troubles that may be over the next time."""
_NAMED = re.compile(r"\b[A-Z]\w{0,60}(?:Error|Exception|Failure)\b")
"""The name that a program gives its error."""
_TELLING = re.compile(
    r"error|fail|fatal|cannot|can't|could not|not found|denied|invalid|refused|unknown|usage", re.IGNORECASE
)
_VARIABLE = (
    (
        re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?|\b\d\d:\d\d:\d\d\b"),
        "T",
    ),
    (re.compile(r"\b0x[0-9a-f]{1,16}\b|\b[0-9a-f]{12,64}\b", re.IGNORECASE), "H"),
    (re.compile(r"(?:[a-z]{2,10}://|~?\.{0,2}/)[^\s'\"`,;:)\]]{1,300}", re.IGNORECASE), "P"),
    (re.compile(r"\d{1,18}"), "N"),
    (re.compile(r"[\"'`]"), ""),
    (re.compile(r"\s{1,200}"), " "),
)
"""What differs between two prints of one error, with what stands for it: times, addresses, paths, numbers."""


@dataclass(frozen=True, slots=True)
class Failure:
    """How one call failed."""

    text: str
    """The telling line, normalised; or which limit fired."""
    span: Span
    by_limit: bool
    may_pass: bool
    """The words are those of a trouble that may be over the next time, such as a network's."""
    line: str = ""
    """The telling line as it was printed; empty where a limit fired."""


def normalise(text: str) -> str:
    """Return a text without what differs from one print to the next: times, addresses, paths, numbers, quotes."""
    for pattern, stand_in in _VARIABLE:
        text = pattern.sub(stand_in, text)
    return text.strip().casefold()[:_LONGEST]


@dataclass(frozen=True)
class Failures:
    """The failures of one transcript."""

    events: Events

    def of(self, call: Call) -> Failure | None:
        """Return how a call failed; None where it did not, or where the log does not show it."""
        return self._by_call[call.seq]

    @cached_property
    def _by_call(self) -> Mapping[int, Failure | None]:
        return {call.seq: self._of(call) for call in self.events.calls}

    def _of(self, call: Call) -> Failure | None:
        kind = call.outcome.kind
        result = self.events.results[call.result] if call.result is not None else None
        if result is None:
            return None
        seen = self._seen.get(call.seq, ())
        may_pass = any(one.kind in _OUTSIDE and one.value not in _STAYS for one in seen)
        if kind is OutcomeKind.TIMED_OUT:
            return Failure(
                f"limit {call.outcome.limited_by} {call.outcome.limit}", result.span, by_limit=True, may_pass=may_pass
            )
        shown = [one for one in seen if not one.quoted and (one.kind in _ERRORS or one.value in _STAYS)]
        failed = kind in {OutcomeKind.FAILED, OutcomeKind.KILLED}
        told = any(one.kind in _WHOLE for one in shown) and self._is_masked(call)
        if not failed and not told and not (shown and kind is OutcomeKind.UNKNOWN):
            return None
        line = _last_words(shown[-1].span.quote) if shown else _telling_line(result.text)
        span = shown[-1].span if shown else result.span
        text = normalise(line) or f"status {call.outcome.exit_status}"
        own_limit = not call.is_shell and call.path is None and any(one.kind == "time.limit" for one in seen)
        may_pass = may_pass or _FLAKY.search(text) is not None
        return Failure(text, span, by_limit=own_limit, may_pass=may_pass, line=line)

    def _is_masked(self, call: Call) -> bool:
        """Return whether the status of a call is that of a filter, which its last piece of work is piped into."""
        commands = (self.events.commands[seq].command for seq in call.commands)
        working = [one for one in commands if one.role is not CommandRole.PLUMBING and not one.pipe_index]
        return bool(working) and working[-1].pipe_length > 1 and working[-1].status_hidden

    @cached_property
    def _seen(self) -> Mapping[int, tuple[Observation, ...]]:
        groups: dict[int, list[Observation]] = {}
        for seen in self.events.observations:
            if seen.call is not None:
                groups.setdefault(seen.call, []).append(seen)
        return {call: tuple(group) for call, group in groups.items()}


def _last_words(quote: str) -> str:
    """Return the last line of a quotation that holds a word."""
    return next((line for line in reversed(quote.splitlines()) if any(map(str.isalnum, line))), quote)


def _telling_line(text: str) -> str:
    """Return the last line that names an error, else the last that speaks of one, else the last with words."""
    lines = [line[:2000] for line in reversed(text[-20_000:].splitlines()) if line.strip()]
    whole = "\n".join(lines)
    for pattern in (_NAMED, _TELLING):
        found = pattern.search(whole)
        if found is not None:
            return whole[whole.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0]
    return lines[0] if lines else ""
