"""A hit and the case that it chose, put together to a finding."""

from string import Formatter

from loganalyst.detectors.seam import Hit
from loganalyst.model.finding import Capture, Confidence, Finding, Severity, Verdict
from loganalyst.ruleset.rule import Case, Rule


def finding_of(rule: Rule, transcript: str, hit: Hit, chosen: tuple[Case, tuple[Capture, ...]] | None) -> Finding:
    """Return a hit as a finding, undecided where no case is chosen."""
    severity, confidence, verdict = Severity.NOTE, Confidence.LOW, Verdict.UNKNOWN
    if chosen is not None:
        case, captures = chosen
        severity, confidence, verdict = case.severity, case.confidence, Verdict.MATCH
        template, message = case.message, _fill(case.message, captures)
    else:
        captures = hit.captures
        missing = "; ".join(hit.missing) or "what its words need"
        template = f"{rule.title.rstrip('.')}: this cannot be decided, as the log does not tell {missing}."
        message = template
    return Finding(
        rule=rule.name,
        pack=rule.pack,
        severity=severity,
        confidence=confidence,
        verdict=verdict,
        transcript=transcript,
        message_index=hit.place.message,
        location=hit.place.location,
        span=hit.span,
        message=message,
        order=hit.place.order,
        template=template,
        related=hit.related,
        captures=captures,
        about=hit.about,
        facts=rule.facts,
    )


def _fill(template: str, captures: tuple[Capture, ...]) -> str:
    """Return a sentence with its slots filled, each piece on one line; ``{{`` and ``}}`` are braces."""
    by_name = {capture.name: " ".join(capture.text.split()) for capture in captures}
    pieces = Formatter().parse(template)
    return "".join(words + (by_name[name] if name is not None else "") for words, name, _, _ in pieces)
