"""What the sections look up about one message: its calls, commands, results, claims, and what was known when."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from loganalyst.model.analysis import Analysis
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Attribution, Call, CommandEvent, LimitEvent, Result
from loganalyst.model.finding import Finding, Verdict
from loganalyst.model.ledger import ClaimRow, Hypothesis, HypothesisStatus, Reading, Symptom
from loganalyst.model.span import Span, find_line
from loganalyst.model.transcript import Message, Role, Text, ToolCall, Transcript
from loganalyst.narrative.lexicon import Lexicon

NEAR_MESSAGES = 8
"""A symptom counts as present when its last sign is at most this many messages back."""

TOLD_SYMPTOMS = 1
"""Symptoms whose explanations are told; that there are signs of others is said."""

TURNS = 3
"""Turns told at most, the nearest ones."""
TURN_MESSAGES = 20
"""How many messages back a turn is told."""
EPISODE_MESSAGES = 60
"""How many messages back kills, waits and moved values are told."""


@dataclass(frozen=True)
class Scene:
    """One message of an analysed session."""

    analysis: Analysis
    message: Message
    lexicon: Lexicon
    chosen_by: str = "asked"
    """Why this message: ``asked``, ``findings``, ``wait``, ``last-call`` or ``last``."""

    @property
    def index(self) -> int:
        """Return the number of the message."""
        return self.message.index

    @property
    def transcript(self) -> Transcript:
        """Return the session."""
        return self.analysis.transcript

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Return the calls of the message."""
        return tuple(call for call in self.analysis.events.calls if call.place.message == self.index)

    @cached_property
    def earlier_calls(self) -> tuple[Call, ...]:
        """Return the calls of the messages before."""
        return tuple(call for call in self.analysis.events.calls if call.place.message < self.index)

    @cached_property
    def _by_call(self) -> dict[int, list[CommandEvent]]:
        found: dict[int, list[CommandEvent]] = {}
        for event in self.analysis.events.commands:
            found.setdefault(event.call, []).append(event)
        return found

    @cached_property
    def _results(self) -> dict[int, Result]:
        return {result.call: result for result in self.analysis.events.results if result.call is not None}

    def commands_of(self, call: Call) -> list[CommandEvent]:
        """Return the commands of a call, in order of the line."""
        return sorted(self._by_call.get(call.seq, ()), key=lambda event: event.command.position)

    def result_of(self, call: Call) -> Result | None:
        """Return the recorded result of a call, or None."""
        return self._results.get(call.seq)

    @cached_property
    def commands(self) -> tuple[CommandEvent, ...]:
        """Return all commands of the message."""
        return tuple(event for call in self.calls for event in self.commands_of(call))

    @cached_property
    def working_commands(self) -> tuple[CommandEvent, ...]:
        """Return the commands of the message that are more than plumbing and wrapping."""
        return tuple(event for event in self.commands if does_work(event.command))

    @cached_property
    def probes(self) -> tuple[CommandEvent, ...]:
        """Return the probes of the message."""
        return tuple(event for event in self.commands if event.command.role is CommandRole.PROBE)

    @cached_property
    def claims(self) -> tuple[ClaimRow, ...]:
        """Return the claims of the message."""
        return tuple(row for row in self.analysis.ledgers.claims if row.message == self.index)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Return the findings on the message or proved by it, the weightiest first."""
        found = [
            finding
            for finding in self.analysis.findings
            if finding.suppressed is None
            and finding.verdict is Verdict.MATCH
            and (finding.message_index == self.index or self.index in {one.message_index for one in finding.related})
        ]
        return tuple(sorted(found, key=lambda one: (one.message_index != self.index, -weigh(one), one.order)))

    @cached_property
    def own_findings(self) -> tuple[Finding, ...]:
        """Return the findings on the message itself."""
        return tuple(finding for finding in self.findings if finding.message_index == self.index)

    @cached_property
    def symptoms(self) -> tuple[Symptom, ...]:
        """Return the symptoms with a sign in the message or shortly before."""
        turns = [message.index for message in self.transcript.messages if message.index <= self.index]
        first = turns[-NEAR_MESSAGES:][0]
        return tuple(
            symptom
            for symptom in self.analysis.ledgers.symptoms
            if symptom.message <= self.index and symptom.last_message >= first
        )

    @cached_property
    def told_symptoms(self) -> tuple[Symptom, ...]:
        """Return the symptoms that the message is most about, the nearest first, each name once.

        What it voices and tells apart counts first, then how lately a sign was seen, then whether the first one was
        printed, then what it looked at in vain, then how lately the symptom came up.
        """
        nearest: dict[str, Symptom] = {}
        for symptom in sorted(self.symptoms, key=self._nearness, reverse=True):
            nearest.setdefault(symptom.name, symptom)
        return tuple(nearest.values())[:TOLD_SYMPTOMS]

    def _nearness(self, symptom: Symptom) -> tuple[int, int, bool, int, int]:
        rows = [row for row in self.analysis.ledgers.hypotheses if row.symptom == symptom.name]
        voiced = sum((row.voiced and row.message == self.index) + self.voices(row) for row in rows)
        readings = [{probe.reading for probe in row.tested_by if probe.message == self.index} for row in rows]
        decided = sum(bool(found - {Reading.NOTHING}) for found in readings)
        printed = any(result.span.part == symptom.span.part for result in self._results_in(symptom.span.message))
        lately = min(symptom.last_message, self.index)
        return voiced + decided, lately, printed, sum(map(bool, readings)), symptom.message

    def _results_in(self, message: int) -> list[Result]:
        return [result for result in self.analysis.events.results if result.span.message == message]

    def voices(self, row: Hypothesis) -> bool:
        """Say whether a claim of the message names an explanation in the words that the symptom's file lists."""
        words = self.lexicon.rival(row.symptom, row.rival)
        return words is not None and any(pattern.search(claim.text) for claim in self.claims for pattern in words.says)

    @cached_property
    def rivals(self) -> tuple[Hypothesis, ...]:
        """Return the rival explanations of the symptoms that are told, each once, voiced or not."""
        names = {symptom.name for symptom in self.told_symptoms}
        found: dict[tuple[str | None, str | None], Hypothesis] = {}
        for row in self.analysis.ledgers.hypotheses:
            if row.rival is not None and row.symptom in names:
                found.setdefault((row.symptom, row.rival), row)
        return tuple(found.values())

    def status_now(self, hypothesis: Hypothesis) -> HypothesisStatus:
        """Return the status that a hypothesis has when the message has ended and its results are in."""
        readings = [probe.reading for probe in hypothesis.tested_by if probe.message <= self.index]
        decided = [reading for reading in readings if reading is not Reading.NOTHING]
        if not decided:
            return HypothesisStatus.UNTESTED
        return _BY_READING[decided[-1]]

    def texts_of(self, message: Message) -> list[Span]:
        """Return what the speaker of a message wrote, injected and empty texts left out."""
        return [
            Span(
                self.transcript.id,
                message.index,
                number,
                "text",
                0,
                len(one.text),
                one.text,
                find_line(one.location, ""),
            )
            for number, one in enumerate(message.parts)
            if isinstance(one, Text) and not one.injected and one.text.strip()
        ]

    def first_text(self, message: Message) -> Span | None:
        """Return the first text of a message, or None."""
        return next(iter(self.texts_of(message)), None)

    def user_messages(self) -> list[Message]:
        """Return the user's messages up to this one that hold words of theirs."""
        return [
            message
            for message in self.transcript.messages
            if message.role is Role.USER and message.index < self.index and self.texts_of(message)
        ]

    @cached_property
    def since(self) -> int:
        """Return the number of the first message whose kills, waits and moved values are told."""
        before = [message.index for message in self.transcript.messages if message.index <= self.index]
        return before[-EPISODE_MESSAGES:][0]

    def is_near(self, message: int) -> bool:
        """Say whether a message stands before this one and not long before."""
        return self.since <= message < self.index

    @cached_property
    def turns(self) -> tuple[Message, ...]:
        """Return the messages before where the assistant only wrote and the user answered: roads are chosen there."""
        before = [message for message in self.transcript.messages if message.index <= self.index]
        return tuple(
            message
            for message, answer in pairwise(before[-TURN_MESSAGES:])
            if message.role is Role.ASSISTANT
            and answer.role is Role.USER
            and answer.index < self.index
            and self.texts_of(message)
            and self.texts_of(answer)
            and not any(isinstance(part, ToolCall) for part in message.parts)
        )[-TURNS:]

    @cached_property
    def _telling(self) -> dict[tuple[int, int, str], list[Span]]:
        """Quotations that findings, claims, kills, moved values and symptoms rest on, by where they stand."""
        ledgers = self.analysis.ledgers
        counted = (one for one in self.analysis.findings if one.suppressed is None and one.verdict is Verdict.MATCH)
        spans: list[Span | None] = [
            span for one in counted for span in (one.span, *(also.span for also in one.related))
        ]
        spans += [span for row in ledgers.claims for span in (*row.evidence, *row.later)]
        spans += [probe.span for row in ledgers.hypotheses for probe in row.tested_by if probe.answer == "hit"]
        spans += [point.outcome_span for sweep in ledgers.sweeps for point in sweep.points]
        spans += [kill.seen_at for kill in ledgers.kills]
        spans += [symptom.span for symptom in ledgers.symptoms]
        return _by_place(span for span in spans if span is not None)

    @cached_property
    def _facts(self) -> dict[tuple[int, int, str], list[Span]]:
        return _by_place(fact.span for fact in self.analysis.events.observations)

    def telling_spans(self, output: Span) -> list[Span]:
        """Return the quotations of an output that something else in the log rests on."""
        return self._telling.get((output.message, output.part, output.field), [])

    def facts_in(self, output: Span) -> list[Span]:
        """Return the quotations of an output that were read as facts."""
        return self._facts.get((output.message, output.part, output.field), [])

    def limit_of(self, call: Call) -> LimitEvent | None:
        """Return the tool's limit that governs a call, or None."""
        return next((limit for limit in self.analysis.events.limits if limit.call == call.seq), None)


_BY_READING = {
    Reading.SUPPORTS: HypothesisStatus.SUPPORTED,
    Reading.WEAKENS: HypothesisStatus.WEAKENED,
    Reading.REFUTES: HypothesisStatus.EXCLUDED,
}
_SEVERITY_WEIGHT = (0, 2, 5)


def _by_place(spans: Iterable[Span]) -> dict[tuple[int, int, str], list[Span]]:
    found: dict[tuple[int, int, str], list[Span]] = {}
    for span in dict.fromkeys(spans):
        found.setdefault((span.message, span.part, span.field), []).append(span)
    return found


def weigh(finding: Finding) -> int:
    """Return the weight of a finding: its severity times its confidence."""
    return _SEVERITY_WEIGHT[finding.severity.rank] * (finding.confidence.rank + 1)


def does_work(command: Command) -> bool:
    """Say whether a command is more than a wrapper or plumbing; an unknown program is."""
    return bool(command.program) and command.role not in {CommandRole.PLUMBING, CommandRole.WRAPPER}


def is_silent(event: CommandEvent) -> bool:
    """Say whether it is known that a command printed nothing."""
    return event.printed is False or event.attribution is Attribution.NOTHING
