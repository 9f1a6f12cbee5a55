"""The sections before the story: title and lead, the message itself, the place where it stands."""

from collections.abc import Iterator

from loganalyst.model.event import Attribution, CommandEvent
from loganalyst.model.ledger import Symptom
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Basis, Block, Exhibit, Known, MessageRef, Paragraph, Section, Slot, Statement
from loganalyst.model.span import Span, find_line
from loganalyst.model.transcript import Message, Part, Reasoning, Text, ToolCall, ToolResult
from loganalyst.narrative import phrases
from loganalyst.narrative.around import tell_found_in
from loganalyst.narrative.calls import name_call
from loganalyst.narrative.outcomes import limit_value
from loganalyst.narrative.saying import (
    QUOTE_CHARACTERS,
    Rest,
    about_message,
    lower_first,
    make_section,
    quoted,
    say,
    series,
    shorten,
    tally,
    term,
)
from loganalyst.narrative.scene import Scene, is_silent
from loganalyst.narrative.statuses import tell_status
from loganalyst.narrative.words import OUTCOMES

_BUNDLE_RULE = "unlabelled-probe-bundle"
_FEW = 2
_TURN_CHARACTERS = 400
"""What leads to a turn is quoted up to the proposal that the user answers."""


def plan_title(scene: Scene) -> Statement:
    """Return the title: the nearest symptom, else the weightiest finding's rule, and the message."""
    message = MessageRef(scene.index)
    rest = Rest(subject=about_message(scene.index))
    for symptom in scene.told_symptoms:
        words = scene.lexicon.symptoms.get(symptom.name)
        if words is not None:
            return say(
                "title", phrases.TITLE, rest, what=Known(words.title, f"symptom:{symptom.name}"), message=message
            )
    for finding in scene.own_findings:
        rule = scene.lexicon.rules.get(finding.rule)
        if rule is not None:
            return say("title", phrases.TITLE, rest, what=Known(rule.title, f"rule:{rule.name}"), message=message)
    return say("title", phrases.TITLE_ALONE, rest, message=message)


def plan_lead(scene: Scene) -> Statement:
    """Return the one sentence that says what the report is about."""
    message = MessageRef(scene.index)
    silent = [event.span for event in scene.probes if is_silent(event)]
    spans = [event.span for event in scene.probes]
    if len(scene.calls) == 1 and len(set(spans)) >= _FEW and silent and len(set(silent)) == len(silent):
        return say("lead", phrases.LEAD_PROBES, probes=tally(spans), silent=tally(silent), message=message)
    if scene.calls:
        place, slots = name_call(scene.calls[0], QUOTE_CHARACTERS)
        return say("lead", phrases.LEAD_COMMANDS.replace("{commands}", place), None, message=message, **slots)
    return say("lead", phrases.LEAD_ALONE, message=message)


def plan_message(scene: Scene) -> Section | None:
    """Return the message in its own words: each text, then each call with its result under it."""
    return make_section("message", [*_exhibits(scene, scene.message), *_bundle(scene)])


def _exhibits(scene: Scene, message: Message) -> Iterator[Block]:
    results = {
        part.call_id: (number, part) for number, part in enumerate(message.parts) if isinstance(part, ToolResult)
    }
    for number, part in enumerate(message.parts):
        span = _whole(scene, message, number, part)
        if span is None:
            continue
        match part:
            case Text(injected=False):
                yield Exhibit(span, "text", _heading("exhibit.message", phrases.EXHIBIT_TEXT, span))
            case Reasoning():
                yield Exhibit(span, "text", _heading("exhibit.reasoning", phrases.EXHIBIT_REASONING, span))
            case ToolCall():
                language = "bash" if part.is_shell else "text"
                yield Exhibit(span, language, _heading("exhibit.message", phrases.EXHIBIT_CALL, span))
                found = results.get(part.id)
                yield _answer(scene, message, found, span)
                yield from _status(scene, number)
            case ToolResult(call_id=None):
                yield Exhibit(span, "text", _heading("exhibit.result", phrases.EXHIBIT_RESULT, span))
            case _:
                pass


def _whole(scene: Scene, message: Message, number: int, part: Part) -> Span | None:
    """Return the span of a whole part, or None where it holds no words."""
    text = getattr(part, "text", "")
    if not isinstance(text, str) or not text.strip():
        return None
    return Span(scene.transcript.id, message.index, number, "text", 0, len(text), text, find_line(part.location, ""))


def _heading(key: str, template: str, span: Span) -> Statement:
    return say(key, template, Rest(spans=(span,), subject=about_message(span.message)), Basis.QUOTED)


def _answer(scene: Scene, message: Message, found: tuple[int, ToolResult] | None, call: Span) -> Block:
    """Return what came back to a call, wherever its record stands."""
    rest = Rest(spans=(call,))
    if found is None:
        return Paragraph((say("exhibit.missing", phrases.EXHIBIT_MISSING, rest),))
    number, result = found
    span = _whole(scene, message, number, result)
    if span is None:
        return Paragraph((say("exhibit.silent", phrases.EXHIBIT_SILENT, rest),))
    if result.arrived == message.index or scene.transcript.message(result.arrived) is None:
        return Exhibit(span, "text", _heading("exhibit.result", phrases.EXHIBIT_RESULT, span))
    late = say("exhibit.late", phrases.EXHIBIT_LATE, Rest(spans=(span,)), arrived=MessageRef(result.arrived))
    return Exhibit(span, "text", late)


def _status(scene: Scene, part: int) -> Iterator[Block]:
    """Yield how the call that a part holds ended, where that tells more than that it passed."""
    call = next((call for call in scene.calls if call.span.part == part), None)
    statement = tell_status(scene, call) if call is not None else None
    if statement is not None:
        yield Paragraph((statement,))


def _bundle(scene: Scene) -> Iterator[Block]:
    """Yield that the probes of one call cannot be told apart, where a rule finds that."""
    findings = [finding for finding in scene.own_findings if finding.rule == _BUNDLE_RULE]
    for call in scene.calls if findings else ():
        probes = [
            event for event in scene.probes if event.call == call.seq and event.attribution is not Attribution.MARKED
        ]
        spans = [event.span for event in probes]
        if len(set(spans)) < _FEW:
            continue
        silent = [event.span for event in probes if is_silent(event)]
        rest = Rest(about=(_BUNDLE_RULE,), facts=findings[0].facts)
        if silent:
            template, slots = _heard(probes)
            statement = say(
                "bundle.unlabelled",
                phrases.BUNDLE + template,
                rest,
                Basis.COUNTED,
                probes=tally(spans),
                silent=tally(silent),
                **slots,
            )
        else:
            statement = say("bundle.unlabelled", phrases.BUNDLE_HEARD, rest, Basis.COUNTED, probes=tally(spans))
        yield Paragraph((statement,))


def _heard(probes: list[CommandEvent]) -> tuple[str, dict[str, Slot]]:
    """Return which probes the lines are known to be of, where every probe is known to have printed or not."""
    programs = dict.fromkeys(event.command.program for event in probes if event.printed)
    if not programs or any(event.printed is None for event in probes):
        return "", {}
    names = [Known(program, f"vocabulary:{program}", is_code=True) for program in programs]
    places, slots = series("heard", names)
    return phrases.BUNDLE_KNOWN.replace("{heard}", places), slots


def plan_place(scene: Scene) -> Section | None:
    """Return the goal in the user's words, the turns taken since, and the symptom that is there."""
    asked = scene.user_messages()
    blocks: list[Block] = []
    if asked:
        told = [_words_of(scene, asked[0], "place.goal", phrases.GOAL)]
        if len(asked) > 1 and asked[-1].index not in {answer.index for answer in _answers(scene)}:
            told.append(_words_of(scene, asked[-1], "place.request", phrases.REQUEST))
        blocks.append(Paragraph(tuple(told)))
    pivots = tuple(_pivots(scene))
    if pivots:
        blocks.append(Paragraph(pivots))
    signs = tuple(_signs(scene))
    if signs:
        blocks.append(Paragraph(signs))
    return make_section("place", blocks)


def _words_of(scene: Scene, message: Message, key: str, template: str) -> Statement:
    whole = scene.texts_of(message)[0]
    words = shorten(whole)
    return say(
        key,
        template.replace("{words}", quoted("words", words, whole)),
        Rest(subject=about_message(message.index)),
        Basis.QUOTED,
        message=MessageRef(message.index),
        words=words,
    )


def _answers(scene: Scene) -> Iterator[Message]:
    """Yield the user's answers to what the assistant only wrote."""
    messages = scene.transcript.messages
    yield from (messages[messages.index(message) + 1] for message in scene.turns)


def _pivots(scene: Scene) -> Iterator[Statement]:
    """Yield the turns where the assistant only wrote and the user answered, each with what was found on its words."""
    for message, answer in zip(scene.turns, _answers(scene), strict=True):
        said, reply = scene.texts_of(message)[0], scene.texts_of(answer)[0]
        words, short = shorten(said, _TURN_CHARACTERS), shorten(reply)
        template = phrases.PIVOT.replace("{words}", quoted("words", words, said))
        yield say(
            "strategy.pivot",
            template.replace("{reply}", quoted("reply", short, reply)),
            Rest(subject=about_message(message.index)),
            Basis.QUOTED,
            message=MessageRef(message.index),
            words=words,
            answer=MessageRef(answer.index),
            reply=short,
        )
        yield from tell_found_in(scene, words)


def _signs(scene: Scene) -> Iterator[Statement]:
    for symptom in scene.told_symptoms:
        words = scene.lexicon.symptoms.get(symptom.name)
        if words is not None:
            sign = shorten(symptom.span)
            template, slots = _sign(scene, symptom)
            yield say(
                "place.symptom",
                template.replace("{sign}", quoted("sign", sign, symptom.span)),
                Rest(about=(symptom.id,), subject=symptom.subject),
                symptom=Known(lower_first(words.title), f"symptom:{symptom.name}"),
                message=MessageRef(symptom.message),
                sign=sign,
                **slots,
            )


def _sign(scene: Scene, symptom: Symptom) -> tuple[str, dict[str, Slot]]:
    """Return the words for the first sign: a line that was printed, or how a call ended."""
    span = symptom.span
    here = (call for call in scene.analysis.events.calls if call.place.message == span.message)
    call = next((one for one in here if one.span.part == span.part), None)
    if call is None or span.field != call.span.field:
        return phrases.PLACE_SYMPTOM, {}
    slots: dict[str, Slot] = {"outcome": term(OUTCOMES, call.outcome.kind)}
    template = phrases.PLACE_SYMPTOM_CALL
    if call.outcome.kind is OutcomeKind.TIMED_OUT and (limit := limit_value(scene, call)) is not None:
        template, slots = phrases.PLACE_SYMPTOM_LIMIT, {**slots, "limit": limit}
    result = scene.result_of(call)
    if result is not None and not result.text.strip():
        template += phrases.PLACE_SYMPTOM_SILENT
    return template, slots
