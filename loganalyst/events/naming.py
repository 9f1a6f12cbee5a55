"""What a sentence names: subjects with their host, and topics that the session deals with."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from loganalyst.events.topic_words import COMMON_PATHS, COMMON_WORDS, PROTOCOLS
from loganalyst.model.event import CommandEvent
from loganalyst.model.span import Subject
from loganalyst.text.prose import BLANKED

_WORD = re.compile(r"[^\W_](?:[\w./+:@~-]{0,200}\w)?|[~./][\w./+@~-]{1,300}\w")
_FIGURE = re.compile("[0-9]")
_STOP, _SLASH = re.compile(r"\."), re.compile("/")
_NAMED = (
    ("pid", _FIGURE, re.compile(r"\b(?:pids?|process(?:es)?|PIDs?)[ :=#]{1,2}([0-9]{1,7})\b", re.IGNORECASE)),
    ("port", _FIGURE, re.compile(r"\bports?[ :=]{1,2}([0-9]{1,5})\b|(?<=:)([0-9]{2,5})\b(?![.:])", re.IGNORECASE)),
    ("container", _FIGURE, re.compile(r"\b(?:container|CT|LXC|VM)[ :#]([0-9]{1,6})\b", re.IGNORECASE)),
    ("unit", _STOP, re.compile(r"\b([\w@.-]{1,60}\.(?:service|socket|timer|mount|target))\b")),
    ("url", _SLASH, re.compile(r"\b(https?://[^\s)>\]\"'`]{1,300})")),
    ("host", _STOP, re.compile(r"(?<![\w./-])(?:[\w.-]{1,32}@)?([0-9]{1,3}(?:\.[0-9]{1,3}){3})(?![\w./-]*\w)")),
    ("path", _SLASH, re.compile(r"(?<![\w.:/-])((?:~|\.{1,2})?/[\w.+@~-]{1,80}(?:/[\w.+@~*-]{0,80}){0,30})")),
)
"""Kinds of subjects, each with a sign without which a text names none, and its form."""
_PACKAGE_END = re.compile(r"[\[<>=!~;@ ]")
_SHORTEST = 2


@dataclass(frozen=True, slots=True)
class Names:
    """What the commands of a session deal with, to be found again in prose."""

    subjects: dict[str, Subject]
    """By the lower-case form in which a sentence may name it; the latest wins."""
    topics: frozenset[str]


def collect_names(commands: Iterable[CommandEvent]) -> Names:
    """Return the names that a session's commands use."""
    subjects: dict[str, Subject] = {}
    topics: set[str] = set()
    for event in commands:
        command = event.command
        topics.add(command.program.lower())
        for subject in command.subjects:
            for form in _forms(subject):
                subjects[form] = subject
                topics.add(form)
    return Names(subjects, frozenset(topics - {""}))


def _forms(subject: Subject) -> Iterator[str]:
    """Yield the lower-case forms in which people write a subject."""
    name = subject.name.lower()
    if subject.kind in {"path", "url"} and name.isalpha():
        return
    if subject.kind == "path":
        path = PurePosixPath(name)
        plain = path.name.isalpha() or path.name in COMMON_PATHS
        yield from (form for form in (name, "" if plain else path.name) if len(form) > _SHORTEST)
    elif subject.kind == "package":
        yield _PACKAGE_END.split(name, maxsplit=1)[0]
    elif subject.kind == "unit":
        yield from {name: None, name.removesuffix(".service"): None}
    elif not name.isdigit() and len(name) > 1:
        yield name


def find_subjects(text: str, names: Names, host: str | None) -> tuple[Subject, ...]:
    """Return the subjects that a text names, in order; those not known from commands are put on ``host``."""
    found: list[tuple[int, Subject]] = []
    for kind, sign, pattern in _NAMED:
        for match in pattern.finditer(text) if sign.search(text) else ():
            name = next(group for group in match.groups() if group).rstrip(".,;:")
            found.append((match.start(), _known(kind, name, names, host)))
    for match in _WORD.finditer(text):
        word = match[0].lower()
        if word in names.subjects and word not in COMMON_WORDS:
            found.append((match.start(), names.subjects[word]))
    return tuple(dict.fromkeys(subject for _, subject in sorted(found, key=lambda pair: pair[0])))


def _known(kind: str, name: str, names: Names, host: str | None) -> Subject:
    """Return the subject as the commands have it, else a new one; a host stands on no other."""
    known = names.subjects.get(name.lower())
    if known is not None and known.kind == kind:
        return known
    return Subject(kind, name, None if kind in {"host", "url"} else host)


def find_topics(text: str, plain: str, names: Names) -> tuple[str, ...]:
    """Return the topics of a text in alphabetical order; ``plain`` tells which words the speaker marked as code."""
    found: set[str] = set()
    for match in _WORD.finditer(text):
        word = match[0].lower()
        marked = plain[match.start()] == BLANKED
        if len(word) < _SHORTEST:
            continue
        if word in PROTOCOLS or (word in names.topics and (marked or word not in COMMON_WORDS)):
            found.add(word)
    return tuple(sorted(found))
