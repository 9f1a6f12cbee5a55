"""The section "What we know now that was not known": shown, not shown, contradicted later."""

from collections.abc import Iterator
from itertools import groupby, islice

from loganalyst.model.event import Observation
from loganalyst.model.ledger import Hypothesis, HypothesisStatus
from loganalyst.model.report import Basis, Block, Bullets, Known, MessageRef, Section, Slot, Statement
from loganalyst.model.span import Span, Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.later import later_looks
from loganalyst.narrative.remains import find_left_running
from loganalyst.narrative.rivals import symptoms_of
from loganalyst.narrative.saying import Rest, letters, make_section, quoted, say, shorten, split_lines, tally
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import MEANINGS

_SHOWN = 8
"""Kinds of fact told, in the order of the output."""
_ALIKE = 3
"""More lines of one kind are told by the first and the last."""
_PAIRS = "gpu.topology"
"""Facts that are read once for each pair, and told by how many have the same value."""
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
    """Yield the lines of the results that were read as facts, each once; many of one kind are told together."""
    calls = {call.seq for call in scene.calls}
    facts = [one for one in scene.analysis.events.observations if one.call in calls and split_lines(one.span)]
    kinds = groupby(facts, key=lambda fact: fact.kind)
    seen: set[Span] = set()
    for kind, alike in islice(((kind, list(group)) for kind, group in kinds), _SHOWN):
        lines = list(dict.fromkeys(line for fact in alike for line in split_lines(_line_of(scene, fact))))
        lines = [line for line in lines if kind in MEANINGS or line not in seen]
        if kind == _PAIRS:
            yield _values(alike)
        elif len(lines) > _ALIKE:
            yield _series(alike, lines)
        else:
            yield from (_fact(fact, seen) for fact in _each_once(alike) if not _is_seen(scene, fact, seen))
        seen.update(lines)


def _line_of(scene: Scene, fact: Observation) -> Span:
    """Return the whole line in which a fact stands that is a piece of one; else what it quotes."""
    result = next((one.span for one in scene.analysis.events.results if one.call == fact.call), fact.span)
    inside = (line for line in split_lines(result) if line.start <= fact.span.start and fact.span.end <= line.end)
    return next(inside, fact.span)


def _each_once(facts: list[Observation]) -> Iterator[Observation]:
    """Yield facts whose quotations differ."""
    yield from {fact.span: fact for fact in facts}.values()


def _is_seen(scene: Scene, fact: Observation, seen: set[Span]) -> bool:
    """Say whether the line of a fact that means no more than it says is told already."""
    return fact.kind not in MEANINGS and not seen.isdisjoint((_line_of(scene, fact), *split_lines(fact.span)))


def _values(alike: list[Observation]) -> Statement:
    """Return how many facts of one kind there are with each value."""
    together: dict[str, list[Span]] = {}
    for fact in alike:
        together.setdefault(fact.value, []).append(fact.span)
    kinds = list(zip(letters(), together.values(), strict=False))
    each = [phrases.SHOWN_VALUES.format(count=f"{{count_{one}}}", value=f"{{value_{one}}}") for one, _spans in kinds]
    slots: dict[str, Slot] = {f"count_{one}": tally(spans) for one, spans in kinds}
    slots |= {f"value_{one}": spans[0] for one, spans in kinds}
    meaning = Known(MEANINGS[alike[0].kind], f"report:{alike[0].kind}")
    template = phrases.SHOWN_MEANING.replace("{quote}", phrases.COMMA.join(each))
    return say("known.shown", template, Rest(subject=alike[0].subject), meaning=meaning, **slots)


def _series(alike: list[Observation], lines: list[Span]) -> Statement:
    """Return many lines of one kind by the first, the last and how many they are."""
    begin, quote = shorten(lines[0]), shorten(lines[-1])
    template = phrases.SHOWN_SERIES.replace("{quote}", quoted("quote", quote, lines[-1]))
    rest = Rest(subject=alike[0].subject)
    slots: dict[str, Slot] = {"begin": begin, "quote": quote, "lines": tally(lines)}
    if alike[0].kind in MEANINGS:
        template = phrases.SHOWN_MEANING.replace("{quote}", template)
        slots["meaning"] = Known(MEANINGS[alike[0].kind], f"report:{alike[0].kind}")
    return say("known.shown", template.replace("{begin}", quoted("begin", begin, lines[0])), rest, **slots)


def _fact(fact: Observation, seen: set[Span]) -> Statement:
    """Return one fact by its lines, with what it means where that is known."""
    lines = split_lines(fact.span)
    span = lines[-1]
    quote = shorten(span)
    place = quoted("quote", quote, span)
    rest = Rest((fact.span,), subject=fact.subject)
    seen.add(span)
    if fact.kind not in MEANINGS:
        return say("known.shown", "{quote}".replace("{quote}", place), rest, Basis.QUOTED, quote=quote)
    meaning = Known(MEANINGS[fact.kind], f"report:{fact.kind}")
    if lines[0] == span:
        template = phrases.SHOWN_MEANING.replace("{quote}", place)
        return say("known.shown", template, rest, quote=quote, meaning=meaning)
    begin = shorten(lines[0])
    template = phrases.SHOWN_STRETCH.replace("{quote}", place)
    template = template.replace("{begin}", quoted("begin", begin, lines[0]))
    return say("known.shown", template, rest, begin=begin, quote=quote, meaning=meaning)


def _not_shown(scene: Scene) -> Iterator[Statement]:
    """Yield the explanation of a symptom that alone is left untested; where there are several, their table tells."""
    for symptom in symptoms_of(scene):
        rows = [row for row in scene.rivals if row.symptom == symptom.name]
        known = [
            (row, words)
            for row in rows
            if (words := scene.lexicon.rival(row.symptom, row.rival)) is not None
            and scene.status_now(row) is HypothesisStatus.UNTESTED
        ]
        facts = tuple(dict.fromkeys(fact for _row, words in known for fact in words.facts))
        rest = Rest(about=tuple(row.id for row, _words in known), facts=facts, subject=_same_subject(rows))
        if len(known) == 1:
            title = Known(known[0][1].title, f"symptom:{symptom.name}")
            yield say("known.not-shown", phrases.NOT_SHOWN_ONE, rest, title=title)


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
            command = shorten(later.span)
            yield say(
                "known.not-shown",
                phrases.NOT_SHOWN_BEFORE,
                Rest(subject=Subject("program", later.command.program, later.command.host)),
                message=MessageRef(scene.index),
                command=command,
                later=MessageRef(later.place.message),
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
