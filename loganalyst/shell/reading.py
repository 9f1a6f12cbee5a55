"""What the vocabulary says of one command, once its words are read: role, traits, limits, blind spots, subjects."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from loganalyst.knowledge.program import BlindRule, Program
from loganalyst.knowledge.program_form import ValueKind
from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.command import Blind, CommandLimit, CommandRole, LimitKind, Operand, Option, StatusMeaning
from loganalyst.model.trait import Trait
from loganalyst.shell.options import WordsRead, read_words
from loganalyst.text.units import read_duration

_PLAIN_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?")
_FACTORS = {ValueKind.MINUTES: Decimal(60), ValueKind.MILLISECONDS: Decimal("0.001")}
_BUSY_NAMES = frozenset(
    {".", "shm", "run", "tmp", "temp", "log", "logs", "build", "cache", ".cache", "target", "dist", "out"}
)
_PATHS = frozenset({ValueKind.PATH, ValueKind.REMOTE_PATH})


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A command as far as its own words tell."""

    name: str
    """Base name of the program."""
    program: Program | None
    subcommand: str | None = None
    options: tuple[Option, ...] = ()
    operands: tuple[Operand, ...] = ()
    assignments: tuple[tuple[str, str], ...] = ()
    role: CommandRole | None = None
    traits: frozenset[Trait] = frozenset()
    limits: tuple[CommandLimit, ...] = ()
    blind: tuple[Blind, ...] = ()
    silence: str | None = None
    statuses: tuple[StatusMeaning, ...] = ()
    subjects: tuple[tuple[str, str, ValueKind | None], ...] = ()
    """Kind, value as given and what the value is."""
    inner: tuple[int, int] | None = None
    """First and last + 1 of the words of what it runs."""
    inner_text: str | None = None
    """What it runs, where that is a part of a word."""
    detaches: bool = False
    reads_files: bool = False
    """Some operand is a path, so that a filter does not read its standard input."""

    @property
    def wraps(self) -> bool:
        """Say whether what it runs is among its words."""
        return self.inner is not None or self.inner_text is not None

    def value(self, name: str) -> str | None:
        """Return the first value given under a name, of options first, or None."""
        for option in self.options:
            if option.name == name and option.value is not None:
                return option.value
        return next((operand.value for operand in self.operands if operand.name == name), None)


def base_name(word: str) -> str:
    """Return the name of a program without its directory, or without the backslash that passes over an alias."""
    return word.rpartition("/")[2] or word if "/" in word and "$(" not in word else word.lstrip("\\") or word


@lru_cache(maxsize=8192)
def read_command(words: tuple[str, ...], vocabulary: Vocabulary) -> Reading:
    """Return what the vocabulary says of a command with these words, the first of which is its program."""
    name = base_name(words[0])
    program = vocabulary.find(name)
    if program is None:
        options = tuple(_unknown_option(word) for word in words[1:] if word[:1] == "-" and len(word) > 1)
        operands = tuple(Operand("operand", word) for word in words[1:] if word[:1] != "-" or len(word) == 1)
        return Reading(name, None, options=options, operands=operands)
    read = read_words(words, program)
    program = read.program
    given: dict[str, list[str]] = {}
    for option in read.options:
        given.setdefault(option.name, []).append(option.value or "")
    for operand in read.operands:
        given.setdefault(operand.name, []).append(operand.value)
    inner, inner_text = _find_inner(read, given)
    wrapper = program.wrapper
    traits = _traits(program, read, given)
    subjects = tuple(_subjects(program, read, given))
    blind = [Blind(rule.to, rule.fact) for rule in program.blind if _blinds(rule, given)]
    return Reading(
        name,
        program,
        subcommand=read.subcommand,
        options=tuple(read.options),
        operands=tuple(read.operands),
        assignments=tuple(read.assignments),
        role=_role(program, given, traits, wraps=inner is not None or inner_text is not None),
        traits=traits,
        limits=tuple(_limits(words, read)),
        blind=(*blind, *_misplaced(subjects, given, vocabulary)),
        silence=next((rule.reads for rule in program.silence if rule.condition.holds(given)), None),
        statuses=tuple(
            StatusMeaning(int(rule.status), rule.means)
            for rule in program.status
            if rule.means and rule.status.isdecimal()
        ),
        subjects=subjects,
        inner=inner,
        inner_text=inner_text,
        detaches=wrapper is not None and wrapper.detaches is not None and wrapper.detaches.holds(given),
        reads_files=any(rule is not None and rule.value in _PATHS for rule in read.operand_rules),
    )


def read_seconds(value: str, kind: ValueKind | None = None) -> Decimal | None:
    """Return the seconds that a value means; a bare number counts in the unit of its kind, by default seconds."""
    if _PLAIN_NUMBER.fullmatch(value):
        return Decimal(value) * _FACTORS.get(kind or ValueKind.SECONDS, Decimal(1))
    return read_duration(value)


def _unknown_option(word: str) -> Option:
    flag, equals, value = word.partition("=")
    return Option("?", flag, value if equals else None)


def _find_inner(read: WordsRead, given: dict[str, list[str]]) -> tuple[tuple[int, int] | None, str | None]:
    wrapper = read.program.wrapper
    if wrapper is None or not wrapper.condition.holds(given):
        return None, None
    for option, words in zip(read.options, read.option_words, strict=True):
        if option.name == wrapper.command and option.value is not None:
            return (words, None) if words[0] < words[1] else (None, option.value)
    if read.rest is not None:
        last = read.rest + sum(1 for operand in read.operands if operand.name == wrapper.command)
        return (read.rest, last), None
    for (number, _), operand in zip(read.loose, read.operands, strict=False):
        if operand.name == wrapper.command:
            return (number, number + 1), None
    return None, None


def _role(
    program: Program, given: dict[str, list[str]], traits: frozenset[Trait], *, wraps: bool
) -> CommandRole | None:
    if wraps and program.wrapper is not None and not program.wrapper.keeps_role:
        return CommandRole.WRAPPER
    if Trait.SHOWS_VERSION in traits:
        return CommandRole.PROBE
    found = None
    for role, condition in program.roles:
        if condition.holds(given):
            found = role
    return found


def _traits(program: Program, read: WordsRead, given: dict[str, list[str]]) -> frozenset[Trait]:
    more = [trait for trait, condition in program.conditional_traits if condition.holds(given)]
    for option, rule in zip(read.options, read.rules, strict=True):
        if rule is not None:
            more += rule.traits
            key = rule.keys.get(_key_of(option.value)) if rule.keys and option.value else None
            if key is not None:
                more += key.traits
    return program.traits.union(more) if more else program.traits


def _key_of(value: str) -> str:
    return re.split("[= ]", value, maxsplit=1)[0].lower()


def _limits(words: tuple[str, ...], read: WordsRead) -> Iterator[CommandLimit]:
    for option, rule in zip(read.options, read.rules, strict=True):
        if rule is None or option.value is None:
            continue
        key = rule.keys.get(_key_of(option.value)) if rule.keys else None
        if key is not None and key.limit is not None:
            yield from _limit(key.limit, option.value[len(_key_of(option.value)) + 1 :], None, option.value)
        elif rule.limit is not None:
            joint = "=" if option.flag.startswith("--") and option.flag not in words else " "
            text = option.flag + option.value if option.flag.endswith("=") else f"{option.flag}{joint}{option.value}"
            yield from _limit(rule.limit, option.value, rule.value, text)
    for operand, operand_rule in zip(read.operands, read.operand_rules, strict=True):
        if operand_rule is not None and operand_rule.limit is not None:
            text = f"{base_name(words[0])} {operand.value}"
            yield from _limit(operand_rule.limit, operand.value, operand_rule.value, text)


def _limit(kind: LimitKind, value: str, unit: ValueKind | None, text: str) -> Iterator[CommandLimit]:
    seconds = read_seconds(value, unit)
    if seconds is not None:
        yield CommandLimit(kind, seconds, text)


def _blinds(rule: BlindRule, given: dict[str, list[str]]) -> bool:
    if not rule.condition.holds(given):
        return False
    if not rule.busy_directory:
        return True
    values = [value for name in rule.condition.has for value in given.get(name, ())]
    return any(_is_busy(value.rstrip("/") or "/") for value in values)


def _misplaced(
    subjects: tuple[tuple[str, str, ValueKind | None], ...], given: dict[str, list[str]], vocabulary: Vocabulary
) -> Iterator[Blind]:
    """Yield what is looked for where its program does not put it; `find` names its place in two words."""
    names = [f"/{name}" for name in given.get("name", ())] or [""]
    for path in (path.rstrip("/") for kind, path, _ in subjects if kind == "path"):
        places = dict.fromkeys(place for name in names if (place := vocabulary.misplaced(path + name)) is not None)
        yield from (Blind(place.thing, place.fact, place.where) for place in places)


def _is_busy(path: str) -> bool:
    """Say whether files are made in a directory of this name all the time."""
    return path.rpartition("/")[2] in _BUSY_NAMES


def _subjects(
    program: Program, read: WordsRead, given: dict[str, list[str]]
) -> Iterator[tuple[str, str, ValueKind | None]]:
    kinds: dict[str, ValueKind | None] = {
        option.name: rule.value for option, rule in zip(read.options, read.rules, strict=True) if rule is not None
    }
    kinds |= {rule.name: rule.value for rule in program.operands}
    for kind, name in program.subjects:
        values = given.get(name)
        if values is None:
            values = [rule.default for rule in program.operands if rule.name == name and rule.default is not None]
        yield from ((kind, value, kinds.get(name)) for value in values if value)
