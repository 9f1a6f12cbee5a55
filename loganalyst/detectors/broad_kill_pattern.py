"""A kill by the name of an interpreter, a shell or a service that much else on a machine runs under, too."""

import re
from collections.abc import Iterator

from loganalyst.detectors.kill_groups import Shot, kill_groups
from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.looks import names_in
from loganalyst.model.finding import Capture

RULE = "broad-kill-pattern"
_GENERIC = frozenset(
    {
        "app",
        "bash",
        "bun",
        "chrome",
        "containerd",
        "dash",
        "deno",
        "docker",
        "dockerd",
        "dotnet",
        "java",
        "main",
        "node",
        "nodejs",
        "npm",
        "perl",
        "php",
        "python",
        "python2",
        "python3",
        "ruby",
        "server",
        "sh",
        "ssh",
        "sshd",
        "tmux",
        "zsh",
    }
)
"""Names that say which program interprets or carries the work, not which work it is."""
_ALONE = re.compile(r"[\w.+*\[\]^$-]{2,40}")
"""A pattern of one word, without a path or arguments."""
_NARROWS = ("user", "parent", "group", "terminal", "newest", "oldest", "pid")


def find(context: Context) -> Iterator[Hit]:
    """Yield the first kill of each call and machine that goes by such a name alone."""
    for groups in kill_groups(context.index).values():
        for group in groups:
            shot = next((one for one in group.shots if _is_broad(one)), None)
            if shot is not None:
                captures = (Capture("targets", ", ".join(_generic(shot))),)
                yield Hit(shot.command.place, shot.command.span, (), captures, shot.row.id)


def _generic(shot: Shot) -> list[str]:
    """Return those of a kill's targets that are such a name and nothing more."""
    alone = (word for word in shot.written if _ALONE.fullmatch(word))
    return [word for word in alone if (names := names_in((word.removesuffix(".*"),))) and names <= _GENERIC]


def _is_broad(shot: Shot) -> bool:
    """Return whether nothing but a name chooses the processes, on a machine rather than in one container."""
    plain = shot.command.command
    asked = (plain, *(feeder.command for feeder in shot.feeders))
    narrowed = any(command.option(name) is not None for command in asked for name in _NARROWS)
    by_file = any(feeder.command.program in {"lsof", "fuser", "ss"} for feeder in shot.feeders)
    named = shot.row.matched_by != "pid" or bool(shot.feeders)
    return named and not narrowed and not by_file and plain.container is None and bool(_generic(shot))
