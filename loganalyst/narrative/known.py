"""The section "What we know now that was not known": shown, not shown, contradicted later."""

from collections.abc import Iterator
from itertools import islice

from loganalyst.model.event import Observation
from loganalyst.model.ledger import Hypothesis, HypothesisStatus
from loganalyst.model.report import Basis, Block, Bullets, Known, MessageRef, Section, Statement
from loganalyst.model.span import Span, Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.later import later_looks
from loganalyst.narrative.remains import find_left_running
from loganalyst.narrative.rivals import symptoms_of
from loganalyst.narrative.saying import Rest, make_section, quoted, say, series, shorten, split_lines
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import MEANINGS

_SHOWN = 8
_PROGRESS = ("install.", "build.", "transfer.")
"""Beginnings of the kinds of observation that tell how far work has got."""


def plan_known(scene: Scene) -> Section | None:
    """Return what the results of the message show, what they leave open, and what later turned out otherwise."""
    lists = (
        ("known.shown", phrases.SHOWN, tuple(_shown(scene))),
        ("known.not-shown", phrases.NOT_SHOWN, (*_not_shown(scene), *_progress(scene), *_before(scene))),
        ("known.contradicted", phrases.CONTRADICTED, tuple(_contradicted(scene))),
    )
    blocks: list[Block] = [
        Bullets(items, intro=say(f"{key}.intro", intro, Rest(about=(key,)))) for key, intro, items in lists if items
    ]
    return make_section("known", blocks)


def _shown(scene: Scene) -> Iterator[Statement]:
    """Yield the lines of the results that were read as facts, each once, with what it means where that is known."""
    calls = {call.seq for call in scene.calls}
    seen: set[Span] = set()
    facts = (one for one in scene.analysis.events.observations if one.call in calls)
    for fact in islice((one for one in facts if split_lines(one.span)), _SHOWN):
        span = split_lines(fact.span)[-1]
        quote = shorten(span)
        place = quoted("quote", quote, span)
        rest = Rest((fact.span,), subject=fact.subject)
        if fact.kind in MEANINGS:
            meaning = Known(MEANINGS[fact.kind], f"report:{fact.kind}")
            first = split_lines(fact.span)[0]
            template = phrases.SHOWN_MEANING.replace("{quote}", place)
            if first != span:
                begin = shorten(first)
                template = phrases.SHOWN_STRETCH.replace("{quote}", place)
                template = template.replace("{begin}", quoted("begin", begin, first))
                seen.add(span)
                yield say("known.shown", template, rest, begin=begin, quote=quote, meaning=meaning)
                continue
            yield say("known.shown", template, rest, quote=quote, meaning=meaning)
        elif span not in seen:
            yield say("known.shown", phrases.SHOWN_LINES.replace("{quote}", place), rest, Basis.QUOTED, quote=quote)
        seen.add(span)


def _not_shown(scene: Scene) -> Iterator[Statement]:
    """Yield the explanations of a symptom that nothing told from others, together."""
    for symptom in symptoms_of(scene):
        rows = [row for row in scene.rivals if row.symptom == symptom.name]
        known = [
            (row, words)
            for row in rows
            if (words := scene.lexicon.rival(row.symptom, row.rival)) is not None
            and scene.status_now(row) is HypothesisStatus.UNTESTED
        ]
        if known:
            source = f"symptom:{symptom.name}"
            titles = [Known(words.title, source) for _row, words in known]
            places, slots = series("title", titles, phrases.LAST_CLAUSE, phrases.SEMICOLON)
            facts = tuple(dict.fromkeys(fact for _row, words in known for fact in words.facts))
            rest = Rest(about=tuple(row.id for row, _words in known), facts=facts, subject=_same_subject(rows))
            template = phrases.NOT_SHOWN_ONE if len(known) == 1 else phrases.NOT_SHOWN_RIVAL
            yield say("known.not-shown", template.replace("{titles}", places), rest, **slots)


def _same_subject(rows: list[Hypothesis]) -> Subject | None:
    return next(iter({row.subject for row in rows}), None) if len({row.subject for row in rows}) == 1 else None


def _progress(scene: Scene) -> Iterator[Statement]:
    """Yield that a process which outlived its call was seen to be there, and not whether it gets anywhere."""
    left = find_left_running(scene)
    looked_at = {subject for event in scene.commands for subject in event.command.subjects}
    if (
        left is None
        or left.subject not in looked_at
        or any(_tells_progress(scene, fact, left.shown) for fact in scene.analysis.events.observations)
    ):
        return
    process = shorten(left.shown)
    template = phrases.NOT_SHOWN_PROGRESS.replace("{process}", quoted("process", process, left.shown))
    message = MessageRef(left.shown.message)
    yield say("known.not-shown", template, Rest(subject=left.subject), process=process, message=message)


def _tells_progress(scene: Scene, fact: Observation, since: Span) -> bool:
    return fact.kind.startswith(_PROGRESS) and since.message <= fact.place.message <= scene.index


def _before(scene: Scene) -> Iterator[Statement]:
    """Yield later looks that repeat a question of the message, where no look up to it was answered."""
    for later, facts in later_looks(scene):
        kinds = {fact.kind for fact in facts}
        answered = any(
            fact.kind in kinds and fact.place.message <= scene.index for fact in scene.analysis.events.observations
        )
        if facts and not answered:
            command, shown = shorten(later.span), shorten(split_lines(facts[0].span)[0])
            yield say(
                "known.not-shown",
                phrases.NOT_SHOWN_BEFORE,
                Rest(subject=Subject("program", later.command.program, later.command.host)),
                message=MessageRef(scene.index),
                command=command,
                later=MessageRef(later.place.message),
                shown=shown,
            )


def _contradicted(scene: Scene) -> Iterator[Statement]:
    for row in scene.claims:
        if row.fate == "contradicted" and row.later and row.later_message is not None:
            words, later = shorten(row.span), shorten(row.later[0])
            template = phrases.CONTRADICTED_ITEM.replace("{words}", quoted("words", words, row.span))
            yield say(
                "known.contradicted",
                template.replace("{later}", quoted("later", later, row.later[0])),
                Rest(about=(row.id,)),
                words=words,
                message=MessageRef(row.later_message),
                later=later,
            )
