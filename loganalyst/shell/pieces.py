"""Simple commands as pieces: their words, assignments, redirections and what the vocabulary says of them."""

from collections.abc import Sequence

from tree_sitter import Node

from loganalyst.shell.nodes import REDIRECT_TYPES, is_arithmetic
from loganalyst.shell.reading import Reading, read_command
from loganalyst.shell.redirects import read_redirect
from loganalyst.shell.scope import Line, Piece, Sheet
from loganalyst.shell.words import Words, cook_word, find_substitutions

_SIMPLE = frozenset(
    {
        "command",
        "declaration_command",
        "unset_command",
        "test_command",
        "variable_assignment",
        "variable_assignments",
        "compound_statement",
    }
)
_NOTHING = Reading("", None)
_ASSIGNMENTS = frozenset({"variable_assignment", "variable_assignments"})
_EXPRESSIONS = frozenset(
    {"binary_expression", "unary_expression", "parenthesized_expression", "postfix_expression", "ternary_expression"}
)
_GROUPS = frozenset({"subshell", "compound_statement"})


def read_piece(node: Node, line: Line, sheet: Sheet) -> Piece | None:
    """Return the simple command that a node is, with what is redirected or negated around it; None for other nodes."""
    start, end = node.start_byte, node.end_byte
    negated = False
    redirects: list[Node] = []
    while node.type in {"redirected_statement", "negated_command"}:
        children = node.named_children
        if node.type == "negated_command":
            negated = not negated
        redirects = [child for child in children if child.type in REDIRECT_TYPES] + redirects
        inner = next((child for child in children if child.type not in REDIRECT_TYPES), None)
        if inner is None:
            return _read_bare_redirects(node, redirects, line, sheet)
        node = inner
    if node.type not in _SIMPLE or (node.type == "compound_statement" and not is_arithmetic(node)):
        return None
    piece = read_simple(node, redirects, line, sheet)
    piece.start, piece.end = min(start, node.start_byte), max(end, piece.end)
    piece.negated = negated
    return piece


def _read_bare_redirects(node: Node, redirects: list[Node], line: Line, sheet: Sheet) -> Piece:
    piece = Piece(node.start_byte, node.end_byte, Words(), _NOTHING)
    add_redirects(piece, redirects, line, sheet)
    return piece


def read_simple(node: Node, redirects: list[Node], line: Line, sheet: Sheet) -> Piece:
    """Return a simple command whose further redirections stand around it."""
    words = Words()
    piece = Piece(node.start_byte, node.end_byte, words, _NOTHING)
    own: list[Node] = []
    for child in node.children if node.type not in _ASSIGNMENTS else (node,):
        _read_child(child, piece, own, line)
    if own or redirects:
        add_redirects(piece, own + redirects, line, sheet)
    if words.texts:
        piece.reading = read_command(tuple(words.texts), sheet.vocabulary)
    return piece


def _read_child(child: Node, piece: Piece, redirects: list[Node], line: Line) -> None:
    """Read one child of a simple command."""
    kind, words = child.type, piece.words
    if kind == "command_name":
        words.add(child.children[0] if child.child_count else child, line.text)
    elif kind in _ASSIGNMENTS:
        _read_assignments(child, piece, line)
    elif kind in REDIRECT_TYPES:
        redirects.append(child)
    elif kind in _EXPRESSIONS:
        _read_expression(child, piece, line)
    elif kind in _GROUPS:
        piece.groups.append(child)
    elif kind not in {"ERROR", "comment"} and child.end_byte > child.start_byte:
        words.add(child, line.text)


def _read_expression(node: Node, piece: Piece, line: Line) -> None:
    """Read the words of an expression in ``[[ … ]]`` or ``(( … ))`` in order, however deep it is."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type in _EXPRESSIONS:
            waiting += reversed(one.children)
        elif one.type != "ERROR" and one.end_byte > one.start_byte:
            piece.words.add(one, line.text)


def _read_assignments(node: Node, piece: Piece, line: Line) -> None:
    for one in node.named_children if node.type == "variable_assignments" else (node,):
        text = line.text[one.start_byte : one.end_byte]
        name, _, raw = text.partition("=")
        value = one.named_children[-1] if one.named_child_count > 1 else None
        if value is not None and value.type == "array":
            find_substitutions(value, piece.words.substitutions)
            piece.assignments.append((name.rstrip("+"), raw))
        else:
            cooked = "" if value is None else cook_word(value, line.text, piece.words.substitutions)
            piece.assignments.append((name.rstrip("+"), cooked))


def add_redirects(piece: Piece, nodes: Sequence[Node], line: Line, sheet: Sheet) -> None:
    """Add redirections that stand behind those which the piece has, and the words that the grammar took into them."""
    spare: list[Node] = []
    for node in nodes:
        redirect, feed = read_redirect(node, line, piece.words.substitutions, spare)
        piece.redirects.append(redirect)
        piece.feed = feed or piece.feed
        heredoc = line.heredocs.get(node.start_byte)
        piece.end = max(piece.end, node.end_byte if heredoc is None else heredoc.head_end)
    if spare:
        for word in spare:
            piece.words.add(word, line.text)
        piece.words.sort()
        piece.reading = read_command(tuple(piece.words.texts), sheet.vocabulary)
