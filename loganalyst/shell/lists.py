"""Place statements one after the other, and and-or lists: what runs if, whose status is seen, whose decides."""

from collections.abc import Sequence

from tree_sitter import Node

from loganalyst.model.command import Join, RunsIf
from loganalyst.model.trait import Trait
from loganalyst.shell.nodes import STATEMENTS, Item, flatten_list, is_arithmetic, unwrap
from loganalyst.shell.pieces import add_redirects, read_piece
from loganalyst.shell.redirects import follow
from loganalyst.shell.scope import Flow, Line, Scope, Sheet, Spot

_TRUE = frozenset({"true", ":"})
_JOINS = {"&&": Join.AND, "||": Join.OR}
_RUNS_IF = {"&&": RunsIf.AFTER_SUCCESS, "||": RunsIf.AFTER_FAILURE}


def walk_statements(nodes: Sequence[Node], sheet: Sheet, scope: Scope, spot: Spot) -> int | None:
    """Place the statements of a program, group or body; return the position of the command whose status is theirs."""
    places = [place for place, node in enumerate(nodes) if node.type in STATEMENTS or node.type == "ERROR"]
    deciding, join, quiet = spot.decided_by, spot.join, True
    for number, place in enumerate(places):
        background = place + 1 < len(nodes) and nodes[place + 1].type == "&"
        last = number == len(places) - 1
        quiet = quiet and not background
        child = Spot(
            join=join,
            runs_if=spot.runs_if,
            decided_by=spot.decided_by,
            background=spot.background or background,
            hidden=spot.hidden or background or (not last and not scope.shell.errexit),
            tested=(spot.tested and last) or (not last and _prints_status(nodes[places[number + 1]], scope.line)),
            masked=spot.masked and last,
            tail=spot.tail and last and quiet,
            out=scope.shell.out or spot.out,
            err=scope.shell.err or spot.err,
            cut=spot.cut,
            filtered=spot.filtered,
        )
        deciding = sheet.walk(sheet, nodes[place], scope, child, ())
        join = Join.AFTER_BACKGROUND if background else Join.THEN
    return deciding


def _prints_status(node: Node, line: Line) -> bool:
    """Say whether a statement shows, or asks for, the status of the one before it."""
    return node.type not in {"ERROR", "for_statement"} and "$?" in line.text[node.start_byte : node.end_byte][:200]


def walk_list(node: Node, sheet: Sheet, scope: Scope, spot: Spot, around: tuple[Node, ...]) -> int | None:
    """Place the items of an and-or list; return the position of the command whose status is its."""
    items = flatten_list(node, around)
    deciding = spot.decided_by
    successors: list[tuple[Item | None, Item | None]] = [(None, None)]
    for item in reversed(items[1:]):
        success, failure = successors[-1]
        successors.append((item, failure) if item.operator == "&&" else (success, item))
    for number, (item, (on_success, on_failure)) in enumerate(zip(items, reversed(successors), strict=True)):
        last = number == len(items) - 1
        told = _prints(on_success, sheet, scope) or _prints(on_failure, sheet, scope)
        child = Spot(
            join=_JOINS.get(item.operator, spot.join),
            runs_if=_RUNS_IF.get(item.operator, spot.runs_if),
            decided_by=deciding,
            background=spot.background,
            hidden=spot.hidden or on_failure is not None,
            tested=told or (spot.tested and on_failure is None),
            masked=(spot.masked and last) or _is_true(on_failure, sheet, scope),
            tail=spot.tail and last,
            out=spot.out,
            err=spot.err,
            cut=spot.cut,
            filtered=spot.filtered,
            leads=item.settled,
        )
        deciding = sheet.walk(sheet, item.node, scope, child, item.around)
    return deciding


def _is_true(item: Item | None, sheet: Sheet, scope: Scope) -> bool:
    if item is None:
        return False
    piece = read_piece(item.node, scope.line, sheet)
    return piece is not None and piece.reading.name in _TRUE


def _prints(item: Item | None, sheet: Sheet, scope: Scope) -> bool:
    """Say whether an item, or a group's own commands, print something whenever they run."""
    if item is None:
        return False
    inner, around = unwrap(item.node, item.around)
    grouped = inner.type == "subshell" or (inner.type == "compound_statement" and not is_arithmetic(inner))
    parts = [child for child in inner.named_children if child.type in STATEMENTS] if grouped else [inner]
    for part in parts:
        piece = read_piece(part, scope.line, sheet)
        if piece is not None and Trait.ALWAYS_PRINTS in piece.reading.traits:
            add_redirects(piece, around, scope.line, sheet)
            if Flow.SHOWN in follow(piece.redirects, Flow.SHOWN, Flow.NOWHERE):
                return True
    return False
