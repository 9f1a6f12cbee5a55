"""Place the elements of a pipeline: what is behind each, and so what of its output and status can be seen."""

from dataclasses import replace

from tree_sitter import Node

from loganalyst.model.command import Join
from loganalyst.model.trait import Trait
from loganalyst.shell.nodes import STATEMENTS, Item, flatten_pipeline
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
    filters = _filters_behind(pieces, scope, spot) if len(elements) > 1 else []
    subshell = replace(scope, shell=scope.shell.copy()) if len(elements) > 1 else scope
    for place, (element, piece) in enumerate(zip(elements, pieces, strict=True)):
        shared, child = subshell, spot
        if len(elements) > 1:
            feed = _feed_of(pieces[place - 1]) if place else None
            shared = replace(subshell, feed=feed) if feed is not None else subshell
            child = _element_spot(spot, (place, len(elements)), element, filters[place], pipefail=scope.shell.pipefail)
        if piece is not None:
            add_redirects(piece, element.around, scope.line, sheet)
            deciding = place_piece(piece, sheet, shared, child, Pipeline(number, pieces, place))
        elif len(elements) > 1:
            deciding = sheet.walk(sheet, element.node, shared, child, element.around)
        else:
            _walk_broken(element.node, sheet, shared, child)
    return deciding


def _element_spot(
    spot: Spot, place: tuple[int, int], element: Item, filters: tuple[str | None, bool], *, pipefail: bool
) -> Spot:
    """Return the spot of one element; `place` is its number and how many there are."""
    index, length = place
    last = index == length - 1
    return Spot(
        join=Join.PIPE if index else spot.join,
        runs_if=spot.runs_if,
        decided_by=spot.decided_by,
        background=spot.background,
        hidden=spot.hidden or not (last or pipefail),
        tested=spot.tested and (last or pipefail),
        masked=spot.masked and last,
        out=spot.out if last else Flow.PIPE,
        err=Flow.PIPE if element.operator == "|&" else spot.err,
        cut=filters[0],
        filtered=filters[1],
        pipe_index=index,
        pipe_length=length,
    )


def _filters_behind(pieces: list[Piece | None], scope: Scope, spot: Spot) -> list[tuple[str | None, bool]]:
    """Return for each element the nearest filter behind that cuts its output, and whether one picks lines."""
    cut, filtered = spot.cut, spot.filtered
    found = []
    for piece in reversed(pieces):
        found.append((cut, filtered))
        if piece is None:
            continue
        if Trait.CUTS_OUTPUT in piece.reading.traits:
            cut = scope.line.text[piece.start : piece.end]
        elif Trait.FILTERS in piece.reading.traits:
            filtered = True
    return found[::-1]


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
