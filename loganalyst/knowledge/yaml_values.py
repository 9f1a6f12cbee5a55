"""The values of a YAML text, read straight from the parser's events.

Numbers, ``true``/``false`` and ``null`` are read as in YAML 1.2 (``on`` and ``yes`` are words); keys are always text.
"""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

import yaml
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from loganalyst.errors import FilePlace, RuleSyntaxError

if TYPE_CHECKING:
    from yaml._yaml import Mark as CMark
    from yaml.error import Mark

YamlValue = str | int | float | bool | None | list["YamlValue"] | dict[str, "YamlValue"]

_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,18}|[0-9]{0,18}\.[0-9]{1,18})")


def read_value(text: str, path: str) -> YamlValue:
    """Return the value of a text's one document, None where there is none; ``path`` is what errors call the text.

    Raise RuleSyntaxError for what is no YAML, for a key that stands twice and for an anchor that contains itself.
    """
    try:
        return _Builder(text, path).document()
    except yaml.YAMLError as error:
        place = _place(path, getattr(error, "problem_mark", None))
        raise RuleSyntaxError(f"no YAML: {getattr(error, 'problem', None) or error}", place=place) from error
    except RecursionError as error:
        raise RuleSyntaxError("no YAML: nested too deeply", place=FilePlace(path)) from error


class _Builder:
    """Makes a value out of what the parser meets, one after the other; a tree of nodes would cost as much again."""

    def __init__(self, text: str, path: str) -> None:
        self._path = path
        self._next = cast("Callable[[], NodeEvent]", yaml.CBaseLoader(text).get_event)
        self._anchored: dict[str, YamlValue] = {}
        self._open: set[str | None] = set()

    def document(self) -> YamlValue:
        """Return the value of the one document, None where there is none."""
        self._next()  # the stream begins
        if isinstance(self._next(), StreamEndEvent):
            return None
        value = self._value(self._next())
        self._next()  # the document ends
        after = self._next()
        if not isinstance(after, StreamEndEvent):
            raise self._fault("no YAML: but found another document", after)
        return value

    def _value(self, event: NodeEvent) -> YamlValue:
        if isinstance(event, ScalarEvent):
            value = event.value if event.style else _read_plain(event.value)
        elif isinstance(event, AliasEvent):
            return self._same_as(event)
        else:
            self._open.add(event.anchor)
            value = self._items() if isinstance(event, SequenceStartEvent) else self._pairs()
            self._open.discard(event.anchor)
        if event.anchor:
            self._anchored[event.anchor] = value
        return value

    def _same_as(self, alias: NodeEvent) -> YamlValue:
        if alias.anchor in self._open:
            raise self._fault("an anchor contains itself", alias)
        if alias.anchor not in self._anchored:
            raise self._fault("no YAML: found undefined alias", alias)
        return self._anchored[alias.anchor]

    def _items(self) -> list[YamlValue]:
        items = []
        while not isinstance(event := self._next(), SequenceEndEvent):
            items.append(self._value(event))
        return items

    def _pairs(self) -> dict[str, YamlValue]:
        pairs: dict[str, YamlValue] = {}
        while not isinstance(key := self._next(), MappingEndEvent):
            if not isinstance(key, ScalarEvent):
                raise self._fault("a key is not a word", key)
            if key.value in pairs:
                raise self._fault(f"the key {key.value!r} stands twice", key)
            pairs[key.value] = self._value(self._next())
        return pairs

    def _fault(self, words: str, event: NodeEvent) -> RuleSyntaxError:
        return RuleSyntaxError(words, place=_place(self._path, event.start_mark))


def _read_plain(text: str) -> YamlValue:
    """Return what a scalar without quotes means."""
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return text


def _place(path: str, mark: "Mark | CMark | None") -> FilePlace:
    return FilePlace(path) if mark is None else FilePlace(path, mark.line + 1, mark.column + 1)
