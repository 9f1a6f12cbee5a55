"""The exit status of a call, in the words that the vocabulary has for it."""

from decimal import Decimal

from loganalyst.ledgers.quotes import quote_field
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.report import Known, Statement
from loganalyst.narrative import phrases
from loganalyst.narrative.answers import NOTICES
from loganalyst.narrative.saying import QUOTE_CHARACTERS, Rest, about_message, figure, quoted, say, shorten, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import OUTCOMES

_STATUS_FIELDS = ("exit_status", "exit_code")


def tell_status(scene: Scene, call: Call) -> Statement | None:
    """Return the exit status of a call as its record says it, and what that tells of the command whose status it is.

    Of a call that was stopped, what came back is a notice of the tool. None where no status is recorded, and where one
    of 0 means what it always does.
    """
    if call.outcome.kind in NOTICES and scene.result_of(call) is not None:
        outcome = term(OUTCOMES, call.outcome.kind)
        return say("exhibit.status", phrases.EXHIBIT_NOTICE, Rest(spans=(call.span,)), outcome=outcome)
    result, number = scene.result_of(call), call.outcome.exit_status
    if result is None or number is None:
        return None
    spans = (quote_field(scene.transcript, result.span, name) for name in _STATUS_FIELDS)
    status = next((value for span in spans if (value := figure(Decimal(number), "1", span)) is not None), None)
    if status is None:
        return None
    rest = Rest(spans=(call.span,), subject=about_message(call.place.message))
    told = find_meaning(scene, call)
    if told is None:
        return say("exhibit.status", phrases.EXHIBIT_STATUS, rest, status=status) if number else None
    event, means = told
    command = shorten(event.span, QUOTE_CHARACTERS)
    template = phrases.EXHIBIT_STATUS_MEANS.replace("{command}", quoted("command", command, event.span))
    return say("exhibit.status", template, rest, status=status, command=command, means=means)


def find_meaning(scene: Scene, call: Call) -> tuple[CommandEvent, Known] | None:
    """Return the command whose status that of a call is, and what it tells; None where the vocabulary has no words."""
    number = call.outcome.exit_status
    for event in scene.commands_of(call):
        means = next((one.means for one in event.command.statuses if one.status == number), None)
        if means is not None and event.outcome.exit_status == number:
            return event, Known(means, f"vocabulary:{event.command.program}")
    return None
