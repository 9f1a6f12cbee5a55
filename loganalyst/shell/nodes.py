"""The shapes that tree-sitter-bash gives to lists and pipelines, put right.

A redirection of ``a && b 2>/dev/null`` or ``a | b 2>&1`` stands around the whole list or pipeline in the tree; it
belongs to the last command. In ``a | b | c && d`` the whole list ``b | c && d`` stands as the last element of a
pipeline; the pipeline is the first item of the list. In ``a && b 2>&1 | c`` the list stands as the first element, and
the pipeline is its last item. Operators are nodes without a name.
"""

from dataclasses import dataclass, replace

from tree_sitter import Node

REDIRECT_TYPES = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})
STATEMENTS = frozenset(
    {
        "command",
        "declaration_command",
        "unset_command",
        "test_command",
        "variable_assignment",
        "variable_assignments",
        "compound_statement",
        "subshell",
        "list",
        "pipeline",
        "redirected_statement",
        "negated_command",
        "if_statement",
        "for_statement",
        "c_style_for_statement",
        "while_statement",
        "case_statement",
        "function_definition",
        "do_group",
    }
)
_SKIPPED = frozenset({"comment", "ERROR"})


@dataclass(frozen=True, slots=True)
class Item:
    """A part of a list or pipeline."""

    operator: str
    """In a list that before it, in a pipeline that behind it; empty where there is none."""
    node: Node
    around: tuple[Node, ...]
    """Redirections that the grammar put around more than this part."""
    settled: bool = False
    """A pipeline in which the grammar has lists, of which all but its own part are items beside it."""


def is_arithmetic(node: Node) -> bool:
    """Say whether a compound statement is ``((…))``."""
    return node.child_count > 0 and node.children[0].type == "(("


def unwrap(node: Node, around: tuple[Node, ...] = ()) -> tuple[Node, tuple[Node, ...]]:
    """Return what is in redirections and negations, and the redirections in the order of the text."""
    while node.type in {"redirected_statement", "negated_command"}:
        children = node.named_children
        body = next((child for child in children if child.type not in REDIRECT_TYPES), None)
        if body is None:
            return node, around
        around = tuple(child for child in children if child.type in REDIRECT_TYPES) + around
        node = body
    return node, around


def list_behind(node: Node) -> Node | None:
    """Return the list that the grammar took for the last element of a pipeline, None where there is none."""
    last = node.named_children[-1] if node.type == "pipeline" and node.named_children else None
    return last if last is not None and last.type == "list" else None


def list_before(node: Node) -> Node | None:
    """Return the redirected list that the grammar took for the first element of a pipeline, or None."""
    first = node.named_children[0] if node.type == "pipeline" and node.named_children else None
    if first is None or first.type != "redirected_statement":
        return None
    return first if unwrap(first)[0].type == "list" else None


def flatten_list(node: Node, around: tuple[Node, ...]) -> list[Item]:
    """Return the items of an and-or list in order."""
    items: list[Item] = []
    while True:
        inner, redirects = unwrap(node, around) if node.type == "redirected_statement" else (node, around)
        if list_behind(inner) is not None or list_before(inner) is not None:
            return _beside_pipeline(inner, redirects) + items[::-1]
        if inner.type != "list":
            items.append(Item("", node, around))
            return items[::-1]
        children = [child for child in inner.children if child.type not in _SKIPPED]
        operator = next((child.type for child in children if child.type in {"&&", "||"}), "&&")
        items.append(Item(operator, children[-1], redirects))
        node, around = children[0], ()


def _beside_pipeline(node: Node, around: tuple[Node, ...]) -> list[Item]:
    """Return a pipeline as an item among those of the lists that the grammar took for its first and last element."""
    before, behind = list_before(node), list_behind(node)
    *first, leader = flatten_list(before, ()) if before is not None else [Item("", node, ())]
    last = flatten_list(behind, around)[1:] if behind is not None else []
    return [*first, Item(leader.operator, node, () if last else around, settled=True), *last]


def flatten_pipeline(node: Node, around: tuple[Node, ...]) -> list[Item]:
    """Return the elements of a pipeline in order."""
    elements: list[Item] = []
    behind = ""
    while True:
        inner, redirects = unwrap(node, around) if node.type == "redirected_statement" else (node, around)
        if elements and node.type == "redirected_statement" and inner.type == "list":
            own = flatten_list(node, around)[-1]
            elements += flatten_pipeline(own.node, own.around)[::-1]
            elements[-1] = replace(elements[-1], operator=behind)
            return elements[::-1]
        if inner.type != "pipeline":
            elements.append(Item(behind, node, around))
            return elements[::-1]
        named = [child for child in inner.children if child.is_named and child.type not in _SKIPPED]
        operators = [child.type for child in inner.children if child.type in {"|", "|&"}]
        for place in range(len(named) - 1, 0, -1):
            if named[place].type == "list":
                first = flatten_list(named[place], ())[0]
                elements += flatten_pipeline(first.node, first.around)[::-1]
            else:
                elements.append(Item(behind, named[place], redirects))
            behind, redirects = operators[place - 1] if place <= len(operators) else "|", ()
        node, around = named[0], redirects
