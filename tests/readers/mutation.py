"""Damaged and odd inputs, made from sound ones by chance that can be repeated."""

import json
from collections.abc import Callable
from random import Random

Mutation = Callable[[bytes, Random], bytes]

_BYTES = (
    b"\0",
    b"\xff",
    b"\n",
    b"\r\n",
    b"\x1b[2J",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b"\\",
    b"\xe2\x80\xa8",
    b"\\ud800",
    b"```",
    b"---\n",
)
_ODD: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1e308,
    2**70,
    "",
    " ",
    "x" * 5000,
    [],
    {},
    [[]],
    [None],
    {"": {}},
    "\x00",
    "💥",
    "1",
    "-0",
    "NaN",
)
_MOST = 5


def mutate(data: bytes, chance: Random) -> bytes:
    """Return an input with a few changes, of its bytes, of its lines, or of values in its JSON."""
    for _ in range(chance.randint(1, _MOST)):
        data = chance.choice(_MUTATIONS)(data, chance)
    return data


def _cut(data: bytes, chance: Random) -> bytes:
    start, end = _stretch(data, chance)
    return data[:start] + data[end:]


def _repeat(data: bytes, chance: Random) -> bytes:
    start, end = _stretch(data, chance)
    return data[:end] + data[start:end] * chance.randint(1, 3) + data[end:]


def _insert(data: bytes, chance: Random) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + chance.choice(_BYTES) * chance.choice((1, 1, 1, 40)) + data[place:]


def _flip(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8) if changed else 0):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _tear(data: bytes, chance: Random) -> bytes:
    return data[: chance.randint(0, len(data))]


def _shuffle(data: bytes, chance: Random) -> bytes:
    lines = data.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def _glue(data: bytes, chance: Random) -> bytes:
    lines = data.split(b"\n")
    place = chance.randrange(len(lines))
    return b"\n".join((*lines[:place], b"".join(lines[place : place + 2]), *lines[place + 2 :]))


def _change_values(data: bytes, chance: Random) -> bytes:
    """Put odd values, or values from elsewhere in it, into a JSON document or into the lines that are one each."""
    try:
        return json.dumps(_changed(json.loads(data), chance)).encode()
    except (ValueError, RecursionError):
        return b"\n".join(_changed_line(line, chance) for line in data.split(b"\n"))


def _changed_line(line: bytes, chance: Random) -> bytes:
    if chance.random() < 1 / 2:
        return line
    try:
        return json.dumps(_changed(json.loads(line), chance)).encode()
    except (ValueError, RecursionError):
        return line


def _changed(value: object, chance: Random) -> object:
    places = list(_places(value))
    if not places:
        return chance.choice(_ODD)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(places)
        other, name = chance.choice(places)
        odd = chance.choice(_ODD) if chance.random() < 2 / 3 else json.loads(json.dumps(other[name]))  # type: ignore[index]  # holders are lists or objects
        holder[key] = odd  # type: ignore[index]  # likewise
    return value


def _places(value: object) -> list[tuple[dict[str, object] | list[object], str | int]]:
    found: list[tuple[dict[str, object] | list[object], str | int]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        if isinstance(holder, dict):
            found += [(holder, key) for key in holder]
            waiting += holder.values()
        elif isinstance(holder, list):
            found += [(holder, number) for number in range(len(holder))]
            waiting += holder
    return found


def _stretch(data: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + chance.choice((1, 8, 64, 512)))


_MUTATIONS: tuple[Mutation, ...] = (
    _cut,
    _repeat,
    _insert,
    _flip,
    _tear,
    _shuffle,
    _glue,
    _change_values,
    _change_values,
    _change_values,
)
