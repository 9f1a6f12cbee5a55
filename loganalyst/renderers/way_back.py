"""The way from a symptom to a message as text: each link with its reason, and the first wrong turn."""

from collections.abc import Iterator
from decimal import Decimal

from loganalyst.graph.paths import WayBack, WrongTurn
from loganalyst.graph.phrases import AGAINST, BETWEEN
from loganalyst.model.graph import Node
from loganalyst.renderers._blocks import WIDTH, Piece, show_unseen
from loganalyst.text.wrapping import fill_line

_SHOWN_PROBES = 5


def tell_way_back(way: WayBack, message: int, width: int = WIDTH) -> Iterator[Piece]:
    """Yield the way to a message, symptom first, in lines of ``width``."""
    if way.start is None:
        yield Piece(f"m{message}: nothing in this message is linked with another step or sentence.\n")
        return
    if way.symptom is None:
        yield Piece("No symptom before it leads to it; this is as far back as links go.\n\n", "frame")
    else:
        links = "one link" if len(way.edges) == 1 else f"{len(way.edges)} links"
        yield Piece(f"From the first sign of a symptom, in {links}:\n\n", "frame")
    yield from _node(way.nodes[0], width)
    for edge, node in zip(way.edges, way.nodes[1:], strict=True):
        between = BETWEEN[edge.kind] if edge.target == node.id else AGAINST[edge.kind]
        link = f"    | {between} ({edge.basis}, {edge.confidence}): {edge.because}"
        yield Piece(_filled(link, width, "    | "), "frame")
        yield from _node(node, width)
    yield Piece("\n")
    if way.turn is None:
        yield Piece("No wrong turn shows on this way.\n")
    else:
        yield from _turn(way.turn, message, width)


def _node(node: Node, width: int, lead: str = "") -> Iterator[Piece]:
    name = f"{lead}m{node.message_index}"
    yield Piece(name, "rule")
    yield Piece(_filled(f"{name} {node.kind}: {node.label}", width, "    ").removeprefix(name))


def _turn(turn: WrongTurn, message: int, width: int) -> Iterator[Piece]:
    own = turn.node.message_index == message
    lead = "No wrong turn shows before it, but it holds one itself: " if own else "The first wrong turn: "
    yield from _node(turn.node, width, lead)
    yield Piece(_filled(f"  {turn.why}", width, "  "))
    if turn.probes:
        yield Piece("  What would have told the explanations apart:\n")
    for probe in turn.probes[:_SHOWN_PROBES]:
        yield Piece(_filled(f"    - {probe.explanation}: {probe.ask}", width, "      "))
    if len(turn.probes) > _SHOWN_PROBES:
        yield Piece(f"    and {len(turn.probes) - _SHOWN_PROBES} more\n")
    clock = "no times are recorded" if turn.seconds is None else f"{_seconds(turn.seconds)} to the last message"
    yield Piece(_filled(f"  After it: {clock}, of which {_seconds(turn.waited)} in waits that are known.", width, "  "))


def _filled(text: str, width: int, hang: str) -> str:
    """Return text in lines of a width, which hang under the first by some indentation."""
    return fill_line(show_unseen(text), width, hang) + "\n"


def _seconds(number: Decimal) -> str:
    return f"{number.normalize():f} s"
