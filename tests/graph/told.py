"""Graphs of sessions in the plain-text form and of the samples, by the vocabulary and the symptoms that ship."""

from functools import cache

from loganalyst.graph.build import build_graph
from loganalyst.graph.walk import Walk
from loganalyst.model.analysis import Analysis
from loganalyst.model.graph import Edge, EdgeKind, NodeKind
from loganalyst.model.settings import Settings
from loganalyst.pipeline import Knowledge, analyse, load_knowledge, read
from loganalyst.readers.source import Source
from tests.ledgers.told import SAMPLES

SETTINGS = Settings(redact=False)
Step = tuple[int, NodeKind, EdgeKind, int, NodeKind]
"""Message and kind of the source, kind of the edge, message and kind of the target."""


@cache
def knowledge() -> Knowledge:
    return load_knowledge(SETTINGS)


def analysis_of(text: str | bytes, name: str = "session.txt") -> Analysis:
    data = text.encode() if isinstance(text, str) else text
    return analyse(read(Source(name, data), SETTINGS), knowledge(), SETTINGS)


@cache
def sample(name: str) -> Analysis:
    return analysis_of((SAMPLES / name).read_bytes(), name)


def changed(name: str, *swaps: tuple[str, str]) -> Analysis:
    """Return the analysis of a sample in which texts that stand in it once are put otherwise."""
    content = (SAMPLES / name).read_text("utf-8")
    for old, new in swaps:
        assert content.count(old) == 1, old
        content = content.replace(old, new)
    return analysis_of(content, name)


def find_edges(walk: Walk, step: Step) -> list[Edge]:
    """Return the edges of a kind between nodes of the kinds and messages given."""
    message, kind, between, later, later_kind = step
    sources = [node.id for node in walk.in_message(message) if node.kind is kind]
    targets = {node.id for node in walk.in_message(later) if node.kind is later_kind}
    return [edge for name in sources for edge in walk.outgoing[name] if edge.kind is between and edge.target in targets]


def walk_of(analysis: Analysis) -> Walk:
    return Walk(build_graph(analysis))
