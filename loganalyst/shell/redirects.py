"""Redirections: read from the tree, and followed to where each stream ends."""

from collections.abc import Iterable

from tree_sitter import Node

from loganalyst.model.command import Redirect
from loganalyst.shell.scope import Feed, Flow, Line
from loganalyst.shell.words import cook_word

_NULL = frozenset({"/dev/null", "-"})


def read_redirect(node: Node, line: Line, substitutions: list[Node], spare: list[Node]) -> tuple[Redirect, Feed | None]:
    """Return a redirection and the text that it feeds to standard input, if any.

    The grammar takes words behind the target into the redirect; they go to `spare`.
    """
    stream, operator, target = "", "", ""
    body = line.heredocs.get(node.start_byte) if node.type == "file_redirect" else None
    for child in node.children:
        if child.type == "file_descriptor":
            stream = line.text[child.start_byte : child.end_byte]
            body = line.heredocs.get(child.end_byte)
        elif not child.is_named:
            operator = operator or child.type
        elif body is None and not target:
            target = cook_word(child, line.text, substitutions)
        elif target:
            spare.append(child)
    if body is not None:
        return Redirect(stream or "0", "<<", body.body), Feed(body.body, body.start if body.literal else None, line)
    if operator.endswith("-") and operator != "<<-":
        operator, target = operator[:-1], target or "-"
    if not stream:
        stream = "&" if operator.startswith("&") else "0" if operator.startswith("<") else "1"
    if operator == ">&" and not target.isdigit() and target != "-":
        stream = "&"
    feed = Feed(target, None, line) if operator == "<<<" else None
    return Redirect(stream, operator, target), feed


def follow(redirects: Iterable[Redirect], out: Flow, err: Flow) -> tuple[Flow, Flow]:
    """Return where standard output and error end after redirections, in order, from where they went before."""
    for redirect in redirects:
        if redirect.operator.startswith("<"):
            continue
        if redirect.operator == ">&" and redirect.stream != "&":
            flow = {"1": out, "2": err, "-": Flow.NOWHERE}.get(redirect.target, Flow.SHOWN)
        elif redirect.target.startswith(">("):
            flow = Flow.SHOWN
        elif redirect.target in {"/dev/stdout", "/dev/stderr", "/dev/tty"}:
            flow = err if redirect.target == "/dev/stderr" else out
        else:
            flow = Flow.NOWHERE if redirect.target in _NULL else Flow.FILE
        if redirect.stream in {"1", "&"}:
            out = flow
        if redirect.stream in {"2", "&"}:
            err = flow
    return out, err
