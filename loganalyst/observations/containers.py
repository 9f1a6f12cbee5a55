"""Read what docker, podman and kubectl say of containers and pods."""

import re
from collections.abc import Iterator
from dataclasses import replace

from loganalyst.model.span import Subject
from loganalyst.observations._blocks import Fact, Output, Reader, find_phrases, one_of, phrase, phrases

_AGO = r"(?:Less than a|About an?|[0-9]{1,6}) (?:second|minute|hour|day|week|month|year)s?"
_POD = (
    r"Running|Pending|Completed|Succeeded|Failed|Error|CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|Evicted"
    r"|Terminating|ContainerCreating|CreateContainerConfigError|Init:\S{1,30}|Unknown"
)
_LONE_HEADING = re.compile(
    r"^(?P<row>CONTAINER ID +IMAGE +COMMAND +CREATED +STATUS +PORTS +NAMES) *(?=\n[^0-9a-f]|\n?\Z)", re.MULTILINE
)
_ROWS = frozenset({"container.status", "container.health"})
_ROW_CHARACTERS = 900
_ID = re.compile(r"[0-9a-f]{12}|[0-9a-f]{64}")
_PHRASES = phrases(
    phrase("container.status", "Up ", rf"(?:^|(?<=[\s\"]))(?P<value>Up) {_AGO}"),
    phrase("container.status", "Exited (", rf"(?P<value>Exited) \((?P<exit>[0-9]{{1,3}})\) {_AGO} ago"),
    phrase("container.status", "Restarting (", rf"(?P<value>Restarting) \((?P<exit>[0-9]{{1,3}})\) {_AGO} ago"),
    phrase("container.health", "healthy)", r"Up [\w ]{1,30} \((?P<value>healthy|unhealthy)\)"),
    phrase("container.health", "(health: starting)", r"Up [\w ]{1,30} \(health: (?P<value>starting)\)"),
    phrase("container.oom", "OOM", r"\bOOM(?:Killed)?=(?P<value>true|false)\b"),
    phrase("container.oom", "OOMKilled", r"\"OOMKilled\": (?P<value>true|false)\b"),
    phrase("container.oom", "OOMKilled", r"^ +Reason: +(?P<value>OOMKilled)$"),
    phrase("container.failed", "is not running", r"Container (?P<subject>[\w.-]{1,80}) is (?P<value>not running)",
           subject="container"),
    phrase("container.failed", "OCI runtime", r"OCI runtime (?:exec|create) failed: (?P<value>[^\n]{1,300})"),
    phrase("container.failed", "Error response from daemon",
           r"Error response from daemon: (?!Container \S{1,80} is not running|OCI runtime)(?P<value>[^\n]{1,300})"),
    phrase("container.failed", "Docker daemon",
           r"(?P<value>Cannot connect to the Docker daemon|permission denied while trying to connect to the Docker "
           r"daemon socket)"),
    phrase("container.failed", "Back-off restarting", r"(?P<value>Back-off restarting failed container)"),
    *(phrase("pod.status", word,
           r"^(?:[\w-]{1,80} +)?(?P<subject>[a-z0-9][\w.-]{1,120}) +[0-9]{1,3}/[0-9]{1,3} "
           rf"+(?P<value>{_POD}) +(?P<restarts>[0-9]{{1,6}})",
           subject="container") for word in ("0/", "1/", "2/", "3/", "4/")),
)  # fmt: skip


def read(output: Output) -> Iterator[Fact]:
    """Yield states, health, ends and refusals of containers and pods."""
    for fact in find_phrases(_PHRASES, output):
        yield _named(fact, output.text) if fact.kind in _ROWS else fact
    yield from (
        Fact("container.none-listed", "none", heading.start(), heading.end("row"))
        for heading in (_LONE_HEADING.finditer(output.text) if "CONTAINER ID" in output.text else ())
    )


def _named(fact: Fact, text: str) -> Fact:
    """Return the fact with the container of its row: the last word of a table, or the only word before the status."""
    start = text.rfind("\n", max(0, fact.start - _ROW_CHARACTERS), fact.start) + 1
    before = text[start : fact.start].split()
    after = text[fact.end : fact.end + _ROW_CHARACTERS].partition("\n")[0].split()
    if before and after and _ID.fullmatch(before[0]):
        return replace(fact, subject=Subject("container", after[-1]))
    return replace(fact, subject=Subject("container", before[0])) if len(before) == 1 else fact


READER = Reader(
    read,
    words=_PHRASES.hints | {"CONTAINER ID"},
    programs=frozenset({"docker", "podman", "nerdctl", "kubectl", "docker-compose"}),
    anywhere=True,
    lines=one_of(
        r"CONTAINER ID +IMAGE|NAME +(?:IMAGE|READY)|NAMESPACE +NAME|REPOSITORY +TAG",
        r"[0-9a-f]{12} +\S+ +",
        r"[0-9a-f]{64}$|Error response from daemon|OCI runtime",
        r"\S+ +[0-9]+/[0-9]+ +\w+ +[0-9]+",
    ),
)
