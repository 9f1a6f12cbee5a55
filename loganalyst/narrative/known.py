"""The section "What we know now that was not known": shown, not shown, contradicted later."""

from collections.abc import Iterator

from loganalyst.model.event import Observation
from loganalyst.model.ledger import HypothesisStatus
from loganalyst.model.report import Basis, Block, Bullets, Known, MessageRef, Section, Statement
from loganalyst.model.span import Span, Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, make_section, quoted, say, series, shorten, split_lines
from loganalyst.narrative.scene import Scene

_SHOWN = 8


def plan_known(scene: Scene) -> Section | None:
    """Return what the results of the message show, what they leave open, and what later turned out otherwise."""
    lists = (
        ("known.shown", phrases.SHOWN, tuple(_shown(scene))),
        ("known.not-shown", phrases.NOT_SHOWN, (*_not_shown(scene), *_out_of_sight(scene))),
        ("known.contradicted", phrases.CONTRADICTED, tuple(_contradicted(scene))),
    )
    blocks: list[Block] = [
        Bullets(items, intro=say(f"{key}.intro", intro, Rest(about=(key,)))) for key, intro, items in lists if items
    ]
    return make_section("known", blocks)


def _shown(scene: Scene) -> Iterator[Statement]:
    """Yield the lines of the results that were read as facts; each line once."""
    calls = {call.seq for call in scene.calls}
    seen: dict[Span, Observation] = {}
    for fact in scene.analysis.events.observations:
        if fact.call in calls or fact.place.message == scene.index:
            for line in split_lines(fact.span):
                seen.setdefault(line, fact)
    for span, fact in list(seen.items())[:_SHOWN]:
        quote = shorten(span)
        template = phrases.SHOWN_LINES.replace("{quote}", quoted("quote", quote, span))
        yield say("known.shown", template, Rest(subject=fact.subject), Basis.QUOTED, quote=quote)


def _not_shown(scene: Scene) -> Iterator[Statement]:
    for row in scene.rivals:
        words = scene.lexicon.rival(row.symptom, row.rival)
        if words is None or scene.status_now(row) is not HypothesisStatus.UNTESTED:
            continue
        rest = Rest(about=(row.id,), facts=words.facts, subject=row.subject or Subject("rival", words.name))
        title = Known(words.title, f"symptom:{row.symptom}")
        yield say("known.not-shown", phrases.NOT_SHOWN_RIVAL, rest, title=title)


def _out_of_sight(scene: Scene) -> Iterator[Statement]:
    """Yield what the probes of the message were blind to, by what they looked at."""
    for event in scene.probes:
        if event.command.blind and event.command.subjects:
            command = shorten(event.span)
            blind = [Known(one.to, f"fact:{one.fact}") for one in event.command.blind]
            places, slots = series("blind", blind)
            template = phrases.NOT_SHOWN_BLIND.replace("{command}", quoted("command", command, event.span))
            rest = Rest(facts=tuple(one.fact for one in event.command.blind), subject=event.command.subjects[0])
            yield say("known.not-shown", template.replace("{blind}", places), rest, command=command, **slots)


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
