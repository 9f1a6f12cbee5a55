"""The section "Questions for students": each is asked of what the report tells, and answered from it."""

from collections.abc import Iterator
from itertools import islice

from loganalyst.model.event import CommandEvent
from loganalyst.model.ledger import Hypothesis, Reading
from loganalyst.model.report import Basis, Block, Folded, Known, MessageRef, Paragraph, Section, Slot, Statement
from loganalyst.model.span import Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.answers import is_unanswered
from loganalyst.narrative.lexicon import RivalWords, SymptomWords
from loganalyst.narrative.reading import find_answer
from loganalyst.narrative.rivals import rivals_of, standing_of, symptoms_of
from loganalyst.narrative.saying import Rest, make_section, quoted, say, series, shorten, term
from loganalyst.narrative.scene import Scene, is_silent
from loganalyst.narrative.words import READINGS

_LINES = 2
"""Lines of an answer that a question shows."""


def plan_questions(scene: Scene) -> Section | None:
    """Return questions with their answers folded, one on a probe and one on an explanation."""
    kinds = (_of_probes(scene), _of_rivals(scene))
    asked = [question for kind in kinds for question in islice(kind, 1)]
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
            shown, more = series("shown", [shorten(line) for line in lines[:_LINES]])
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
    if is_unanswered(scene, scene.analysis.events.commands[looks[-1].command]):
        answer = say("answer", phrases.ANSWER_RIVAL_UNANSWERED, rest, Basis.RULE, ask=ask, looked=looked)
        return _ask(question, answer)
    answer = say("answer", phrases.ANSWER_RIVAL_LOOKED, rest, Basis.RULE, ask=ask, looked=looked, reading=reading)
    return _ask(question, answer)
