"""The way from a symptom to a message as text: each link with its reason, and the first wrong turn."""

from collections.abc import Iterator
from decimal import Decimal

from loganalyst.graph.paths import WayBack, WrongTurn
from loganalyst.graph.phrases import BETWEEN, SHOWED
from loganalyst.model.graph import Node
from loganalyst.renderers._blocks import Piece, show_unseen

_SHOWN_PROBES = 5


def tell_way_back(way: WayBack, message: int) -> Iterator[Piece]:
    """Yield the way to a message, symptom first."""
    if way.start is None:
        yield Piece(f"m{message}: no step, statement or guess stands in this message.\n")
        return
    if way.symptom is None:
        yield Piece("No symptom before it leads to it; this is as far back as links go.\n\n", "frame")
    else:
        links = "one link" if len(way.edges) == 1 else f"{len(way.edges)} links"
        yield Piece(f"From the first sign of a symptom, in {links}:\n\n", "frame")
    yield from _node(way.nodes[0])
    for edge, node in zip(way.edges, way.nodes[1:], strict=True):
        between = BETWEEN[edge.kind] if edge.target == node.id else SHOWED
        link = f"    | {between} ({edge.basis}, {edge.confidence}): "
        yield Piece(show_unseen(f"{link}{edge.because}\n"), "frame")
        yield from _node(node)
    yield Piece("\n")
    yield from _turn(way.turn, message) if way.turn is not None else (Piece("No wrong turn shows on this way.\n"),)


def _node(node: Node) -> Iterator[Piece]:
    yield Piece(f"m{node.message_index}", "rule")
    yield Piece(show_unseen(f" {node.kind}: {node.label}\n"))


def _turn(turn: WrongTurn, message: int) -> Iterator[Piece]:
    own = turn.node.message_index == message
    lead = "No wrong turn shows before it, but it holds one itself:" if own else "The first wrong turn:"
    yield Piece(f"{lead} m{turn.node.message_index}", "rule")
    yield Piece(show_unseen(f" {turn.node.kind}: {turn.node.label}\n  {turn.why}\n"))
    if turn.probes:
        yield Piece("  What would have told the explanations apart:\n")
    for probe in turn.probes[:_SHOWN_PROBES]:
        yield Piece(f"    - {probe.explanation}: {probe.ask}\n")
    if len(turn.probes) > _SHOWN_PROBES:
        yield Piece(f"    and {len(turn.probes) - _SHOWN_PROBES} more\n")
    clock = "no times are recorded" if turn.seconds is None else f"{_seconds(turn.seconds)} to the last message"
    yield Piece(f"  After it: {clock}, of which {_seconds(turn.waited)} in waits that are known.\n")


def _seconds(number: Decimal) -> str:
    return f"{number.normalize():f} s"
