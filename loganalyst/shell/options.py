"""Read the words of one command by the vocabulary: subcommand, options by canonical name, operands, settings."""

import re
from dataclasses import dataclass, field

from loganalyst.knowledge.program import OperandRule, OptionRule, Program
from loganalyst.model.command import Operand, Option

_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\+?=(.*)", re.DOTALL)
_SIGNAL = re.compile(
    r"-(?:[0-9]{1,2}|(?:SIG)?(?:HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR1|SEGV|USR2|PIPE|ALRM|TERM|CHLD|CONT|STOP"
    r"|TSTP|TTIN|TTOU|URG|WINCH|POLL|SYS))"
)
_NUMBER = re.compile(r"-[0-9]+")
_UNKNOWN = "?"


@dataclass(slots=True)
class WordsRead:
    """What the words of a command are."""

    program: Program
    """That of the subcommand where one is known."""
    subcommand: str | None = None
    begun: list[str] = field(default_factory=list)
    """Words that begin a longer subcommand."""
    options: list[Option] = field(default_factory=list)
    rules: list[OptionRule | None] = field(default_factory=list)
    """The rule of each option."""
    option_words: list[tuple[int, int]] = field(default_factory=list)
    """First and last + 1 of the words that an option's value takes, as numbers; equal where it takes none."""
    loose: list[tuple[int, str]] = field(default_factory=list)
    """Operands in order, with their numbers."""
    operands: list[Operand] = field(default_factory=list)
    operand_rules: list[OperandRule | None] = field(default_factory=list)
    assignments: list[tuple[str, str]] = field(default_factory=list)
    rest: int | None = None
    """Number of the first word that belongs to what the command runs."""


def read_words(words: tuple[str, ...], program: Program) -> WordsRead:
    """Return what the words after the first are."""
    read = WordsRead(program)
    number, ended = 1, False
    while number < len(words):
        word = words[number]
        if not ended and word == "--":
            ended = True
            number += 1
            if read.program.rest_at is not None and len(read.loose) >= read.program.rest_at:
                read.rest = number
                break
            continue
        if not ended and _is_option(word, read):
            number = _take_option(words, number, read)
            rule = read.rules[-1]
            ended = rule is not None and rule.ends
            continue
        if read.program.rest_at is not None and len(read.loose) >= read.program.rest_at and not _sets(word, read):
            read.rest = number + (word == "--")
            break
        number = _take_operand(words, number, read)
        ended = ended or (not read.program.permute and bool(read.loose))
    if read.begun and read.subcommand is None:
        read.subcommand = " ".join(read.begun)
    _name_operands(words, read)
    return read


def _is_option(word: str, read: WordsRead) -> bool:
    program = read.program
    if word[:1] == "-" and len(word) > 1:
        return not program.literal or all("-" + letter in program.flags for letter in word[1:])
    if word in program.flags and not (len(word) == 1 and read.loose):
        return True
    if program.prefixes and any(word.startswith(flag) for flag, _ in program.prefixes):
        return True
    return bool(word and program.letters) and not read.loose and all(letter in program.letters for letter in word)


def _take_option(words: tuple[str, ...], number: int, read: WordsRead) -> int:
    """Read the option at a word and return the number of the next word."""
    word, program = words[number], read.program
    rule = program.flags.get(word)
    if rule is not None:
        return _take_value(words, number, word, rule, read)
    for flag, prefixed in program.prefixes:
        if word.startswith(flag):
            _add(read, prefixed, flag, word[len(flag) :])
            return number + 1
    if program.signal is not None and _SIGNAL.fullmatch(word):
        _add(read, program.signal, word, word[1:])
    elif program.number is not None and _NUMBER.fullmatch(word):
        _add(read, program.number, word, word[1:])
    elif word.startswith("--"):
        flag, equals, value = word.partition("=")
        _add(read, program.flags.get(flag), flag, value if equals else None)
    else:
        return _take_bundle(words, number, read)
    return number + 1


def _take_bundle(words: tuple[str, ...], number: int, read: WordsRead) -> int:
    """Read a word such as ``-tlnp``, ``aux`` or ``-p634``, letter by letter."""
    word, flags = words[number], read.program.flags
    dash = "" if word[0] not in "-+" else word[0]
    letters = word[len(dash) :]
    if dash + letters[0] not in flags:
        flag, equals, value = word.partition("=")
        _add(read, flags.get(flag), flag, value if equals else None)
        return number + 1
    for place, letter in enumerate(letters):
        flag = dash + letter
        rule = flags.get(flag)
        behind = letters[place + 1 :]
        if rule is not None and rule.value is not None and behind:
            if rule.optional != "number" or behind.isdigit():
                _add(read, rule, flag, behind.removeprefix("=") if rule.optional is None else behind)
                return number + 1
        elif rule is not None and rule.value is not None:
            return _take_value(words, number, flag, rule, read)
        _add(read, rule, flag, None)
    return number + 1


def _take_value(words: tuple[str, ...], number: int, flag: str, rule: OptionRule, read: WordsRead) -> int:
    """Read an option that stands by itself, with its value in the words behind it."""
    following = number + 1
    if rule.until:
        end = following
        while end < len(words) and words[end] not in rule.until:
            end += 1
        _add(read, rule, flag, " ".join(words[following:end]), (following, end))
        return end + 1
    if rule.value == "signal" and rule is read.program.signal and _SIGNAL.fullmatch(flag):
        _add(read, rule, flag, flag[1:])
        return following
    wanted = rule.value is not None and rule.optional != "attached" and following < len(words)
    if wanted and rule.optional == "number":
        wanted = words[following].isdigit()
    if not wanted:
        _add(read, rule, flag, None)
        return following
    _add(read, rule, flag, words[following], (following, following + 1))
    return following + 1


def _add(
    read: WordsRead, rule: OptionRule | None, flag: str, value: str | None, taken: tuple[int, int] = (0, 0)
) -> None:
    if rule is not None and value is not None and rule.prefix:
        value = value.removeprefix(rule.prefix)
    read.options.append(Option(_UNKNOWN if rule is None else rule.name, flag, value))
    read.rules.append(rule)
    read.option_words.append(taken)


def _sets(word: str, read: WordsRead) -> bool:
    return read.program.assigns and _ASSIGNMENT.fullmatch(word) is not None


def _take_operand(words: tuple[str, ...], number: int, read: WordsRead) -> int:
    word, program = words[number], read.program
    if program.subcommands and read.subcommand is None:
        return _take_subcommand(words, number, read)
    match = _ASSIGNMENT.fullmatch(word) if program.assigns else None
    if match is not None:
        read.assignments.append((match[1], match[2]))
    else:
        read.loose.append((number, word))
    return number + 1


def _take_subcommand(words: tuple[str, ...], number: int, read: WordsRead) -> int:
    """Read a subcommand of one or more words; options may stand between them, as in ``docker compose -f a up``."""
    known = read.program.subcommands
    for length in range(read.program.subcommand_words, 0, -1):
        name = " ".join((*read.begun, *words[number : number + length]))
        if name in known:
            read.subcommand, read.program = name, known[name]
            return number + length
    begun = " ".join((*read.begun, words[number]))
    if any(name.startswith(begun + " ") for name in known):
        read.begun.append(words[number])
    else:
        read.subcommand = begun
    return number + 1


def _name_operands(words: tuple[str, ...], read: WordsRead) -> None:
    """Give the operands their names, in order; the one that may be many takes what the others leave."""
    given = {option.name for option in read.options}
    expected = [rule for rule in read.program.operands if not (rule.unless and not rule.unless.isdisjoint(given))]
    many = next((place for place, rule in enumerate(expected) if rule.many), None)
    values = [word for _, word in read.loose]
    if read.rest is not None:
        values += words[read.rest :]
    before = expected if many is None else expected[:many]
    behind = [] if many is None else expected[many + 1 :]
    first = len(before)
    last = max(len(values) - len(behind), min(first + 1, len(values)))
    for place, value in enumerate(values):
        rule: OperandRule | None = None
        if place < first:
            rule = before[place]
        elif place >= last:
            rule = behind[place - last]
        elif many is not None:
            rule = expected[many]
        read.operands.append(Operand(rule.name if rule is not None else "operand", value))
        read.operand_rules.append(rule)
