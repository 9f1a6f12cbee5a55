"""Durations, sizes and numbers as people and programs write them.

Everything takes text and gives exact decimals with the characters they were read from. Durations come out in seconds,
sizes in bytes. A bare letter (``4K``, ``62G``) and ``Ki``, ``Mi`` … count in 1024s, as ``df -h``, ``ls -h`` and
``free -h`` print them; ``kB``, ``MB``, ``GB`` count in 1000s. (``/proc/meminfo`` writes ``kB`` and means 1024, which
its own reader knows.)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number read from a text, in base units, with its place there."""

    number: Decimal
    unit: str
    """``s`` for durations, ``B`` for sizes, ``1`` for plain numbers."""
    start: int
    """First character, from 0."""
    end: int
    quote: str


_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,18})(?:\.[0-9]{1,18})?"
_FREE = r"(?<![\w.,])"
"""What may not stand before a number: a digit or letter of a longer word."""

_SECONDS = {
    "ns": Decimal("1e-9"),
    "us": Decimal("1e-6"),
    "ms": Decimal("1e-3"),
    "s": Decimal(1),
    "m": Decimal(60),
    "h": Decimal(3600),
    "d": Decimal(86400),
}
_DURATION_WORDS = {
    "ns": "ns|nanosecond|nanoseconds",
    "us": "us|µs|μs|microsecond|microseconds",
    "ms": "ms|msec|msecs|millis|millisecond|milliseconds",
    "s": "s|sec|secs|second|seconds",
    "m": "m|min|mins|minute|minutes",
    "h": "h|hr|hrs|hour|hours",
    "d": "d|day|days",
}
_DURATION_UNIT = {word: unit for unit, words in _DURATION_WORDS.items() for word in words.split("|")}
# Longest first, so that "minutes" is not read as "m"; a lone m, h or d stands directly behind its number.
_SPACED = "|".join(sorted(_DURATION_UNIT.keys() - {"m", "h", "d"}, key=lambda word: (-len(word), word)))
_PIECE = rf"({_NUMBER})(?:[ -]?({_SPACED})(?![A-Za-zµμ_])|([mhd])(?![A-Za-zµμ_]))"
_DURATION = re.compile(_FREE + _PIECE)
_FURTHER = re.compile(r"(?:,? (?:and )?)?" + _PIECE)

_SIZE_POWER = {letter: power for power, letter in enumerate("kmgtpe", start=1)}
_SIZE = re.compile(
    rf"{_FREE}({_NUMBER})(?: ?([kKMGTPE])(i?)(B|b?ytes)|([kKMGTPE])(i?)|(?: ?(Ki|Mi|Gi|Ti|Pi|Ei))| ?(B|bytes?))(?![\w])"
)
_PLAIN = re.compile(rf"{_FREE}[-+]?{_NUMBER}(?:[eE][-+]?[0-9]{{1,3}})?(?!\w)")


def find_durations(text: str) -> tuple[Quantity, ...]:
    """Return every duration written in a text, in seconds; ``2m 0.0s`` is one."""
    found = []
    place = 0
    while head := _DURATION.search(text, place):
        total, smallest, place = _read_piece(head)
        while (more := _FURTHER.match(text, place)) and _read_piece(more)[1] < smallest:
            amount, smallest, place = _read_piece(more)
            total += amount
        if not text[place : place + 1].isdigit():
            found.append(Quantity(_shortest(total), "s", head.start(), place, text[head.start() : place]))
    return tuple(found)


def find_sizes(text: str) -> tuple[Quantity, ...]:
    """Return every size written in a text, in bytes."""
    return tuple(_sizes(text))


def find_numbers(text: str) -> tuple[Quantity, ...]:
    """Return every number that stands by itself, signs and thousands separators included."""
    return tuple(
        Quantity(_decimal(match[0]), "1", match.start(), match.end(), match[0]) for match in _PLAIN.finditer(text)
    )


def read_duration(text: str) -> Decimal | None:
    """Return the seconds of a text that is one duration and nothing else, or None."""
    return _only(text, find_durations(text))


def read_size(text: str) -> Decimal | None:
    """Return the bytes of a text that is one size and nothing else, or None."""
    return _only(text, find_sizes(text))


def read_number(text: str) -> Decimal | None:
    """Return the number that a text is, or None."""
    return _only(text, find_numbers(text))


def _read_piece(match: re.Match[str]) -> tuple[Decimal, Decimal, int]:
    """Return the seconds of one number with its unit, the unit's own seconds, and where it ends."""
    unit = _SECONDS[_DURATION_UNIT[match[2] or match[3]]]
    return _decimal(match[1]) * unit, unit, match.end()


def _sizes(text: str) -> Iterator[Quantity]:
    for match in _SIZE.finditer(text):
        number, prefix, binary, _bytes, bare, _i, pair, _plain = match.groups()
        letter = prefix or bare or (pair or "")[:1]
        base = 1000 if prefix and not binary else 1024
        factor = base ** _SIZE_POWER[letter.lower()] if letter else 1
        yield Quantity(_shortest(_decimal(number) * factor), "B", match.start(), match.end(), match[0])


def _decimal(digits: str) -> Decimal:
    return Decimal(digits.replace(",", ""))


def _shortest(number: Decimal) -> Decimal:
    """Return the same number without zeros that only came from a factor, so that 600000 ms is 600 and not 600.000."""
    whole = number.to_integral_value()
    return whole if whole == number else number.normalize()


def _only(text: str, found: tuple[Quantity, ...]) -> Decimal | None:
    whole = text.strip()
    return found[0].number if len(found) == 1 and found[0].quote == whole else None
