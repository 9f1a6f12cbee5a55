"""Where the nodes of a graph stand on a page: one band for each episode, layers by edges inside it."""

from bisect import bisect_left
from collections.abc import Iterable

from loganalyst.graph.page import (
    BAND_FOOT,
    BAND_HEAD,
    BOX_HEIGHT,
    BOX_WIDTH,
    GAP_ACROSS,
    GAP_DOWN,
    MARGIN,
    MOST_ACROSS,
    Band,
    Box,
    Drawing,
    left_of,
)
from loganalyst.graph.routes import route_edges
from loganalyst.model.graph import CausalGraph, Edge, Episode, Node


def lay_out(graph: CausalGraph, episodes: tuple[Episode, ...]) -> Drawing:
    """Return a graph with positions: episodes from above to below, as time goes, and no two boxes in one place."""
    boxes: list[Box] = []
    bands: list[Band] = []
    top, row = MARGIN, 0
    for episode, nodes in _by_episode(graph, episodes):
        y = top + BAND_HEAD
        for members in _rows(nodes, graph.edges):
            boxes += [Box(node, left_of(column), y, column, row) for column, node in enumerate(members)]
            y += BOX_HEIGHT + GAP_DOWN
            row += 1
        height = y - GAP_DOWN + GAP_DOWN // 2 + BAND_FOOT - top
        bands.append(Band(episode, top, height))
        top += height + BAND_FOOT
    return _drawing(boxes, bands, graph, top)


def lay_out_in_order(graph: CausalGraph) -> Drawing:
    """Return a graph of episodes with positions: from left to right and from above to below, as they follow in time."""
    boxes = []
    for number, node in enumerate(graph.nodes):
        row, column = divmod(number, MOST_ACROSS)
        boxes.append(Box(node, left_of(column), MARGIN + row * (BOX_HEIGHT + 2 * GAP_DOWN), column, row))
    bottom = max((box.y for box in boxes), default=0) + BOX_HEIGHT + GAP_DOWN
    return _drawing(boxes, [], graph, bottom)


def _drawing(boxes: list[Box], bands: list[Band], graph: CausalGraph, bottom: int) -> Drawing:
    width = max((box.x for box in boxes), default=0) + BOX_WIDTH + GAP_ACROSS + MARGIN
    return Drawing(tuple(boxes), tuple(bands), route_edges(boxes, graph.edges), width, bottom + MARGIN)


def _by_episode(graph: CausalGraph, episodes: tuple[Episode, ...]) -> Iterable[tuple[Episode, list[Node]]]:
    lasts = [episode.last_message for episode in episodes]
    inside: dict[int, list[Node]] = {}
    for node in graph.nodes:
        inside.setdefault(bisect_left(lasts, node.message_index), []).append(node)
    return ((episodes[number], nodes) for number, nodes in sorted(inside.items()))


def _rows(nodes: list[Node], edges: Iterable[Edge]) -> list[list[Node]]:
    """Return the nodes of a band in rows: by layer, each from left to right as few edges cross."""
    by_id = {node.id: node for node in nodes}
    layers: dict[int, list[tuple[int, str]]] = {}
    for name, (x, layer) in _positions(nodes, edges).items():
        layers.setdefault(layer, []).append((x, name))
    rows = []
    for layer in sorted(layers):
        names = [by_id[name] for _, name in sorted(layers[layer])]
        rows += [names[at : at + MOST_ACROSS] for at in range(0, len(names), MOST_ACROSS)]
    return rows


def _positions(nodes: list[Node], edges: Iterable[Edge]) -> dict[str, tuple[int, int]]:
    """Return the place across and the layer of each node of a band.

    The library gets what it can do with: string ids, each edge once and in order, none from a node to itself, and
    only edges that run with time. What it gives back is sorted, as its order varies.
    """
    from fast_sugiyama import from_edges

    rank = {node.id: number for number, node in enumerate(nodes)}
    inside = sorted(
        {
            (edge.source, edge.target)
            for edge in edges
            if edge.source in rank and edge.target in rank and rank[edge.source] < rank[edge.target]
        }
    )
    components = []
    for positions, *_ in from_edges(inside) if inside else ():
        # Numbers are vertices that the library put into long edges.
        own = sorted((name, round(x), round(y)) for name, (x, y) in positions if isinstance(name, str))
        components.append((min(rank[name] for name, _, _ in own), own))
    found: dict[str, tuple[int, int]] = {}
    shift = 0
    for _, own in sorted(components):
        heights = sorted({y for _, _, y in own}, reverse=True)
        left = min(x for _, x, _ in own)
        found.update({name: (shift + x - left, heights.index(y)) for name, x, y in own})
        shift += max(x for _, x, _ in own) - left + BOX_WIDTH
    lonely = [node.id for node in nodes if node.id not in found]
    found.update({name: (shift + number, 0) for number, name in enumerate(lonely)})
    return found
