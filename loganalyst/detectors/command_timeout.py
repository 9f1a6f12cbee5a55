"""Results in which a limit inside the command fired: its own, or that of the client that it ran."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from loganalyst.detectors.quoting import first_line, status_span
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import Command
from loganalyst.model.event import Call, CommandEvent, Events, Observation, Result
from loganalyst.model.finding import Capture
from loganalyst.model.outcome import LimitedBy, Outcome, OutcomeKind
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

RULE = "command-timeout"
_TIMEOUTS = frozenset({"gtimeout", "timeout"})
_TIMEOUT_STATUS = 124
_INNER = {
    LimitedBy.COMMAND: "command",
    LimitedBy.SSH: "ssh",
    LimitedBy.CLIENT: "client",
    LimitedBy.PACKAGE_MANAGER: "package-manager",
}
_FETCHES = frozenset({Trait.DOWNLOADS, Trait.INSTALLS_PACKAGES, Trait.UPDATES_INDEX})
_ASKS = frozenset({Trait.CHECKS_REACHABILITY, Trait.REQUESTS_URL, Trait.VERSION_CONTROL})
_EXCEPTIONS = frozenset(
    {
        "ConnectTimeout",
        "ConnectTimeoutError",
        "ReadTimeout",
        "ReadTimeoutError",
        "Timeout",
        "TimeoutError",
        "TimeoutExpired",
    }
)
"""Exceptions by which a Python program says that a limit of its own fired."""
_ENDLESS = frozenset({Trait.ATTACHES, Trait.NEVER_RETURNS, Trait.SERVES})
_CLIENTS = frozenset({"nc", "ncat", "netcat", "socat", "telnet"})
_CURL_STATUS = "28"
_PRINTED = re.compile(
    r"^(?![ \t]{0,99}(?:exit|exit code|rc|status)?\W{0,3}[0-9]{1,3}\s{0,9}$)[^\S\n]{0,99}\S",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of output that is not only the status."""


@dataclass(frozen=True, slots=True)
class _Fired:
    """A limit that fired: whose it was, where that stands, and how long it is where known."""

    layer: str
    span: Span
    seconds: Decimal | None = None


def find(context: Context) -> Iterator[Hit]:
    """Yield one hit for each result in which an inner limit is seen to have fired."""
    signs = _Signs(context.events)
    for result in context.events.results:
        call = context.events.calls[result.call] if result.call is not None else None
        if call is None or result.outcome.limited_by is LimitedBy.TOOL:
            continue
        fired = signs.of(result, call)
        if fired is not None:
            came = _PRINTED.search(result.text) is not None
            endless = signs.is_endless(call, answered=came)
            yield Hit(result.place, first_line(fired.span), captures=_captures(fired, endless=endless, came=came))


@dataclass(slots=True)
class _Signs:
    """Finds what shows that a limit fired."""

    events: Events
    by_result: dict[int, list[Observation]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seen in self.events.observations:
            if not seen.quoted:
                self.by_result.setdefault(seen.place.order, []).append(seen)

    def of(self, result: Result, call: Call) -> _Fired | None:
        """Return the limit that fired in a call, or None."""
        known = self._by_outcome(result.outcome, status_span(result, self.events.transcript) or result.span)
        if known is None and call.result == result.seq:
            found = (self._by_status(event, result.span) for event in self._commands(call))
            known = next((one for one in found if one is not None), None)
        if known is not None:
            return known
        seen = self.by_result.get(result.place.order, ())
        return next((one for one in (self._by_words(fact, call) for fact in seen) if one is not None), None)

    def is_endless(self, call: Call, *, answered: bool) -> bool:
        """Return whether what the limit ended would not have ended by itself.

        That holds of a client that keeps its connection open too, once it has got an answer.
        """
        commands = [event.command for event in self._commands(call)]
        return any(one.traits & _ENDLESS or (answered and _stays_open(one)) for one in commands)

    def _commands(self, call: Call) -> list[CommandEvent]:
        return [self.events.commands[seq] for seq in call.commands]

    def _by_outcome(self, outcome: Outcome, span: Span) -> _Fired | None:
        layer = _INNER.get(outcome.limited_by) if outcome.limited_by is not None else None
        return None if layer is None else _Fired(layer, span, outcome.limit)

    def _by_status(self, event: CommandEvent, span: Span) -> _Fired | None:
        """Return the limit of a ``timeout`` whose own status is known to be 124."""
        command = event.command
        if command.program not in _TIMEOUTS or event.outcome.exit_status != _TIMEOUT_STATUS:
            return None
        return _Fired("command", span, command.limit.seconds if command.limit else None)

    def _by_words(self, seen: Observation, call: Call) -> _Fired | None:
        """Return the limit that an output tells of in a client's own words."""
        layer = self._layer(seen, call)
        return _Fired(layer, seen.span) if layer is not None else None

    def _layer(self, seen: Observation, call: Call) -> str | None:
        """Return whose limit an observation tells of, or None."""
        failed = call.outcome.kind is OutcomeKind.FAILED
        match seen.kind, seen.value:
            case "ssh.error", value if value.startswith("timed-out"):
                return "ssh"
            case "transfer.error", value if value == _CURL_STATUS:
                return "client"
            case "network.error", "timed-out":
                traits = self._traits(seen, call)
                return "package-manager" if traits & _FETCHES else "client" if traits & _ASKS else None
            case "time.limit", value:
                mere_tool = not call.is_shell and call.path is None
                return "client" if mere_tool or (value == "waiting" and failed) else None
            case "python.exception", value if value.rpartition(".")[2] in _EXCEPTIONS and failed:
                traits = self._traits(seen, call)
                return "program" if Trait.RUNS_CODE in traits and Trait.RUNS_TESTS not in traits else None
            case _:
                return None

    def _traits(self, seen: Observation, call: Call) -> frozenset[Trait]:
        """Return the traits of what may have printed an observation."""
        events = [self.events.commands[seen.command]] if seen.command is not None else self._commands(call)
        return frozenset().union(*(event.command.traits for event in events))


def _stays_open(plain: Command) -> bool:
    """Return whether a command is a client that waits for the other side, or for the user, to end."""
    return plain.program in _CLIENTS and not any(plain.option(name) for name in ("quit", "wait", "zero-io"))


def _captures(fired: _Fired, *, endless: bool, came: bool) -> tuple[Capture, ...]:
    limit = [Capture("seconds", f"{fired.seconds.normalize():f}")] if fired.seconds is not None else []
    way = "no" if not endless else "shown" if came else "yes"
    return Capture("layer", fired.layer), Capture("endless", way), *limit
