"""An installation replaces a package that it was not asked to touch, and on which the session had relied."""

import re
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.event import Call, CommandEvent, Events, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait

RULE = "install-replaces-dependency"
_PIP_OLD = re.compile(r"Found existing installation: (?P<name>[\w.-]{1,80}) (?P<version>[\w.+!-]{1,60})")
_PIP_NEW = re.compile(r"Successfully installed (?P<all>[^\n]{1,20000})")
_UV = re.compile(r"^ (?P<sign>[-+]) (?P<name>[\w.-]{1,80})==(?P<version>[\w.+!-]{1,60})", re.MULTILINE)
_NAME_END = re.compile(r"[\[<>=!~;@ ]")
_COMMON = frozenset({"certifi", "charset-normalizer", "idna", "packaging", "pip", "setuptools", "urllib3", "wheel"})
"""Packages of which nobody minds the version."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the replacements of packages that the installation does not name, where the session named them before."""
    events = context.events
    named: dict[str, Call] = {}
    for call in events.calls:
        result = events.results[call.result] if call.result is not None else None
        installs = [events.commands[seq] for seq in call.commands if _installs(events.commands[seq])]
        if installs and result is not None:
            yield from _replaced(installs[-1], result, named)
        for seq in call.commands:
            for name in _names(events, seq):
                named.setdefault(name, call)


def _installs(event: CommandEvent) -> bool:
    return Trait.INSTALLS_PACKAGES in event.command.traits


def _names(events: Events, seq: int) -> Iterator[str]:
    """Yield the packages that a command names: to install them, or to import them."""
    plain = events.commands[seq].command
    if Trait.INSTALLS_PACKAGES in plain.traits:
        yield from (_canonical(operand.value) for operand in plain.operands)
    elif Trait.RUNS_CODE in plain.traits or plain.subcommand in {"pip show", "pip list", "pip freeze"}:
        yield from (
            _canonical(word)
            for word in re.findall(r"\bimport ([\w.]{1,60})|\bshow ([\w.-]{1,60})", plain.text)
            for word in word
            if word
        )


def _canonical(requirement: str) -> str:
    return _NAME_END.split(requirement, maxsplit=1)[0].casefold().replace("_", "-")


def _replaced(install: CommandEvent, result: Result, named: dict[str, Call]) -> Iterator[Hit]:
    asked = {_canonical(operand.value) for operand in install.command.operands}
    old, new = _versions(result.text)
    for name, (version, at) in old.items():
        if name in asked or name in _COMMON or name not in named or new.get(name, version) == version:
            continue
        span = _line(result, at)
        before = named[name]
        related = (
            Related(span, result.span.message, result.span.location, "the installer's own lines"),
            Related(before.span, before.place.message, before.place.location, "where the session relied on it"),
        )
        captures = (
            Capture("program", install.command.program),
            Capture("name", name),
            Capture("old", version),
            Capture("new", new[name]),
        )
        yield Hit(install.place, install.span, related, captures)


def _versions(text: str) -> tuple[dict[str, tuple[str, int]], dict[str, str]]:
    """Return the versions that an installer says it took away, with their places, and those that it put there."""
    old = {_canonical(match["name"]): (match["version"], match.start()) for match in _PIP_OLD.finditer(text)}
    new: dict[str, str] = {}
    for match in _PIP_NEW.finditer(text):
        for word in match["all"].split():
            name, _, version = word.rpartition("-")
            new[_canonical(name)] = version
    for match in _UV.finditer(text):
        if match["sign"] == "-":
            old[_canonical(match["name"])] = match["version"], match.start()
        else:
            new[_canonical(match["name"])] = match["version"]
    return old, new


def _line(result: Result, at: int) -> Span:
    line = result.text[at:].split("\n", 1)[0]
    found = result.span.quote.find(line)
    if found < 0:
        return result.span
    first = result.span.start + found
    return result.span.inside(first, first + len(line))
