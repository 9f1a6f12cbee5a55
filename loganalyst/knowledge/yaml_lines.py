"""YAML that remembers on which line each key and value stands."""

from collections.abc import Mapping
from dataclasses import dataclass

import yaml

from loganalyst.errors import FilePlace, RuleSyntaxError

Key = str | int
Path = tuple[Key, ...]
"""The way to a node: keys of mappings and positions in lists, from the top."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file as plain values, with the 1-based line of every key and list item."""

    path: str
    data: object
    lines: Mapping[Path, int]

    def place(self, path: Path) -> FilePlace:
        """Return where a node stands; for a node that is not there, where the nearest one above it does."""
        while path and path not in self.lines:
            path = path[:-1]
        return FilePlace(self.path, self.lines.get(path, 1))


def read_yaml(data: bytes, path: str) -> Document:
    """Return the one document in `data`; `path` is what errors call it.

    Raise RuleSyntaxError for what is no YAML, for a key that stands twice, and for bytes that are no UTF-8.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RuleSyntaxError("the file is not UTF-8", place=FilePlace(path, line)) from error
    loader = _LOADER(text)
    try:
        node = loader.get_single_node()
        lines: dict[Path, int] = {}
        _walk(node, (), lines, path)
        value = loader.construct_document(node) if node is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = FilePlace(path, mark.line + 1, mark.column + 1) if mark else FilePlace(path)
        raise RuleSyntaxError(f"no valid YAML: {error.problem or error.context}", place=place) from error
    except yaml.YAMLError as error:
        raise RuleSyntaxError(f"no valid YAML: {error}", place=FilePlace(path)) from error
    finally:
        loader.dispose()
    return Document(path, value, lines)


def _walk(node: yaml.Node | None, way: Path, lines: dict[Path, int], path: str) -> None:
    """Note the line of a node and of all below it."""
    if node is None:
        return
    lines.setdefault(way, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            _walk(item, (*way, number), lines, path)
    elif isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            name = str(key.value)
            if name in seen:
                raise RuleSyntaxError(
                    f"the key '{name}' stands twice", place=FilePlace(path, key.start_mark.line + 1)
                )
            seen.add(name)
            lines[*way, name] = key.start_mark.line + 1
            _walk(value, (*way, name), lines, path)
