"""The section "What happened next": the messages after, late results at their place, and what they bear on."""

from collections.abc import Iterator
from dataclasses import replace

from loganalyst.model.limits import NEXT_MESSAGES
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Basis, Block, Bullets, Known, MessageRef, Paragraph, Section, Slot, Statement
from loganalyst.model.transcript import Message, Role
from loganalyst.narrative import phrases
from loganalyst.narrative.around import tell_found_after
from loganalyst.narrative.calls import name_call
from loganalyst.narrative.later import later_looks, tell_later
from loganalyst.narrative.printed import tell_printed
from loganalyst.narrative.saying import (
    Rest,
    about_message,
    make_section,
    quoted,
    say,
    shorten,
    term,
)
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import OUTCOMES, SPEAKERS, TERMINALS, TYPIST

_COMMAND_CHARACTERS = 160
_PLAIN = frozenset({OutcomeKind.UNKNOWN, OutcomeKind.OK})
"""Ends of a call that say no more than what it printed."""
_NEAR = 2
"""Where numbers are left out, a message this many times the usual stretch away is told as later, not as next."""


def plan_following(scene: Scene) -> Section | None:
    """Return the messages that follow, what later settled something, and how the log ends."""
    after = [message for message in scene.transcript.messages if message.index > scene.index]
    if not after:
        return make_section("next", [Paragraph((say("next.end", phrases.NEXT_END, Rest(about=("end",))),))])
    near = scene.index + _NEAR * NEXT_MESSAGES
    told = [message for message in after[:NEXT_MESSAGES] if message.index <= near] or after[:1]
    items = [one for message in told for one in (*_arrivals(scene, message), *_next(scene, message))]
    blocks: list[Block] = [Bullets(tuple(items))] if items else []
    later = tuple(tell_later(scene, after[-1], {message.index for message in told}))
    intro = say("outcome.intro", phrases.LATER_INTRO, Rest(about=("later",)))
    blocks += [Bullets(later, intro=intro)] if later else []
    settled = frozenset(row for statement in later for row in statement.about)
    found = tell_found_after(scene, settled)
    blocks += [] if found is None else [found]
    return make_section("next", blocks)


def _arrivals(scene: Scene, message: Message) -> Iterator[Statement]:
    for call in scene.calls:
        result = scene.result_of(call)
        if result is not None and result.arrived == message.index:
            command = shorten(call.span, _COMMAND_CHARACTERS)
            template = phrases.NEXT_ARRIVES.replace("{call}", quoted("call", command, call.span))
            yield say(
                "next.arrives",
                template,
                Rest(subject=about_message(message.index)),
                message=MessageRef(message.index),
                call=command,
            )


def _next(scene: Scene, message: Message) -> Iterator[Statement]:
    """Yield one sentence on a message: its words, its first call, how that ended."""
    said = scene.first_text(message)
    calls = [call for call in scene.analysis.events.calls if call.place.message == message.index]
    slots: dict[str, Slot] = {
        "speaker": _speaker(scene, message),
        "message": MessageRef(message.index),
    }
    template = ""
    if said is not None:
        words = shorten(said)
        slots["words"] = words
        template = phrases.NEXT_TEXT.replace("{words}", quoted("words", words, said))
    if calls:
        place, named = name_call(calls[0], _COMMAND_CHARACTERS)
        slots |= named
        again = {event.call for event, _facts in later_looks(scene)}
        printed, lines = ("", {}) if calls[0].seq in again else tell_printed(scene, calls[0])
        heard = bool(printed) and calls[0].outcome.kind in _PLAIN
        if not heard:
            slots["outcome"] = term(OUTCOMES, calls[0].outcome.kind)
        base = phrases.NEXT_CALL_HEARD if heard else phrases.NEXT_CALL
        if said is not None:
            base = phrases.NEXT_BOTH_HEARD if heard else phrases.NEXT_BOTH
            base = base.replace("{words}", quoted("words", shorten(said), said))
        template = base.replace("{command}", place)
        if printed:
            slots |= lines
            template += phrases.NEXT_RESULT.replace("{printed}", printed)
    if template:
        statement = say("next.message", template, Rest(subject=about_message(message.index)), Basis.QUOTED, **slots)
        yield replace(statement, template=template)


def _speaker(scene: Scene, message: Message) -> Known:
    """Return who a message is of; in the recording of a terminal that is whoever typed."""
    typed = message.role is Role.ASSISTANT and scene.transcript.format in TERMINALS
    return Known(TYPIST if typed else SPEAKERS[message.role], f"report:{message.role}")
