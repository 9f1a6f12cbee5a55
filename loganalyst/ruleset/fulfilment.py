"""Whether a step carries out what a sentence announced."""

import re
from functools import lru_cache

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Act, Call, Claim, CommandEvent
from loganalyst.model.trait import Trait
from loganalyst.ruleset.announced_words import EMPTY, ENDING, FILES, LOGIN, LOOKED_AT, LOOKS, MEANS, TO_BE_DONE
from loganalyst.ruleset.truth import Truth

_CHECKING = re.compile(
    r"\b(?:check|test|verif|see\b|look|confirm|make sure|try|inspect|examin|monitor|watch|find out)", re.IGNORECASE
)
_TRIES = re.compile(r"(?:test|try)\b")
_READERS = re.compile(r"(?:read|glob|grep|ls|list|view|cat|search)", re.IGNORECASE)
"""Names of tools that show what stands in files."""
_WORD = re.compile(r"[a-z0-9]{2,}")
_LETTERS = re.compile(r"[a-z]+")
_REMEMBERED = 256
"""Texts of which the words are kept: an announcement is held against several steps, and a step against several."""
_TELLING = 4
"""Letters of a word that also tell of longer ones: ``train`` of ``trainer``."""
_PROGRAM = re.compile(r"[^\w\n-]{0,9}\w")
"""A word that can be the name of a program; a bracket and an option that stand in its place are none."""


def fulfils(claim: Claim, step: CommandEvent | Call, used_hosts: frozenset[str] = frozenset()) -> Truth:
    """Return whether a command, or a call of another tool, carries out what a claim announces.

    A check is carried out by something that looks (a probe, a test run, a request), another step by anything but
    plumbing. It must share a word with the announcement, or have a trait that the words ask for; an announcement
    that asks for none and names nothing of the session is carried out by any step of its sort; but to test a thing is
    more than to read a file, and a way that is named has to be taken. A program that is not
    in the vocabulary, another tool than a shell, and a change where none in particular is asked for may be what was
    announced: MAYBE. A wrapper alone carries out nothing, but a login is a check of logging in: to the host that the
    claim names or, where it names none, to one that is not in ``used_hosts``, those logged in to before.
    """
    if isinstance(step, Call):
        return Truth.NO if step.is_shell else _tool_fulfils(claim, step)
    command = step.command
    asked = _asked(claim)
    if command.role is CommandRole.WRAPPER:
        login = bool(asked & LOGIN) and _is_login_meant(claim, command.host or _login_host(step), used_hosts)
        return Truth.YES if login else Truth.NO
    if not _is_of_its_sort(claim.act, step) or (_tests(claim) and _only_reads(command)):
        return Truth.NO
    way = _takes_the_way(claim, command.text)
    if way is not None:
        return way if way is Truth.YES or command.role is not None else Truth.MAYBE
    plain = not asked and not _is_specific(claim)
    if plain or asked & command.traits or _share_word(_named(claim), _words(step)):
        return Truth.YES
    open_ = command.role is None or (not asked and claim.act is not Act.CHECK)
    return Truth.MAYBE if open_ else Truth.NO


def _is_of_its_sort(act: Act, step: CommandEvent) -> bool:
    """Return whether a command can be what an act announces; one that is not in the vocabulary can be anything."""
    command = step.command
    if command.role is None:
        return _PROGRAM.match(command.program) is not None
    if command.role is CommandRole.PLUMBING:
        return False
    return act is not Act.CHECK or command.role is CommandRole.PROBE or bool(command.traits & LOOKS)


def _tests(claim: Claim) -> bool:
    """Return whether a check is to try a thing out, which reading no file does, and names no file to be read."""
    return claim.act is Act.CHECK and _TRIES.match(_announced(claim)) is not None and not _asked(claim) & FILES


def _only_reads(command: Command) -> bool:
    """Return whether a command shows what stands in files or folders and nothing else."""
    return bool(command.traits & FILES) and not command.traits & LOOKS


def _takes_the_way(claim: Claim, text: str) -> Truth | None:
    """Return whether a step takes the way that a check names (``in the browser``); None where it names none."""
    ways = [MEANS[word] for word in _LETTERS.findall(_announced(claim)) if word in MEANS]
    if claim.act is not Act.CHECK or not ways:
        return None
    return Truth.YES if all(way.search(text) for way in ways) else Truth.NO


def _is_login_meant(claim: Claim, host: str | None, used_hosts: frozenset[str]) -> bool:
    """Return whether logging in to a host is what a claim speaks of."""
    hosts = {subject.name for subject in claim.subjects if subject.kind == "host"}
    return host in hosts if hosts else host is not None and host not in used_hosts


def _login_host(step: CommandEvent) -> str | None:
    """Return the host that a wrapper leads to."""
    return next((subject.name for subject in step.command.subjects if subject.kind == "host"), None)


def _tool_fulfils(claim: Claim, call: Call) -> Truth:
    """Return whether a call of a tool that is no shell carries out a claim."""
    if claim.act is Act.CHECK and (call.changes_file or (_tests(claim) and _READERS.match(call.name))):
        return Truth.NO
    way = _takes_the_way(claim, f"{call.name} {call.text}")
    if way is not None:
        return way
    words = _split(f"{call.path or ''} {call.name} {call.text}")
    plain = not _is_specific(claim) and not _asked(claim) - FILES
    return Truth.YES if plain or _share_word(_named(claim), words) else Truth.MAYBE


def _is_specific(claim: Claim) -> bool:
    """Return whether an announcement names something of the session."""
    said = frozenset(_WORD.findall(_announced(claim)))
    return bool(claim.subjects) or any(frozenset(_WORD.findall(topic)) & said for topic in claim.topics)


def _announced(claim: Claim) -> str:
    """Return the part of a claim that says what is announced: of a check, from the word for it on."""
    return _announced_in(claim.text, claim.act)


@lru_cache(maxsize=_REMEMBERED)
def _announced_in(text: str, act: Act) -> str:
    match = _CHECKING.search(text) if act is Act.CHECK else None
    return (text[match.start() :] if match else text).lower()


def _asked(claim: Claim) -> frozenset[Trait]:
    """Return the traits that the words of an announcement ask for."""
    return _asked_in(_announced(claim), claim.act)


@lru_cache(maxsize=_REMEMBERED)
def _asked_in(announced: str, act: Act) -> frozenset[Trait]:
    table = LOOKED_AT if act is Act.CHECK else TO_BE_DONE
    return frozenset(trait for word in _LETTERS.findall(announced) for trait in table.get(word, ()))


def _named(claim: Claim) -> frozenset[str]:
    """Return the words of an announcement that a step may share."""
    subjects = frozenset(word for subject in claim.subjects for word in _split(subject.name))
    return (_split(_announced(claim)) - EMPTY) | subjects


def _words(step: CommandEvent) -> frozenset[str]:
    """Return the words by which an announcement may have named a command."""
    command = step.command
    about = (word for subject in command.subjects for word in (subject.name, subject.kind))
    return _split(" ".join((command.program, *command.words, *about)))


@lru_cache(maxsize=_REMEMBERED)
def _split(text: str) -> frozenset[str]:
    """Return the words of a text, also those inside names, without their endings."""
    return frozenset(ENDING.sub("", word) for word in _WORD.findall(text.lower()))


def _share_word(first: frozenset[str], second: frozenset[str]) -> bool:
    """Return whether two sets of words have one in common, or one that begins another and is long enough to tell."""
    if first & second:
        return True
    heads = tuple(word for word in first if len(word) >= _TELLING)
    others = tuple(word for word in second if len(word) >= _TELLING)
    return any(word.startswith(others) for word in heads) or any(word.startswith(heads) for word in others)
