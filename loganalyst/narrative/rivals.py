"""The section "Other explanations": what else may be so, what looked at it, what could tell."""

from collections.abc import Iterator

from loganalyst.model.ledger import Hypothesis, HypothesisStatus, Reading
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Basis, Block, Known, MessageRef, Paragraph, Section, Statement, Table
from loganalyst.model.span import Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.lexicon import RivalWords, SymptomWords
from loganalyst.narrative.saying import Rest, make_section, say, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import HYPOTHESIS_STATUSES, OUTCOMES, READINGS

_ENDED_EARLY = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.KILLED, OutcomeKind.CANCELLED})


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
    title = say(key, phrases.RIVAL_NAME, rest, Basis.RULE, title=Known(rival.title, source))
    if rival.ask is None or key == "rival.tested":
        return title, standing, say("rival.settled", phrases.NOTHING, rest)
    return (
        title,
        standing,
        say("rival.probe", phrases.RIVAL_PROBE, rest, Basis.RULE, ask=Known(rival.ask, source)),
    )


def standing_of(scene: Scene, hypothesis: Hypothesis | None, rest: Rest) -> tuple[str, Statement]:
    """Return the key and sentence for what was known of an explanation when the message ended."""
    looks = [] if hypothesis is None else [probe for probe in hypothesis.tested_by if probe.message <= scene.index]
    if hypothesis is None or not looks:
        return "rival.untested", say("rival.untested", phrases.RIVAL_UNTESTED, rest)
    status = scene.status_now(hypothesis)
    decided = [probe for probe in looks if probe.reading is not Reading.NOTHING]
    last = (decided or looks)[-1]
    rest = Rest((last.span,), rest.about, rest.facts, rest.subject)
    reading = term(READINGS, last.reading)
    message = MessageRef(last.message)
    asked = scene.analysis.events.commands[last.command]
    if status is HypothesisStatus.UNTESTED and asked.outcome.kind in _ENDED_EARLY and not asked.printed:
        outcome = term(OUTCOMES, asked.outcome.kind)
        unanswered = say("rival.untested", phrases.RIVAL_UNANSWERED, rest, message=message, outcome=outcome)
        return "rival.untested", unanswered
    if status is HypothesisStatus.UNTESTED:
        return "rival.untested", say(
            "rival.untested", phrases.RIVAL_UNTESTED_LOOKED, rest, message=message, reading=reading
        )
    words = term(HYPOTHESIS_STATUSES, status)
    return "rival.tested", say(
        "rival.tested", phrases.RIVAL_TESTED, rest, status=words, message=message, reading=reading
    )
