"""What a command sets for those after it in the same shell: directory, variables, ``set -e``, ``exec >``."""

import re

from loganalyst.model.command import RunsIf
from loganalyst.shell.redirects import follow
from loganalyst.shell.scope import Flow, Piece, Scope, Shell, Spot
from loganalyst.shell.subjects import resolve_path

_KEEPERS = frozenset({"export", "declare", "local", "readonly", "typeset"})
_ERREXIT = re.compile(r"-[a-zA-Z]*e[a-zA-Z]*")
_NO_ERREXIT = re.compile(r"\+[a-zA-Z]*e[a-zA-Z]*")
_SIGNS = frozenset("$`*?[")


def note_settings(piece: Piece, scope: Scope, spot: Spot) -> None:
    """Change the shell of a scope by what a command sets; what may not run sets nothing certain."""
    name, shell = piece.reading.name, scope.shell
    if piece.assignments and (not name or name in _KEEPERS):
        for variable, value in piece.assignments:
            _set_variable(shell, variable, value, certain=spot.runs_if is RunsIf.ALWAYS and scope.loop is None)
    if name == "cd":
        _change_directory(piece, shell, spot)
    elif name == "set":
        _set_options(piece.words.texts[1:], shell)
    elif name == "exec" and len(piece.words.texts) == 1 and piece.redirects:
        shell.out, shell.err = follow(piece.redirects, shell.out or Flow.SHOWN, shell.err or Flow.SHOWN)


def set_options_of(words: list[str], shell: Shell) -> None:
    """Change a new shell by its own options, as in ``bash -euo pipefail -c``."""
    _set_options([word for word in words if word[:1] == "-" or word == "pipefail"], shell)


def _set_variable(shell: Shell, name: str, value: str, *, certain: bool) -> None:
    if certain and not _SIGNS.intersection(value):
        shell.variables[name] = value
    else:
        shell.variables.pop(name, None)


def _change_directory(piece: Piece, shell: Shell, spot: Spot) -> None:
    operands = [word for word in piece.words.texts[1:] if word != "--"]
    if spot.background or spot.pipe_length > 1:
        return
    target = operands[0] if operands else "~"
    literal = len(operands) <= 1 and not _SIGNS.intersection(target) and target != "-"
    resolved = resolve_path(target, shell.cwd) if literal else ""
    if spot.runs_if is RunsIf.AFTER_FAILURE or not resolved.startswith(("/", "~")):
        shell.cwd = None
    else:
        shell.cwd = resolved


def _set_options(words: list[str], shell: Shell) -> None:
    for place, word in enumerate(words):
        if _ERREXIT.fullmatch(word) or (word == "errexit" and words[place - 1] == "-o"):
            shell.errexit = True
        elif _NO_ERREXIT.fullmatch(word):
            shell.errexit = False
        elif word == "pipefail":
            shell.pipefail = words[place - 1][:1] != "+"
