"""A setting is set to one value, to another, and to the first again, with nothing else changed and no reason given."""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import Command
from loganalyst.model.event import Call, Events, Place
from loganalyst.model.finding import Capture, Related
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

RULE = "flip-flop"
_ON_PURPOSE = re.compile(
    r"\b(?:back|revert\w*|restor\w+|undo\w*|roll\w*|bisect\w*|original|again|compar\w+|baseline|toggle\w*|switch\w*)\b",
    re.IGNORECASE,
)
"""Words by which the way back is announced."""
_PINNED = re.compile(
    r"(?P<name>[A-Za-z0-9][\w.-]{0,80}(?:\[[\w,.-]{1,80}\])?)(?:==|@)(?P<value>[\w.+!-]{1,60})\Z", re.ASCII
)
_SHOWN = 60
"""Characters of a value that a sentence quotes."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """One time that something was set."""

    key: tuple[str, ...]
    name: str
    value: str
    place: Place
    span: Span
    call: int


def find(context: Context) -> Iterator[Hit]:
    """Yield the settings that take up a value again which another one had replaced.

    A word of the user, a further change between, or words that announce the way back make it no flip-flop.
    """
    events = context.events
    settings = list(_settings(events))
    orders = [setting.place.order for setting in settings]
    users = [event.place.order for event in events.messages if event.place.role is Role.USER and not event.by_program]
    texts = {event.place.message: event.text for event in events.messages}
    held: dict[tuple[str, ...], list[_Setting]] = {}
    for setting in settings:
        row = held.setdefault(setting.key, [])
        if row and row[-1].value == setting.value:
            row[-1] = setting
            continue
        row.append(setting)
        if len(row) < len("ABA") or row[-3].value != setting.value:
            continue
        between = bisect_left(orders, setting.place.order) - bisect_right(orders, row[-2].place.order)
        spoken = bisect_left(users, setting.place.order) - bisect_right(users, row[-2].place.order)
        if not between and not spoken and not _ON_PURPOSE.search(texts.get(setting.place.message, "")):
            yield _hit(row[-3], row[-2], setting)


def _settings(events: Events) -> Iterator[_Setting]:
    """Yield what a session sets, in order: versions that it installs, variables before a program, words in files."""
    for call in events.calls:
        if call.changes_file:
            yield from _edit(call)
        for event in (events.commands[seq] for seq in call.commands):
            for kind, name, value in _of_command(event.command):
                key = (kind, event.command.host or "", event.command.container or "", event.command.program, name)
                yield _Setting(key, name, value, event.place, event.span, call.seq)


def _of_command(plain: Command) -> Iterator[tuple[str, str, str]]:
    if Trait.INSTALLS_PACKAGES in plain.traits:
        for operand in plain.operands:
            if (match := _PINNED.match(operand.value)) is not None:
                yield "version", match["name"].casefold(), match["value"]
    if plain.program not in {"", "export"}:
        yield from (("variable", name, value) for name, value in plain.assignments if value)


def _edit(call: Call) -> Iterator[_Setting]:
    """Yield what an edit puts in the place of a piece of a file; the two pieces together name the setting."""
    try:
        given = json.loads(call.text)
    except ValueError:
        return
    if not isinstance(given, dict):
        return
    old, new = given.get("old_string"), given.get("new_string")
    if isinstance(old, str) and isinstance(new, str) and old and new and call.path:
        key = ("piece", call.path, *sorted((old, new)))
        yield _Setting(key, call.path.rpartition("/")[2], new, call.place, call.span, call.seq)


def _hit(first: _Setting, other: _Setting, again: _Setting) -> Hit:
    related = (
        Related(first.span, first.place.message, first.place.location, "where it was set so first"),
        Related(other.span, other.place.message, other.place.location, "where it was set otherwise"),
    )
    captures = (
        Capture("name", again.name),
        Capture("value", _short(again.value)),
        Capture("other", _short(other.value)),
    )
    return Hit(again.place, again.span, related, captures)


def _short(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
