"""Read the output of a command, with every reader of this package that may know it."""

import pkgutil
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from itertools import groupby

import loganalyst.observations as package
from loganalyst.model.command import Command
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Fact, Output, Reader
from loganalyst.text.needles import Needles

_RUNS_OTHERS = frozenset(
    {
        Trait.RUNS_CODE,
        Trait.RUNS_SHELL,
        Trait.RUNS_TESTS,
        Trait.BUILDS,
        Trait.INSTALLS_PACKAGES,
        Trait.TRANSPORT,
        Trait.READS_LOG,
        Trait.READS_FILE,
    }
)
"""Traits of commands whose output may be that of any other program."""
_PRINTS_FILES = frozenset(
    (
        *(
            "awk",
            "bat",
            "cat",
            "diff",
            "egrep",
            "fgrep",
            "gawk",
            "grep",
            "head",
            "jq",
            "less",
            "more",
            "nl",
            "rg",
            "sed",
        ),
        *("sort", "tac", "tail", "zcat", "zgrep"),
    )
)
_PRINTS_HISTORY = frozenset({"blame", "diff", "grep", "log", "show"})
_ABOUT_ITS_SUBJECT = frozenset({"certificate", "container", "http", "service", "strace", "transfer"})
"""Areas whose facts are about the one thing that the command names, where the line names none."""
_LIVE = ("/proc/", "/sys/")
"""Files that the kernel writes anew whenever they are read."""


class _Book:
    """All steps of reading: each phrase and each reader's own look, with the literals that call for it.

    The literals of all steps are looked for in one pass, so that an output costs nothing for what it cannot hold.
    """

    def __init__(self, readers: Iterable[Reader]) -> None:
        self.steps: list[Callable[[Output], Iterable[Fact]]] = []
        self.owners: list[Reader] = []
        self.always: set[int] = set()
        self._by_word: dict[str, list[int]] = {}
        self._by_ask: dict[str, list[int]] = {}
        for reader in readers:
            for one in reader.phrases.members:
                self._add(reader, one.find, words=(one.hint,))
            if reader.read is not None:
                self._add(reader, reader.read, words=reader.words, asks=reader.asks)
        self._words, self._asks = Needles(sorted(self._by_word)), Needles(sorted(self._by_ask))

    def _add(
        self,
        reader: Reader,
        step: Callable[[Output], Iterable[Fact]],
        words: Collection[str],
        asks: Collection[str] = (),
    ) -> None:
        number = len(self.steps)
        self.steps.append(step)
        self.owners.append(reader)
        for word in words:
            self._by_word.setdefault(word, []).append(number)
        for ask in asks:
            self._by_ask.setdefault(ask, []).append(number)
        if not words and not asks:
            self.always.add(number)

    def read(self, command: Command | None, text: str) -> Iterator[Fact]:
        """Yield what the readers for a command find in an output, reader by reader."""
        words = self._words.found_in(text)
        asks = self._asks.found_in(command.text) if command is not None else ()
        numbers = self.always.union(*(self._by_word[word] for word in words), *(self._by_ask[ask] for ask in asks))
        output = Output(text, command, words)
        for number in sorted(numbers & _steps_for(command)):
            yield from self.steps[number](output)


@cache
def _book() -> _Book:
    return _Book(all_readers())


def read_output(command: Command | None, text: str) -> tuple[Fact, ...]:
    """Return the facts that an output states, in order of their place in its text.

    ``command`` is the one that printed it, or None where that is not known; then only lines that say themselves what
    they are give facts with units. Subjects stand on the command's host. Never raises.
    """
    found = sorted(_book().read(command, text), key=_in_order)
    each = list(_without_repeats(found))
    return tuple(each if command is None else _placed(each, command, text))


def _in_order(fact: Fact) -> tuple[int, int, str, str]:
    return fact.start, fact.end, fact.kind, fact.value


def _without_repeats(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield facts in order, each once; equal ones stand together but for others of the same place, kind and value."""
    for _, group in groupby(facts, _in_order):
        same = list(group)
        yield from same if len(same) == 1 else dict.fromkeys(same)


def recognises(command: Command, line: str) -> bool:
    """Return whether a line looks like one that this command's program prints."""
    return recogniser(command)(line)


def recogniser(command: Command) -> Callable[[str], bool]:
    """Return what tells whether a line looks like one that a command's program prints, for commands with many lines."""
    return _recogniser(command.program, command.traits)


@lru_cache(maxsize=512)
def _recogniser(program: str, traits: frozenset[Trait]) -> Callable[[str], bool]:
    complaint, missing = f"{program}: ", f" {program}: command not found"
    named = bool(program)
    matchers = tuple(reader.lines.match for reader in _claiming(program, traits) if reader.lines is not None)

    def knows(line: str) -> bool:
        if named and (line.startswith(complaint) or missing in line):
            return True
        for match in matchers:  # noqa: SIM110 -- a generator for each of a session's lines takes twice as long
            if match(line):
                return True
        return False

    return knows


@cache
def all_readers() -> tuple[Reader, ...]:
    """Return the readers of this package, in order of their modules' names."""
    return tuple(_walk())


def _walk() -> Iterator[Reader]:
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda module: module.name):
        reader = getattr(import_module(f"{package.__name__}.{found.name}"), "READER", None)
        if isinstance(reader, Reader):
            yield reader


def _claiming(program: str, traits: frozenset[Trait]) -> tuple[Reader, ...]:
    return tuple(reader for reader in all_readers() if program in reader.programs or traits & reader.traits)


def _steps_for(command: Command | None) -> frozenset[int]:
    """Return the steps of the readers that may know what a command prints; of all where anybody's output may stand."""
    if command is None or command.traits & _RUNS_OTHERS or command.pipe_index:
        return _all_steps()
    return _steps_of(command.program, command.traits)


@cache
def _all_steps() -> frozenset[int]:
    return frozenset(range(len(_book().steps)))


@lru_cache(maxsize=512)
def _steps_of(program: str, traits: frozenset[Trait]) -> frozenset[int]:
    claiming = _claiming(program, traits)
    taken = (reader.anywhere or reader in claiming or not claiming for reader in _book().owners)
    return frozenset(number for number, takes_part in enumerate(taken) if takes_part)


def _placed(facts: Iterable[Fact], command: Command, text: str) -> Iterator[Fact]:
    """Yield facts with their subjects and hosts, and marked where the command printed them from a file."""
    prints_files = _prints_files(command)
    for fact in facts:
        subject = fact.subject
        if subject is None:
            subject = _subject(fact, command)
        elif command.host is not None:
            subject = Subject(subject.kind, subject.name, command.host)
        quoted = fact.quoted or (prints_files and not _is_own_word(fact, command, text))
        if subject is fact.subject and quoted is fact.quoted:
            yield fact
        else:
            yield Fact(fact.kind, fact.value, fact.start, fact.end, subject, fact.figures, quoted)


def _is_own_word(fact: Fact, command: Command, text: str) -> bool:
    """Return whether a fact stands in a complaint of the command itself."""
    return text.startswith(f"{command.program}: ", text.rfind("\n", 0, fact.start) + 1)


def _subject(fact: Fact, command: Command) -> Subject | None:
    if fact.kind.partition(".")[0] not in _ABOUT_ITS_SUBJECT or len(command.subjects) != 1:
        return None
    return command.subjects[0]


def _prints_files(command: Command) -> bool:
    """Return whether a command prints what files hold, other than those in which the kernel shows its state."""
    if command.pipe_index:
        return False
    if command.program == "git":
        return command.subcommand in _PRINTS_HISTORY
    if Trait.READS_FILE not in command.traits and command.program not in _PRINTS_FILES:
        return False
    return not any(operand.value.startswith(_LIVE) for operand in command.operands)
