"""What a command is about: typed names, on the host that the command runs on."""

import posixpath
import re
from collections.abc import Iterator

from loganalyst.knowledge.program_form import ValueKind
from loganalyst.model.span import Subject
from loganalyst.shell.reading import Reading
from loganalyst.shell.scope import Scope

UNKNOWN_HOST = "host:?"
_VARIABLE = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]{0,60})\}?")
_REQUIREMENT = re.compile(r"[A-Za-z0-9@][A-Za-z0-9._/@+-]{0,200}")
_VERSION = re.compile(r"(?<=.)(?:@|==).{0,200}")
_BRACKETED = re.compile(r"\[([^]^])\]")
_REMOTE = re.compile(r"(?:[^@:/\s]{1,100}@(?=[^:])|(?=[^:]{2}))([^@:/\s]{1,255}):(.{0,4000})", re.DOTALL)
_URL_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,20}://(?:[^@/\s]{1,200}@)?([^:/?#\s]{1,255})")


def place_name(scope: Scope) -> str | None:
    """Return where a subject is: the host, or the container with its host."""
    if scope.container is None:
        return scope.host
    return scope.container if scope.host is None else f"{scope.container}@{scope.host}"


def find_subjects(reading: Reading, scope: Scope) -> Iterator[Subject]:
    """Yield the subjects of a command in the order of its vocabulary entry."""
    where = place_name(scope)
    for kind, value, value_kind in reading.subjects:
        given = expand(value, scope)
        if kind == "path" and value_kind is ValueKind.REMOTE_PATH and (match := _REMOTE.fullmatch(given)):
            yield Subject("path", match[2] or "~", match[1])
        elif kind == "path":
            yield Subject("path", resolve_path(given, scope.shell.cwd), where)
        elif kind == "pid":
            yield from (Subject("pid", one, where) for one in _split_pids(given))
        elif kind == "host":
            if name := host_name(given):
                yield Subject("host", name, where)
        else:
            yield Subject(kind, _plain_name(kind, given), where)


def host_name(value: str) -> str:
    """Return the bare name of a host in ``user@name``, ``name:port`` or a URL; ``host:?`` where it is not written."""
    if "$" in value or "`" in value:
        return UNKNOWN_HOST
    if match := _URL_HOST.match(value):
        return match[1]
    name = value.rpartition("@")[2].split("/", 1)[0]
    return name.split(":", 1)[0] if name.count(":") == 1 else name


def expand(value: str, scope: Scope) -> str:
    """Return a value with the variables put in that were set to plain text earlier in the same shell."""
    if "$" not in value or not scope.shell.variables:
        return value
    return _VARIABLE.sub(lambda match: scope.shell.variables.get(match[1], match[0]), value)


def resolve_path(path: str, cwd: str | None) -> str:
    """Return a path as taken from the directory that a literal ``cd`` went to, if there was one."""
    if cwd is None or path.startswith(("/", "~", "$", "-")):
        return path
    return posixpath.normpath(posixpath.join(cwd, path))


def _split_pids(value: str) -> list[str]:
    if "$" in value or "`" in value:
        return [value]
    return [one for one in re.split(r"[,\s]+", value) if one]


def _plain_name(kind: str, value: str) -> str:
    if kind == "package" and (match := _REQUIREMENT.match(value)):
        return _VERSION.sub("", match[0]).rstrip(".") or value
    if kind == "unit":
        return value.removesuffix(".service")
    if kind == "process":
        return bare_pattern(value)
    return value


def bare_pattern(pattern: str) -> str:
    """Return a pattern for processes without the brackets that keep it from matching itself."""
    return _BRACKETED.sub(r"\1", pattern)
