"""The section "What was said, and how surely": each claim with its stance and the evidence there was."""

from collections.abc import Iterator

from loganalyst.model.event import Stance
from loganalyst.model.ledger import ClaimRow, ClaimStatus, Hypothesis
from loganalyst.model.report import Basis, Block, Known, Paragraph, Section, Statement, Table
from loganalyst.model.span import Span, Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.looks import are_flat, entries_of_one_owner, looked_at
from loganalyst.narrative.saying import Rest, make_section, quoted, references, say, series, shorten, tally, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import CLAIM_STATUSES, HYPOTHESIS_STATUSES, STANCES

_FEWEST_WORDS = 2
"""What has fewer is a name and no sentence."""
_HEADING_WORDS = 5
"""With fewer words and a colon at its end a sentence only announces what follows."""
_SILENT = 4
"""Sentences told on which nothing in the log bears."""
_VOICED = frozenset({Stance.ASSERTED, Stance.HEDGED, Stance.ASKED})


def plan_said(scene: Scene) -> Section | None:
    """Return the claims of the message and the explanations it voices."""
    told, untold = _parted([row for row in scene.claims if not _is_heading(row)])
    rows = tuple(_row(scene, row) for row in told)
    blocks: list[Block] = [Table(phrases.SAID_CAPTION, phrases.SAID_COLUMNS, rows)] if rows else []
    more = (say("claim.untold", phrases.SAID_MORE, count=tally(row.span for row in untold)),) if untold else ()
    voiced = (*more, *_voiced(scene))
    return make_section("said", [*blocks, *((Paragraph(voiced),) if voiced else ())])


def _is_heading(row: ClaimRow) -> bool:
    """Say whether a claim is a name, or a few words above what follows, and nothing in the log bears on it."""
    words = len(row.text.split())
    return words < _FEWEST_WORDS or (words < _HEADING_WORDS and row.text.endswith(":") and not row.evidence)


def _parted(claims: list[ClaimRow]) -> tuple[list[ClaimRow], list[ClaimRow]]:
    """Return the claims to tell one by one, and those beyond a few on which nothing in the log bears."""
    silent = [row for row in claims if row.status is ClaimStatus.UNKNOWN and not row.evidence]
    untold = silent[_SILENT:]
    return [row for row in claims if row not in untold], untold


def _row(scene: Scene, row: ClaimRow) -> tuple[Statement, ...]:
    rest = Rest(spans=(row.span,), about=(row.id,))
    words = shorten(row.span)
    sentence = say("claim.stance", quoted("words", words, row.span), rest, Basis.QUOTED, words=words)
    template = phrases.SAID_THOUGHT if row.in_reasoning else phrases.SAID_STANCE
    stance = say("claim.stance", template, rest, stance=term(STANCES, row.stance))
    return sentence, stance, _evidence(scene, row, rest)


def _evidence(scene: Scene, row: ClaimRow, rest: Rest) -> Statement:
    status = term(CLAIM_STATUSES, row.status)
    if not row.evidence:
        return say("claim.stance", phrases.SAID_STATUS, rest, status=status)
    places, slots = series("at", references(span.message for span in row.evidence))
    rest = Rest((*rest.spans, *row.evidence), rest.about)
    base = phrases.SAID_UNTOLD if row.status is ClaimStatus.UNKNOWN else phrases.SAID_EVIDENCE
    template = base.replace("{evidence}", places)
    looks = looked_at(scene, row)
    if looks:
        looked, more = series("looked", [shorten(span) for span in looks])
        template, slots = template + phrases.SAID_LOOKED.replace("{looked}", looked), slots | more
        if are_flat(scene, row):
            template += phrases.SAID_FLAT
    alike = entries_of_one_owner(scene, row)
    if alike is not None:
        template, slots = template + phrases.SAID_ONE_OWNER, {**slots, "rows": tally(alike[0]), "owner": alike[1]}
    if row.status is not ClaimStatus.UNKNOWN:
        slots["status"] = status
    return say("claim.stance", template, rest, **slots)


def _voiced(scene: Scene) -> Iterator[Statement]:
    for row in scene.analysis.ledgers.hypotheses:
        if row.voiced and row.message == scene.index and row.raised_at is not None:
            yield _hypothesis(scene, row, row.raised_at, row.stance)
    yield from _voiced_again(scene)


def _voiced_again(scene: Scene) -> Iterator[Statement]:
    """Yield the claims of the message that name an explanation which was raised before."""
    for row in scene.rivals:
        words = scene.lexicon.rival(row.symptom, row.rival)
        if words is None or (row.voiced and row.message == scene.index):
            continue
        for claim in scene.claims:
            if claim.stance in _VOICED and any(pattern.search(claim.text) for pattern in words.says):
                yield _hypothesis(scene, row, claim.span, claim.stance)
                break


def _hypothesis(scene: Scene, row: Hypothesis, raised: Span, stance: Stance | None) -> Statement:
    known = scene.lexicon.rival(row.symptom, row.rival)
    words = shorten(raised)
    status = term(HYPOTHESIS_STATUSES, scene.status_now(row))
    template = phrases.HYPOTHESIS_FREE if known is None else phrases.HYPOTHESIS
    extra = {} if known is None else {"rival": Known(known.title, f"symptom:{row.symptom}")}
    extra["stance"] = term(STANCES, stance or Stance.ASKED)
    return say(
        "hypothesis.voiced",
        template.replace("{words}", quoted("words", words, raised)),
        Rest(about=(row.id,), subject=Subject("rival", row.rival) if row.rival else row.subject),
        words=words,
        status=status,
        **extra,
    )
