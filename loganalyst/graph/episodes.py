"""Episodes: stretches of consecutive messages in which one question is pursued."""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

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

_ASIDE = frozenset({CommandRole.PLUMBING, CommandRole.WRAPPER, CommandRole.WAIT})


@dataclass(frozen=True, slots=True)
class _Beginning:
    message: int
    why: str
    question: str


def find_episodes(analysis: Analysis, hide: Callable[[str], str] = str) -> tuple[Episode, ...]:
    """Return the episodes of a session; each message belongs to one.

    One begins with a user's request, with the first sign of a symptom that is not pursued yet, and where some calls
    in a row share no subject and no program with those before. While a symptom shows, requests do not end its
    episode: what the user says then belongs to the same question. ``hide`` masks secrets before words are cut short.
    """
    messages = [message.index for message in analysis.transcript.messages]
    if not messages:
        return ()
    begins = _beginnings(analysis, messages, hide)
    lasts = [messages[bisect_left(messages, later.message) - 1] for later in begins[1:]] + [messages[-1]]
    rows = [(row.message, row.id) for row in analysis.ledgers.symptoms]
    found = []
    for number, (begin, last) in enumerate(zip(begins, lasts, strict=True), start=1):
        inside = rows[bisect_left(rows, (begin.message, "")) : bisect_left(rows, (last + 1, ""))]
        signs = tuple(row for _, row in inside)
        found.append(Episode(f"e{number}", begin.question, begin.message, last, begin.why, signs))
    return tuple(found)


def _beginnings(analysis: Analysis, messages: list[int], hide: Callable[[str], str]) -> list[_Beginning]:
    """Return where episodes begin, in order; one in which nothing was done yet takes up what comes next."""
    found: list[_Beginning] = []
    worked = {call.place.message for call in analysis.events.calls}
    idle = False
    for begin, index in _turns(analysis, messages, hide):
        if begin is not None and not idle:
            found.append(begin)
        elif begin is not None and begin.why == "symptom":
            found[-1] = replace(begin, message=found[-1].message)
        idle = index not in worked and (idle or begin is not None)
    return found


def _turns(
    analysis: Analysis, messages: list[int], hide: Callable[[str], str]
) -> Iterator[tuple[_Beginning | None, int]]:
    """Yield each message with the episode that may begin there."""
    signs: dict[int, Symptom] = {}
    for row in analysis.ledgers.symptoms:
        signs.setdefault(row.message, row)
    requests = {event.place.message: event for event in analysis.events.messages if event.place.role is Role.USER}
    shifts = dict(_shifts(analysis, hide))
    pursued: str | None = None
    open_until = -1
    for number, index in enumerate(messages):
        sign = signs.get(index)
        begin = None
        if sign is not None and (sign.name != pursued or index > open_until + SYMPTOM_OPEN_MESSAGES):
            begin = _Beginning(index, "symptom", sign.name.replace("-", " "))
            pursued = sign.name
        elif number == 0:
            begin = _Beginning(index, "start", _asked(requests.get(index), hide) or shifts.get(index, "the beginning"))
        elif index > open_until and (index in requests or index in shifts):
            begin = _request(requests.get(index), hide) or _shift(index, shifts)
            pursued = None if begin is not None else pursued
        if sign is not None:
            open_until = max(open_until, sign.last_message)
        yield begin, index


def _request(event: MessageEvent | None, hide: Callable[[str], str]) -> _Beginning | None:
    words = _asked(event, hide)
    return _Beginning(event.place.message, "request", words) if event is not None and words else None


def _shift(index: int, shifts: dict[int, str]) -> _Beginning | None:
    return _Beginning(index, "subject", shifts[index]) if index in shifts else None


def _asked(event: MessageEvent | None, hide: Callable[[str], str]) -> str:
    words = " ".join(hide(event.text).split()) if event is not None else ""
    return words if len(words) <= _QUESTION_CHARACTERS else words[:_QUESTION_CHARACTERS].rsplit(" ", 1)[0] + " …"


def _shifts(analysis: Analysis, hide: Callable[[str], str]) -> Iterator[tuple[int, str]]:
    """Yield the messages at which the work turns to something else, with what that is."""
    recent: deque[frozenset[str]] = deque(maxlen=EPISODE_MEMORY_CALLS)
    fresh: list[tuple[Call, frozenset[str]]] = []
    for call in analysis.events.calls:
        topics = _topics(analysis, call)
        if not topics:
            continue
        if any(topics & old for old in recent) or not recent:
            recent.extend(topic for _, topic in fresh)
            recent.append(topics)
            fresh.clear()
            continue
        fresh.append((call, topics))
        if len(fresh) >= EPISODE_NEW_CALLS:
            yield fresh[0][0].place.message, _work(analysis, fresh[0][0], hide)
            recent.clear()
            recent.extend(topic for _, topic in fresh)
            fresh.clear()


def _work(analysis: Analysis, call: Call, hide: Callable[[str], str]) -> str:
    """Return the first command of a call that is more than plumbing, or what another tool was called for."""
    plain = (analysis.events.commands[seq].command for seq in call.commands)
    text = next((command.text for command in plain if command.role not in _ASIDE), call.path or call.text)
    words = " ".join(hide(text).split())
    return words if len(words) <= _QUESTION_CHARACTERS else words[:_QUESTION_CHARACTERS] + "…"


def _topics(analysis: Analysis, call: Call) -> frozenset[str]:
    """Return what a call works on and with."""
    found = {call.path} if call.path else set()
    for seq in call.commands:
        command = analysis.events.commands[seq].command
        found.update(str(subject) for subject in command.subjects if subject.kind not in _EVERYWHERE)
        if command.role is not None and command.role not in _ASIDE:
            found.add(command.program)
    return frozenset(name for name in found if name)
