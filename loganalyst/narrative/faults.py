"""The section "What went wrong, and a better way": each finding, what came of it, why, and what to do instead."""

from collections.abc import Iterator
from string import Formatter

from loganalyst.model.finding import Capture, Finding
from loganalyst.model.report import Basis, Block, Bullets, Known, MessageRef, Paragraph, Section, Slot, Statement
from loganalyst.model.span import Span, Subject
from loganalyst.model.transcript import Reasoning, Text
from loganalyst.narrative import phrases
from loganalyst.narrative.lexicon import RuleWords
from loganalyst.narrative.saying import Rest, letters, make_section, quoted, references, say, series, shorten
from loganalyst.narrative.scene import Scene, does_work, weigh

_LATER = 2
"""Later findings told as consequences of one."""


def plan_faults(scene: Scene) -> Section | None:
    """Return the findings on the message, the weightiest first, then those it is part of the proof of."""
    explained: set[str] = set()
    told: set[tuple[Slot, ...]] = set()
    blocks: list[Block] = []
    for finding, others in _told_together(scene):
        words = scene.lexicon.rules.get(finding.rule)
        seen = list(_consequences(scene, finding))
        items = [one for one in seen if tuple(one.slots.values()) not in told]
        told |= {tuple(one.slots.values()) for one in items}
        if words is not None and finding.rule not in explained:
            items.insert(0, _words("why", phrases.FAULT_WHY, words, words.why))
            items.append(_words("instead", phrases.FAULT_INSTEAD, words, words.instead))
            explained.add(finding.rule)
        blocks.append(Paragraph((_finding(scene, finding, others),)))
        blocks += [Bullets(tuple(items))] if items else []
    return make_section("faults", blocks)


def _words(key: str, template: str, rule: RuleWords, text: str) -> Statement:
    rest = Rest(about=(rule.name,), facts=rule.facts)
    name = "why" if key == "why" else "instead"
    return say(f"{key}.{rule.name}", template, rest, Basis.RULE, **{name: Known(text.strip(), f"rule:{rule.name}")})


def _told_together(scene: Scene) -> list[tuple[Finding, list[int]]]:
    """Return the findings to tell; of the same case of a rule on other messages only the first, with those messages."""
    elsewhere: dict[tuple[str, str], list[int]] = {}
    told: list[tuple[Finding, list[int]]] = []
    for finding in scene.findings:
        others: list[int] = []
        if finding.message_index != scene.index:
            alike = elsewhere.setdefault((finding.rule, finding.template or finding.message), others)
            if alike is not others:
                alike.append(finding.message_index)
                continue
        told.append((finding, others))
    return told


def _finding(scene: Scene, finding: Finding, others: list[int]) -> Statement:
    """Return the rule's own sentence with its captures as quotations, and in which messages the same is found."""
    sentence, slots = sentence_of(scene, finding)
    about = (finding.rule,) if finding.about is None else (finding.rule, finding.about)
    rest = Rest((finding.span, *(one.span for one in finding.related)), about, finding.facts, _subject(scene, finding))
    if finding.message_index == scene.index:
        return say(f"finding.{finding.rule}", sentence, rest, Basis.RULE, **slots)
    template = phrases.FAULT_ELSEWHERE.replace("{what}", sentence)
    slots = {**slots, "message": MessageRef(finding.message_index)}
    if others:
        places, more = series("at", references(others))
        template, slots = template + phrases.FOUND_ALSO.replace("{messages}", places), slots | more
    return say(f"finding.{finding.rule}", template, rest, Basis.RULE, **slots)


def fill_sentence(finding: Finding) -> tuple[str, dict[str, Slot]]:
    """Return a finding's sentence as places for the rule's own words and for what it captured in the log.

    The rule's words go into slots too, as they may hold digits, which a template must not; what stands between
    backticks in them is code.
    """
    captures = {capture.name: capture for capture in finding.captures}
    if not finding.template:
        return _stopped("{sentence}", finding), {"sentence": Known(finding.message, f"rule:{finding.rule}")}
    slots: dict[str, Slot] = {}
    names = iter(letters())
    for number, stretch in enumerate(finding.template.split("`")):
        for piece in _pieces(stretch, captures, f"rule:{finding.rule}", is_code=number % 2 == 1):
            slots[f"piece_{next(names)}"] = piece
    return _stopped("".join("{" + name + "}" for name in slots), finding), slots


def sentence_of(scene: Scene, finding: Finding) -> tuple[str, dict[str, Slot]]:
    """Return the sentence of a finding, led by the words that it is about where it shows none of that speech."""
    sentence, slots = fill_sentence(finding)
    span = finding.span
    message = scene.transcript.message(span.message)
    part = None if message is None or span.part >= len(message.parts) else message.parts[span.part]
    if not isinstance(part, Text | Reasoning) or not span.quote.strip():
        return sentence, slots
    if any(isinstance(slot, Span) and _meet(slot, span) for slot in slots.values()):
        return sentence, slots
    words = shorten(span)
    template = phrases.FAULT_WORDS.replace("{words}", quoted("words", words, span))
    return template.replace("{what}", sentence), {"words": words, **slots}


def _pieces(stretch: str, captures: dict[str, Capture], source: str, *, is_code: bool) -> Iterator[Slot]:
    """Yield the words and captures of a stretch of a rule's sentence that is all code or all prose."""
    for literal, name, _spec, _conversion in Formatter().parse(stretch):
        if literal:
            yield Known(literal, source, is_code=is_code)
        if name is not None:
            yield _captured(captures[name], source, is_code=is_code) if name in captures else Known(name, source)


def _captured(capture: Capture, source: str, *, is_code: bool) -> Slot:
    """Return a capture as a quotation where its words stand in the log as they are."""
    if capture.span is not None and capture.span.quote == capture.text:
        return capture.span
    return Known(capture.text, source, is_code=is_code)


def _stopped(template: str, finding: Finding) -> str:
    """Return a sentence with its full stop, which rules leave out."""
    return template if finding.message.rstrip()[-1:] in {".", "?", "!"} else template + "."


def _subject(scene: Scene, finding: Finding) -> Subject | None:
    """Return what a finding is about: its sweep's parameter, what was observed there, or the command's subject."""
    for sweep in scene.analysis.ledgers.sweeps:
        if sweep.id == finding.about:
            return Subject("parameter", sweep.parameter, sweep.host)
    for span in (finding.span, *(one.span for one in finding.related)):
        found = _observed(scene, span) or _commanded(scene, span)
        if found is not None:
            return found
    return None


def _observed(scene: Scene, span: Span) -> Subject | None:
    facts = scene.analysis.events.observations
    return next((fact.subject for fact in facts if fact.subject is not None and _meet(fact.span, span)), None)


def _commanded(scene: Scene, span: Span) -> Subject | None:
    """Return the subject of the shortest command that a quotation meets, wrappers left out; else its program."""
    events = [event for event in scene.analysis.events.commands if does_work(event.command) and _meet(event.span, span)]
    if not events:
        return None
    event = min(events, key=lambda one: one.span.end - one.span.start)
    return next(iter(event.command.subjects), Subject("program", event.command.program, event.command.host))


def _meet(one: Span, other: Span) -> bool:
    same = (one.message, one.part, one.field) == (other.message, other.part, other.field)
    return same and one.start < other.end and other.start < one.end


def _consequences(scene: Scene, finding: Finding) -> Iterator[Statement]:
    """Yield what is seen later that rests on the same record."""
    yield from _read_later(finding)
    for row in scene.analysis.ledgers.hypotheses:
        acted = row.acted_on_at
        tested = any(probe.message == finding.message_index for probe in row.tested_by)
        if acted is not None and row.acted_on_message is not None and tested and row.acted_on_message > scene.index:
            deed = shorten(acted)
            rest = Rest(about=(finding.rule, row.id))
            template = phrases.FAULT_ACTED.replace("{deed}", quoted("deed", deed, acted))
            yield say("consequence", template, rest, message=MessageRef(row.acted_on_message), deed=deed)
            break
    for later in _later(scene, finding):
        sentence, slots = fill_sentence(later)
        rest = Rest((later.span,), (finding.rule, later.rule), later.facts)
        message = MessageRef(later.message_index)
        template = phrases.FAULT_LATER.replace("{what}", sentence)
        yield say("consequence", template, rest, **{**slots, "message": message})


def _read_later(finding: Finding) -> Iterator[Statement]:
    """Yield the words of later messages that the rule names as proof: what was concluded from the record."""
    for related in finding.related:
        if related.message_index > finding.message_index and related.span.quote.strip():
            words = shorten(related.span)
            template = phrases.FAULT_READ.replace("{words}", quoted("words", words, related.span))
            rest = Rest((related.span,), (finding.rule,), finding.facts)
            yield say("consequence", template, rest, message=MessageRef(related.message_index), words=words)


def _later(scene: Scene, finding: Finding) -> list[Finding]:
    """Return later findings that name the same record as their proof, the first of each case of a rule."""
    found = [
        later
        for later in scene.analysis.findings
        if later.message_index > finding.message_index and any(_meet(one.span, finding.span) for one in later.related)
    ]
    first = {(later.rule, later.template or later.message): later for later in reversed(found)}
    return sorted(first.values(), key=lambda later: (-weigh(later), later.order))[:_LATER]
