"""What a wrapper runs, taken out of its words."""

from loganalyst.knowledge.program import WrapperRule
from loganalyst.shell.reading import read_command
from loganalyst.shell.scope import Line, Piece, Sheet
from loganalyst.shell.words import Words, find_expansions


def inner_piece(piece: Piece, sheet: Sheet) -> Piece | None:
    """Return the command whose words stand behind the wrapper's own, or None when there are none."""
    words = piece.words
    if piece.reading.inner is None:
        return None
    first, last = piece.reading.inner
    texts = words.texts[first:last]
    if not texts:
        return None
    inner = Words(texts, words.starts[first:last], words.ends[first:last])
    inner.nodes = words.nodes[first:last]
    inner.opaque = {number - first: text for number, text in words.opaque.items() if first <= number < last}
    reading = read_command(tuple(texts), sheet.vocabulary)
    return Piece(words.starts[first], words.ends[last - 1], inner, reading, broken=piece.broken)


def inner_line(piece: Piece, rule: WrapperRule, line: Line) -> tuple[Line, str]:
    """Return the line that another shell reads, and the form of it that is to be parsed."""
    words, reading = piece.words, piece.reading
    extent = line.extent(piece.start, piece.end)
    if reading.inner is None:
        text = reading.inner_text or ""
        return _placed(text, piece, line, extent), text
    first, last = reading.inner
    if not rule.rejoin:
        last = min(last, first + 1)
    kept = [number for number in range(first, last) if words.texts[number] not in rule.drop]
    text = " ".join(words.texts[number] for number in kept)
    parsed = " ".join(words.parsed_as(number) for number in kept) if words.opaque else text
    if not kept:
        return Line(text, *extent, literal=False), parsed
    start, end = words.starts[kept[0]], words.ends[kept[-1]]
    for skip in (0, 1):
        if line.literal and line.text[start + skip : end - skip] == text:
            first_place, last_place = line.extent(start + skip, end - skip)
            return Line(text, first_place, last_place), parsed
    return Line(text, *extent, literal=False), parsed


def expansions_on_this_side(piece: Piece, line: Line) -> tuple[str, ...]:
    """Return the expansions that this side's shell makes in the line which a wrapper gives to another shell."""
    program, inner = piece.reading.program, piece.reading.inner
    if program is None or program.wrapper is None or program.wrapper.shell is None or inner is None:
        return ()
    return find_expansions(piece.words.nodes[inner[0] : inner[1]], line.text)


def _placed(text: str, piece: Piece, line: Line, extent: tuple[int, int]) -> Line:
    """Return a line that is a part of a word, at its place where the text stands once in the command."""
    whole = line.text[piece.start : piece.end]
    place = whole.find(text)
    if not line.literal or place < 0 or not text:
        return Line(text, *extent, literal=False)
    first, last = line.extent(piece.start + place, piece.start + place + len(text))
    return Line(text, first, last)
