"""What a message announces and no command of it carries out."""

from collections.abc import Iterator

from loganalyst.model.command import CommandRole
from loganalyst.model.event import Act, Stance
from loganalyst.model.report import Basis, Block, Paragraph, Statement
from loganalyst.model.span import Span
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, quoted, say, shorten
from loganalyst.narrative.scene import Scene

_RULE = "announced-check-not-run"
_KIND = "announced-not-done"


def tell_missing(scene: Scene) -> Iterator[Block]:
    """Yield announcements of the message that nothing in it fulfils."""
    statements = (*_checks(scene), *_waits(scene))
    if statements:
        yield Paragraph(statements)


def find_announced(scene: Scene) -> dict[Span, Rest]:
    """Return the words of the message that announce what no command of it carries out, with what each rests on."""
    announced: dict[Span, Rest] = {
        finding.span: Rest(about=(_RULE,), facts=finding.facts)
        for finding in scene.own_findings
        if finding.rule == _RULE
    }
    for end in scene.analysis.ledgers.loose_ends:
        if end.kind == _KIND and end.message == scene.index:
            announced.setdefault(end.span, Rest(about=(end.id,)))
    return announced


def _checks(scene: Scene) -> Iterator[Statement]:
    for span, rest in find_announced(scene).items():
        yield _missing(span, phrases.ANNOUNCED_MISSING, rest)


def _waits(scene: Scene) -> Iterator[Statement]:
    """Yield a wait that is announced and that nothing keeps before the first command that does something."""
    working = [event.command for event in scene.working_commands]
    first = next((command for command in working if command.role is not CommandRole.WAIT), None)
    kept = any(
        command.role is CommandRole.WAIT and (first is None or command.position < first.position) for command in working
    )
    if not scene.calls or kept:
        return
    for claim in scene.analysis.events.claims:
        if claim.place.message == scene.index and claim.stance is Stance.INTENDED and claim.act is Act.WAIT:
            yield _missing(claim.span, phrases.WAIT_MISSING, Rest())


def _missing(span: Span, template: str, rest: Rest) -> Statement:
    words = shorten(span)
    return say(
        "announced.missing",
        template.replace("{words}", quoted("words", words, span)),
        rest,
        Basis.QUOTED,
        words=words,
    )
