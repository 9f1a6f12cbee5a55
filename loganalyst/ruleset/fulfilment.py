"""Whether a step carries out what a sentence announced."""

import re
from collections.abc import Iterable, Mapping

from loganalyst.model.command import CommandRole
from loganalyst.model.event import Act, Call, Claim, CommandEvent
from loganalyst.model.trait import Trait

_CHECKING = re.compile(
    r"\b(?:check|test|verif|see\b|look|confirm|make sure|try|inspect|examin|monitor|watch|find out)", re.IGNORECASE
)
_WORD = re.compile(r"[a-z0-9][a-z0-9_+-]*")
_LOOKS = frozenset(
    {
        Trait.RUNS_TESTS,
        Trait.REQUESTS_URL,
        Trait.CHECKS_REACHABILITY,
        Trait.CHECKS_NAME,
        Trait.RUNS_CODE,
        Trait.USES_CUDA,
        Trait.SHOWS_VERSION,
    }
)
"""Traits by which also a command that is no probe shows how things are."""
_LOGIN = frozenset({Trait.LOGS_IN, Trait.TRANSPORT})
_PROCESSES = frozenset({Trait.LISTS_PROCESSES, Trait.LISTS_PROCESS_TREE, Trait.SHOWS_THREAD_CPU, Trait.TRACES_CALLS})
_MEMORY = frozenset({Trait.SHOWS_MEMORY_STOCK, Trait.SHOWS_MEMORY_FLOW})
_DISK = frozenset({Trait.SHOWS_DISK_SPACE, Trait.SHOWS_DISK_USE})
_LOGS = frozenset({Trait.READS_LOG, Trait.SHOWS_KERNEL_LOG})
_NETWORK = frozenset({Trait.LISTS_SOCKETS, Trait.CHECKS_REACHABILITY, Trait.CHECKS_NAME, Trait.REQUESTS_URL})
_GPU = frozenset({Trait.SHOWS_GPU, Trait.SHOWS_GPU_TOPOLOGY, Trait.USES_CUDA})
_SERVICE = frozenset({Trait.SHOWS_SERVICE_STATUS, Trait.REQUESTS_URL, Trait.CHECKS_REACHABILITY})
_FILES = frozenset({Trait.LISTS_FILES, Trait.READS_FILE})
_KILL = frozenset({Trait.KILLS_BY_NAME, Trait.KILLS_BY_PATTERN, Trait.KILLS_BY_PID})
_ASKED: Mapping[str, frozenset[Trait]] = {
    **dict.fromkeys(("ssh", "login", "logging"), _LOGIN),
    **dict.fromkeys(("process", "processes", "running", "alive", "doing", "stuck", "hung"), _PROCESSES),
    **dict.fromkeys(("memory", "ram", "swap", "swapping", "thrashing"), _MEMORY),
    **dict.fromkeys(("disk", "space", "storage"), _DISK),
    **dict.fromkeys(("log", "logs", "dmesg", "journal"), _LOGS),
    **dict.fromkeys(("network", "port", "ports", "connection", "connectivity", "socket", "reachable"), _NETWORK),
    **dict.fromkeys(("gpu", "gpus", "cuda"), _GPU),
    **dict.fromkeys(("service", "services", "server", "daemon", "container", "status", "up", "ready"), _SERVICE),
    **dict.fromkeys(("endpoint", "api", "url", "website", "request"), frozenset({Trait.REQUESTS_URL})),
    **dict.fromkeys(("file", "files", "directory", "folder", "config", "configuration", "content", "contents"), _FILES),
    **dict.fromkeys(("tests", "suite"), frozenset({Trait.RUNS_TESTS})),
    **dict.fromkeys(("version", "versions"), frozenset({Trait.SHOWS_VERSION})),
    **dict.fromkeys(("load", "cpu"), frozenset({Trait.SHOWS_LOAD, Trait.SHOWS_THREAD_CPU, Trait.LISTS_PROCESSES})),
    **dict.fromkeys(("install", "installing", "upgrade", "reinstall"), frozenset({Trait.INSTALLS_PACKAGES})),
    **dict.fromkeys(("uninstall", "remove"), frozenset({Trait.REMOVES_PACKAGES, Trait.DELETES})),
    **dict.fromkeys(("build", "compile", "rebuild"), frozenset({Trait.BUILDS, Trait.COMPILES})),
    **dict.fromkeys(("start", "launch"), frozenset({Trait.STARTS_SERVICE, Trait.SERVES})),
    **dict.fromkeys(("stop", "restart"), frozenset({Trait.STOPS_SERVICE, *_KILL})),
    **dict.fromkeys(("kill", "terminate"), _KILL),
    **dict.fromkeys(("reboot",), frozenset({Trait.REBOOTS})),
    **dict.fromkeys(("delete", "clean", "cleanup"), frozenset({Trait.DELETES})),
    **dict.fromkeys(("download", "fetch"), frozenset({Trait.DOWNLOADS, Trait.REQUESTS_URL})),
    **dict.fromkeys(("wait",), frozenset({Trait.WAITS, Trait.POLLS})),
}
"""The traits that a word of an announcement asks for."""


def fulfils(claim: Claim, step: CommandEvent | Call, used_hosts: frozenset[str] = frozenset()) -> bool:
    """Return whether a command, or a call of another tool, carries out what a claim announces.

    A check is carried out by something that looks (a probe, a test run, a request) and that shares a name with the
    announcement or has a trait that its words ask for; another step, by a command of that name or trait. An
    announcement that names nothing is carried out by any step of its sort. A wrapper alone is none of these, but a
    login is a check of logging in: to the host that the claim names or, where it names none, to one that is not in
    ``used_hosts``, the hosts that the session had logged in to before.
    """
    if isinstance(step, Call):
        return not step.is_shell and _tool_fulfils(claim, step)
    command = step.command
    asked, named = _asked(claim), _named(claim)
    if command.role is CommandRole.WRAPPER:
        return bool(asked & _LOGIN) and _is_login_meant(claim, command.host or _login_host(step), used_hosts)
    if not _is_of_its_sort(claim.act, step):
        return False
    if not asked and not named:
        return command.role is not None or claim.about_call == step.call
    return bool(asked & command.traits) or bool(named & _words(step))


def _is_of_its_sort(act: Act, step: CommandEvent) -> bool:
    """Return whether a command can be what an act announces; one that is not in the vocabulary can be anything."""
    command = step.command
    if command.role is None:
        return True
    if command.role is CommandRole.PLUMBING:
        return False
    return act is not Act.CHECK or command.role is CommandRole.PROBE or bool(command.traits & _LOOKS)


def _is_login_meant(claim: Claim, host: str | None, used_hosts: frozenset[str]) -> bool:
    """Return whether logging in to a host is what a claim speaks of."""
    hosts = {subject.name for subject in claim.subjects if subject.kind == "host"}
    return host in hosts if hosts else host is not None and host not in used_hosts


def _login_host(step: CommandEvent) -> str | None:
    """Return the host that a wrapper leads to."""
    return next((subject.name for subject in step.command.subjects if subject.kind == "host"), None)


def _tool_fulfils(claim: Claim, call: Call) -> bool:
    """Return whether a call of a tool that is no shell carries out a claim."""
    if claim.act is Act.CHECK and call.changes_file:
        return False
    named = _named(claim)
    words = frozenset(_WORD.findall(f"{call.path or ''} {call.name} {call.text}".lower()))
    return claim.about_call == call.seq or not named or bool(named & words) or bool(_asked(claim) & _FILES)


def _announced(claim: Claim) -> str:
    """Return the part of a claim that says what is announced: of a check, from the word for it on."""
    match = _CHECKING.search(claim.text) if claim.act is Act.CHECK else None
    return (claim.text[match.start() :] if match else claim.text).lower()


def _asked(claim: Claim) -> frozenset[Trait]:
    """Return the traits that the words of an announcement ask for."""
    return frozenset(trait for word in _WORD.findall(_announced(claim)) for trait in _ASKED.get(word, ()))


def _named(claim: Claim) -> frozenset[str]:
    """Return the names in an announcement that a step may share."""
    words = frozenset(_WORD.findall(_announced(claim)))
    subjects = (_last_part(subject.name) for subject in claim.subjects)
    names = {topic for topic in claim.topics if topic in words} | set(subjects)
    return frozenset(names - {""})


def _words(step: CommandEvent) -> frozenset[str]:
    """Return the words by which an announcement may have named a command."""
    command = step.command
    pieces: Iterable[str] = (
        command.program,
        *command.words,
        *(subject.name for subject in command.subjects),
        *(subject.kind for subject in command.subjects),
    )
    return frozenset(word for piece in pieces for word in (_last_part(piece), *_WORD.findall(piece.lower())))


def _last_part(text: str) -> str:
    """Return the last part of a path, in lower case."""
    return text.rstrip("/").rpartition("/")[2].lower()
