"""When two events are of one subject, and when one is the other again."""

import re
from collections.abc import Hashable

from loganalyst.model.event import Call, Claim, CommandEvent, Observation
from loganalyst.model.ledger import Change, Hypothesis, Symptom, Wait
from loganalyst.model.span import Subject
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Event, Item

_LOG_NAME = re.compile(r"[^\s'\"<>|;&]{1,200}\.(?:log|out|err)\b", re.ASCII)


def repetition_key(event: Event) -> tuple[str, ...] | None:
    """Return what two events share when one repeats the other; None for kinds that are not repeated.

    White space and names of logs do not count.
    """
    match event:
        case CommandEvent(command=command):
            return "command", command.host or "", command.container or "", _plain(command.text)
        case Call():
            return "call", event.host or "", event.name, _plain(event.text)
        case Claim():
            return "claim", _plain(event.text).lower()
        case _:
            return None


def share_subject(first: Item, second: Item, index: EventIndex) -> bool:
    """Return whether two events are about one thing.

    They are where they name one subject, hosts included. A claim that names no subject is about the call that it
    comments, and about a command whose program or subject's name is among its words.
    """
    if subjects_of(first, index) & subjects_of(second, index):
        return True
    claim, other = (first, second) if isinstance(first.event, Claim) else (second, first)
    if not isinstance(claim.event, Claim):
        return False
    if isinstance(other.event, Claim):
        return bool(set(claim.event.topics) & set(other.event.topics))
    if claim.event.subjects:
        return _names_agree(claim.event, subjects_of(other, index))
    if claim.event.about_call is not None:
        return claim.event.about_call == other.call
    names = {subject.name.rpartition("/")[2].lower() for subject in subjects_of(other, index)}
    program = {other.event.command.program} if isinstance(other.event, CommandEvent) else set()
    return bool(set(claim.event.topics) & (names | program))


def subject_keys(item: Item, index: EventIndex, *, loose: bool) -> frozenset[Hashable]:
    """Return keys of which two items that share a subject have one in common; ``loose`` where one is a claim."""
    subjects = subjects_of(item, index)
    if not loose:
        return frozenset(subjects)
    if isinstance(item.event, Claim):
        topics = frozenset(("topic", topic) for topic in item.event.topics)
        named = frozenset((subject.kind, subject.name) for subject in subjects if subject.host is None)
        return subjects | named | topics | {("call", item.event.about_call)}
    names = frozenset((subject.kind, subject.name) for subject in subjects)
    topics = frozenset(("topic", subject.name.rpartition("/")[2].lower()) for subject in subjects)
    program = {("topic", item.event.command.program)} if isinstance(item.event, CommandEvent) else set()
    return subjects | names | topics | program | {("call", item.call)}


def subjects_of(item: Item, index: EventIndex) -> frozenset[Subject]:
    """Return what an event is about; a call or result is about what the commands of the call are about."""
    match item.event:
        case Claim(subjects=subjects):
            return frozenset(subjects)
        case CommandEvent(command=command):
            return frozenset(command.subjects)
        case Observation() | Hypothesis() | Wait() | Change() | Symptom():
            return frozenset([item.event.subject] if item.event.subject is not None else [])
        case _:
            commands = index.in_call("command", item.call)
            return frozenset(subject for command in commands for subject in subjects_of(command, index))


def _names_agree(claim: Claim, others: frozenset[Subject]) -> bool:
    """Return whether a claim names a subject as people do, without its host."""
    named = {(subject.kind, subject.name) for subject in claim.subjects if subject.host is None}
    return any((subject.kind, subject.name) in named for subject in others)


def _plain(text: str) -> str:
    """Return a text with white space in one form and without the names of logs."""
    return _LOG_NAME.sub("LOG", " ".join(text.split()))
