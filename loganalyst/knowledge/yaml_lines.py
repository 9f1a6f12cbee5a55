"""YAML with the line of every key and value, so that a fault in a file can be pointed at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import yaml

from loganalyst.errors import FilePlace, RuleSyntaxError
from loganalyst.knowledge.yaml_values import YamlValue, read_value

Path = tuple[str | int, ...]


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
        node = yaml.compose(self.text, Loader=yaml.CBaseLoader)  # sound, as its data was read from it
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


def read_yaml(source: str | bytes, path: str) -> YamlDocument:
    """Return the one document of a text or of its bytes; `path` is what errors call it.

    Raise RuleSyntaxError for what is no YAML, for a key that stands twice, and for bytes that are no UTF-8.
    """
    text = source if isinstance(source, str) else _decode(source, path)
    return YamlDocument(path, read_value(text, path), text)


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
