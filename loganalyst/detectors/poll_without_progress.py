"""Three waits in a row ask the same thing and get the same answer, and nothing else is looked at between."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from loganalyst.detectors.failures import normalise
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Events
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

RULE = "poll-without-progress"
_ENOUGH = 3
_CLOCK = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?|\b\d{1,2}:\d\d(?::\d\d)?\b|\b(?:\d{1,4}[dhms]){1,4}\b"
    r"|\b(?:\d{1,4}|[Aa]n?|About an?) (?:second|minute|hour|day)s?\b"
)
"""What moves in an answer by itself: times and ages; other numbers may be progress."""
_UNSEEN = frozenset({OutcomeKind.CANCELLED, OutcomeKind.MISSING, OutcomeKind.REFUSED})


@dataclass(slots=True)
class _Run:
    """Waits for one thing with one answer."""

    asked: frozenset[str] = frozenset()
    answer: str = ""
    calls: list[Call] = field(default_factory=list)

    def take(self, asked: frozenset[str], answer: str, call: Call) -> None:
        """Add a wait, or begin anew where it asks or hears something else."""
        same = bool(self.asked & asked) and (self.answer.startswith(answer) or answer.startswith(self.answer))
        if not same or not (answer or not self.answer):
            self.calls = []
        self.asked, self.answer = (self.asked & asked if same else asked), answer
        if not self.calls or self.calls[-1].id != call.id:
            self.calls.append(call)


def find(context: Context) -> Iterator[Hit]:
    """Yield the third wait for one thing that brought the same answer as the two before.

    A loop inside one call is one wait, as its bound and its way out stand in it. Another look, a change or a word of
    the user between begins the count anew.
    """
    events = context.events
    users = [event.place.order for event in events.messages if event.place.role is Role.USER and not event.by_program]
    run, spoken, slept = _Run(), 0, False
    for call in events.calls:
        while spoken < len(users) and users[spoken] < call.place.order:
            run, spoken = _Run(), spoken + 1
        asked = _asked(events, call)
        result = events.results[call.result] if call.result is not None else None
        if asked and (slept or _waits(call)) and result is not None and call.outcome.kind not in _UNSEEN:
            run.take(asked, _CLOCK.sub("", result.text).strip(), call)
            if len(run.calls) == _ENOUGH:
                yield _hit(run)
        elif not _only_sleeps(events, call) and (not asked <= run.asked or not asked):
            run = _Run()
        slept = _only_sleeps(events, call)


def _waits(call: Call) -> bool:
    """Return whether a call lets time pass and then looks, or asks a tool for later output without typing anything."""
    typed = bool(call.text.strip()) and not call.text.lstrip().startswith("{")
    return (call.polls is not None and not typed) or (call.line is not None and call.line.wait_seconds > 0)


def _only_sleeps(events: Events, call: Call) -> bool:
    """Return whether a call lets time pass and does nothing else; what comes next then looks after a wait."""
    commands = [events.commands[seq].command for seq in call.commands]
    return bool(commands) and all(Trait.WAITS in command.traits for command in commands)


def _asked(events: Events, call: Call) -> frozenset[str]:
    """Return what a call looks at: the output of an earlier call, or its probes by machine, program and subject.

    Empty where it does something else as well.
    """
    if call.polls is not None:
        return frozenset({f"call {call.polls}"})
    asked: set[str] = set()
    for event in (events.commands[seq] for seq in call.commands):
        plain = event.command
        if plain.role is CommandRole.PROBE or Trait.REQUESTS_URL in plain.traits:
            names = sorted(subject.name for subject in plain.subjects) or [normalise(plain.text)]
            asked.update(f"{plain.host} {plain.container} {plain.program} {name}" for name in names)
        elif plain.role not in {CommandRole.PLUMBING, CommandRole.WAIT, CommandRole.WRAPPER}:
            return frozenset()
    return frozenset(asked)


def _hit(run: _Run) -> Hit:
    call = run.calls[-1]
    related = tuple(
        Related(one.span, one.place.message, one.place.location, "a wait before with the same answer")
        for one in run.calls[:-1]
    )
    way = "empty" if not run.answer else "same"
    return Hit(call.place, call.span, related, (Capture("count", str(len(run.calls))), Capture("answer", way)))
