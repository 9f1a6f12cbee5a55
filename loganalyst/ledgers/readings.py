"""What each probe of a session says of each rival of a symptom."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loganalyst.ledgers.sights import Look
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Attribution, CommandEvent, Observation
from loganalyst.model.ledger import ProbeReading, Reading
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.near import near
from loganalyst.ruleset.selectors import pick
from loganalyst.ruleset.symptoms import SymptomRule
from loganalyst.ruleset.truth import Truth

_CUT_OFF = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.KILLED, OutcomeKind.CANCELLED, OutcomeKind.RUNNING})


@dataclass(frozen=True, slots=True)
class Answered:
    """A probe with its reading and where it ran."""

    order: int
    command: CommandEvent
    reading: ProbeReading


class RivalReadings:
    """All readings of one symptom's rivals in a session, worked out in one walk over its commands."""

    def __init__(self, index: EventIndex, rule: SymptomRule) -> None:
        self.by_rival: dict[str, list[Answered]] = {rival.name: [] for rival in rule.rivals}
        for item, probing in _probing(index, rule):
            if not isinstance(item.event, CommandEvent) or not _can_tell(item.event):
                continue
            if _was_not_found(index, item.event):
                continue
            for rival in rule.rivals:
                found = next(_answers(index, item, item.event, probing.get(rival.name, ())), None)
                if found is not None:
                    answered = self.by_rival[rival.name]
                    while answered and _wraps(answered[-1], item.event):
                        answered.pop()
                    answered.append(Answered(item.place.order, item.event, found))

    def between(self, rival: str, start: int, end: int) -> tuple[Answered, ...]:
        """Return the readings of a rival whose commands stand from one order to another, both included."""
        answered = self.by_rival[rival]
        low = bisect_left(answered, start, key=lambda entry: entry.order)
        high = bisect_right(answered, end, key=lambda entry: entry.order)
        return tuple(answered[low:high])


def _probing(index: EventIndex, rule: SymptomRule) -> Iterator[tuple[Item, dict[str, list[Look]]]]:
    """Yield each command that is one of a symptom's probes, with those that it is by their rivals."""
    found: dict[int, dict[str, list[Look]]] = {}
    for rival in rule.rivals:
        for probe in rival.probes:
            picked = [
                item for item in near(probe.probe, index, sure=True) if pick(probe.probe, item, index) is Truth.YES
            ]
            if not picked:
                continue
            look = Look(probe, index)
            for item in picked:
                found.setdefault(item.number, {}).setdefault(rival.name, []).append(look)
    for number in sorted(found):
        yield index.items["command"][number], found[number]


def _can_tell(command: CommandEvent) -> bool:
    """Return whether a command can be a probe: plumbing is one only by words that it prints whenever it runs."""
    plain = command.command
    return plain.role is not CommandRole.PLUMBING or Trait.ALWAYS_PRINTS in plain.traits


def _wraps(earlier: Answered, command: CommandEvent) -> bool:
    """Return whether an earlier answer is that of a wrapper around a command, which is one answer and not two."""
    around = {wrapper.position for wrapper in command.command.wrappers}
    return earlier.command.call == command.call and earlier.command.command.position in around


def _answers(index: EventIndex, item: Item, command: CommandEvent, looks: Sequence[Look]) -> Iterator[ProbeReading]:
    """Yield what a command says as each probe that it is, a hit before the others."""
    later = []
    for look in looks:
        reading = _read(index, item, command, look)
        if reading is not None and reading.answer == "hit":
            yield reading
        elif reading is not None and command.command.role is not CommandRole.INTERVENTION:
            later.append(reading)
    yield from later


def _read(index: EventIndex, item: Item, command: CommandEvent, look: Look) -> ProbeReading | None:
    """Return the answer of one probe; None where the log does not show that it gave any."""
    probe = look.probe
    hit = look.hit(item, command)
    if hit is not None:
        return _reading(command, "hit", probe.hit, probe.facts, hit)
    if command.outcome.reason == "not_run" or index.has_no_answer(command.call):
        return None
    answer = _without_hit(command)
    given = probe.miss if answer == "miss" else probe.silence
    blind = _blind(command, answer)
    if blind:
        return _reading(command, answer, Reading.NOTHING, blind, command.span)
    return _reading(command, answer, given, probe.facts, command.span)


def _was_not_found(index: EventIndex, command: CommandEvent) -> bool:
    """Return whether the shell said that it found no such command, so that what is printed is no answer of it."""
    said = (other.event for other in index.in_call("observation", command.call))
    return any(
        isinstance(seen, Observation)
        and seen.value == "command-not-found"
        and seen.kind == "shell.error"
        and (seen.command == command.seq or (seen.subject is not None and seen.subject.name == command.command.program))
        for seen in said
    )


def _without_hit(command: CommandEvent) -> str:
    """Return ``miss`` where the probe's own output shows other things, else ``silence``."""
    if command.outcome.kind in _CUT_OFF or command.outcome.truncated:
        return "silence"
    return "miss" if command.printed and command.attribution is not Attribution.SHARED else "silence"


def _blind(command: CommandEvent, answer: str) -> tuple[str, ...]:
    """Return what keeps a probe that did not hit from telling anything."""
    plain = command.command
    found = [blind.fact or blind.to for blind in plain.blind]
    if plain.errors_hidden and answer == "silence":
        found.append("devnull-stderr-empty-is-not-absence")
    if plain.output_cut and answer == "miss":
        found.append("head-n-truncates-count")
    return tuple(dict.fromkeys(found))


def _reading(command: CommandEvent, answer: str, given: Reading, because: tuple[str, ...], span: Span) -> ProbeReading:
    return ProbeReading(command.seq, command.place.message, answer, given, because, span)
