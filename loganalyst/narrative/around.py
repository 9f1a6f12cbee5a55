"""Findings on other messages that belong to the story: those on the way to the message, and those after it."""

from collections.abc import Container, Iterable, Iterator

from loganalyst.model.finding import Finding, Severity, Verdict
from loganalyst.model.report import Basis, Bullets, Known, MessageRef, Slot, Statement
from loganalyst.model.span import Span
from loganalyst.narrative import phrases
from loganalyst.narrative.faults import fill_sentence, sentence_of
from loganalyst.narrative.saying import Rest, about_message, references, say, series
from loganalyst.narrative.scene import Scene, weigh

_REFUTED = "claim-contradicted-later"
"""The rule whose finding says what a settled claim says as well."""
_LOSSES = "safety"
"""The pack of rules on what destroys or opens something."""
BEFORE = 8
"""Sentences of rules told of the way to the message, the weightiest ones."""
AFTER = 4
"""Sentences of rules told of what came after it."""


def tell_found_before(scene: Scene, told: Iterable[int], shown: Container[str]) -> Bullets | None:
    """Return what was found on the earlier messages that are told, or None; what a table shows already is left out."""
    found = (one for one in _to_tell(scene, set(told)) if one.about is None or one.about not in shown)
    return _list(scene, "ladder.finding", phrases.FOUND_BEFORE, found, BEFORE)


def tell_found_in(scene: Scene, words: Span) -> Iterator[Statement]:
    """Yield what was found on words of an earlier message that are quoted."""
    for finding in scene.analysis.findings:
        span = finding.span
        here = (span.message, span.part, span.field) == (words.message, words.part, words.field)
        if here and _counts(finding) and words.start <= span.start < words.end:
            sentence, slots = fill_sentence(finding)
            rest = Rest((span,), (finding.rule,), finding.facts, about_message(finding.message_index))
            template = phrases.FOUND_IN_WORDS.replace("{what}", sentence)
            yield say(f"ladder.finding.{finding.rule}", template, rest, Basis.RULE, **slots)


def tell_found_after(scene: Scene, settled: frozenset[str]) -> Bullets | None:
    """Return what was found on later messages, or None; that a claim told as settled was refuted is left out."""
    messages = {message.index for message in scene.transcript.messages if message.index > scene.index}
    found = (one for one in _to_tell(scene, messages) if one.rule != _REFUTED or one.about not in settled)
    return _list(scene, "outcome.finding", phrases.FOUND_AFTER, found, AFTER)


def _to_tell(scene: Scene, messages: set[int]) -> Iterator[Finding]:
    """Yield the findings on messages that count and that are not told among those of the report's own message."""
    shown = {(finding.rule, finding.message_index) for finding in scene.findings}
    for finding in scene.analysis.findings:
        is_told = (finding.rule, finding.message_index) in shown
        if finding.message_index in messages and not is_told and _counts(finding):
            yield finding


def _list(scene: Scene, key: str, intro: str, findings: Iterable[Finding], most: int) -> Bullets | None:
    """Return the weightiest findings as a list, those of one case of a rule together."""
    together: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        together.setdefault((finding.rule, _case(finding)), []).append(finding)
    weightiest = sorted(together.values(), key=lambda alike: -max(weigh(one) for one in alike))[:most]
    items = tuple(_sentences(scene, key, weightiest))
    rules = tuple(dict.fromkeys(rule for rule, _sentence in together))
    return Bullets(items, intro=say(f"{key}s", intro, Rest(about=rules))) if items else None


def _case(finding: Finding) -> str:
    """Return the sentence of a rule's case with its places open; findings of one case say the same of other things."""
    return finding.template or finding.message


def _counts(finding: Finding) -> bool:
    return finding.suppressed is None and finding.verdict is Verdict.MATCH and finding.severity is not Severity.NOTE


def _sentences(scene: Scene, key: str, groups: list[list[Finding]]) -> Iterator[Statement]:
    """Yield one sentence for each case of a rule, on its weightiest finding, and where else that was found."""
    for alike in sorted(groups, key=lambda group: group[0].order):
        finding = max(alike, key=weigh)
        sentence, slots = sentence_of(scene, finding)
        slots["message"] = MessageRef(finding.message_index)
        template = phrases.FOUND_AT.replace("{what}", sentence)
        others = {one.message_index for one in alike} - {finding.message_index}
        if others:
            places, more = series("at", references(others))
            template += phrases.FOUND_ALSO.replace("{messages}", places)
            slots |= more
        if key == "ladder.finding":
            template, slots = _with_remedy(scene, finding, template, slots)
        spans = tuple(one.span for one in alike)
        rest = Rest(spans, (finding.rule,), finding.facts, about_message(finding.message_index))
        yield say(f"{key}.{finding.rule}", template, rest, Basis.RULE, **slots)


def _with_remedy(scene: Scene, finding: Finding, template: str, slots: dict[str, Slot]) -> tuple[str, dict[str, Slot]]:
    """Return a sentence with the commands that its rule advises, where what was done is hard to take back.

    What the report tells of the same rule in full elsewhere is not repeated.
    """
    words = scene.lexicon.rules.get(finding.rule)
    explained = {one.rule for one in scene.findings}
    if words is None or finding.pack != _LOSSES or finding.rule in explained or "`" not in words.instead:
        return template, slots
    instead = Known(words.instead.strip(), f"rule:{finding.rule}")
    return f"{template} {phrases.FAULT_INSTEAD}", {**slots, "instead": instead}
