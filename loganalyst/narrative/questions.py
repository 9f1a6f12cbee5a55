"""The section "Questions for students": each is asked of what the report tells, and answered from it."""

from collections.abc import Iterator
from itertools import chain, islice

from loganalyst.model.event import CommandEvent
from loganalyst.model.ledger import ClaimStatus, Hypothesis, Reading
from loganalyst.model.report import Basis, Block, Folded, Known, MessageRef, Paragraph, Section, Slot, Statement
from loganalyst.model.span import Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.chains import tell_chain
from loganalyst.narrative.lexicon import RivalWords, SymptomWords
from loganalyst.narrative.reading import find_answer
from loganalyst.narrative.rivals import rivals_of, standing_of, symptoms_of
from loganalyst.narrative.saying import Rest, make_section, quoted, references, say, series, shorten, term
from loganalyst.narrative.scene import Scene, is_silent
from loganalyst.narrative.words import CLAIM_STATUSES, READINGS

_EACH = 2
"""Questions of one kind."""


def plan_questions(scene: Scene) -> Section | None:
    """Return questions with their answers folded: on probes, explanations, how the line runs, what was said."""
    kinds = (_of_probes(scene), _of_rivals(scene), _of_chain(scene), _of_claims(scene))
    asked = list(chain.from_iterable(islice(kind, _EACH) for kind in kinds))
    intro = Paragraph((say("questions.intro", phrases.QUESTIONS, Rest(about=("questions",))),))
    return make_section("questions", [intro, *asked] if asked else [])


def _ask(question: Statement, answer: Statement) -> Folded:
    return Folded(question, (Paragraph((answer,)),))


def _of_probes(scene: Scene) -> Iterator[Block]:
    """Yield questions on probes whose answers decide nothing, those that printed something first."""
    events = [event for event in scene.probes if _decides_nothing(scene, event)]
    for event in sorted(events, key=is_silent):
        lines = find_answer(event)
        if not lines and not is_silent(event):
            continue
        command = shorten(event.span)
        place = quoted("command", command, event.span)
        facts = tuple(blind.fact for blind in event.command.blind)
        rest = Rest((event.span,), facts=facts, subject=Subject("program", event.command.program))
        slots: dict[str, Slot] = {"command": command}
        template = phrases.QUESTION_SILENCE
        if lines:
            shown, more = series("shown", [shorten(line) for line in lines[:_EACH]])
            template, slots = phrases.QUESTION_PROBE.replace("{shown}", shown), {**slots, **more}
        question = say("question", template.replace("{command}", place), rest, **slots)
        if not event.command.blind:
            yield _ask(question, say("answer", phrases.ANSWER_PROBE_PLAIN, rest))
            continue
        blind = [Known(one.to, f"fact:{one.fact}") for one in event.command.blind]
        places, blind_slots = series("blind", blind, phrases.LAST_OR)
        template = phrases.ANSWER_PROBE.replace("{blind}", places)
        yield _ask(question, say("answer", template, rest, Basis.RULE, **blind_slots))


def _decides_nothing(scene: Scene, event: CommandEvent) -> bool:
    """Say whether a probe was held against explanations that are told, and says nothing of any."""
    readings = [probe.reading for row in scene.rivals for probe in row.tested_by if probe.command == event.seq]
    return bool(readings) and all(reading is Reading.NOTHING for reading in readings)


def _of_rivals(scene: Scene) -> Iterator[Block]:
    for symptom in symptoms_of(scene):
        for rival, hypothesis in rivals_of(scene, symptom):
            rest = Rest(facts=rival.facts, subject=Subject("rival", rival.name), about=(symptom.name,))
            key, _standing = standing_of(scene, hypothesis, rest)
            if rival.ask is not None and key == "rival.untested":
                yield _rival(scene, symptom, rival, hypothesis)


def _rival(scene: Scene, symptom: SymptomWords, rival: RivalWords, hypothesis: Hypothesis | None) -> Block:
    source = f"symptom:{symptom.name}"
    rest = Rest(facts=rival.facts, subject=Subject("rival", rival.name), about=(symptom.name,))
    here = MessageRef(scene.index)
    title, ask = Known(rival.title, source), Known(rival.ask or "", source)
    question = say("question", phrases.QUESTION_RIVAL, rest, Basis.RULE, title=title, message=here)
    looks = [] if hypothesis is None else [probe for probe in hypothesis.tested_by if probe.message <= scene.index]
    if not looks:
        return _ask(question, say("answer", phrases.ANSWER_RIVAL, rest, Basis.RULE, ask=ask, message=here))
    looked, reading = MessageRef(looks[-1].message), term(READINGS, looks[-1].reading)
    answer = say("answer", phrases.ANSWER_RIVAL_LOOKED, rest, Basis.RULE, ask=ask, looked=looked, reading=reading)
    return _ask(question, answer)


def _of_chain(scene: Scene) -> Iterator[Block]:
    """Yield when the parts of a line run, for parts of which that is told one by one."""
    for call in scene.calls:
        for statement in tell_chain(scene, call):
            if statement.template not in {phrases.CHAIN, phrases.CHAIN_DECIDED}:
                continue
            rest = Rest(statement.spans)
            question = say("question", phrases.QUESTION_CHAIN, rest, command=statement.slots["command"])
            yield _ask(question, say("answer", phrases.ANSWER_CHAIN, rest, condition=statement.slots["condition"]))


def _of_claims(scene: Scene) -> Iterator[Block]:
    for row in (row for row in scene.claims if row.status is not ClaimStatus.UNKNOWN):
        words = shorten(row.span)
        rest = Rest((row.span, *row.evidence), (row.id,))
        template = phrases.QUESTION_CLAIM.replace("{words}", quoted("words", words, row.span))
        question = say("question", template, rest, words=words)
        text = CLAIM_STATUSES[row.status]
        answer = Known(text[:1].upper() + text[1:], f"report:{row.status}")
        if not row.evidence:
            yield _ask(question, say("answer", phrases.ANSWER_CLAIM, rest, answer=answer))
            continue
        places, slots = series("at", references(span.message for span in row.evidence))
        template = phrases.ANSWER_CLAIM_AT.replace("{evidence}", places)
        yield _ask(question, say("answer", template, rest, answer=answer, **slots))
