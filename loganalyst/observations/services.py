"""Read the state of units and guests: systemctl, pct, qm, lxc, and what the journal leaves out."""

import re
from collections.abc import Iterator

from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Fact, Output, Reader, one_of, phrase, phrases

_STATE = "active|inactive|failed|activating|deactivating|reloading|maintenance"
_PHRASES = phrases(
    phrase("service.status", "status: ", r"^status: (?P<value>running|stopped|paused|suspended|unknown)$"),
    phrase("service.status", "Active: ", rf"^ +Active: (?P<value>(?:{_STATE}) \([^)\n]{{1,60}}\)|{_STATE})"),
    phrase("service.oom-kill", "(Result: oom-kill)", r"^ +Active: failed \(Result: (?P<value>oom-kill)\)"),
    phrase("service.oom-kill", "'oom-kill'", r"Failed with result '(?P<value>oom-kill)'"),
    phrase("service.status", " loaded ",
           r"^[●× *]{0,3}(?P<subject>[\w@\\:.-]{1,120}\.(?:service|socket|timer|mount|target)) +loaded "
           rf"+(?P<value>{_STATE}) +", subject="unit"),
    *(phrase("service.status", f" {word} ", rf"^(?P<subject>[\w:.-]{{1,80}}) +(?P<value>{word}) {{2,}}"
             r"(?:pid |Not |Exited )", subject="unit")
      for word in ("RUNNING", "STARTING", "STOPPED", "EXITED", "FATAL", "BACKOFF")),
    *(phrase("service.status", f"│ {word} ", rf"^│ +[0-9]{{1,4}} +│ +(?P<subject>[\w.-]{{1,80}}) [^\n]{{0,200}}│ +"
             rf"(?P<value>{word}) +│", subject="unit") for word in ("online", "stopped", "errored", "launching")),
    phrase("service.property", "State=", r"^(?P<value>(?:Active|Sub|Load|UnitFile)State=[\w-]{1,40})$"),
    phrase("service.property", "NRestarts=", r"^(?P<value>NRestarts=(?P<restarts>[0-9]{1,9}))$"),
    phrase("service.property", "Result=", r"^(?P<value>Result=[\w-]{1,40})$"),
    phrase("service.property", "MainPID=", r"^(?P<value>MainPID=(?:0|(?P<subject>[1-9][0-9]{0,8})))$", subject="pid"),
    phrase("service.failed", "Job for ",
           r"^Job for (?P<subject>[\w@\\:.-]{1,120}) failed because (?P<value>[^\n]{1,120})", subject="unit"),
    phrase("service.failed", "Failed to start",
           r"systemd\[[0-9]{1,9}\]: (?P<value>Failed to start) (?P<subject>[^\n]{1,120})", subject="unit"),
    phrase("service.failed", "Failed with result",
           r"(?P<subject>[\w@\\:.-]{1,120}): Failed with result '(?P<value>[\w-]{1,40})'", subject="unit"),
    phrase("service.unknown", "could not be found", r"^Unit (?P<subject>[\w@\\:.-]{1,120}) could not be found",
           "not-found", "unit"),
    phrase("service.unknown", "not found",
           r"^Failed to [\w-]{2,20} (?P<subject>[\w@\\:.-]{1,120}): Unit [\w@\\:.-]{1,120} not (?:found|loaded)",
           "not-found", "unit"),
    phrase("service.unknown", "does not exist",
           r"^Configuration file '[^'\n]{1,200}/(?P<subject>[0-9]{1,9})\.conf' does not exist", "not-found",
           "container"),
    phrase("service.unknown", "not been booted with systemd", r"System has not been booted with systemd as init system",
           "no-systemd"),
    phrase("service.failed", "container not running", r"^(?P<value>container not running)!?$"),
    phrase("service.failed", " already running", r"^(?:CT|VM) (?P<subject>[0-9]{2,9}) (?P<value>already running)$",
           subject="container"),
    phrase("lock.held", "is locked (", r"^(?:CT|VM) is locked \((?P<value>[\w-]{1,30})\)$"),
    phrase("lock.held", "- got timeout", r"can't lock file '(?P<subject>[^'\n]{1,200})' - (?P<value>got timeout)",
           subject="path"),
    phrase("service.no-entries", "-- No entries --", r"^-- No entries --$", "none"),
    phrase("service.journal-hidden", "not seeing messages from other users",
           r"You are currently not seeing messages from other users and the system", "hidden"),
    phrase("service.journal-hidden", "No journal files were opened",
           r"No journal files were opened due to insufficient permissions", "hidden"),
)  # fmt: skip
_WORD = re.compile(rf"^(?P<value>{_STATE}|unknown)$", re.MULTILINE)
_GUEST = re.compile(r"^ *(?P<subject>[0-9]{2,9}) +(?:\S{1,60} +)?(?P<value>running|stopped|paused)\b", re.MULTILINE)
_SCRIPT = re.compile(
    r"^(?:\* |\[ [+-] \] +)?(?P<subject>[\w./-]{1,60})(?: \(port [0-9]{1,5}\):| is)? "
    r"(?P<value>(?:not )?running|online|stopped)\b",
    re.MULTILINE,
)
_LXC = re.compile(r"^\| +(?P<subject>[\w-]{1,60}) +\| +(?P<value>RUNNING|STOPPED|FROZEN) +\|", re.MULTILINE)
_LXC_STATE = re.compile(r"^S(?:tate|tatus|TATE): +(?P<value>RUNNING|STOPPED|FROZEN|Running|Stopped)$", re.MULTILINE)
_MANAGERS = frozenset({"systemctl", "service", "pct", "qm", "lxc", "lxc-ls", "lxc-info", "incus"})


def read(output: Output) -> Iterator[Fact]:
    """Yield states in forms of one bare word, where the command is a manager of services or guests."""
    program = output.command.program if output.command else ""
    if program == "service":
        yield from (
            Fact("service.status", match["value"], *match.span(), Subject("unit", match["subject"]))
            for match in _SCRIPT.finditer(output.text)
        )
    if program == "systemctl":
        yield from (
            Fact("service.status", match["value"], *match.span("value")) for match in _WORD.finditer(output.text)
        )
    guests = {"pct": _GUEST, "qm": _GUEST, "lxc": _LXC, "incus": _LXC}.get(program)
    if guests:
        for match in guests.finditer(output.text):
            yield Fact("service.status", match["value"].lower(), *match.span(), Subject("container", match["subject"]))
    if program.startswith(("lxc", "incus")):
        for match in _LXC_STATE.finditer(output.text):
            yield Fact("service.status", match["value"].lower(), *match.span())


READER = Reader(
    read,
    phrases=_PHRASES,
    asks=_MANAGERS,
    programs=_MANAGERS | {"journalctl"},
    traits=frozenset({Trait.SHOWS_SERVICE_STATUS, Trait.STARTS_SERVICE, Trait.STOPS_SERVICE}),
    anywhere=True,
    lines=one_of(
        rf"(?:status: )?(?:{_STATE}|running|stopped|paused)$",
        r" *(?:Loaded|Active|Main PID|Tasks|Memory|CGroup|Process|Docs|Drop-In|Duration|CPU|Status): ",
        r"[●×○] [\w@\\:.-]+",
        " *VMID +",
        "Unit .{1,120} could not be found",
        "Job for ",
        "-- No entries --",
        "Failed to (?:start|stop|restart|get|connect)",
        r"[A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} \S+ [^\s\[]{1,60}(?:\[[0-9]+\])?: ",
    ),
)
