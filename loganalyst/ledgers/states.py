"""What single observations and outcomes show of a thing: that it works, runs, failed, is listed, took too long."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType

from loganalyst.ledgers.looks import KILLS
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent, Observation
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait


class State(StrEnum):
    """What is shown of a thing."""

    GOOD = "good"
    """It did its work: an answer, a run of it that ended well."""
    BAD = "bad"
    MISSING = "missing"
    """It failed because something is not there."""
    PASSED = "passed"
    NOT_PASSED = "not-passed"
    UP = "up"
    """A manager or a listing says that it runs."""
    DOWN = "down"
    DONE = "done"
    """A step came to its own end line."""
    INSTALLED = "installed"
    """An installer came to its own end line."""
    WRITTEN = "written"
    """A file was changed."""
    LISTED = "listed"
    """A library or file system knows of it."""
    FLOW = "flow"
    CALM = "calm"
    STOCK = "stock"
    COMPILING = "compiling"
    LIMIT = "limit"
    EMPTY = "empty"
    """A look printed nothing, and nothing can have hidden an answer."""
    EMPTY_BLIND = "empty-blind"
    """A look printed nothing, and it may not have been able to see."""
    PRINTED = "printed"


COMPILERS = frozenset(
    {
        "as",
        "c++",
        "cargo",
        "cc",
        "cc1",
        "cc1plus",
        "cicc",
        "clang",
        "clang++",
        "cmake",
        "cudafe++",
        "g++",
        "gcc",
        "ld",
        "make",
        "ninja",
        "nvcc",
        "ptxas",
        "rustc",
    }
)
_NOT_THERE = frozenset({"command-not-found", "no-such-file"})
_NOT_FOUND = (
    "No matching distribution",
    "Could not find a version",
    "Unable to locate package",
    "installation candidate",
)
_PIPE_CLOSED = "23"
"""Number of curl's error when what reads its output goes away."""
_CARRIER = re.compile(r"(?:^|[\s/])(?:(?:ba|da|z|k|a)?sh\s+-[a-z]{0,6}c\s|[ef]?grep\s|pgrep\s)")
"""A row of a shell that was handed a text to run, or of a search that finds its own words."""
_UP = frozenset({"active", "running", "up", "started", "healthy", "online", "listening", "listen", "ready"})
_DOWN = frozenset({"inactive", "dead", "stopped", "exited", "failed", "created", "not-running", "none", "unhealthy"})
_ALWAYS: Mapping[str, State] = MappingProxyType(
    {
        "build.done": State.DONE,
        "build.error": State.BAD,
        "build.stopped": State.BAD,
        "certificate.failed": State.BAD,
        "container.failed": State.BAD,
        "cuda.error": State.BAD,
        "cuda.out-of-memory": State.BAD,
        "disk.full": State.BAD,
        "gpu.error": State.BAD,
        "gpu.listed": State.LISTED,
        "gpu.driver": State.LISTED,
        "gpu.topology": State.LISTED,
        "install.done": State.INSTALLED,
        "install.package": State.INSTALLED,
        "kernel.oom-cgroup": State.BAD,
        "kernel.oom-kill": State.BAD,
        "kill.no-target": State.DOWN,
        "memory.free": State.STOCK,
        "memory.info": State.STOCK,
        "memory.swap": State.STOCK,
        "network.error": State.BAD,
        "network.open": State.LISTED,
        "network.ping": State.LISTED,
        "process.none-listed": State.DOWN,
        "process.compiler-killed": State.BAD,
        "process.killed": State.BAD,
        "process.fork-refused": State.BAD,
        "program.crashed": State.BAD,
        "python.exception": State.BAD,
        "repository.error": State.BAD,
        "service.failed": State.BAD,
        "socket.row": State.LISTED,
        "ssh.error": State.BAD,
        "tests.failure": State.NOT_PASSED,
        "time.limit": State.LIMIT,
        "transfer.done": State.DONE,
        "file.row": State.PRINTED,
        "port.in-use": State.BAD,
    }
)


def state_of(seen: Observation) -> State | None:
    """Return what an observation shows, or None where it bears on no state."""
    if seen.value == "unknown":
        return None
    reader = _BY_VALUE.get(seen.kind)
    return reader(seen) if reader is not None else _ALWAYS.get(seen.kind)


def _figure(seen: Observation, name: str) -> Decimal:
    return dict(seen.figures).get(name, Decimal(0))


def _tests(seen: Observation) -> State | None:
    if _figure(seen, "failed") or _figure(seen, "errors"):
        return State.NOT_PASSED
    return State.PASSED if _figure(seen, "passed") else None


def _status(seen: Observation) -> State | None:
    words = seen.value.casefold().replace("(", " ").replace(")", " ").split()
    if any(word in _DOWN for word in words):
        return State.DOWN
    return State.UP if any(word in _UP for word in words) else None


def _process(seen: Observation) -> State | None:
    """Return that a process runs; a shell that was given a text, or the search itself, shows nothing of a program."""
    if _CARRIER.search(seen.span.quote):
        return None
    return State.COMPILING if seen.value.casefold().rsplit("/", 1)[-1] in COMPILERS else State.UP


def _http(seen: Observation) -> State | None:
    if seen.value.startswith(("2", "3")):
        return State.GOOD
    return State.BAD if seen.value[:1] in {"0", "4", "5"} else None


def _flow(seen: Observation) -> State:
    return State.FLOW if _figure(seen, "si") or _figure(seen, "so") else State.CALM


def _pressure(seen: Observation) -> State:
    return State.FLOW if _figure(seen, "avg10") >= 1 else State.CALM


def _failed(seen: Observation) -> State:
    absent = seen.value in _NOT_THERE or any(words in seen.span.quote for words in _NOT_FOUND)
    return State.MISSING if absent else State.BAD


def _transfer(seen: Observation) -> State | None:
    """Return that a transfer failed; that its reader had enough and closed the pipe says nothing of the other end."""
    return None if seen.value == _PIPE_CLOSED else State.BAD


def _missing(_: Observation) -> State:
    return State.MISSING


def _cuda(seen: Observation) -> State:
    return State.GOOD if seen.value.casefold() == "true" else State.BAD


def _devices(seen: Observation) -> State:
    return State.BAD if seen.value == "0" else State.GOOD


_BY_VALUE: Mapping[str, Callable[[Observation], State | None]] = MappingProxyType(
    {
        "container.health": _status,
        "container.status": _status,
        "cuda.available": _cuda,
        "cuda.device-count": _devices,
        "http.status": _http,
        "install.failed": _failed,
        "name.unresolved": _missing,
        "service.unknown": _missing,
        "shell.error": _failed,
        "memory.pressure": _pressure,
        "memory.swap-flow": _flow,
        "pod.status": _status,
        "process.row": _process,
        "service.status": _status,
        "tests.summary": _tests,
        "transfer.error": _transfer,
    }
)

_RUNS_IT = frozenset({Trait.USES_CUDA, Trait.RUNS_CODE, Trait.REQUESTS_URL, Trait.LOGS_IN})
_STEPS = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})
_ENDED = frozenset({OutcomeKind.OK, OutcomeKind.FAILED, OutcomeKind.SILENT})


def outcome_state(command: CommandEvent) -> State | None:
    """Return what the end of a command shows; None for kills, and where its status cannot be read."""
    kind = command.outcome.kind
    if command.command.traits & KILLS:
        return None
    if kind is OutcomeKind.TIMED_OUT:
        return State.LIMIT
    if kind in _ENDED and command.command.role is CommandRole.PROBE and command.printed is False:
        plain = command.command
        return State.EMPTY_BLIND if plain.errors_hidden or plain.blind or plain.output_cut else State.EMPTY
    if command.outcome.status_hidden or command.command.status_hidden:
        return State.PRINTED if command.printed else None
    if kind is OutcomeKind.OK:
        return _ended_well(command)
    return _ended_badly(command) if kind is OutcomeKind.FAILED else None


def _ended_well(command: CommandEvent) -> State | None:
    plain = command.command
    if Trait.RUNS_TESTS in plain.traits:
        return State.PASSED
    if plain.traits & _RUNS_IT:
        return State.GOOD
    if plain.role in _STEPS:
        return State.INSTALLED if Trait.INSTALLS_PACKAGES in plain.traits else State.DONE
    return State.LISTED if plain.role is CommandRole.PROBE and command.printed is not False else None


def _ended_badly(command: CommandEvent) -> State | None:
    plain = command.command
    if Trait.RUNS_TESTS in plain.traits:
        return State.NOT_PASSED
    return State.BAD if plain.role in _STEPS or plain.traits & _RUNS_IT else None
