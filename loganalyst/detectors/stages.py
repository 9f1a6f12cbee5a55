"""What the stage that failed had read: attempts which differ in nothing else are at the same failure again."""

import re

from loganalyst.detectors.failures import Failure, normalise
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, Events
from loganalyst.model.trait import Trait

_LOGIN = re.compile(
    r"permission denied \(|permission denied, please|authentication failed|permission to \S{1,200} denied"
    r"|could not read (?:username|password)|(?:bad|invalid) credentials|not logged in|password is required"
    r"|requested access to the resource is denied|host key verification failed|gh auth login"
    r"|unable to access p:? the requested url returned error"
)
"""Words of a failure before the request itself was looked at; the text is normalised."""
_NO_MODULE = re.compile(r"no module named (?P<name>[\w.]{1,80})|cannot find module (?P<other>[\w@-]{1,80})")
_SCRIPT = re.compile(r"\s(?:[^\s'\"]{0,200}/)?(?P<name>[\w.-]{1,80}\.(?:py|[cm]?[jt]s|rb|pl))(?=\s|$)")
_DAEMON = re.compile(r"cannot connect to the docker daemon|is the docker daemon running")
_NO_FOLDER = re.compile(r"\bcd: (?P<folder>[^\s:]{1,200}): No such file or directory")
_PORT = re.compile(
    r"address already in use \S{0,60}:(?P<port>[0-9]{2,5})\b|port (?P<other>[0-9]{2,5}) is already in use",
    re.IGNORECASE,
)
_LOCK = re.compile(r"unable to create p: file exists|could not get lock p|database is locked")
"""Words of failures at something that the rest of the command has no part in."""
_FETCHING = re.compile(
    r"^(?:collecting package metadata|fetching|downloading|updating [\w.' -]{0,40}index|connecting to|"
    r"resolving deltas|receiving objects|reading package lists|get:\w)",
    re.IGNORECASE,
)
"""The last line of work that a limit ended while it fetched from elsewhere, which no local file has a part in."""
_NO_WORK = frozenset({CommandRole.PLUMBING, CommandRole.WAIT})
_LOGS_IN = frozenset({"doas", "rsync", "scp", "sftp", "ssh", "sudo"})

Stage = tuple[str, ...]


def stage_of(events: Events, call: Call, failure: Failure) -> Stage | None:
    """Return the stage that failed with what it had read, the text of the failure with it; None where it read all."""
    commands = [events.commands[seq].command for seq in call.commands]
    working = [one for one in commands if one.program and one.role not in _NO_WORK]
    if not working:
        return None
    if failure.by_limit:
        return _fetching(events, call, working[-1], failure)
    if missing := _NO_MODULE.search(failure.text):
        return _importing(working, missing["name"] or missing["other"], failure)
    if _LOGIN.search(failure.text):
        return _logging_in(working, failure)
    return _before_work(working[-1], failure)


def import_of(events: Events, call: Call, failure: Failure) -> Stage | None:
    """Return the stage of a call that ended at an import; None for other attempts.

    Of a script that is its name with all that the line runs beside it, as the folder from which it is called and its
    arguments are not what it had read by then.
    """
    stage = None if failure.by_limit else stage_of(events, call, failure)
    if stage is None or stage[0] != "import" or stage[1] == "inline":
        return stage if stage is not None and stage[0] == "import" else None
    commands = [events.commands[seq].command for seq in call.commands]
    script = next((found for one in commands if (found := _SCRIPT.search(one.text)) is not None), None)
    beside = (one.text for one in commands if one.program != "cd" and _SCRIPT.search(one.text) is None)
    return None if script is None else (*stage, script["name"], *beside)


def _fetching(events: Events, call: Call, plain: Command, failure: Failure) -> Stage | None:
    result = events.results[call.result] if call.result is not None else None
    lines = result.text.strip().splitlines() if result is not None else []
    if not lines or _FETCHING.match(lines[-1].strip()) is None:
        return None
    return "fetch", plain.host or "", plain.program, plain.subcommand or "", normalise(lines[-1]), failure.text


def _importing(working: list[Command], module: str, failure: Failure) -> Stage | None:
    """Return the interpreter that looked for a module: the first whose code names it, else the only one."""
    runs = [one for one in working if Trait.RUNS_CODE in one.traits and one.words]
    inline = [one for one in runs if one.option("code") is not None and module in one.text.casefold()]
    chosen = inline[0] if inline else runs[0] if len(runs) == 1 else None
    if chosen is None:
        return None
    before = chosen.wrappers[-1].text.partition(chosen.words[0])[0] if chosen.wrappers else ""
    where = chosen.host or "", chosen.container or "", " ".join(before.split()), chosen.words[0]
    return "import", "inline" if inline else "script", *where, failure.text


def _before_work(plain: Command, failure: Failure) -> Stage | None:
    """Return what stood in the way before the command's own work began: a folder, a port, a lock, a daemon."""
    where = plain.host or "", plain.container or ""
    if folder := _NO_FOLDER.search(failure.line):
        return "folder", *where, folder["folder"]
    if port := _PORT.search(failure.line):
        return "port", *where, port["port"] or port["other"]
    if _DAEMON.search(failure.text) or _LOCK.search(failure.text):
        return "held", *where, plain.program, failure.text
    return None


def _logging_in(working: list[Command], failure: Failure) -> Stage:
    """Return who was asked to let the command in: the first of the programs that log in, else the last program."""
    asked = next((one for one in working if one.program in _LOGS_IN), working[-1])
    name = next((one.name for one in asked.subjects if one.kind == "host"), asked.subcommand or "")
    return "login", asked.host or "", asked.program, name, failure.text
