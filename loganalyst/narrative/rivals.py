"""The section "Other explanations": what else may be so, what looked at it, what could tell."""

from collections.abc import Iterator

from loganalyst.model.ledger import Hypothesis, ProbeReading, Reading
from loganalyst.model.report import Basis, Block, Known, MessageRef, Paragraph, Section, Slot, Statement, Table
from loganalyst.model.span import Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.answers import is_unanswered
from loganalyst.narrative.lexicon import RivalWords, SymptomWords
from loganalyst.narrative.saying import Rest, make_section, quoted, references, say, series, shorten, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import HYPOTHESIS_STATUSES, OUTCOMES, READINGS


def plan_rivals(scene: Scene) -> Section | None:
    """Return the explanations that the symptoms of the message may have, and what looked at each."""
    blocks: list[Block] = []
    for symptom in symptoms_of(scene):
        rows = tuple(_row(scene, symptom, rival, hypothesis) for rival, hypothesis in rivals_of(scene, symptom))
        if rows:
            title = Known(symptom.title, f"symptom:{symptom.name}")
            rest = Rest(subject=Subject("symptom", symptom.name))
            blocks.append(Paragraph((say("rivals.intro", phrases.RIVALS_INTRO, rest, Basis.RULE, symptom=title),)))
            blocks.append(Table(phrases.RIVALS_CAPTION, phrases.RIVALS_COLUMNS, rows))
    return make_section("rivals", blocks)


def symptoms_of(scene: Scene) -> Iterator[SymptomWords]:
    """Yield the symptoms that are told, in the words of their files."""
    for name in dict.fromkeys(symptom.name for symptom in scene.told_symptoms):
        words = scene.lexicon.symptoms.get(name)
        if words is not None:
            yield words


def rivals_of(scene: Scene, symptom: SymptomWords) -> Iterator[tuple[RivalWords, Hypothesis | None]]:
    """Yield the rival explanations of a symptom, each with its row in the ledger if it has one."""
    rows = {row.rival: row for row in scene.rivals if row.symptom == symptom.name}
    yield from ((rival, rows.get(rival.name)) for rival in symptom.rivals)


def _row(
    scene: Scene, symptom: SymptomWords, rival: RivalWords, hypothesis: Hypothesis | None
) -> tuple[Statement, ...]:
    source = f"symptom:{symptom.name}"
    about = () if hypothesis is None else (hypothesis.id,)
    rest = Rest(about=(*about, symptom.name), facts=rival.facts, subject=Subject("rival", rival.name))
    key, standing = standing_of(scene, hypothesis, rest)
    title = say(key, "{title}", rest, Basis.RULE, title=Known(rival.title, source))
    if rival.ask is None or key == "rival.tested":
        return title, standing, say("rival.settled", phrases.NOTHING, rest)
    return (
        title,
        standing,
        say("rival.probe", "{ask}", rest, Basis.RULE, ask=Known(rival.ask, source)),
    )


def standing_of(scene: Scene, hypothesis: Hypothesis | None, rest: Rest) -> tuple[str, Statement]:
    """Return the key and sentence for what was known of an explanation when the message ended."""
    looks = [] if hypothesis is None else [probe for probe in hypothesis.tested_by if probe.message <= scene.index]
    if hypothesis is None or not looks:
        return "rival.untested", say("rival.untested", phrases.RIVAL_UNTESTED, rest)
    decided = [probe for probe in looks if probe.reading is not Reading.NOTHING]
    last = (decided or looks)[-1]
    rest = Rest((last.span,), rest.about, rest.facts, rest.subject)
    if not decided:
        return "rival.untested", _untested(scene, hypothesis, last, rest)
    return "rival.tested", _tested(scene, hypothesis, last, rest)


def _untested(scene: Scene, hypothesis: Hypothesis, last: ProbeReading, rest: Rest) -> Statement:
    """Return that a look had no answer, or one that says nothing; or that no answer of it could have told."""
    asked = scene.analysis.events.commands[last.command]
    message = MessageRef(last.message)
    rival = scene.lexicon.rival(hypothesis.symptom, hypothesis.rival)
    blind = [Known(one.to, f"fact:{one.fact}") for one in asked.command.blind]
    if rival is not None and blind and not rival.untelling.isdisjoint(last.because):
        command = shorten(asked.span)
        places, slots = series("blind", blind, phrases.LAST_OR)
        template = phrases.RIVAL_CANNOT.replace("{command}", quoted("command", command, asked.span))
        template = template.replace("{blind}", places)
        return say("rival.untested", template, rest, message=message, command=command, **slots)
    if is_unanswered(scene, asked):
        kind = next(call.outcome.kind for call in scene.analysis.events.calls if call.seq == asked.call)
        outcome = term(OUTCOMES, kind)
        return say("rival.untested", phrases.RIVAL_UNANSWERED, rest, message=message, outcome=outcome)
    reading = term(READINGS, last.reading)
    return say("rival.untested", phrases.RIVAL_UNTESTED_LOOKED, rest, message=message, reading=reading)


def _tested(scene: Scene, hypothesis: Hypothesis, last: ProbeReading, rest: Rest) -> Statement:
    """Return what the last answer or deed that tells says of an explanation, and who has asked in vain since."""
    slots: dict[str, Slot] = {
        "status": term(HYPOTHESIS_STATUSES, scene.status_now(hypothesis)),
        "message": MessageRef(last.message),
        "reading": term(READINGS, last.reading),
    }
    template = phrases.RIVAL_TESTED
    rival = scene.lexicon.rival(hypothesis.symptom, hypothesis.rival)
    if rival is not None and last.answer == "hit" and last.because in rival.because:
        template = phrases.RIVAL_TESTED_BECAUSE
        slots["because"] = Known(rival.because[last.because], f"symptom:{hypothesis.symptom}")
        del slots["reading"]
    commands = scene.analysis.events.commands
    since = [one for one in hypothesis.tested_by if last.message < one.message <= scene.index]
    unanswered = references(one.message for one in since if is_unanswered(scene, commands[one.command]))
    if unanswered:
        places, more = series("since", unanswered)
        template, slots = template + phrases.RIVAL_SINCE.replace("{messages}", places), slots | more
    return say("rival.tested", template, rest, **slots)
