"""The sections on what else may be so: other explanations, assumptions, and questions made from both."""

from collections.abc import Iterator

from loganalyst.model.event import CommandEvent
from loganalyst.model.ledger import ClaimRow, ClaimStatus, Hypothesis, HypothesisStatus, ProbeReading, Reading
from loganalyst.model.report import (
    Basis,
    Block,
    Bullets,
    Folded,
    Known,
    MessageRef,
    Paragraph,
    Section,
    Statement,
    Table,
)
from loganalyst.model.span import Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.lexicon import RivalWords, SymptomWords
from loganalyst.narrative.saying import Rest, lower_first, make_section, quoted, references, say, series, shorten, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import HYPOTHESIS_STATUSES, READINGS

_QUESTIONS = 5
_UNBACKED = frozenset({ClaimStatus.TOO_WEAK, ClaimStatus.UNSUPPORTED})


def plan_rivals(scene: Scene) -> Section | None:
    """Return the explanations that the symptoms of the message may have, and what looked at each."""
    blocks: list[Block] = []
    for symptom in _symptoms(scene):
        rows = tuple(_row(scene, symptom, rival, hypothesis) for rival, hypothesis in _open(scene, symptom))
        if rows:
            title = Known(symptom.title, f"symptom:{symptom.name}")
            rest = Rest(subject=Subject("symptom", symptom.name))
            blocks.append(Paragraph((say("rivals.intro", phrases.RIVALS_INTRO, rest, Basis.RULE, symptom=title),)))
            blocks.append(Table(phrases.RIVALS_CAPTION, phrases.RIVALS_COLUMNS, rows))
    others = _others(scene) if blocks else None
    return make_section("rivals", [*blocks, *(() if others is None else (Paragraph((others,)),))])


def _others(scene: Scene) -> Statement | None:
    """Return which other symptoms have signs in the log near the message."""
    told = {symptom.name for symptom in scene.told_symptoms}
    names = dict.fromkeys(symptom.name for symptom in scene.symptoms if symptom.name not in told)
    known = [scene.lexicon.symptoms[name] for name in names if name in scene.lexicon.symptoms]
    if not known:
        return None
    places, slots = series("symptom", [Known(lower_first(one.title), f"symptom:{one.name}") for one in known])
    return say("rivals.others", phrases.RIVALS_OTHERS.replace("{symptoms}", places), **slots)


def _symptoms(scene: Scene) -> Iterator[SymptomWords]:
    for name in dict.fromkeys(symptom.name for symptom in scene.told_symptoms):
        words = scene.lexicon.symptoms.get(name)
        if words is not None:
            yield words


def _open(scene: Scene, symptom: SymptomWords) -> Iterator[tuple[RivalWords, Hypothesis | None]]:
    rows = {row.rival: row for row in scene.rivals if row.symptom == symptom.name}
    yield from ((rival, rows.get(rival.name)) for rival in symptom.rivals)


def _row(
    scene: Scene, symptom: SymptomWords, rival: RivalWords, hypothesis: Hypothesis | None
) -> tuple[Statement, ...]:
    source = f"symptom:{symptom.name}"
    about = () if hypothesis is None else (hypothesis.id,)
    rest = Rest(about=(*about, symptom.name), facts=rival.facts, subject=Subject("rival", rival.name))
    key, standing = _standing(scene, hypothesis, rest)
    title = say(key, phrases.RIVAL_NAME, rest, Basis.RULE, title=Known(rival.title, source))
    if rival.ask is None or key == "rival.tested":
        return title, standing, say("rival.settled", phrases.NOTHING, rest)
    return (
        title,
        standing,
        say("rival.probe", phrases.RIVAL_PROBE, rest, Basis.RULE, ask=Known(rival.ask, source)),
    )


def _standing(scene: Scene, hypothesis: Hypothesis | None, rest: Rest) -> tuple[str, Statement]:
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
    if status is HypothesisStatus.UNTESTED:
        return "rival.untested", say(
            "rival.untested", phrases.RIVAL_UNTESTED_LOOKED, rest, message=message, reading=reading
        )
    words = term(HYPOTHESIS_STATUSES, status)
    return "rival.tested", say(
        "rival.tested", phrases.RIVAL_TESTED, rest, status=words, message=message, reading=reading
    )


def plan_assumptions(scene: Scene) -> Section | None:
    """Return what the message takes for granted: that its probes are not blind, that its claims have a ground."""
    items = [*_blind(scene), *_open_readings(scene), *_unbacked(scene)]
    intro = say("assumption.intro", phrases.ASSUMPTIONS, Rest(about=("assumptions",)))
    return make_section("assumptions", [Bullets(tuple(items), intro=intro)] if items else [])


def _blind(scene: Scene) -> Iterator[Statement]:
    for event in scene.probes:
        if event.command.blind:
            command = shorten(event.span)
            place, slots = series("blind", _blind_words(event))
            template = phrases.ASSUMES_BLIND.replace("{command}", quoted("command", command, event.span))
            rest = Rest(
                facts=tuple(blind.fact for blind in event.command.blind),
                subject=Subject("program", event.command.program, event.command.host),
            )
            yield say("assumption", template.replace("{blind}", place), rest, Basis.RULE, command=command, **slots)


def _blind_words(event: CommandEvent) -> list[Known]:
    return [Known(blind.to, f"fact:{blind.fact}") for blind in event.command.blind]


def _open_readings(scene: Scene) -> Iterator[Statement]:
    """Yield probes that the vocabulary knows no blind spot of, and whose answers leave an explanation open."""
    for event in scene.probes:
        row = next(
            (row for row in scene.rivals for probe in row.tested_by if _leaves_open(probe, event)),
            None,
        )
        words = None if row is None else scene.lexicon.rival(row.symptom, row.rival)
        if row is None or words is None or event.command.blind:
            continue
        command = shorten(event.span)
        template = phrases.ASSUMES_READING.replace("{command}", quoted("command", command, event.span))
        rest = Rest(
            about=(row.id,),
            facts=words.facts,
            subject=Subject("program", event.command.program, event.command.host),
        )
        rival = Known(words.title, f"symptom:{row.symptom}")
        yield say("assumption", template, rest, Basis.RULE, command=command, rival=rival)


def _leaves_open(probe: ProbeReading, event: CommandEvent) -> bool:
    return probe.command == event.seq and probe.reading is Reading.NOTHING


def _unbacked(scene: Scene) -> Iterator[Statement]:
    for row in scene.claims:
        if row.status in _UNBACKED and row.stance.value in {"asserted", "negated"}:
            yield _claim(row)


def _claim(row: ClaimRow) -> Statement:
    words = shorten(row.span)
    rest = Rest(spans=row.evidence, about=(row.id,))
    place = quoted("words", words, row.span)
    if row.status is ClaimStatus.UNSUPPORTED or not row.evidence:
        return say("assumption", phrases.ASSUMES_UNBACKED.replace("{words}", place), rest, words=words)
    evidence, slots = series("at", references(span.message for span in row.evidence))
    template = phrases.ASSUMES_CLAIM.replace("{words}", place).replace("{evidence}", evidence)
    return say("assumption", template, rest, words=words, **slots)


def plan_questions(scene: Scene) -> Section | None:
    """Return questions for students with their answers folded, from explanations that nothing probed."""
    asked = [*_rival_questions(scene), *_blind_questions(scene)][:_QUESTIONS]
    intro = Paragraph((say("questions.intro", phrases.QUESTIONS, Rest(about=("questions",))),))
    return make_section("questions", [intro, *asked] if asked else [])


def _rival_questions(scene: Scene) -> Iterator[Block]:
    for symptom in _symptoms(scene):
        for rival, hypothesis in _open(scene, symptom):
            rest = Rest(facts=rival.facts, subject=Subject("rival", rival.name))
            key, _standing_then = _standing(scene, hypothesis, rest)
            if rival.ask is not None and key == "rival.untested":
                source = f"symptom:{symptom.name}"
                ask = say("question", phrases.QUESTION, rest, Basis.RULE, ask=Known(rival.ask, source))
                title = Known(rival.title, source)
                answer = say("answer", phrases.ANSWER_RIVAL, rest, Basis.RULE, title=title)
                yield Folded(ask, (Paragraph((answer,)),))


def _blind_questions(scene: Scene) -> Iterator[Block]:
    for event in scene.probes:
        for blind in event.command.blind[:1]:
            rest = Rest(facts=(blind.fact,), subject=Subject("program", event.command.program))
            command = shorten(event.span)
            place = quoted("command", command, event.span)
            lies = Known(blind.to, f"fact:{blind.fact}")
            template = phrases.QUESTION_BLIND.replace("{command}", place)
            ask = say("question", template, rest, Basis.RULE, command=command, blind=lies)
            reply = phrases.ANSWER_BLIND.replace("{command}", place)
            answer = say("answer", reply, rest, Basis.RULE, command=command)
            yield Folded(ask, (Paragraph((answer,)),))
