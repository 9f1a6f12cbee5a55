"""What later messages show: claims settled, questions asked again, the last calls, how the log ends."""

import re
from collections.abc import Iterator

from loganalyst.model.event import Call, CommandEvent, Observation, Predicate, Stance
from loganalyst.model.ledger import ClaimRow
from loganalyst.model.report import Basis, Known, MessageRef, Slot, Statement
from loganalyst.model.span import Span
from loganalyst.model.transcript import Message
from loganalyst.narrative import phrases
from loganalyst.narrative.calls import name_call
from loganalyst.narrative.printed import tell_printed
from loganalyst.narrative.saying import (
    QUOTE_CHARACTERS,
    Rest,
    about_message,
    quoted,
    say,
    series,
    shorten,
    split_lines,
    term,
)
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import EVERYDAY, FATES, MEANINGS, OUTCOMES, TRAITS

_COMMAND_CHARACTERS = 160
_LATER = 6
_SAYS_LITTLE = 12
"""A shorter quotation needs its command to be understood."""
_CAUSE = re.compile(r"\bcauses?\b", re.IGNORECASE)
_CONTRADICTED = "contradicted"
_LINES = 3
_LAST_CALLS = 3
_ANNOUNCED = 45
"""Characters of words that announce a call and are quoted with it."""


def tell_later(scene: Scene, last: Message, told: set[int]) -> Iterator[Statement]:
    """Yield what came after the message and bears on it; `told` are the messages whose calls are told already."""
    calls = [call for call in scene.analysis.events.calls if call.place.message > scene.index][-_LAST_CALLS:]
    yield from _later(scene)
    yield from _again(scene)
    yield from _last_calls(scene, [call for call in calls if call.place.message not in told])
    if last.index not in told:
        yield from _end(scene, last)
    yield from _cause(scene)


def _later(scene: Scene) -> Iterator[Statement]:
    """Yield what later messages settle of what was said up to the end: claims confirmed, contradicted, taken back."""
    settled = [
        row
        for row in scene.analysis.ledgers.claims
        if row.later
        and row.later_message is not None
        and row.later_message > scene.index
        and row.fate in FATES
        and (row.message <= scene.index or row.fate == _CONTRADICTED)
        and row.later_message != row.message
    ]
    yield from (_settled(scene, row, row.later_message) for row in settled[-_LATER:] if row.later_message is not None)


def _settled(scene: Scene, row: ClaimRow, later: int) -> Statement:
    """Return what settled a claim: the words of the log, with the command where they say little alone."""
    line = _telling_line(scene, row.later[0])
    words, shown = shorten(row.span), shorten(line)
    slots: dict[str, Slot] = {"message": MessageRef(row.message), "words": words, "shown": shown}
    template = phrases.LATER
    command = next((call.span for call in scene.analysis.events.calls if call.place.message == later), None)
    if command is not None and len(line.quote) < _SAYS_LITTLE:
        slots["command"] = short = shorten(command, _COMMAND_CHARACTERS)
        meaning = _meaning(scene, line)
        slots |= {} if meaning is None else {"meaning": meaning}
        template = phrases.LATER_SHORT if meaning is None else phrases.LATER_MEANS
        template = template.replace("{command}", quoted("command", short, command))
    return say(
        "outcome.later",
        template.replace("{words}", quoted("words", words, row.span)).replace("{shown}", quoted("shown", shown, line)),
        Rest(spans=row.later, about=(row.id,), subject=about_message(later)),
        **slots,
        fate=Known(FATES[row.fate], f"report:{row.fate}"),
        later=MessageRef(later),
    )


def _meaning(scene: Scene, line: Span) -> Known | None:
    """Return what a line shows that was read as a fact, where the kind of fact has a meaning of its own."""
    kinds = (fact.kind for fact in scene.analysis.events.observations if fact.span == line)
    kind = next((kind for kind in kinds if kind in MEANINGS), None)
    return None if kind is None else Known(MEANINGS[kind], f"report:{kind}")


def _telling_line(scene: Scene, span: Span) -> Span:
    """Return the line of a quotation that was read as a fact, else its first line that holds words."""
    for fact in scene.analysis.events.observations:
        inside = (fact.span.message, fact.span.part, fact.span.field) == (span.message, span.part, span.field)
        if inside and span.start <= fact.span.start and fact.span.end <= span.end:
            return fact.span
    return next(iter(split_lines(span)), span)


def later_looks(scene: Scene) -> Iterator[tuple[CommandEvent, list[Observation]]]:
    """Yield later looks that ask what the message asked, of the same, the first of each, and what was read off them."""
    asked = {_question(event) for event in scene.probes} - {None}
    for event in scene.analysis.events.commands:
        question = _question(event)
        if event.place.message > scene.index and question in asked and event.output:
            asked.discard(question)
            yield event, [fact for fact in scene.analysis.events.observations if fact.command == event.seq]


def _question(event: CommandEvent) -> tuple[object, ...] | None:
    """Return what makes two looks the same question; None for filters and for looks at files."""
    command = event.command
    if command.pipe_index or not any(trait in command.traits for trait in TRAITS if trait not in EVERYDAY):
        return None
    return command.program, command.subcommand, command.host, command.subjects


def _again(scene: Scene) -> Iterator[Statement]:
    """Yield later looks that repeat a question of the message, and what they show."""
    for event, facts in later_looks(scene):
        read = list(dict.fromkeys(line for fact in facts for line in split_lines(fact.span)))
        lines = read or [line for span in event.output for line in split_lines(span)]
        shown, slots = series("shown", [shorten(line, _COMMAND_CHARACTERS) for line in lines[:_LINES]])
        command = shorten(event.span)
        template = phrases.LATER_AGAIN.replace("{command}", quoted("command", command, event.span))
        rest = Rest(subject=about_message(event.place.message))
        message = MessageRef(event.place.message)
        yield say("outcome.later", template.replace("{shown}", shown), rest, message=message, command=command, **slots)


def _last_calls(scene: Scene, calls: list[Call]) -> Iterator[Statement]:
    """Yield the last calls of the log, with what came of them."""
    for call in calls:
        index = call.place.message
        place, named = name_call(call, _COMMAND_CHARACTERS)
        printed, lines = tell_printed(scene, call)
        slots: dict[str, Slot] = {"message": MessageRef(index), **named}
        said = _announced(scene, call)
        base = phrases.LATER_CALL_PRINTED if said is None else phrases.LATER_SAID
        template = base.replace("{printed}", printed)
        slots |= {} if said is None else {"said": said}
        if not printed:
            slots.pop("said", None)
            template, lines = phrases.LATER_CALL, {"outcome": term(OUTCOMES, call.outcome.kind)}
        rest = Rest(spans=(call.span,), subject=about_message(index))
        yield say("outcome.later", template.replace("{command}", place), rest, **slots, **lines)


def _announced(scene: Scene, call: Call) -> Span | None:
    """Return the few words that announce a call, where they are all that its message says before it."""
    message = scene.transcript.message(call.place.message)
    said = None if message is None else scene.first_text(message)
    return said if said is not None and said.quote.endswith(":") and len(said.quote) <= _ANNOUNCED else None


def _end(scene: Scene, last: Message) -> Iterator[Statement]:
    said = scene.first_text(last)
    if said is not None:
        words: Span = shorten(said, 400)
        template = phrases.END.replace("{words}", quoted("words", words, said))
        yield say(
            "outcome.end",
            template,
            Rest(subject=about_message(last.index)),
            Basis.QUOTED,
            message=MessageRef(last.index),
            words=words,
        )


def _cause(scene: Scene) -> Iterator[Statement]:
    """Yield that a speaker says no cause is known, where one says so last."""
    said = [
        claim
        for claim in scene.analysis.events.claims
        if claim.place.message > scene.index and _CAUSE.search(claim.text)
    ]
    if said and (said[-1].predicate is Predicate.ABSENT or said[-1].stance is Stance.NEGATED):
        message = said[-1].place.message
        written = scene.transcript.message(message)
        texts = [] if written is None else scene.texts_of(written)
        whole = next((text for text in texts if text.part == said[-1].span.part), said[-1].span)
        if len(whole.quote) > QUOTE_CHARACTERS:
            whole = said[-1].span
        words = shorten(whole)
        template = phrases.CAUSE_OPEN.replace("{words}", quoted("words", words, whole))
        yield say(
            "cause.not-shown",
            template,
            Rest(subject=about_message(message)),
            Basis.QUOTED,
            message=MessageRef(message),
            words=words,
        )
