"""Walk the tree of a line, from any statement down to simple commands."""

from dataclasses import replace

from tree_sitter import Node

from loganalyst.model.command import Redirect
from loganalyst.model.limits import SHELL_DEPTH
from loganalyst.shell.groups import GROUPS, walk_substitutions
from loganalyst.shell.lists import walk_list
from loganalyst.shell.nodes import is_arithmetic, list_before, list_behind, unwrap
from loganalyst.shell.pipelines import walk_pipeline
from loganalyst.shell.redirects import follow, read_redirect
from loganalyst.shell.scope import Scope, Sheet, Spot


def walk(sheet: Sheet, node: Node, scope: Scope, spot: Spot, around: tuple[Node, ...] = ()) -> int | None:
    """Place what a statement holds; `around` are redirections of its last part.

    Return the position of the command whose status it has, or that decided before where it holds none.
    """
    if scope.depth >= SHELL_DEPTH:
        sheet.problems.append(scope.line.text[node.start_byte : node.end_byte])
        return spot.decided_by
    if node.type == "command":
        return walk_pipeline(node, sheet, scope, spot, around)
    inner, redirects = unwrap(node, around)
    mixed = list_behind(inner) is not None or list_before(inner) is not None
    if inner.type == "list" or (mixed and not spot.leads):
        return walk_list(node, sheet, scope, spot, around)
    group = GROUPS.get(inner.type)
    if group is None or (inner.type == "compound_statement" and is_arithmetic(inner)):
        return walk_pipeline(node, sheet, scope, spot, around)
    scope = replace(scope, depth=scope.depth + 1)
    if redirects:
        scope, spot = _redirect_group(redirects, sheet, scope, spot)
    return group(inner, sheet, scope, replace(spot, tail=False))


def _redirect_group(redirects: tuple[Node, ...], sheet: Sheet, scope: Scope, spot: Spot) -> tuple[Scope, Spot]:
    """Return what surrounds the commands of a group with redirections."""
    found: list[Redirect] = []
    substitutions: list[Node] = []
    feed = scope.feed
    for node in redirects:
        redirect, fed = read_redirect(node, scope.line, substitutions, [])
        found.append(redirect)
        feed = fed or feed
    walk_substitutions(substitutions, sheet, scope, spot)
    out, err = follow(found, spot.out, spot.err)
    return replace(scope, redirects=(*scope.redirects, *found), feed=feed), replace(spot, out=out, err=err)
