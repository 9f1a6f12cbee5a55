"""Symptoms that show in a session, by the signs that the symptom files name."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from loganalyst.model.event import Call, Claim, CommandEvent, Observation, Result
from loganalyst.model.ledger import Symptom
from loganalyst.model.limits import SYMPTOM_OPEN_MESSAGES
from loganalyst.model.span import Span, Subject
from loganalyst.model.transcript import Role
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import LOG_KINDS, Item
from loganalyst.ruleset.near import near
from loganalyst.ruleset.selectors import pick
from loganalyst.ruleset.symptoms import SymptomRule
from loganalyst.ruleset.truth import Truth


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of a symptom."""

    rule: SymptomRule
    item: Item
    span: Span
    subject: Subject | None
    host: str | None


def find_signs(index: EventIndex, rules: Iterable[SymptomRule]) -> tuple[Sign, ...]:
    """Return all signs of all symptoms, in order of the transcript."""
    found = []
    for rule in rules:
        for selector in rule.recognise:
            for item in near(selector, index, sure=True):
                sayer = item.place.role if isinstance(item.event, Claim) else Role.ASSISTANT
                if sayer is Role.ASSISTANT and item.span is not None and pick(selector, item, index) is Truth.YES:
                    found.append(_sign(rule, item, item.span, index))
    # Rules and their selectors stay in their order where they know one event.
    found.sort(key=lambda sign: (sign.item.key, LOG_KINDS.index(sign.item.kind), sign.item.number))
    return tuple(_special(found))


def _sign(rule: SymptomRule, item: Item, span: Span, index: EventIndex) -> Sign:
    subjects = _subjects(index, item)
    host = next((subject.host or subject.name for subject in subjects if _is_of_host(subject)), None)
    return Sign(rule, item, span, _subject(subjects, rule.subject), host)


def _special(signs: list[Sign]) -> Iterator[Sign]:
    """Yield the signs without those of general symptoms that a special one of the same host accounts for."""
    turns: dict[str | None, int] = {}
    calls = {sign.item.call for sign in signs if not sign.rule.general and sign.item.call is not None}
    for sign in signs:
        if not sign.rule.general:
            turns[sign.host] = sign.item.turn
        if not sign.rule.general or (
            sign.item.call not in calls
            and (sign.host not in turns or sign.item.turn - turns[sign.host] > SYMPTOM_OPEN_MESSAGES)
        ):
            yield sign


def _is_of_host(subject: Subject) -> bool:
    return subject.host is not None or subject.kind == "host"


def gather_symptoms(signs: Iterable[Sign]) -> tuple[Symptom, ...]:
    """Return one row for each symptom and subject, in order of the first sign, ended by the last one.

    A sign that names no subject belongs to the symptom's last row. A row with fewer signs than its symptom takes is
    left out.
    """
    counts: dict[tuple[str, Subject | None], int] = defaultdict(int)
    least: dict[str, int] = {}
    rows: dict[tuple[str, Subject | None], Symptom] = {}
    last: dict[str, Subject | None] = {}
    for sign in signs:
        name = sign.rule.name
        subject = sign.subject if sign.subject is not None or name not in last else last[name]
        if subject is not None and (name, None) in rows and (name, subject) not in rows:
            rows[name, subject] = replace(rows.pop((name, None)), subject=subject)
            counts[name, subject] += counts.pop((name, None))
        counts[name, subject] += 1
        least[name] = sign.rule.signs
        last[name] = subject
        row = rows.get((name, subject))
        message = sign.item.place.message
        if row is None:
            rows[name, subject] = Symptom("", name, message, sign.span, message, subject)
        else:
            rows[name, subject] = replace(row, last_message=max(row.last_message, message))
    enough = [row for key, row in rows.items() if counts[key] >= least[row.name]]
    ordered = sorted(enough, key=lambda row: (row.message, row.span.part, row.span.start, row.name))
    return tuple(replace(row, id=f"y{number}") for number, row in enumerate(ordered, start=1))


def _subject(subjects: tuple[Subject, ...], kinds: tuple[str, ...]) -> Subject | None:
    """Return the first subject of a wanted kind."""
    return next((subject for kind in kinds for subject in subjects if subject.kind == kind), None)


def _subjects(index: EventIndex, item: Item) -> tuple[Subject, ...]:
    match item.event:
        case CommandEvent(command=command):
            return _with_host(command.subjects, command.host)
        case Observation(subject=subject, command=seq, call=call):
            printer = index.command(seq)
            printers = (printer,) if printer is not None else index.in_call("command", call)
            own = (subject,) if subject is not None else ()
            return (*own, *(found for each in printers for found in _subjects(index, each)))
        case Call(seq=seq) | Result(call=seq):
            return tuple(found for each in index.in_call("command", seq) for found in _subjects(index, each))
        case Claim(subjects=subjects):
            return subjects
        case _:
            return ()


def _with_host(subjects: tuple[Subject, ...], host: str | None) -> tuple[Subject, ...]:
    return (*subjects, Subject("host", host)) if host else subjects
