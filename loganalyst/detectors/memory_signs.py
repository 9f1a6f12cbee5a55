"""Signs in outputs that memory ran out, sifted from words that are only read and from kills of the session's own."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from loganalyst.detectors.seam import Context
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, CommandEvent, Observation, Result
from loganalyst.model.outcome import LimitedBy
from loganalyst.model.trait import Trait

_KINDS = {
    "kernel.oom-kill": "kernel",
    "kernel.oom-cgroup": "kernel-group",
    "kernel.oom-invoked": "kernel",
    "container.oom": "container",
    "pod.status": "container",
    "service.oom-kill": "unit",
    "process.compiler-killed": "compiler",
    "process.killed": "killed",
    "cuda.out-of-memory": "gpu",
    "memory.allocation-failed": "allocation",
    "python.exception": "allocation",
}
_BY_STRENGTH = ("kernel", "kernel-group", "container", "unit", "gpu", "compiler", "allocation", "killed")
_BY_SIGNAL = frozenset({"compiler", "killed"})
"""Sorts of sign that any SIGKILL leaves, whoever sent it."""
_SIGKILL_WORDS = frozenset({"Killed", "SIGKILL"})
_KILL_SIGNALS = frozenset({"9", "KILL", "SIGKILL"})
_KILLED_STATUS = 137
_SYSTEM_LOGS = "/var/log/"
_FETCHES = frozenset({Trait.DOWNLOADS, Trait.REQUESTS_URL})
_READS = frozenset({Trait.READS_FILE, Trait.READS_LOG, Trait.SHOWS_KERNEL_LOG})


@dataclass(frozen=True, slots=True)
class MemorySign:
    """The strongest sign in one result that memory ran out."""

    sort: str
    """``kernel``, ``kernel-group``, ``container``, ``unit``, ``gpu``, ``compiler``, ``allocation`` or ``killed``."""
    seen: Observation
    result: Result
    call: Call


def find_memory_signs(context: Context) -> Iterator[MemorySign]:
    """Yield the results in which memory ran out, in order; a stored line counts where it is first read."""
    sieve = _Sieve(context)
    for result in context.events.results:
        if result.call is None or not context.events.calls[result.call].is_shell:
            continue
        call = context.events.calls[result.call]
        signs = [sign for seen in sieve.observed(result) if (sign := sieve.sign(seen, result, call)) is not None]
        fresh = [sign for sign in signs if sieve.is_fresh(sign)]
        if fresh:
            yield min(fresh, key=lambda sign: _BY_STRENGTH.index(sign.sort))


class _Sieve:
    """Tells signs from words, for one transcript."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.read_before: set[str] = set()

    def observed(self, result: Result) -> list[Observation]:
        """Return the observations of a result's own text that may be signs."""
        return self._by_place.get(result.place.order, [])

    def sign(self, seen: Observation, result: Result, call: Call) -> MemorySign | None:
        """Return an observation as a sign, or None where it is none."""
        sort = _sort(seen)
        if sort is None or self._is_only_told(seen, call):
            return None
        if sort == "killed" and not self._ended_by_sigkill(call):
            return None
        if sort in _BY_SIGNAL and self._was_killed_by_session(seen, call):
            return None
        return MemorySign(sort, seen, result, call)

    def is_fresh(self, sign: MemorySign) -> bool:
        """Return whether a sign is no stored line that an earlier result has shown, and note it."""
        if not self._reader(sign.seen):
            return True
        line = _line(sign)
        known = line in self.read_before
        self.read_before.add(line)
        return not known

    @cached_property
    def _by_place(self) -> dict[int, list[Observation]]:
        found: dict[int, list[Observation]] = {}
        for seen in self.context.events.observations:
            if seen.kind in _KINDS:
                found.setdefault(seen.place.order, []).append(seen)
        return found

    @cached_property
    def _own_files(self) -> frozenset[str]:
        """Return the names of files into which commands of the session write what they print."""
        return frozenset(
            redirect.target.rpartition("/")[2]
            for event in self.context.events.commands
            for redirect in event.command.redirects
            if redirect.operator.startswith(">") and not redirect.target.startswith("/dev/")
        )

    @cached_property
    def _kills(self) -> tuple[CommandEvent, ...]:
        """Return the commands of the session that send SIGKILL."""
        kills = [kill.command for kill in self.context.ledgers.kills if kill.signal in _KILL_SIGNALS]
        return tuple(self.context.events.commands[seq] for seq in kills)

    def _commands(self, call: Call) -> Iterator[Command]:
        yield from (self.context.events.commands[seq].command for seq in call.commands)

    def _is_only_told(self, seen: Observation, call: Call) -> bool:
        """Return whether the words come from a file, a page or the line itself, and not from what happened here."""
        commands = tuple(self._commands(call))
        if any(one.role is CommandRole.PLUMBING and seen.span.quote in one.text for one in commands):
            return True
        if any(one.traits & _FETCHES and one.role is CommandRole.PROBE for one in commands):
            return True
        if seen.command is None:
            return any(self._prints_other_files(one) for one in commands if not one.pipe_index)
        return seen.quoted and self._prints_other_files(self.context.events.commands[seen.command].command)

    def _prints_other_files(self, command: Command) -> bool:
        """Return whether a command prints files that are neither logs of the system nor written by the session."""
        names = [operand.value for operand in command.operands]
        logs = any(name.startswith(_SYSTEM_LOGS) or name.rpartition("/")[2] in self._own_files for name in names)
        return Trait.READS_FILE in command.traits and not logs

    def _ended_by_sigkill(self, call: Call) -> bool:
        """Return whether a status says so as well: of the call, or of the build in it."""
        if call.outcome.exit_status == _KILLED_STATUS:
            return True
        result = self.context.events.results[call.result] if call.result is not None else None
        return result is not None and ("Error 137" in result.text or "code 137" in result.text)

    def _was_killed_by_session(self, seen: Observation, call: Call) -> bool:
        """Return whether a SIGKILL of the session or of its ``timeout`` may be what ended the program.

        A command in the foreground can be hit from its own message only; what a log tells, by any kill before.
        """
        if call.outcome.limited_by is LimitedBy.COMMAND:
            return True
        stored = self._reader(seen)
        return any(
            (kill.place.message == call.place.message or stored) and kill.place.order <= seen.place.order
            for kill in self._kills
        )

    def _reader(self, seen: Observation) -> bool:
        """Return whether a command printed what was stored before."""
        if seen.command is None:
            return False
        return bool(self.context.events.commands[seen.command].command.traits & _READS)


def _sort(seen: Observation) -> str | None:
    """Return which sort of sign an observation may be."""
    if seen.kind in {"container.oom", "pod.status"} and seen.value not in {"true", "OOMKilled"}:
        return None
    if seen.kind == "process.killed" and seen.value not in _SIGKILL_WORDS:
        return None
    if seen.kind == "python.exception":
        name = seen.value.rpartition(".")[2]
        return {"MemoryError": "allocation", "OutOfMemoryError": "gpu"}.get(name)
    return _KINDS.get(seen.kind)


def _line(sign: MemorySign) -> str:
    """Return the whole line in which a sign stands."""
    text, span = sign.result.text, sign.seen.span
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.start)
    return text[start : end if end >= 0 else len(text)].strip()
