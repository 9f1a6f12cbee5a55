"""Place the elements of a pipeline: what is behind each, and so what of its output and status can be seen."""

from dataclasses import replace

from tree_sitter import Node

from loganalyst.model.command import Join
from loganalyst.model.trait import Trait
from loganalyst.shell.nodes import STATEMENTS, flatten_pipeline
from loganalyst.shell.pieces import add_redirects, read_piece
from loganalyst.shell.placing import Pipeline, place_piece, place_unparsed
from loganalyst.shell.scope import Feed, Flow, Piece, Scope, Sheet, Spot

_ECHOES = frozenset({"echo", "printf"})


def walk_pipeline(node: Node, sheet: Sheet, scope: Scope, spot: Spot, around: tuple[Node, ...]) -> int | None:
    """Place a pipeline, or a simple command by itself; return the position of the command whose status is its."""
    elements = flatten_pipeline(node, around)
    number = sheet.next_pipeline()
    pieces = [read_piece(element.node, scope.line, sheet) for element in elements]
    deciding = spot.decided_by
    for place, (element, piece) in enumerate(zip(elements, pieces, strict=True)):
        behind = [one for one in pieces[place + 1 :] if one is not None]
        shared, child = scope, spot
        if len(elements) > 1:
            feed = _feed_of(pieces[place - 1]) if place else None
            shared = replace(scope, shell=scope.shell.copy(), feed=feed or scope.feed)
            child = _element_spot(spot, place, len(elements), pipefail=scope.shell.pipefail)
            child = replace(
                child,
                err=Flow.PIPE if element.operator == "|&" else child.err,
                cut=_cutter(behind, scope) or spot.cut,
                filtered=spot.filtered or any(_filters(one) for one in behind),
            )
        if piece is not None:
            add_redirects(piece, element.around, scope.line)
            deciding = place_piece(piece, sheet, shared, child, Pipeline(number, [one.reading for one in behind]))
        elif len(elements) > 1:
            deciding = sheet.walk(sheet, element.node, shared, child, element.around)
        else:
            _walk_broken(element.node, sheet, shared, child)
    return deciding


def _element_spot(spot: Spot, place: int, length: int, *, pipefail: bool) -> Spot:
    last = place == length - 1
    return replace(
        spot,
        join=spot.join if place == 0 else Join.PIPE,
        hidden=spot.hidden or not (last or pipefail),
        tested=spot.tested and (last or pipefail),
        masked=spot.masked and last,
        tail=False,
        out=spot.out if last else Flow.PIPE,
        pipe_index=place,
        pipe_length=length,
    )


def _cutter(behind: list[Piece], scope: Scope) -> str | None:
    for piece in behind:
        if Trait.CUTS_OUTPUT in piece.reading.traits:
            return scope.line.text[piece.start : piece.end]
    return None


def _filters(piece: Piece) -> bool:
    return Trait.FILTERS in piece.reading.traits and Trait.CUTS_OUTPUT not in piece.reading.traits


def _feed_of(piece: Piece | None) -> Feed | None:
    """Return what an element writes for certain: the here-document of ``cat``, or the words of ``echo``."""
    if piece is None:
        return None
    reading = piece.reading
    if reading.name == "cat" and piece.feed is not None and not reading.reads_files:
        return piece.feed
    if reading.name in _ECHOES and not piece.words.opaque:
        return Feed(" ".join(operand.value for operand in reading.operands), None, None)
    return None


def _walk_broken(node: Node, sheet: Sheet, scope: Scope, spot: Spot) -> None:
    """List a piece that could not be parsed, and what stands whole in it."""
    place_unparsed(node.start_byte, node.end_byte, sheet, scope, spot)
    for child in node.named_children:
        if child.type in STATEMENTS:
            sheet.walk(sheet, child, scope, replace(spot, tail=False, hidden=True), ())
