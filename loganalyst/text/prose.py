"""Sentences of what people and agents write, with their exact places.

Markdown is read only as far as it tells prose from the rest: fenced and indented code, headings, tables, block quotes
and pasted output hold no sentences of the speaker. Everything runs in time linear in the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from loganalyst.model.limits import SEARCHED_LINE_CHARACTERS

BLANKED = "□"
"""Stands in ``Sentence.plain`` for each character of inline code or of a quotation."""


class Form(StrEnum):
    """In what kind of block a sentence stands."""

    PROSE = "prose"
    ITEM = "item"
    """An item of a list with bullets."""
    NUMBERED = "numbered"
    TASK = "task"
    """An item with an empty box, which is something still to do."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its place in the text."""

    start: int
    end: int
    text: str
    """The exact characters."""
    plain: str
    """As long as ``text``; marks of emphasis are spaces, inline code and quotations are blanked out."""
    form: Form = Form.PROSE


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Lines that may hold sentences, as one piece of the text."""

    start: int
    end: int
    form: Form
    open: bool
    """The next line may go on with it."""


_FENCE = re.compile(r"[ \t]{0,8}(`{3,}|~{3,})")
_NO_PROSE = re.compile(
    r"""\s*(?:
      \#{1,6}(?:\s|$) | \| | > | [-=_*]{3,}\s*$ | <[^>]{0,200}>\s*$ | <[A-Za-z/][^>]{0,80}>.{0,400}</ |
      [{}\[\]][{}\[\],\s"]*(?:$|"|') | \$\s | >>>\s | Traceback\s\( | File\s" | @@ | diff\s--git |
      \[?[0-9]{4}-[0-9]{2}-[0-9]{2}[T\s][0-9]{2}: | \[?[0-9]{2}:[0-9]{2}:[0-9]{2} |
      \[[A-Z]{3,8}\]\s | \[\s*[0-9]+\.[0-9]+\]
    )""",
    re.VERBOSE,
)
_ITEM = re.compile(r"[ \t]*(?:([-*+•●○▪◦→►✓✔✅❌✗✘☑⚠️🎉]{1,3})[ \t]+(\[[ xX]\][ \t]+)?|(\(?[0-9]{1,3}[.)])[ \t]+)")
_BOLD_LINE = re.compile(r"\s*(?:\*\*|__)[^*_\n]{1,119}[^*_\n.!](?:\*\*|__)\s*(?::\s*)?$")
_PROGRAM_SAYS = re.compile(r"[a-z][a-z0-9_./-]{1,40}: ")
_SPEECH_HEADS = frozenset(
    {"actually", "note", "now", "ok", "okay", "result", "so", "status", "summary", "update", "yes"}
)
_PROGRESS = re.compile(r"[0-9]{1,3}%(?: ?\||\s*\([0-9]{1,9}/[0-9]{1,9}\))")
_INDENTED = re.compile(r"(?: {4}|\t)")
_BACKTICKS = re.compile(r"`+")
_QUOTED = re.compile(r'"[^"\n]{1,300}"|“[^”\n]{1,300}”|(?<![\w\'])\'[^\'\n]{1,200}\'(?!\w)')
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,2}(?=\w)|(?<=\w)_{1,2}(?!\w)|~~")
# A run of stops is entered at its beginning alone, so that a long one is read once.
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"')\]”’*_]*+(?=\s|$)|\n")
_SHORT = frozenset({"al", "approx", "cf", "dr", "e.g", "eg", "fig", "i.e", "ie", "incl", "mr", "mrs", "vs"})
_LETTER_SHARE = 0.5
_SHORTEST_JUDGED = 24
_WRAPPED = 60
"""A line of at least this many characters that ends in no mark may go on in the next."""


def split_sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text in order; what is no prose is left out.

    ``text[s.start:s.end] == s.text`` holds for each, and ``len(s.plain) == len(s.text)``.
    """
    for stretch in _join(text, _stretches(text)):
        yield from _split(text, stretch)


def _stretches(text: str) -> Iterator[_Stretch | None]:
    """Yield the lines that may hold prose, and None for each that cannot."""
    fence = ""
    start = 0
    was_item = False
    for line in text.split("\n"):
        end = start + len(line)
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            yield None
        elif fence or not line.strip() or (_INDENTED.match(line) and not was_item and not _ITEM.match(line)):
            yield None
        else:
            item = _ITEM.match(line)
            was_item = item is not None or (was_item and line[:1].isspace())
            head = item.end() if item else len(line) - len(line.lstrip())
            yield None if is_pasted(line) or _BOLD_LINE.match(line[head:]) else _stretch(line, start, item)
        start = end + 1


def _stretch(line: str, start: int, item: re.Match[str] | None) -> _Stretch:
    """Return the stretch of one line, without its bullet or number."""
    head = item.end() if item else len(line) - len(line.lstrip())
    form = Form.PROSE
    if item:
        form = Form.NUMBERED if item[3] else Form.TASK if item[2] and "[ ]" in item[2] else Form.ITEM
    body = line.rstrip()
    return _Stretch(start + head, start + len(body), form, not body.endswith((".", "!", "?", ":", ";")))


def is_pasted(line: str) -> bool:
    """Return whether a line reads as output, markup or data rather than as a sentence."""
    if len(line) > SEARCHED_LINE_CHARACTERS or _NO_PROSE.match(line) or _PROGRESS.search(line):
        return True
    says = _PROGRAM_SAYS.match(line)
    if says and says[0][:-2] not in _SPEECH_HEADS:
        return True
    if len(line) < _SHORTEST_JUDGED:
        return False
    letters = sum(map(str.isalpha, line)) + line.count(" ")
    return letters < _LETTER_SHARE * len(line)


def _join(text: str, stretches: Iterator[_Stretch | None]) -> Iterator[_Stretch]:
    """Yield stretches with wrapped lines joined to one."""
    held: _Stretch | None = None
    for stretch in stretches:
        if held and stretch and _goes_on(text, held, stretch):
            held = _Stretch(held.start, stretch.end, held.form, stretch.open)
            continue
        if held:
            yield held
        held = stretch
    if held:
        yield held


def _goes_on(text: str, held: _Stretch, stretch: _Stretch) -> bool:
    """Return whether a line continues the one before it."""
    if stretch.form is not Form.PROSE or not held.open:
        return False
    last_line = held.end - max(held.start, text.rfind("\n", held.start, held.end) + 1)
    return text[stretch.start].islower() or last_line >= _WRAPPED


def _split(text: str, stretch: _Stretch) -> Iterator[Sentence]:
    """Yield the sentences of one stretch."""
    whole = text[stretch.start : stretch.end]
    plain = blank(whole)
    start = 0
    for mark in _END.finditer(plain):
        if not _is_end(plain, mark):
            continue
        yield from _sentence(whole, plain, (start, mark.end()), stretch)
        start = mark.end()
    yield from _sentence(whole, plain, (start, len(whole)), stretch)


def _is_end(plain: str, mark: re.Match[str]) -> bool:
    """Return whether a mark ends a sentence: no abbreviation, nothing in lower case behind a full stop."""
    if mark[0] == "\n":
        return False
    behind = plain[mark.end() : mark.end() + 8].lstrip()
    if behind[:1].islower() and mark[0][0] in ".…":
        return False
    word = plain[max(0, mark.start() - 12) : mark.start()].rpartition(" ")[2].lstrip("(").lower()
    return not (mark[0] == "." and word in _SHORT)


def _sentence(whole: str, plain: str, bounds: tuple[int, int], stretch: _Stretch) -> Iterator[Sentence]:
    """Yield the sentence within bounds, trimmed, unless no letter is left."""
    piece = whole[bounds[0] : bounds[1]]
    start = bounds[0] + len(piece) - len(piece.lstrip())
    end = bounds[0] + len(piece.rstrip())
    if start < end and any(map(str.isalpha, whole[start:end])):
        yield Sentence(stretch.start + start, stretch.start + end, whole[start:end], plain[start:end], stretch.form)


def blank(text: str) -> str:
    """Return a text of the same length with inline code and quotations blanked out and emphasis as spaces."""
    text = _blank_code(text)
    text = _QUOTED.sub(lambda found: BLANKED * len(found[0]), text)
    return _EMPHASIS.sub(lambda found: " " * len(found[0]), text)


def _blank_code(text: str) -> str:
    """Blank out inline code: a run of backticks up to the next run of the same length."""
    pieces: list[str] = []
    done = 0
    opened: re.Match[str] | None = None
    for run in _BACKTICKS.finditer(text):
        if opened is None:
            opened = run
        elif len(run[0]) == len(opened[0]):
            pieces += [text[done : opened.start()], BLANKED * (run.end() - opened.start())]
            done, opened = run.end(), None
    return "".join([*pieces, text[done:]])
