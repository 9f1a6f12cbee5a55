"""Words of a command line: quotes removed, expansions kept as written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tree_sitter import Node

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_QUOTED_ESCAPE = re.compile(r"\\([\"\\$`\n])")
_ANSI_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_ANSI = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v", "0": "\0"}
_NO_NAME = re.compile(r"[^A-Za-z0-9_]")
SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})
EXPANSIONS = frozenset({"simple_expansion", "expansion", "arithmetic_expansion"})
_NO_EXPANSION = frozenset({"word", "number", "raw_string", "ansi_c_string"})


@dataclass(slots=True)
class Words:
    """Words in order, with their places in the line's text."""

    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    opaque: dict[int, str] = field(default_factory=dict)
    """Words with command substitutions, by number, with those replaced by expansions of the same length: they are run
    by the shell that reads the line, not by one that is given the word."""
    substitutions: list[Node] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)

    def add(self, node: Node, text: str) -> None:
        """Add the word that a node is in the line's text."""
        start, end = node.start_byte, node.end_byte
        cooked, opaque = _cook(node, text, self.substitutions)
        if opaque is not cooked:
            self.opaque[len(self.texts)] = opaque
        self.texts.append(cooked)
        self.starts.append(start)
        self.ends.append(end)
        self.nodes.append(node)

    def sort(self) -> None:
        """Put the words into the order of the text."""
        order = sorted(range(len(self.starts)), key=self.starts.__getitem__)
        self.opaque = {new: self.opaque[old] for new, old in enumerate(order) if old in self.opaque}
        self.texts = [self.texts[number] for number in order]
        self.starts = [self.starts[number] for number in order]
        self.ends = [self.ends[number] for number in order]
        self.nodes = [self.nodes[number] for number in order]

    def parsed_as(self, number: int) -> str:
        """Return the form of a word that another shell is to parse."""
        return self.opaque.get(number, self.texts[number])


def find_expansions(nodes: Iterable[Node], text: str) -> tuple[str, ...]:
    """Return the outermost expansions in words, as written, in order."""
    found: list[str] = []
    waiting = list(nodes)[::-1]
    while waiting:
        one = waiting.pop()
        if one.type in EXPANSIONS or one.type in SUBSTITUTIONS:
            found.append(text[one.start_byte : one.end_byte].strip())
        else:
            waiting += reversed(one.children)
    return tuple(found)


def cook_word(node: Node, text: str, substitutions: list[Node]) -> str:
    """Return a word without its quotes; command substitutions in it are added to the list."""
    return _cook(node, text, substitutions)[0]


def find_substitutions(node: Node, found: list[Node]) -> None:
    """Add every outermost command substitution under a node to the list."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type in SUBSTITUTIONS:
            found.append(one)
        else:
            waiting += reversed(one.children)


def _cook(node: Node, text: str, substitutions: list[Node]) -> tuple[str, str]:
    """Return a word without quotes, and the same with substitutions made opaque (one object where there are none)."""
    kind = node.type
    raw = text[node.start_byte : node.end_byte]
    if kind in _NO_EXPANSION:
        cooked = _cook_plain(kind, raw)
        return cooked, cooked
    if kind == "concatenation":
        pairs = [_cook(child, text, substitutions) for child in node.children]
        cooked = "".join(first for first, _ in pairs)
        opaque = "".join(second for _, second in pairs)
        return (cooked, cooked) if cooked == opaque else (cooked, opaque)
    if kind in {"string", "translated_string"}:
        return _cook_string(node, text, substitutions)
    found: list[Node] = []
    find_substitutions(node, found)
    if not found:
        return raw, raw
    substitutions += found
    return raw, _make_opaque(raw) if kind in SUBSTITUTIONS else _mask(raw, node.start_byte, found)


def _cook_plain(kind: str, raw: str) -> str:
    if kind == "raw_string":
        return raw[1:-1]
    if "\\" not in raw:
        return raw[2:-1] if kind == "ansi_c_string" else raw
    if kind == "ansi_c_string":
        return _ANSI_ESCAPE.sub(_read_ansi, raw[2:-1])
    return _ESCAPE.sub(lambda match: "" if match[1] == "\n" else match[1], raw)


def _cook_string(node: Node, text: str, substitutions: list[Node]) -> tuple[str, str]:
    first = node.start_byte + (2 if node.type == "translated_string" else 1)
    raw = text[first : node.end_byte - 1]
    found: list[Node] = []
    if "$(" in raw or "`" in raw:
        find_substitutions(node, found)
    if not found:
        cooked = _QUOTED_ESCAPE.sub(_unescape, raw) if "\\" in raw else raw
        return cooked, cooked
    substitutions += found
    masked = _mask(raw, first, found)
    if "\\" not in raw:
        return raw, masked
    extents = [_extent(child, raw, first) for child in found]
    return _unescape_around(raw, raw, extents), _unescape_around(raw, masked, extents)


def _unescape_around(raw: str, kept: str, extents: list[tuple[int, int]]) -> str:
    """Return a string without its escapes, but with what stands at the extents as it is in `kept`."""
    pieces: list[str] = []
    place = 0
    for start, end in extents:
        pieces += (_QUOTED_ESCAPE.sub(_unescape, raw[place:start]), kept[start:end])
        place = end
    return "".join((*pieces, _QUOTED_ESCAPE.sub(_unescape, raw[place:])))


def _extent(child: Node, raw: str, first: int) -> tuple[int, int]:
    """Return the extent of a substitution in a string; the grammar puts blanks before it into it."""
    start, end = max(child.start_byte - first, 0), child.end_byte - first
    return start + len(raw[start:end]) - len(raw[start:end].lstrip()), end


def _mask(raw: str, first: int, found: list[Node]) -> str:
    pieces: list[str] = []
    place = 0
    for child in found:
        start, end = _extent(child, raw, first)
        if start >= place:
            pieces += (raw[place:start], _make_opaque(raw[start:end]))
            place = end
    return "".join((*pieces, raw[place:]))


def _make_opaque(raw: str) -> str:
    """Return an expansion as long as a substitution, which runs nothing."""
    return "_" * len(raw) if len(raw) < len("${_}") else "${" + _NO_NAME.sub("_", raw[2:-1]) + "}"


def _unescape(match: re.Match[str]) -> str:
    return "" if match[1] == "\n" else match[1]


def _read_ansi(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] == "x" and len(code) > 1:
        return chr(int(code[1:], 16))
    if code[0].isdigit() and code.isdigit() and int(code[0]) < len("01234567"):
        return chr(int(code, 8) % 256)
    return _ANSI.get(code, code)
