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
    stream, operator = "", ""
    words: list[Node] = []
    head = node.start_byte
    for child in node.children:
        if child.type == "file_descriptor":
            stream, head = line.text[child.start_byte : child.end_byte], child.end_byte
        elif child.is_named:
            words.append(child)
        else:
            operator = operator or child.type
    body = line.heredocs.get(head)
    spare += words[1:]
    if body is not None:
        return Redirect(stream or "0", "<<", body.body), Feed(body.body, body.start if body.literal else None, line)
    target = cook_word(words[0], line.text, substitutions) if words else ""
    if operator.endswith("-"):
        operator, target = operator[:-1], target or "-"
    redirect = Redirect(stream or _default_stream(operator, target), operator, target)
    return redirect, Feed(target, None, line) if operator == "<<<" else None


def _default_stream(operator: str, target: str) -> str:
    """Return the stream that an operator means when none is written."""
    if operator.startswith("&") or (operator == ">&" and not target.isdigit() and target != "-"):
        return "&"
    return "0" if operator.startswith("<") else "1"


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
