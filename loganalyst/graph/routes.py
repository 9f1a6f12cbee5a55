"""How the lines of a drawing run: between the boxes, never through one."""

from collections import defaultdict
from collections.abc import Iterable

from loganalyst.graph.page import BOX_HEIGHT, BOX_WIDTH, GAP_ACROSS, GAP_DOWN, Box, Route, left_of
from loganalyst.model.graph import Edge

_TRACKS = 9
"""Lines side by side in one gap before two share a track."""
_STEP = 4
_PORT_EDGE = 14
"""Pixels that the ends of lines stay away from the corners of a box."""

Point = tuple[int, int]
_Port = dict[tuple[str, int], int]
"""Where on the side of a box a line ends, by box and number of the edge."""


def route_edges(boxes: Iterable[Box], edges: Iterable[Edge]) -> tuple[Route, ...]:
    """Return the line of each edge.

    A line leaves a box below (or above, where it leads upward), runs in the gap between rows to the gap between
    columns that is nearest to its end, along that, and in the gap between rows to the box it leads to.
    """
    by_id = {box.node.id: box for box in boxes}
    joined = [(number, edge) for number, edge in enumerate(edges) if edge.source in by_id and edge.target in by_id]
    leaving, arriving = _ports(by_id, joined)
    routes = []
    for number, edge in joined:
        source, target = by_id[edge.source], by_id[edge.target]
        start, end = leaving[edge.source, number], arriving[edge.target, number]
        routes.append(Route(edge, _corners(source, target, start, end, (number % _TRACKS - _TRACKS // 2) * _STEP)))
    return tuple(routes)


def _ports(by_id: dict[str, Box], joined: list[tuple[int, Edge]]) -> tuple[_Port, _Port]:
    """Return the places across at which lines leave and reach boxes, spread over the side in order of the other end."""
    leaving: dict[str, list[tuple[int, int]]] = defaultdict(list)
    arriving: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, edge in joined:
        leaving[edge.source].append((by_id[edge.target].x, number))
        arriving[edge.target].append((by_id[edge.source].x, number))
    return _spread(by_id, leaving), _spread(by_id, arriving)


def _spread(by_id: dict[str, Box], ends: dict[str, list[tuple[int, int]]]) -> _Port:
    ports: _Port = {}
    for name, lines in ends.items():
        room = BOX_WIDTH - 2 * _PORT_EDGE
        for place, (_, number) in enumerate(sorted(lines), start=1):
            ports[name, number] = by_id[name].x + _PORT_EDGE + room * place // (len(lines) + 1)
    return ports


def _corners(source: Box, target: Box, start: int, end: int, track: int) -> tuple[Point, ...]:
    """Return the corners of a line from the port ``start`` of a box to the port ``end`` of another."""
    half = GAP_DOWN // 2
    if target.row > source.row:
        out, reach = source.y + BOX_HEIGHT, target.y
        first, last = out + half + track, reach - half + track
    elif target.row < source.row:
        out, reach = source.y, target.y + BOX_HEIGHT
        first, last = out - half + track, reach + half + track
    else:
        out = reach = source.y + BOX_HEIGHT
        return (start, out), (start, out + half + track), (end, out + half + track), (end, reach)
    if abs(target.row - source.row) == 1:
        return (start, out), (start, last), (end, last), (end, reach)
    channel = left_of(target.column if end < target.x + BOX_WIDTH // 2 else target.column + 1) - GAP_ACROSS // 2 + track
    return (start, out), (start, first), (channel, first), (channel, last), (end, last), (end, reach)
