"""YAML with the line of every key and value, so that a fault in a file can be pointed at.

Numbers, ``true``/``false`` and ``null`` are read as in YAML 1.2 (``on`` and ``yes`` are words); keys are always text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import yaml

from loganalyst.errors import FilePlace, RuleSyntaxError

YamlValue = str | int | float | bool | None | list["YamlValue"] | dict[str, "YamlValue"]
Path = tuple[str | int, ...]

_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?[0-9]{0,18}\.[0-9]{1,18}")


@dataclass(frozen=True)
class YamlDocument:
    """One document: its data, and the line of each piece by its path of keys and positions."""

    path: str
    """Name of the file, for messages."""
    data: YamlValue
    text: str = field(repr=False)

    @cached_property
    def lines(self) -> Mapping[Path, int]:
        """Return the line of each piece; only faults ask for them, so that they are worked out when one does."""
        found: dict[Path, int] = {(): 1}
        node = _compose(self.text, self.path)
        if node is not None:
            _note_lines(node, (), found)
        return found

    def place(self, path: Sequence[str | int] = ()) -> FilePlace:
        """Return where a path stands; steps that are not in the document are passed over."""
        known: Path = ()
        for step in path:
            if (*known, step) in self.lines:
                known = (*known, step)
        return FilePlace(self.path, self.lines.get(known, 1))


Document = YamlDocument
"""The shorter name, which the redaction files use."""


@dataclass(slots=True)
class _Builder:
    path: str
    open_nodes: set[int] = field(default_factory=set)

    def build(self, node: yaml.Node) -> YamlValue:
        """Return the value of a node."""
        if isinstance(node, yaml.ScalarNode):
            return _read_scalar(node)
        if id(node) in self.open_nodes:
            raise RuleSyntaxError("an anchor contains itself", place=self._place(node))
        self.open_nodes.add(id(node))
        value: YamlValue
        if isinstance(node, yaml.SequenceNode):
            value = [self.build(item) for item in node.value]
        else:
            value = dict(self._pairs(node))
        self.open_nodes.discard(id(node))
        return value

    def _pairs(self, node: yaml.Node) -> Iterator[tuple[str, YamlValue]]:
        seen = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise RuleSyntaxError("a key is not a word", place=self._place(key))
            if key.value in seen:
                raise RuleSyntaxError(f"the key {key.value!r} stands twice", place=self._place(key))
            seen.add(key.value)
            yield key.value, self.build(value)

    def _place(self, node: yaml.Node) -> FilePlace:
        return FilePlace(self.path, node.start_mark.line + 1, node.start_mark.column + 1)


def read_yaml(source: str | bytes, path: str) -> YamlDocument:
    """Return the one document of a text or of its bytes; `path` is what errors call it.

    Raise RuleSyntaxError for what is no YAML, for a key that stands twice, and for bytes that are no UTF-8.
    """
    text = source if isinstance(source, str) else _decode(source, path)
    node = _compose(text, path)
    return YamlDocument(path, None if node is None else _Builder(path).build(node), text)


def _compose(text: str, path: str) -> yaml.Node | None:
    """Return the tree of a text; kinds of scalars are read here, so that the plainest loader will do."""
    try:
        return yaml.compose(text, Loader=yaml.CBaseLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = FilePlace(path, mark.line + 1, mark.column + 1) if mark else FilePlace(path)
        raise RuleSyntaxError(f"no YAML: {getattr(error, 'problem', None) or error}", place=place) from error
    except RecursionError as error:
        raise RuleSyntaxError("no YAML: nested too deeply", place=FilePlace(path)) from error


def _note_lines(node: yaml.Node, path: Path, lines: dict[Path, int]) -> None:
    """Note the lines of a node and of all that is in it; of a value in a mapping that of its key."""
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            _note_lines(item, (*path, number), lines)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            lines[*path, key.value] = key.start_mark.line + 1
            _note_lines(value, (*path, key.value), lines)


def _decode(data: bytes, path: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RuleSyntaxError("the file is not UTF-8", place=FilePlace(path, line)) from error


def _read_scalar(node: yaml.ScalarNode) -> YamlValue:
    text: str = node.value
    if node.style:  # quoted, or a block
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
