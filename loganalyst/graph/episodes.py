"""Episodes: stretches of consecutive messages in which one question is pursued."""

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.model.analysis import Analysis
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, MessageEvent
from loganalyst.model.graph import Episode
from loganalyst.model.ledger import Symptom
from loganalyst.model.limits import EPISODE_MEMORY_CALLS, EPISODE_NEW_CALLS, SYMPTOM_OPEN_MESSAGES
from loganalyst.model.transcript import Role

_QUESTION_CHARACTERS = 80
_EVERYWHERE = frozenset({"host"})
"""Kinds of subject that work on any question has in common."""


@dataclass(slots=True)
class _Beginning:
    message: int
    why: str
    question: str


def find_episodes(analysis: Analysis) -> tuple[Episode, ...]:
    """Return the episodes of a session; each message belongs to one.

    One begins with a user's request, with the first sign of a symptom that is not pursued yet, and where some calls
    in a row share no subject and no program with those before. While a symptom shows, requests do not end its
    episode: what the user says then belongs to the same question.
    """
    messages = [message.index for message in analysis.transcript.messages]
    if not messages:
        return ()
    begins = list(_beginnings(analysis, messages))
    lasts = [messages[bisect_left(messages, later.message) - 1] for later in begins[1:]] + [messages[-1]]
    rows = [(row.message, row.id) for row in analysis.ledgers.symptoms]
    found = []
    for number, (begin, last) in enumerate(zip(begins, lasts, strict=True), start=1):
        inside = rows[bisect_left(rows, (begin.message, "")) : bisect_left(rows, (last + 1, ""))]
        signs = tuple(row for _, row in inside)
        found.append(Episode(f"e{number}", begin.question, begin.message, last, begin.why, signs))
    return tuple(found)


def _beginnings(analysis: Analysis, messages: list[int]) -> Iterator[_Beginning]:
    """Yield where episodes begin, in order."""
    signs: dict[int, Symptom] = {}
    for row in analysis.ledgers.symptoms:
        signs.setdefault(row.message, row)
    requests = {event.place.message: event for event in analysis.events.messages if event.place.role is Role.USER}
    shifts = dict(_shifts(analysis))
    pursued: str | None = None
    open_until = -1
    for number, index in enumerate(messages):
        sign = signs.get(index)
        if sign is not None and (sign.name != pursued or index > open_until + SYMPTOM_OPEN_MESSAGES):
            yield _Beginning(index, "symptom", sign.name.replace("-", " "))
            pursued = sign.name
        elif number == 0:
            yield _Beginning(index, "start", _asked(requests.get(index)) or shifts.get(index, "the beginning"))
        elif index > open_until and index in requests and requests[index].text.strip():
            yield _Beginning(index, "request", _asked(requests[index]))
            pursued = None
        elif index > open_until and index in shifts:
            yield _Beginning(index, "subject", shifts[index])
            pursued = None
        if sign is not None:
            open_until = max(open_until, sign.last_message)


def _asked(event: MessageEvent | None) -> str:
    words = " ".join(event.text.split()) if event is not None else ""
    return words if len(words) <= _QUESTION_CHARACTERS else words[:_QUESTION_CHARACTERS].rsplit(" ", 1)[0] + " …"


def _shifts(analysis: Analysis) -> Iterator[tuple[int, str]]:
    """Yield the messages at which the work turns to something else, with what that is."""
    recent: deque[frozenset[str]] = deque(maxlen=EPISODE_MEMORY_CALLS)
    fresh: list[tuple[int, frozenset[str]]] = []
    for call in analysis.events.calls:
        topics = _topics(analysis, call)
        if not topics:
            continue
        if any(topics & old for old in recent) or not recent:
            recent.extend(topic for _, topic in fresh)
            recent.append(topics)
            fresh.clear()
            continue
        fresh.append((call.place.message, topics))
        if len(fresh) >= EPISODE_NEW_CALLS:
            yield fresh[0][0], min(fresh[0][1])
            recent.clear()
            recent.extend(topic for _, topic in fresh)
            fresh.clear()


def _topics(analysis: Analysis, call: Call) -> frozenset[str]:
    """Return what a call works on and with."""
    found = {call.path} if call.path else set()
    for seq in call.commands:
        command = analysis.events.commands[seq].command
        found.update(str(subject) for subject in command.subjects if subject.kind not in _EVERYWHERE)
        if command.role not in {None, CommandRole.PLUMBING, CommandRole.WRAPPER, CommandRole.WAIT}:
            found.add(command.program)
    return frozenset(name for name in found if name)
