"""Write a causal graph for other programs that draw or query graphs: DOT, Mermaid, GraphML."""

from collections.abc import Iterator

from loganalyst.graph.phrases import BETWEEN
from loganalyst.graph.view import View
from loganalyst.model.graph import EdgeBasis, Node, NodeKind
from loganalyst.renderers._blocks import GENERATOR, show_unseen, write_location

_SHAPES = {
    NodeKind.SYMPTOM: "octagon",
    NodeKind.HYPOTHESIS: "ellipse",
    NodeKind.CLAIM: "note",
    NodeKind.DECISION: "cds",
    NodeKind.PROBE: "box",
    NodeKind.INTERVENTION: "box3d",
    NodeKind.OUTCOME: "plain",
    NodeKind.OBSERVATION: "plain",
}
_LINES = {EdgeBasis.RECORDED: "solid", EdgeBasis.TEXTUAL: "dashed", EdgeBasis.INFERRED: "dotted"}
_MERMAID_SHAPES = {
    NodeKind.SYMPTOM: ("{{", "}}"),
    NodeKind.HYPOTHESIS: ("([", "])"),
    NodeKind.CLAIM: (">", "]"),
    NodeKind.DECISION: ("(", ")"),
    NodeKind.INTERVENTION: ("[[", "]]"),
}
_MERMAID_LINES = {EdgeBasis.RECORDED: "-->", EdgeBasis.TEXTUAL: "==>", EdgeBasis.INFERRED: "-.->"}


def draw_dot(view: View) -> Iterator[str]:
    """Yield a graph in the language of Graphviz, each episode a cluster of its own."""
    yield f"// <!-- {GENERATOR} -->\ndigraph session {{\n  rankdir=TB;\n  node [fontname=monospace, fontsize=10];\n"
    yield f"  label={_quoted(view.title)};\n"
    for node in view.graph.nodes:
        label = _quoted(f"m{node.message_index} {node.kind}\n{node.label}")
        yield f"  {_quoted(node.id)} [shape={_SHAPES[node.kind]}, label={label}];\n"
    for edge in view.graph.edges:
        told = f"{BETWEEN[edge.kind]} ({edge.basis}, {edge.confidence}): {edge.because}"
        marks = f"label={_quoted(BETWEEN[edge.kind])}, style={_LINES[edge.basis]}, tooltip={_quoted(told)}"
        yield f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [{marks}];\n"
    yield "}\n"


def _quoted(text: str) -> str:
    """Return a text as a quoted string of DOT."""
    safe = show_unseen(text).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + safe.replace("\n", "\\n") + '"'


def draw_mermaid(view: View) -> Iterator[str]:
    """Yield a graph as a Mermaid flowchart, whose reasons stand in comments, as Mermaid has no place for them."""
    yield f"%% <!-- {GENERATOR} -->\nflowchart TB\n"
    for node in view.graph.nodes:
        before, after = _MERMAID_SHAPES.get(node.kind, ("[", "]"))
        yield f'  {node.id}{before}"{_entities(f"m{node.message_index} {node.kind}: {node.label}")}"{after}\n'
    for edge in view.graph.edges:
        because = " ".join(show_unseen(edge.because).split())
        yield f'  {edge.source} {_MERMAID_LINES[edge.basis]}|"{BETWEEN[edge.kind]}"| {edge.target}\n'
        yield f"  %% {edge.source} {edge.kind} {edge.target} ({edge.basis}, {edge.confidence}): {because}\n"


def _entities(text: str) -> str:
    """Return a text in which the signs that Mermaid reads are its entities."""
    words = " ".join(show_unseen(text).split())
    return "".join(f"#{ord(sign)};" if sign in '"#<>&`;' else sign for sign in words)


def draw_graphml(view: View) -> Iterator[str]:
    """Yield a graph as GraphML, with everything that the JSON form says of nodes and edges but the quotations."""
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(transcript=show_unseen(view.transcript))
    for node in view.graph.nodes:
        graph.add_node(node.id, **_node_fields(node))
    for edge in view.graph.edges:
        graph.add_edge(
            edge.source,
            edge.target,
            kind=edge.kind.value,
            basis=edge.basis.value,
            confidence=edge.confidence.value,
            because=show_unseen(edge.because),
        )
    yield f"<!-- {GENERATOR} -->\n"
    for line in nx.generate_graphml(graph):
        yield f"{line}\n"


def _node_fields(node: Node) -> dict[str, str | int]:
    return {
        "kind": node.kind.value,
        "transcript": show_unseen(node.transcript),
        "message_index": node.message_index,
        "location": write_location(node.location),
        "label": show_unseen(node.label),
    }


DRAWS = {"dot": draw_dot, "mermaid": draw_mermaid, "graphml": draw_graphml}
