"""Command lines understood: the entry point of this room."""

from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Literal

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.command import Command, CommandLine, LimitKind
from loganalyst.model.limits import COMMAND_CHARACTERS, EXCERPT_CHARACTERS, LINE_COMMANDS
from loganalyst.shell.dialects import is_powershell
from loganalyst.shell.heredocs import lift_heredocs
from loganalyst.shell.lists import walk_statements
from loganalyst.shell.placing import Pipeline, place_piece
from loganalyst.shell.scope import Line, Piece, Process, Scope, Sheet, Shell, Spot
from loganalyst.shell.structure import walk


def parse_command_line(
    text: str,
    vocabulary: Vocabulary,
    shell: str = "bash",
    host: str | None = None,
    own_shell: Literal["per_call"] | None = None,
) -> CommandLine:
    """Return all commands of one shell call, wrappers before what they wrap; never raise, whatever the text.

    `shell` reads the line, on `host` (None: the session's own machine); one of another family, such as ``powershell``,
    leaves it unparsed, and so does a line that is plainly PowerShell. With `own_shell` ``per_call`` the agent gives the
    line to a new ``SHELL -c`` each time, which a pattern may match; else such a shell is not known and not counted.
    """
    sheet = Sheet(vocabulary, walk, _read_line, _place_alone)
    if len(text) > COMMAND_CHARACTERS or shell not in _SHELLS or is_powershell(text):
        return _kept_whole(text, host)
    processes: tuple[Process, ...] = ()
    if own_shell == "per_call":
        processes = (Process(shell, f"{shell} -c {text}", host, None),)
    line = Line(text, 0, len(text))
    scope = Scope(line, Shell(), host=host, processes=processes, replaceable=bool(processes) and shell == "bash")
    _read_line(sheet, line, text, scope, Spot(tail=True))
    if len(sheet.commands) > LINE_COMMANDS:
        return _kept_whole(text, host)
    wait = _sum_waits(sheet)
    return CommandLine(
        text,
        tuple(sheet.commands),
        parsed=not sheet.problems,
        problems=tuple(sheet.problems),
        wait_seconds=wait,
        limit_seconds=_longest(sheet, wait),
    )


def _kept_whole(text: str, host: str | None) -> CommandLine:
    """Return a line that is not taken apart, as one command without a program."""
    whole = Command("", text, 0, len(text), 0, host=host, parsed=False)
    return CommandLine(text, (whole,), parsed=False, problems=(text[:EXCERPT_CHARACTERS],))


_SHELLS = frozenset({"bash", "sh", "dash", "zsh", "ksh", "ash"})
"""Shells whose language is read; the lines of others are kept whole."""


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


def _read_line(sheet: Sheet, line: Line, parsed: str, scope: Scope, spot: Spot) -> None:
    """Place the commands of a line; `parsed` is the form of its text that the parser is to see."""
    lifted, heredocs = lift_heredocs(parsed)
    # One byte for each character keeps places equal; no character outside ASCII means anything to a shell.
    tree = _parser().parse(lifted.replace("\r", " ").encode("ascii", "replace"))
    if heredocs:
        bodies = {
            place: replace(found, body=line.text[found.start : found.start + len(found.body)])
            if found.literal
            else found
            for place, found in heredocs.items()
        }
        line = replace(line, heredocs=bodies)
    scope = replace(scope, line=line)
    if tree.root_node.has_error:
        sheet.problems += _find_problems(tree.root_node, line.text)
    nodes = tree.root_node.children if tree.root_node.type == "program" else [tree.root_node]
    walk_statements(nodes, sheet, scope, spot)


def _place_alone(piece: Piece, sheet: Sheet, scope: Scope, spot: Spot) -> int:
    return place_piece(piece, sheet, scope, spot, Pipeline(sheet.commands[-1].pipeline))


def _find_problems(root: Node, text: str) -> list[str]:
    """Return the pieces that could not be parsed, in order."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if node.type == "ERROR":
            found.append(text[node.start_byte : node.end_byte])
        elif node.is_missing:
            found.append(f"no {node.type}")
        elif node.has_error:
            waiting += reversed(node.children)
    return found


def _sum_waits(sheet: Sheet) -> Decimal:
    """Return the seconds that the line sleeps, one sleep after the other, with loops whose rounds are known."""
    return sum(
        (
            limit.seconds * factor
            for command, factor in zip(sheet.commands, sheet.factors, strict=True)
            if command.limits and not command.background
            for limit in command.limits
            if limit.kind is LimitKind.WAIT
        ),
        Decimal(0),
    )


def _longest(sheet: Sheet, wait: Decimal) -> Decimal | None:
    longest = [
        limit.seconds * factor
        for command, factor in zip(sheet.commands, sheet.factors, strict=True)
        if command.limits
        for limit in command.limits
    ]
    return max([*longest, wait], default=None) if longest else None
