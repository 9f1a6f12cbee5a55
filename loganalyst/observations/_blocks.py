"""What the readers of tool output share: the fact, the output with its lines, and phrases that stand in one line.

A reader is a module of this package with a ``READER``; it is found by walking the package. Readers take an Output and
yield Facts whose extents are characters of the output's text. They never raise: what does not fit their form is not
theirs, and what is cut off is ``unknown``.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from loganalyst.model.command import Command
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.text.units import read_duration, read_size

UNKNOWN = "unknown"
_BEFORE = 300
_AFTER = 900
"""Characters of a line that a phrase is sought in, around its hint: keeps gigantic lines linear."""
_NAME = re.compile(r"\(\?P<\w+>")
_DIGITS = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,9})?")
_SIZE_LETTERS = {"": 0, "b": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_BARE_SIZE = re.compile(r"([0-9]{1,18}(?:\.[0-9]{1,9})?)([BKMGTPbkmgtp]?)(?:i?B?)")

Figures = tuple[tuple[str, Decimal], ...]
_FigureReaders = tuple[tuple[str, str, Callable[[str], Decimal | None]], ...]
"""Groups of a pattern that are figures, each with the figure's name and what reads it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that an output says, with where it stands there."""

    kind: str
    """One of ``kinds.KINDS``."""
    value: str
    start: int
    """First character in the text of the output, from 0."""
    end: int
    subject: Subject | None = None
    figures: Figures = ()
    """Named numbers in base units: bytes, seconds, counts, shares of 1."""
    quoted: bool = False
    """True where the command prints a file or a stored log line, so that the fact is told, not seen."""


@dataclass(slots=True)
class Row:
    """A line of an output; not frozen, as a session has so many that making them would take three times as long."""

    text: str
    start: int
    """Where it begins in the text of the output, from 0."""

    @property
    def end(self) -> int:
        """Return where it ends, its line break left out."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class Output:
    """What a tool printed, and the command that printed it where that is known."""

    text: str
    command: Command | None = None
    hints: frozenset[str] = frozenset()
    """The hints of all readers' phrases, and the words that readers ask for, that stand in the text."""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Return its lines."""
        rows = []
        start = 0
        for line in self.text.split("\n"):
            rows.append(Row(line, start))
            start += len(line) + 1
        return tuple(rows)

    def has_word(self, *words: str) -> bool:
        """Return whether the command is known and has one of these words."""
        return self.command is not None and any(word in words for word in self.command.words)


@dataclass(frozen=True)
class Phrase:
    """A form of words within one line that states a fact."""

    kind: str
    hint: str
    """A literal that every match holds; without it in the text the pattern is not tried."""
    form: str
    """A regular expression. Its group ``value`` is the value and ``subject`` the subject's name; other groups are
    figures: those whose names begin with ``size_`` are read as sizes, with ``time_`` as durations, else as numbers."""
    word: str = ""
    """The value where the pattern has no such group."""
    subject: str | None = None
    """Kind of the subject."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Return the form compiled, when it is first needed: a session shows few of all phrases."""
        return re.compile(self.form, re.MULTILINE)

    def find(self, output: Output) -> Iterator[Fact]:
        """Yield a fact for each place of an output where the phrase stands."""
        text = output.text
        at = text.find(self.hint)
        while at >= 0:
            start = max(text.rfind("\n", max(0, at - _BEFORE), at) + 1, at - _BEFORE, 0)
            end = text.find("\n", at, at + _AFTER)
            end = min(len(text), at + _AFTER) if end < 0 else end
            for match in self.pattern.finditer(text, start, end):
                yield self._fact(match)
            at = text.find(self.hint, max(end, at + 1))

    def _fact(self, match: re.Match[str]) -> Fact:
        groups = self.pattern.groupindex
        value = match["value"] if "value" in groups else None
        name = match["subject"] if "subject" in groups else None
        return Fact(
            self.kind,
            (value or self.word or UNKNOWN).strip(),
            match.start(),
            match.end(),
            Subject(self.subject, name) if self.subject and name else None,
            _read_figures(match, self._figures) if self._figures else (),
        )

    @cached_property
    def _figures(self) -> _FigureReaders:
        return _figure_readers(self.pattern)


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of one reader, with all their hints."""

    members: tuple[Phrase, ...] = ()
    hints: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reader:
    """A module's offer: whose output it reads, what its lines look like, and how it reads them."""

    read: Callable[[Output], Iterable[Fact]] | None = None
    """Yields what no phrase says."""
    phrases: Phrases = Phrases()
    """The phrases that state its facts; their hints are looked for in one pass for all readers."""
    words: frozenset[str] = frozenset()
    """Literals of which one stands in every output that ``read`` finds anything in; with none here it reads all."""
    asks: frozenset[str] = frozenset()
    """Literals of commands whose outputs ``read`` reads even without its words."""
    programs: frozenset[str] = frozenset()
    traits: frozenset[Trait] = frozenset()
    anywhere: bool = False
    """True where its lines say by themselves what they are, whichever command printed them."""
    lines: re.Pattern[str] | None = None
    """Matches the beginning of lines that such a program prints."""


def phrase(kind: str, hint: str, pattern: str, word: str = "", subject: str | None = None) -> Phrase:
    """Return a Phrase; ``^`` and ``$`` in its pattern stand for the ends of the line."""
    return Phrase(kind, hint, pattern, word, subject)


def phrases(*members: Phrase) -> Phrases:
    """Return phrases that are looked for together."""
    return Phrases(members, frozenset(one.hint for one in members))


def one_of(*beginnings: str | re.Pattern[str]) -> re.Pattern[str]:
    """Return a pattern that matches a line which begins in one of these ways, for ``Reader.lines``; it has no names."""
    forms = (one if isinstance(one, str) else one.pattern for one in beginnings)
    return re.compile("|".join(f"(?:{_NAME.sub('(?:', form)})" for form in forms))


def find_phrases(phrases: Phrases, output: Output) -> Iterator[Fact]:
    """Yield a fact for each place of an output where a phrase stands, phrase by phrase."""
    for one in phrases.members:
        if one.hint in output.hints:
            yield from one.find(output)


def lines_with(piece: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where each line of a text starts and ends that holds a piece, its line break left out."""
    at = text.find(piece)
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield text.rfind("\n", 0, at) + 1, end
        at = text.find(piece, end)


def named_figures(match: re.Match[str]) -> Figures:
    """Return the figures of a match, one for each named group that holds a number; ``_`` becomes ``-``."""
    return _read_figures(match, _figure_readers(match.re))


def _figure_readers(pattern: re.Pattern[str]) -> _FigureReaders:
    return tuple(
        (group, group.removeprefix("size_").removeprefix("time_").replace("_", "-"), _reader_of(group))
        for group in pattern.groupindex
        if group not in {"value", "subject"}
    )


def _read_figures(match: re.Match[str], readers: _FigureReaders) -> Figures:
    texts = ((name, read, match[group]) for group, name, read in readers)
    return tuple((name, figure) for name, read, text in texts if text and (figure := read(text)) is not None)


def number(text: str) -> Decimal | None:
    """Return the number that a word of a table is, thousands separators and a percent sign aside, or None."""
    bare = text.strip().replace(",", "").removesuffix("%")
    return Decimal(bare) if _DIGITS.fullmatch(bare) else None


def size(text: str, unit: int | None) -> Decimal | None:
    """Return the bytes of a table's word, or None; letters count in 1024s, a plain number in ``unit``."""
    match = _BARE_SIZE.fullmatch(text.strip())
    if match is None:
        return None
    if text.strip()[-1:].isdigit():
        return None if unit is None else Decimal(match[1]) * unit
    return Decimal(match[1]) * Decimal(1024 ** _SIZE_LETTERS[match[2].lower()])


def figures(**numbers: Decimal | None) -> Figures:
    """Return the figures that are known, ``_`` in names becoming ``-``."""
    return tuple((name.replace("_", "-"), found) for name, found in numbers.items() if found is not None)


def _reader_of(group: str) -> Callable[[str], Decimal | None]:
    if group.startswith("size_"):
        return read_size
    return read_duration if group.startswith("time_") else number
