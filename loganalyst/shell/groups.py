"""Place what stands in groups, subshells, loops, conditions, cases and functions."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from tree_sitter import Node

from loganalyst.model.command import Join, RunsIf
from loganalyst.shell.lists import walk_statements
from loganalyst.shell.nodes import STATEMENTS
from loganalyst.shell.scope import Scope, Sheet, Spot
from loganalyst.shell.words import find_substitutions

_BRACES = re.compile(r"\{([0-9]{1,9})\.\.([0-9]{1,9})\}")
_SEQUENCE = re.compile(r"(?:\$\(|`)seq(?: -[a-z] ?\S{1,9})?((?: [0-9]{1,9}){1,3})(?:\)|`)")
_C_STYLE = re.compile(r"\(\( ?(\w{1,40}) ?= ?([0-9]{1,9}) ?; ?\1 ?(<=?) ?([0-9]{1,9}) ?; ?(?:\1\+\+|\+\+\1) ?\)\)")

Group = Callable[[Node, Sheet, Scope, Spot], int | None]


def walk_substitutions(nodes: Iterable[Node], sheet: Sheet, scope: Scope, spot: Spot) -> None:
    """Place the commands of substitutions, which run before the command that they stand in."""
    for node in nodes:
        within = replace(scope, shell=scope.shell.copy(), depth=scope.depth + 1)
        inner = Spot(runs_if=spot.runs_if, decided_by=spot.decided_by, background=spot.background, hidden=True)
        walk_statements(node.children, sheet, within, inner)


def _walk_braces(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    return walk_statements(node.children, sheet, scope, spot)


def _walk_subshell(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    return walk_statements(node.children, sheet, replace(scope, shell=scope.shell.copy()), spot)


def _walk_if(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    """Place conditions and branches; of a branch only the last command's status may be seen."""
    tested = replace(spot, hidden=True, tested=True)
    deciding = spot.decided_by
    branch: list[Node] = []
    current = tested
    for child in node.children:
        if child.type in {"then", "elif_clause", "else_clause", "fi"}:
            if branch:
                deciding = walk_statements(branch, sheet, scope, current) if current is tested else deciding
                if current is not tested:
                    walk_statements(branch, sheet, scope, current)
            branch = []
            current = replace(spot, join=Join.THEN, runs_if=RunsIf.AFTER_SUCCESS, decided_by=deciding)
        if child.type in {"elif_clause", "else_clause"}:
            otherwise = replace(spot, join=Join.THEN, runs_if=RunsIf.AFTER_FAILURE, decided_by=deciding)
            if child.type == "elif_clause":
                deciding = _walk_if(child, sheet, scope, otherwise)
            else:
                walk_statements(child.children, sheet, scope, otherwise)
        else:
            branch.append(child)
    if branch and current is not tested:
        walk_statements(branch, sheet, scope, current)
    return deciding


def _walk_for(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    found: list[Node] = []
    for child in node.named_children:
        if child.type not in STATEMENTS:
            find_substitutions(child, found)
    walk_substitutions(found, sheet, scope, spot)
    words = [child for child in node.named_children[1:] if child.type not in STATEMENTS and child.type != "ERROR"]
    raw = [scope.line.text[word.start_byte : word.end_byte] for word in words]
    return _walk_body(node, sheet, _in_loop(sheet, scope, _count_words(raw)), spot)


def _walk_c_style(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    text = re.sub(r"\s+", " ", scope.line.text[node.start_byte : node.end_byte][:200])
    match = _C_STYLE.search(text)
    count = None
    if match is not None:
        count = max(int(match[4]) - int(match[2]) + (match[3] == "<="), 0)
    return _walk_body(node, sheet, _in_loop(sheet, scope, count), spot)


def _walk_while(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    inside = _in_loop(sheet, scope, None)
    conditions = [child for child in node.children if child.type != "do_group"]
    deciding = walk_statements(conditions, sheet, inside, replace(spot, hidden=True, tested=True))
    runs_if = RunsIf.AFTER_FAILURE if node.children[0].type == "until" else RunsIf.AFTER_SUCCESS
    bodies = [child for child in node.children if child.type == "do_group"]
    for body in bodies:
        repeated = replace(spot, join=Join.THEN, runs_if=runs_if, decided_by=deciding, hidden=True, tested=False)
        walk_statements(body.children, sheet, inside, repeated)
    return deciding


def _walk_body(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    deciding = spot.decided_by
    for child in node.children:
        if child.type in {"do_group", "compound_statement"}:
            hidden = spot.hidden or scope.loop_count != 1
            deciding = walk_statements(child.children, sheet, scope, replace(spot, hidden=hidden, tested=False))
    return deciding


def _in_loop(sheet: Sheet, scope: Scope, count: int | None) -> Scope:
    factor = scope.loop_factor * (1 if count is None else count)
    return replace(scope, loop=sheet.next_loop(), loop_count=count, loop_factor=factor)


def _count_words(words: list[str]) -> int | None:
    """Return how often a loop over words runs, or None where the words do not tell."""
    total = 0
    for word in words:
        if braces := _BRACES.fullmatch(word):
            total += abs(int(braces[2]) - int(braces[1])) + 1
        elif sequence := _SEQUENCE.fullmatch(word):
            total += _count_sequence([int(number) for number in sequence[1].split()])
        elif any(sign in word for sign in "$`*?[{"):
            return None
        else:
            total += 1
    return total


def _count_sequence(numbers: list[int]) -> int:
    first, step, last = 1, 1, numbers[-1]
    if len(numbers) > 1:
        first = numbers[0]
    if len(numbers) == len("abc"):
        step = numbers[1] or 1
    return max((last - first) // step + 1, 0)


def _walk_case(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    found: list[Node] = []
    for child in node.named_children:
        if child.type != "case_item":
            find_substitutions(child, found)
    walk_substitutions(found, sheet, scope, spot)
    deciding = spot.decided_by
    for child in node.named_children:
        if child.type == "case_item":
            chosen = replace(spot, runs_if=RunsIf.AFTER_SUCCESS, decided_by=None)
            deciding = walk_statements(child.children, sheet, scope, chosen)
    return deciding


def _walk_function(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    """Place the body where it is defined: whether and when it is called is not followed."""
    called = replace(spot, runs_if=RunsIf.AFTER_SUCCESS, decided_by=None, hidden=True, tested=False)
    for child in node.named_children:
        if child.type in {"compound_statement", "subshell"}:
            _walk_subshell(child, sheet, scope, called)
    return spot.decided_by


GROUPS: Mapping[str, Group] = {
    "compound_statement": _walk_braces,
    "do_group": _walk_braces,
    "subshell": _walk_subshell,
    "if_statement": _walk_if,
    "for_statement": _walk_for,
    "c_style_for_statement": _walk_c_style,
    "while_statement": _walk_while,
    "case_statement": _walk_case,
    "function_definition": _walk_function,
}
"""How the statements that hold others are walked, by their type in the tree."""
