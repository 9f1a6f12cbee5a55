"""The section "Assumptions": what a message takes for granted, and what would break it."""

import re
from collections.abc import Iterator

from loganalyst.model.event import CommandEvent, Stance
from loganalyst.model.ledger import ClaimRow, ClaimStatus, ProbeReading, Reading
from loganalyst.model.report import Basis, Bullets, Known, Section, Statement
from loganalyst.model.span import Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.answers import is_unanswered
from loganalyst.narrative.saying import Rest, make_section, quoted, references, say, series, shorten
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.taken import tell_taken

_OF_ONESELF = re.compile(r"I(?:'|’| )", re.ASCII)
"""How a sentence begins in which speakers tell of themselves."""
_UNBACKED = frozenset({ClaimStatus.TOO_WEAK, ClaimStatus.UNSUPPORTED})


def plan_assumptions(scene: Scene) -> Section | None:
    """Return what the message takes for granted: that its probes are not blind, that its claims have a ground."""
    items = [*_blind(scene), *_open_readings(scene), *_unbacked(scene), *tell_taken(scene)]
    intro = say("assumption.intro", phrases.ASSUMPTIONS, Rest(about=("assumptions",)))
    return make_section("assumptions", [Bullets(tuple(items), intro=intro)] if items else [])


def _blind(scene: Scene) -> Iterator[Statement]:
    """Yield that nothing lies where the message's one answered probe is blind; of several the table tells."""
    heard = (event for event in scene.probes if event.command.blind and not is_unanswered(scene, event))
    events = list({event.command.text: event for event in heard}.values())
    if len(events) == 1:
        command = shorten(events[0].span)
        blind = events[0].command.blind
        places, slots = series("blind", [Known(one.to, f"fact:{one.fact}") for one in blind], phrases.LAST_OR)
        template = phrases.ASSUMES_BLIND.replace("{blind}", places)
        template = template.replace("{command}", quoted("command", command, events[0].span))
        rest = Rest((events[0].span,), facts=tuple(dict.fromkeys(one.fact for one in blind)))
        yield say("assumption", template, rest, Basis.RULE, command=command, **slots)


def _open_readings(scene: Scene) -> Iterator[Statement]:
    """Yield probes that the vocabulary knows no blind spot of, and whose answers leave an explanation open."""
    probes = {(event.command.program, event.command.subcommand): event for event in reversed(scene.probes)}
    for event in reversed(probes.values()):
        row = next((row for row in scene.rivals for probe in row.tested_by if _leaves_open(probe, event)), None)
        words = None if row is None else scene.lexicon.rival(row.symptom, row.rival)
        if row is None or words is None or event.command.blind:
            continue
        command = shorten(event.span)
        template = phrases.ASSUMES_READING.replace("{command}", quoted("command", command, event.span))
        subject = Subject("program", event.command.program, event.command.host)
        rest = Rest(about=(row.id,), facts=words.facts, subject=subject)
        rival = Known(words.title, f"symptom:{row.symptom}")
        yield say("assumption", template, rest, Basis.RULE, command=command, rival=rival)


def _leaves_open(probe: ProbeReading, event: CommandEvent) -> bool:
    return probe.command == event.seq and probe.reading is Reading.NOTHING


def _unbacked(scene: Scene) -> Iterator[Statement]:
    for row in scene.claims:
        stated = row.stance in {Stance.ASSERTED, Stance.NEGATED}
        if row.status in _UNBACKED and stated and not _OF_ONESELF.match(row.text):
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
