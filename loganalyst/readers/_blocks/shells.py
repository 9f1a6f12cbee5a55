"""Shell tools of agents that name their functions freely: which ones run a command line, and where it stands."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

SHELL_FUNCTIONS = frozenset(
    {
        "Bash",
        "bash",
        "bash_command",
        "container.exec",
        "developer__shell",
        "exec_command",
        "execute_bash",
        "execute_command",
        "run_bash",
        "run_command",
        "run_in_terminal",
        "run_shell_command",
        "run_terminal_cmd",
        "run_terminal_command_v2",
        "shell",
        "shell_command",
        "terminal",
    }
)
"""Functions that run what they are given as a command line."""

_COMMANDS = ("command", "cmd", "keystrokes", "script", "code", "input")
_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh"})
_RUNS = frozenset({"-c", "-lc", "-ic", "-lic", "-euc", "-ec"})


def command_line(name: str, arguments: object) -> str | None:
    """Return the command line that a call of a shell function holds, or None where it is another function."""
    if name not in SHELL_FUNCTIONS:
        return None
    if isinstance(arguments, str):
        return arguments
    if not isinstance(arguments, Mapping):
        return None
    for key in _COMMANDS:
        given = arguments.get(key)
        if isinstance(given, str):
            return given
        if words := argument_list(given):
            return join_words(words)[0]
    return None


def argument_list(value: object) -> list[str]:
    """Return a value that is a list of strings, else an empty list."""
    return value if isinstance(value, list) and value and all(isinstance(word, str) for word in value) else []


def join_words(words: Sequence[str]) -> tuple[str, str | None]:
    """Return an argument list as a command line, and the shell that it named, such as ``bash -lc``, or None.

    A shell that is started for one script is the agent's own; the script is what was asked for.
    """
    shell_words = 3
    if len(words) == shell_words and words[0].rpartition("/")[2] in _SHELLS and words[1] in _RUNS:
        return words[2], f"{words[0]} {words[1]}"
    return shlex.join(words), None


def named_folder(arguments: Mapping[str, Any]) -> str | None:
    """Return the working folder that a shell call names, or None."""
    found = (arguments.get(key) for key in ("workdir", "cwd", "working_directory", "dir_path"))
    return next((folder for folder in found if isinstance(folder, str) and folder), None)
