"""Explanations that a session holds: those that were voiced, and the rivals of its symptoms that nobody voiced."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from loganalyst.ledgers.cases import Case, open_cases
from loganalyst.ledgers.evidence import Evidence
from loganalyst.ledgers.looks import KILLS
from loganalyst.ledgers.readings import Answered, RivalReadings
from loganalyst.ledgers.signals import targets_of
from loganalyst.ledgers.symptoms import Sign
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.voices import DIAGNOSES, Heard, guesses, hear
from loganalyst.ledgers.weights import Verdict, weigh
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Claim, CommandEvent, Stance
from loganalyst.model.ledger import Hypothesis, HypothesisStatus, Reading, Symptom
from loganalyst.model.limits import ACTED_MESSAGES
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.patterns import search
from loganalyst.ruleset.selectors import pick
from loganalyst.ruleset.symptoms import Rival, SymptomRule
from loganalyst.ruleset.truth import Truth

_FROM_OUTSIDE = frozenset({Trait.LOGS_IN, Trait.REQUESTS_URL, Trait.CHECKS_REACHABILITY})
_DEEDS = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})


@dataclass(slots=True)
class _Book:
    """Works out the hypotheses of one transcript."""

    timeline: Timeline
    index: EventIndex
    evidence: Evidence
    claims: tuple[Claim, ...]
    guesses: tuple[int, ...]
    """Numbers of the sentences that offer or deny an explanation."""
    readings: dict[str, RivalReadings] = field(default_factory=dict)
    voiced: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """Numbers of the sentences that speak of each rival of a symptom, by the names of both."""

    def rows(self, cases: Iterable[Case]) -> Iterator[Hypothesis]:
        """Yield the hypotheses of all symptoms, then those that were voiced of no known symptom."""
        taken: set[int] = set()
        for case in cases:
            if case.rule.name not in self.readings:
                self.readings[case.rule.name] = RivalReadings(self.index, case.rule)
                self.voiced[case.rule.name] = self._voiced(case.rule)
            heard = self._heard(case, taken)
            for rival in case.rule.rivals:
                yield self._row(case, rival, heard)
        yield from self._others(taken)

    def _voiced(self, rule: SymptomRule) -> dict[str, list[int]]:
        """Return which sentences offer or deny each rival of a symptom, wherever they stand."""
        found: dict[str, list[int]] = {rival.name: [] for rival in rule.rivals}
        for number in self.guesses:
            text = self.claims[number].text
            for rival in rule.rivals:
                if any(search(pattern, text)[0] for pattern in rival.says):
                    found[rival.name].append(number)
        return found

    def _heard(self, case: Case, taken: set[int]) -> dict[str, Heard]:
        """Return what was said of each rival while the symptom was open."""
        heard = {rival.name: Heard() for rival in case.rule.rivals}
        for name, numbers in self.voiced[case.rule.name].items():
            start = bisect_left(numbers, case.known, key=self._order)
            end = bisect_right(numbers, case.end, key=self._order)
            taken.update(numbers[start:end])
            for number in numbers[start:end]:
                hear(heard[name], self.claims[number])
        return heard

    def _order(self, number: int) -> int:
        return self.claims[number].place.order

    def _row(self, case: Case, rival: Rival, heard: dict[str, Heard]) -> Hypothesis:
        said = heard[rival.name]
        readings = [
            self._after_restart(case, answered)
            for answered in self.readings[case.rule.name].between(rival.name, case.start, case.end)
            if _on_its_host(case.row.subject, answered)
        ]
        acted = self._acted_on(case, rival, heard)
        raised = said.raised
        return Hypothesis(
            id="",
            text=raised.text if raised is not None else rival.title,
            title=rival.title,
            symptom=case.rule.name,
            rival=rival.name,
            voiced=raised is not None,
            raised_at=raised.span if raised is not None else case.row.span,
            message=raised.place.message if raised is not None else case.row.message,
            stance=raised.stance if raised is not None else None,
            status=_status(readings, said),
            tested_by=tuple(answered.reading for answered in readings),
            acted_on_at=acted.span if acted is not None else None,
            acted_on_message=acted.place.message if acted is not None else None,
            subject=case.row.subject,
        )

    def _after_restart(self, case: Case, answered: Answered) -> Answered:
        """Return a reading, void where the machine was restarted by hand between the symptom and the probe."""
        if not any(case.known < order < answered.order for order in self.timeline.after_reboot):
            return answered
        reading = replace(answered.reading, reading=Reading.NOTHING, because=("restarted-before-the-probe",))
        return replace(answered, reading=reading)

    def _acted_on(self, case: Case, rival: Rival, heard: dict[str, Heard]) -> CommandEvent | None:
        """Return the first intervention that takes a voiced rival for true.

        That is one which the symptom file names; or else the next one, if it comes soon and nothing else was voiced or
        this one dropped between.
        """
        said = heard[rival.name]
        if said.raised is None:
            return None
        raised = said.raised.place
        others = [
            other.raised.place for name, other in heard.items() if name != rival.name and other.raised is not None
        ]
        ends = [place.order for place in others if place.order > raised.order]
        if said.dropped is not None:
            ends.append(said.dropped.place.order)
        until = min(ends, default=case.end + 1)
        for item in self._commands_from(raised.order):
            event = item.event
            if not isinstance(event, CommandEvent) or event.place.order >= until:
                return None
            if any(pick(selector, item, self.index) is Truth.YES for selector in rival.acts):
                return event
            if event.place.turn - raised.turn > ACTED_MESSAGES:
                return None
            if _is_deed(event):
                return event
        return None

    def _commands_from(self, order: int) -> Iterator[Item]:
        items = self.index.items["command"]
        start = bisect_left(items, order, key=lambda item: item.place.order)
        for number in range(start, len(items)):
            yield items[number]

    def _others(self, taken: set[int]) -> Iterator[Hypothesis]:
        """Yield guesses at a cause or a state that belong to no recognised symptom."""
        for number, claim in enumerate(self.claims):
            guess = claim.stance is Stance.HEDGED and claim.predicate in DIAGNOSES
            if number in taken or not guess:
                continue
            verdicts = [weigh(claim, piece) for piece in self.evidence.after(claim)]
            decisive = next((verdict for verdict in verdicts if verdict in {Verdict.FOR, Verdict.AGAINST}), None)
            status: dict[Verdict | None, HypothesisStatus] = {
                Verdict.FOR: HypothesisStatus.SUPPORTED,
                Verdict.AGAINST: HypothesisStatus.WEAKENED,
            }
            yield Hypothesis(
                id="",
                text=claim.text,
                symptom=None,
                rival=None,
                voiced=True,
                raised_at=claim.span,
                message=claim.place.message,
                stance=claim.stance,
                status=status.get(decisive, HypothesisStatus.UNTESTED),
                subject=next(iter(claim.subjects), None),
            )


def find_hypotheses(
    timeline: Timeline,
    index: EventIndex,
    evidence: Evidence,
    symptoms: tuple[Symptom, ...],
    signs: tuple[Sign, ...],
) -> tuple[Hypothesis, ...]:
    """Return voiced explanations and the rivals of recognised symptoms, in order of the transcript.

    For speech that is not English nothing counts as voiced.
    """
    english = timeline.events.language == "en"
    claims = tuple(claim for claim in timeline.events.claims if claim.place.role is Role.ASSISTANT and english)
    rules = {sign.rule.name: sign.rule for sign in signs}
    cases = list(open_cases(timeline, symptoms, signs, rules))
    guessing = tuple(number for number, claim in enumerate(claims) if guesses(claim))
    found = list(_Book(timeline, index, evidence, claims, guessing).rows(cases))
    found.sort(key=lambda row: (row.message, not row.voiced))
    return tuple(replace(row, id=f"h{number}") for number, row in enumerate(found, start=1))


def _is_deed(command: CommandEvent) -> bool:
    """Return whether a command changes something; to end jobs of one's own line does not."""
    if command.command.traits & KILLS:
        return any(not target.startswith("%") for target in targets_of(command))
    return command.command.role in _DEEDS


def _on_its_host(subject: Subject | None, answered: Answered) -> bool:
    """Return whether a probe ran where the symptom is; probes from elsewhere tell of a whole host only."""
    if subject is None or subject.kind == "host":
        return True
    plain = answered.command.command
    if plain.host is None and plain.traits & _FROM_OUTSIDE:
        names = {found.name for found in plain.subjects if found.kind == "host"}
        return Trait.LOGS_IN not in plain.traits or subject.host not in names
    return answered.command.command.host == subject.host


def _status(readings: list[Answered], said: Heard) -> HypothesisStatus:
    """Return what the readings make of a hypothesis, the latest of equal weight deciding."""
    given = [answered.reading.reading for answered in readings]
    if Reading.REFUTES in given:
        return HypothesisStatus.EXCLUDED
    telling = [reading for reading in given if reading is not Reading.NOTHING]
    if telling:
        return HypothesisStatus.SUPPORTED if telling[-1] is Reading.SUPPORTS else HypothesisStatus.WEAKENED
    return HypothesisStatus.EXCLUDED_INVALIDLY if said.dropped is not None else HypothesisStatus.UNTESTED
