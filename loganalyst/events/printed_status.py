"""An exit status that a command prints itself, as ``echo "rc=$?"`` does."""

import re
from collections.abc import Sequence

from loganalyst.model.command import Command

_PRINTERS = frozenset({"echo", "printf"})
_STATUS = re.compile(r"\$(?:\?|\{\?\}|\{PIPESTATUS\[[0-9]\]\}|rc\b|\{rc\}|status\b|\{status\}|ret\b|\{ret\})")
_NUMBER = re.compile(r"([0-9]{1,3})(?![0-9.])")
_SAID = re.compile(r"[A-Za-z][\w ()-]{0,40}[=:]?\s?$")
_HIGHEST = 255


def find_printed_statuses(commands: Sequence[Command], text: str) -> dict[int, int]:
    """Return the statuses that the text shows, by the position of the command whose status it is.

    A number counts only where a command prints ``$?`` behind some words of its own and the text has these words with a
    number; ``rc=1`` in a text that nothing was told to print says nothing.
    """
    found: dict[int, int] = {}
    for command in commands:
        prefix = _prefix(command)
        status = _read(prefix, text) if prefix is not None else None
        before = _before(commands, command) if status is not None else None
        if before is not None and status is not None:
            found[before.position] = status
    return found


def _before(commands: Sequence[Command], command: Command) -> Command | None:
    """Return the command that ran just before in the same shell, or None."""
    earlier = (
        one
        for one in reversed(commands)
        if one.position < command.position
        and one.wrappers == command.wrappers
        and one.program
        and not one.background
        and one.pipe_index == one.pipe_length - 1
    )
    return next(earlier, None)


def _prefix(command: Command) -> str | None:
    """Return the words that an ``echo`` prints in front of the status, or None if it prints none."""
    if command.program not in _PRINTERS:
        return None
    line = " ".join(word for word in command.words[1:] if word not in {"-n", "-e"})
    place = _STATUS.search(line)
    if place is None:
        return None
    prefix = line[: place.start()].rpartition("\\n")[2]
    return prefix if _SAID.search(prefix) and "$" not in prefix else None


def _read(prefix: str, text: str) -> int | None:
    """Return the number that stands behind the last line that begins with a prefix, or None."""
    at = text.rfind(prefix.lstrip())
    if at < 0:
        return None
    number = _NUMBER.match(text, at + len(prefix.lstrip()))
    return int(number[1]) if number and int(number[1]) <= _HIGHEST else None
