"""A rule held against its own examples."""

from collections.abc import Callable, Iterator

from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Finding, Verdict
from loganalyst.model.transcript import Reasoning, Text, ToolCall, ToolResult, Transcript
from loganalyst.ruleset.rule import Rule
from loganalyst.ruleset.schema import Expected, Match, NoMatch

_PARTS = ((Text, "text"), (Reasoning, "thinking"), (ToolCall, "call"), (ToolResult, "result"))


def failed_examples(rule: Rule, analyse: Callable[[str], Analysis]) -> tuple[str, ...]:
    """Return a sentence for each way in which a rule differs from its examples; none when it is as they say.

    ``analyse`` reads the plain-text form and runs at least this rule. The rule's findings in an example of
    ``match`` must be those expected and no others, in any order; in one of ``no_match`` it must find nothing,
    though it may be undecided.
    """
    failures: list[str] = []
    examples: tuple[Match | NoMatch, ...] = (*rule.examples.match, *rule.examples.no_match)
    for example in examples:
        analysis = analyse(example.transcript)
        found = tuple(finding for finding in analysis.findings if finding.rule == rule.name)
        differences = _against(example, found, analysis.transcript)
        kind = "match" if isinstance(example, Match) else "no_match"
        failures += [f"{rule.name}: {kind}: {example.title}: {difference}" for difference in differences]
    return tuple(failures)


def _against(example: Match | NoMatch, found: tuple[Finding, ...], transcript: Transcript) -> Iterator[str]:
    """Yield what differs in one example."""
    if isinstance(example, NoMatch):
        for finding in found:
            if finding.verdict is Verdict.MATCH:
                yield f"found nevertheless: {_seen(finding, transcript)}"
        return
    left = list(found)
    for expected in example.expect:
        hit = next((finding for finding in left if _is(expected, finding, transcript)), None)
        if hit is None:
            yield f"not found: {_wanted(expected)}"
        else:
            left.remove(hit)
    for finding in left:
        yield f"found beside: {_seen(finding, transcript)}"


def _is(expected: Expected, finding: Finding, transcript: Transcript) -> bool:
    """Return whether a finding is the one expected."""
    message, part = _part(finding, transcript)
    wanted = expected.part if " " in expected.part else f"{expected.part} 1"
    return (
        (message, part, finding.verdict) == (expected.message, wanted, expected.verdict)
        and expected.severity in {None, finding.severity}
        and expected.confidence in {None, finding.confidence}
        and (expected.text is None or _flat(expected.text) == _flat(finding.message))
    )


def _part(finding: Finding, transcript: Transcript) -> tuple[int, str]:
    """Return the message that a finding is in, and its part by kind and number from 1, such as ``result 2``."""
    message = transcript.message(finding.span.message)
    parts = message.parts[: finding.span.part + 1] if message is not None else ()
    kinds = [next((name for type_, name in _PARTS if isinstance(part, type_)), "media") for part in parts]
    return finding.span.message, f"{kinds[-1]} {kinds.count(kinds[-1])}" if kinds else "nothing"


def _wanted(expected: Expected) -> str:
    words = f"{expected.verdict} in message {expected.message}, {expected.part}"
    return f"{words}, {expected.severity or 'any severity'}: {_flat(expected.text or 'any text')}"


def _seen(finding: Finding, transcript: Transcript) -> str:
    message, part = _part(finding, transcript)
    words = f"{finding.verdict} in message {message}, {part.removesuffix(' 1')}"
    return f"{words}, {finding.severity}, confidence {finding.confidence}: {_flat(finding.message)}"


def _flat(text: str) -> str:
    return " ".join(text.split())
