"""What a reader needs to trust a report: its input, what was read of it, what was checked."""

from collections.abc import Iterator

from loganalyst.model.report import Known, MessageRef, Report, Statement
from loganalyst.narrative import phrases
from loganalyst.narrative.checks import count_checked
from loganalyst.narrative.saying import Rest, say
from loganalyst.narrative.scene import Scene

_INPUT = "report:input"
_SESSION = Rest(about=("input",))


def plan_header(scene: Scene) -> tuple[Statement, ...]:
    """Return the lines about input, records, choice and findings."""
    return tuple(_lines(scene))


def _lines(scene: Scene) -> Iterator[Statement]:
    transcript, ledger = scene.transcript, scene.transcript.ledger
    yield say("header.chosen", phrases.CHOSEN[scene.chosen_by], message=MessageRef(scene.index))
    yield say(
        "header.input",
        phrases.HEADER_INPUT,
        method=Known("SHA-256", _INPUT),
        path=Known(transcript.path, _INPUT, is_code=True),
        format=Known(transcript.format, _INPUT),
        digest=Known(transcript.sha256, _INPUT, is_code=True),
        size=_number(transcript.size),
    )
    yield say(
        "header.records",
        phrases.HEADER_RECORDS,
        records=_number(ledger.records),
        read=_number(ledger.read),
        ignored=_number(sum(tally.count for tally in ledger.ignored)),
        unknown=_number(sum(tally.count for tally in ledger.unknown)),
        damaged=_number(len(ledger.damaged)),
    )
    suppressed = sum(1 for finding in scene.analysis.findings if finding.suppressed is not None)
    yield say(
        "header.findings",
        phrases.HEADER_RULES,
        findings=_number(len(scene.analysis.findings) - suppressed),
        told=_number(len(scene.findings)),
        suppressed=_number(suppressed),
    )
    yield from (say("header.note", phrases.HEADER_NOTE, note=Known(note, _INPUT)) for note in ledger.notes)
    if scene.analysis.events.language != "en":
        yield say("header.language", phrases.HEADER_LANGUAGE, _SESSION)
    if not transcript.outputs_recorded:
        yield say("header.outputs", phrases.HEADER_NO_OUTPUTS, _SESSION)


def _number(number: int) -> Known:
    return Known(f"{number:,}", _INPUT)


def checked_line(report: Report) -> Statement:
    """Return how many quotations and figures of a report the checks look at."""
    quotations, figures = count_checked(report)
    return say("header.checked", phrases.HEADER_CHECKED, quotations=_number(quotations), figures=_number(figures))
