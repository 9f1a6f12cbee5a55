"""The section "The steps taken": what was noticed, supposed, looked at, done and concluded, message by message."""

from collections.abc import Iterator

from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent, Stance
from loganalyst.model.ledger import ClaimRow, ClaimStatus, Hypothesis, ProbeReading, Reading
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Bullets, Known, MessageRef, Section, Slot, Statement
from loganalyst.narrative import phrases
from loganalyst.narrative.answers import is_unanswered
from loganalyst.narrative.looks import asks_for_a_word
from loganalyst.narrative.saying import Rest, about_message, make_section, say, series, shorten, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import CLAIM_STATUSES, OUTCOMES, READINGS_ON, STANCES, TRAITS

_MOST = 5
"""Messages up to the one that the report is about, at most, from the first sign of its symptom on."""
_AFTER = 2
"""Messages after it, in which something may be concluded and done."""
_FEWEST = 2
_COMMANDS = 4
_COMMAND_CHARACTERS = 70
_KEY = "method.step"
_DEEDS = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})
_UNTELLING = frozenset({OutcomeKind.UNKNOWN, OutcomeKind.OK, OutcomeKind.SILENT})
"""Ends of a call that are not worth a word."""
_CONCLUDED = frozenset({Stance.ASSERTED, Stance.NEGATED, Stance.HEDGED})


def plan_steps(scene: Scene) -> Section | None:
    """Return the steps from the first sign of the symptom to the next act after the message."""
    since = min((symptom.message for symptom in scene.told_symptoms), default=scene.index)
    before = [message.index for message in scene.transcript.messages if since <= message.index <= scene.index]
    after = [message.index for message in scene.transcript.messages if message.index > scene.index]
    deeds = [event.place.message for event in scene.analysis.events.commands if _is_deed(event)]
    until = next((number for number in deeds if number > scene.index), after[-1] if after else scene.index)
    numbers = (*before[-_MOST:], *(number for number in after[:_AFTER] if number <= until))
    steps = tuple(step for number in numbers for step in _steps(scene, number))
    own = any(step.subject == about_message(scene.index) for step in steps)
    return make_section("method", [Bullets(steps, ordered=True)] if own and len(steps) >= _FEWEST else [])


def _steps(scene: Scene, number: int) -> Iterator[Statement]:
    """Yield the steps of one message: what it supposes or concludes, looks at, does."""
    supposed = {row.raised_at: row for row in _voiced(scene, number)}
    yield from (_supposed(scene, row) for row in supposed.values())
    commands = [event for event in scene.analysis.events.commands if event.place.message == number]
    rows = [row for row in scene.analysis.ledgers.claims if row.message == number and row.span not in supposed]
    if number > scene.index:
        yield from _concluded([row for row in rows if row.stance in _CONCLUDED and row.evidence])
    deeds = [event for event in commands if _is_deed(event)]
    around = {(event.call, wrapper.position) for event in deeds for wrapper in event.command.wrappers}
    looks = [
        event
        for event in commands
        if (_asks(event) or asks_for_a_word(scene, event))
        and event.span.quote
        and (event.call, event.command.position) not in around
    ]
    told = [(looks[0].seq, _looked(scene, number, looks))] if looks else []
    told += [(deeds[0].seq, _done(scene, number, deeds))] if deeds else []
    yield from (step for _seq, step in sorted(told, key=lambda one: one[0]))


def _is_deed(event: CommandEvent) -> bool:
    """Say whether a command changes something; to end jobs of one's own line does not."""
    own_job = any(operand.value.startswith("%") for operand in event.command.operands)
    return event.command.role in _DEEDS and bool(event.span.quote) and not own_job and not _asks(event)


def _asks(event: CommandEvent) -> bool:
    """Say whether a command is there to see something, as a run of tests is."""
    asks = any(trait in TRAITS for trait in event.command.traits)
    return event.command.role is CommandRole.PROBE or (event.command.role is CommandRole.LAUNCH and asks)


def _voiced(scene: Scene, number: int) -> Iterator[Hypothesis]:
    names = {symptom.name for symptom in scene.told_symptoms}
    for row in scene.analysis.ledgers.hypotheses:
        if row.voiced and row.message == number and row.raised_at is not None and row.symptom in {None, *names}:
            yield row


def _supposed(scene: Scene, row: Hypothesis) -> Statement:
    words = shorten(row.raised_at) if row.raised_at is not None else None
    known = scene.lexicon.rival(row.symptom, row.rival)
    rest = Rest(about=(row.id,), subject=about_message(row.message))
    slots: dict[str, Slot] = {"message": MessageRef(row.message), "stance": term(STANCES, row.stance or Stance.ASKED)}
    if known is not None:
        slots["rival"] = Known(known.title, f"symptom:{row.symptom}")
    if words is not None and row.raised_at is not None:
        slots["words"] = words
    template = phrases.STEP_SUPPOSED if known is None else phrases.STEP_SUPPOSED_RIVAL
    return say(_KEY, template, rest, **slots)


def _concluded(rows: list[ClaimRow]) -> Iterator[Statement]:
    """Yield what a message says of what was seen, sentences that stand alike together."""
    alike: dict[ClaimStatus, list[ClaimRow]] = {}
    for row in rows:
        alike.setdefault(row.status, []).append(row)
    for status, group in alike.items():
        places, slots = series("words", [shorten(row.span) for row in group])
        evidence = tuple(dict.fromkeys(span for row in group for span in row.evidence))
        rest = Rest(evidence, tuple(row.id for row in group), subject=about_message(group[0].message))
        slots |= {"message": MessageRef(group[0].message), "status": term(CLAIM_STATUSES, status)}
        yield say(_KEY, phrases.STEP_CONCLUDED.replace("{words}", places), rest, **slots)


def _looked(scene: Scene, number: int, looks: list[CommandEvent]) -> Statement:
    """Return with what a message looks, and what its weightiest answer says of an explanation that is told."""
    shown, slots = series("command", [shorten(one.span, _COMMAND_CHARACTERS) for one in looks[:_COMMANDS]])
    slots["message"] = MessageRef(number)
    rest = Rest(tuple(one.span for one in looks), subject=about_message(number))
    template = phrases.STEP_LOOKED.replace("{commands}", shown)
    numbers = {one.seq for one in looks}
    held = [(row, probe) for row in scene.rivals for probe in row.tested_by if probe.command in numbers]
    told = _weightiest(scene, held)
    if all(is_unanswered(scene, one) for one in looks):
        template += phrases.STEP_UNANSWERED
    elif told is not None:
        template += phrases.STEP_WEIGHS
        slots |= {"rival": told[0], "reading": term(READINGS_ON, told[1])}
    elif held:
        template += phrases.STEP_DECIDES_NOTHING
    return say(_KEY, template + phrases.LADDER_STOP, rest, **slots)


def _weightiest(scene: Scene, held: list[tuple[Hypothesis, ProbeReading]]) -> tuple[Known, Reading] | None:
    for row, probe in held:
        words = scene.lexicon.rival(row.symptom, row.rival)
        if probe.reading is not Reading.NOTHING and words is not None:
            return Known(words.title, f"symptom:{row.symptom}"), probe.reading
    return None


def _done(scene: Scene, number: int, deeds: list[CommandEvent]) -> Statement:
    shown, slots = series("command", [shorten(one.span, _COMMAND_CHARACTERS) for one in deeds[:_COMMANDS]])
    slots["message"] = MessageRef(number)
    call = next(one for one in scene.analysis.events.calls if one.seq == deeds[-1].call)
    template = phrases.STEP_DONE.replace("{commands}", shown)
    if call.outcome.kind not in _UNTELLING:
        template, slots["outcome"] = template + phrases.STEP_OUTCOME, term(OUTCOMES, call.outcome.kind)
    rest = Rest(tuple(one.span for one in deeds), subject=about_message(number))
    return say(_KEY, template + phrases.LADDER_STOP, rest, **slots)
