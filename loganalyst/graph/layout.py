"""Where the nodes of a graph stand on a page: one band for each episode, layers by edges inside it."""

from bisect import bisect_left
from collections.abc import Iterable

from loganalyst.graph.layers import find_layers
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
    """Return the nodes of a band in rows, a fuller layer in several of them."""
    by_id = {node.id: node for node in nodes}
    messages = {node.id: node.message_index for node in nodes}
    layers = find_layers(list(by_id), ((edge.source, edge.target) for edge in edges), messages)
    return [
        [by_id[name] for name in layer[at : at + MOST_ACROSS]]
        for layer in layers
        for at in range(0, len(layer), MOST_ACROSS)
    ]
