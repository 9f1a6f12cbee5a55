"""Measures of a page on which a graph is drawn, and the values that say where things stand on it; all in pixels."""

from dataclasses import dataclass

from loganalyst.model.graph import Edge, Episode, Node

BOX_WIDTH, BOX_HEIGHT = 236, 76
GAP_ACROSS, GAP_DOWN = 44, 44
BAND_HEAD, BAND_FOOT = 62, 14
MARGIN = 30
MOST_ACROSS = 5
"""Boxes side by side; a fuller layer goes on in the next row."""


@dataclass(frozen=True, slots=True)
class Box:
    """A node with its place: the upper left corner, and its column and row in the grid of the page."""

    node: Node
    x: int
    y: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Band:
    """The stretch of the page that an episode takes."""

    episode: Episode
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class Route:
    """An edge with the corners of the line that shows it."""

    edge: Edge
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A graph laid out on a page."""

    boxes: tuple[Box, ...]
    bands: tuple[Band, ...]
    routes: tuple[Route, ...]
    width: int
    height: int


def left_of(column: int) -> int:
    """Return the left side of a column of boxes."""
    return MARGIN + GAP_ACROSS // 2 + column * (BOX_WIDTH + GAP_ACROSS)
