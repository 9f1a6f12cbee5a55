"""Write a causal graph for people: as a picture, or as a page with the picture and all of it in tables below."""

import base64
import hashlib
import unicodedata
from collections.abc import Iterable, Iterator

from jinja2 import Environment
from markupsafe import Markup

from loganalyst.graph.page import BOX_HEIGHT, BOX_WIDTH, MARGIN
from loganalyst.graph.phrases import BETWEEN
from loganalyst.graph.view import View
from loganalyst.model.graph import EdgeBasis, EdgeKind, NodeKind
from loganalyst.renderers._blocks import GENERATOR, show_unseen
from loganalyst.renderers._templates import make_environment, read_template

_COLUMNS, _LINES = 33, 3
"""Letters in a line of a box, and lines."""
_GROUPS = {
    EdgeKind.SUPPORTS: "for",
    EdgeKind.CONTRADICTS: "against",
    EdgeKind.WEAKENS: "against",
    EdgeKind.TESTS: "asks",
    EdgeKind.ACTS_ON: "deed",
    EdgeKind.SUPERSEDES: "deed",
    EdgeKind.PROMPTED_BY: "led",
    EdgeKind.ANNOUNCES: "led",
    EdgeKind.FULFILS: "led",
}
"""Kinds of edges that have a colour in common; all others are about work."""
_LEGEND = (
    ("for", "supports"),
    ("against", "contradicts, weakens"),
    ("asks", "tests: a probe that bears on it"),
    ("deed", "acts on, takes the place of"),
    ("led", "led to: a request, a guess, an answer, an announcement"),
    ("work", "the work goes on: answered, repeated, changed, used"),
)


def draw_svg(view: View) -> Iterator[str]:
    """Yield the picture alone."""
    yield from _render("graph.svg.j2", view)


def draw_html(view: View) -> Iterator[str]:
    """Yield a page that loads nothing and runs nothing: the picture, and the same content as tables."""
    yield from _render("graph.html.j2", view)


def _render(name: str, view: View) -> Iterator[str]:
    page, graph = read_template("assets/report.css"), read_template("assets/graph.css")
    yield from (
        _environment()
        .get_template(name)
        .stream(
            view=view,
            drawing=view.drawing,
            nodes={node.id: node for node in view.graph.nodes},
            generator=GENERATOR,
            legend=_LEGEND,
            bases=tuple(EdgeBasis),
            kinds=tuple(NodeKind),
            box={"width": BOX_WIDTH, "height": BOX_HEIGHT, "margin": MARGIN},
            page_style=Markup(page),  # noqa: S704 - our own file; escaping would change what the policy's hash covers
            graph_style=Markup(graph),  # noqa: S704 - likewise
            page_hash=_digest(page),
            graph_hash=_digest(graph),
        )
    )


def _digest(style: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}"


def _environment() -> Environment:
    environment = make_environment(is_markup=True)
    environment.filters.update(
        wrap=_wrap,
        line=_line,
        group=lambda kind: _GROUPS.get(kind, "work"),
        between=BETWEEN.__getitem__,
        words=lambda name: name.replace("_", " "),
    )
    return environment


def _line(points: Iterable[tuple[int, int]]) -> str:
    """Return the corners of a line as SVG wants them."""
    return " ".join(f"{x},{y}" for x, y in points)


def _wrap(text: str) -> list[str]:
    """Return a label in lines that fit into a box; what does not fit is cut, and a dot sign says so."""
    lines: list[str] = []
    line = ""
    for sign in show_unseen(text):
        if _width(line) + _width(sign) > _COLUMNS:
            cut = line.rfind(" ") if line.rfind(" ") > _COLUMNS // 2 else len(line)
            lines.append(line[:cut].rstrip())
            line = line[cut:].lstrip()
        line += sign
    lines.append(line)
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], lines[_LINES - 1][: _COLUMNS - 1].rstrip() + "…"]
    return lines


def _width(text: str) -> int:
    """Return the columns that a text takes; wide letters of East Asia take two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


DRAWS = {"svg": draw_svg, "html": draw_html}
