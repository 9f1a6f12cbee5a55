"""Numeric parameters of commands: which numbers a command carries, and what is left of it without them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from loganalyst.model.event import CommandEvent

_NUMBER = re.compile(r"\d{1,12}(?:\.\d{1,9})?")
_ASSIGNED = re.compile(
    r"(?P<name>(?:--?)?[A-Za-z_][A-Za-z0-9_.-]{0,80})(?P<sign>==|=|:=)(?P<number>\d{1,12}(?:\.\d{1,9})?)"
)
_VERSION = re.compile(
    r"(?P<name>(?:@?[A-Za-z][\w./-]{0,80})?)(?P<sign>==|@)v?(?!\d{1,3}(?:\.\d{1,3}){3}\b)(?P<number>\d{1,5}\.\d{1,5})(?:\.\d{1,9}){0,3}(?:[-+.]\w{1,20}){0,2}"
)
"""A name with a version, such as ``torch==2.4.1``: the first two places of it are its number."""
_SIZED = re.compile(r"(?P<number>\d{1,12}(?:\.\d{1,9})?)(?P<unit>[kKmMgGtT](?:i?[bB])?)")
_SHORT = re.compile(r"(?P<name>-[A-Za-z])(?P<number>\d{1,12}(?:\.\d{1,9})?)")
_VOLATILE = re.compile(r"(?<![A-Za-z0-9.])(?:/[A-Za-z0-9._~-]{1,200}){1,40}")
_ROLES = (
    (
        "parallelism",
        re.compile(
            r"jobs|(?:^|_)(?:j|n?proc|procs|parallel|workers?|threads?|concurren\w*|cores?|cpus?)\d*(?:_|$)|^make$|^ninja$"
        ),
    ),
    ("batch", re.compile(r"batch|^bs$|micro")),
    ("memory", re.compile(r"mem|ram|heap|swap|xmx|gpu_?util|utili[sz]ation|shm|vram")),
    ("wait", re.compile(r"sleep|time_?out|wait|delay|interval|seconds|max_time|retr(?:y|ies)|connecttimeout|alive")),
    ("port", re.compile(r"port|listen|^p$")),
    ("identity", re.compile(r"pid|uid|gid|(?:^|_)id$|index|device|vmid|ctid|number|line|commit|run_?id|page|since")),
    ("version", re.compile(r"version|==|release|tag|^python$|^cuda$")),
)
_ROLE_OF_PROGRAM = {
    "kill": "identity",
    "ps": "identity",
    "pct": "identity",
    "qm": "identity",
    "strace": "identity",
    "sed": "identity",
    "sleep": "wait",
    "timeout": "wait",
    "nc": "port",
    "head": "identity",
    "tail": "identity",
    "jq": "identity",
    "chmod": "identity",
    "seq": "identity",
    "wait": "identity",
    "gh": "identity",
}
_JOBS_FLAG = frozenset({"make", "ninja", "cmake", "cargo", "xargs", "pytest", "meson", "ctest", "parallel", "go"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number in a command."""

    name: str
    """Flag, variable, or ``operand N``."""
    number: Decimal
    text: str
    role: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A command without its numbers."""

    key: tuple[str, ...]
    parameters: tuple[Parameter, ...]


def shape_of(command: CommandEvent, exported: tuple[tuple[str, str], ...] = ()) -> Shape:
    """Return a command's words with numbers taken out, and those numbers by name, in the order of writing.

    ``exported`` are variables that the same call has set before the command.
    """
    plain = command.command
    parameters: list[Parameter] = []
    skeleton: list[str] = []
    own = {name for name, _ in plain.assignments}
    inherited = [(name, value) for name, value in exported if name not in own]
    for name, value in (*inherited, *plain.assignments):
        shown, found = _read_value(name, value, plain.program)
        skeleton.append(f"{name}={shown}")
        parameters.extend(found)
    flag = ""
    for position, word in enumerate(plain.words):
        shown, found = _read_word(word, flag, position, plain.program)
        skeleton.append(shown)
        parameters.extend(found)
        flag = word if word.startswith("-") and not _NUMBER.search(word) else ""
    return Shape(tuple(skeleton), tuple(parameters))


def _read_word(word: str, flag: str, position: int, program: str) -> tuple[str, list[Parameter]]:
    """Return a word without its number, and the number with its name."""
    if position == 0:
        return word, []
    if _NUMBER.fullmatch(word):
        name = flag or f"operand {position}"
        return "#", [_parameter(name, word, program)]
    sized = _SIZED.fullmatch(word) if flag else None
    if sized is not None:
        return f"#{sized['unit']}", [_parameter(flag, sized["number"], program)]
    version = _VERSION.fullmatch(word)
    if version is not None and version["name"]:
        name = version["name"] + version["sign"]
        return f"{name}#", [Parameter(version["name"], Decimal(version["number"]), version["number"], "version")]
    for pattern in (_ASSIGNED, _SHORT):
        match = pattern.fullmatch(word)
        if match is not None:
            sign = match["sign"] if pattern is _ASSIGNED else ""
            role_name = match["name"] + ("==" if sign == "==" else "")
            return f"{match['name']}{sign}#", [_parameter(role_name, match["number"], program)]
    return word, []


def _read_value(name: str, value: str, program: str) -> tuple[str, list[Parameter]]:
    """Return a variable's value without its number: one that is a number, or one option that carries a number."""
    if _NUMBER.fullmatch(value):
        return "#", [_parameter(name, value, program)]
    return _read_word(value, "", 1, program) if value.startswith("-") else (value, [])


def _parameter(name: str, number: str, program: str) -> Parameter:
    plain = name.removesuffix("==")
    return Parameter(plain, Decimal(number), number, _role(name, program))


def _role(name: str, program: str) -> str:
    """Return what a parameter is for, by its name, else by its program."""
    if name == "-j" or (name == "-n" and program in _JOBS_FLAG) or (name == "-P" and program == "xargs"):
        return "parallelism"
    if name.startswith("operand") or re.fullmatch(r"-[A-Za-z]", name):
        return _ROLE_OF_PROGRAM.get(program, "other")
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lstrip("-").replace("-", "_").casefold()
    return next((role for role, pattern in _ROLES if pattern.search(plain)), _ROLE_OF_PROGRAM.get(program, "other"))


def exported_before(commands: tuple[CommandEvent, ...]) -> Iterator[tuple[CommandEvent, tuple[tuple[str, str], ...]]]:
    """Yield the commands of a call with the variables that a bare assignment or ``export`` before them has set."""
    known: dict[str, str] = {}
    for command in commands:
        yield command, tuple(known.items())
        if command.command.program in {"", "export"}:
            known.update(command.command.assignments)
