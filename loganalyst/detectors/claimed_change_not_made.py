"""The assistant says that it has changed something, and no call has changed anything since the user asked."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import hangs_on, telling_words
from loganalyst.detectors.steps import Step
from loganalyst.detectors.written_calls import writes_calls
from loganalyst.model.event import Claim, Events, MessageEvent, Stance
from loganalyst.model.transcript import Role

RULE = "claimed-change-not-made"
_CHANGED = re.compile(
    r"\A\W{0,5}(?:(?:also|and|so|now|then|perfect|great|good|done|okay|ok)[,!:.]{0,2} )?"
    r"I(?:'ve| have)?(?: now| just| also| already)?(?: successfully| fully)? "
    r"(?:add|amend|appl|chang|correct|creat|delet|edit|execut|fix|harden|implement|improv|insert|integrat|modif|mov|patch"
    r"|refactor|remov|renam|replac|restor|rewr|tighten|updat|upgrad|writ|wr)(?:ed|ied|ote|itten|ten)\b",
    re.IGNORECASE,
)
"""First person and past: what somebody says that they did."""
_ASKS_BACK = re.compile(
    r"\b(?:what|which|why|how|when|where|summar\w{1,5}|explain|recap|did you|have you|who)\b", re.IGNORECASE
)
"""Words of a user who asks about what was done before."""
_ENDING = re.compile(r"(?<=\w{4})(?:er|or|ion)\Z")
_SHORT = 400
"""A longer message is an order, whatever it asks besides."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the first sentence of a message that tells of a change which no call since the user's last words made.

    Calls of tools that are not known, programs that are not known, and runs of code may have made it. A user who asks
    what was done is answered with what was done before. Where an earlier turn changed what the sentence names, the
    sentence may tell of that.
    """
    events = context.events
    asked = [event for event in events.messages if event.place.role is Role.USER]
    orders = [event.place.order for event in asked]
    steps = context.steps
    acts = [step.place.order for step in steps if step.changes or step.runs or step.command is None]
    changes = [step for step in steps if step.changes]
    told = -1
    for number, claim in enumerate(events.claims):
        before = events.claims[number - 1] if number else None
        at = bisect_right(orders, claim.place.order) - 1
        if at < 0 or claim.place.message == told or not _tells_of_change(claim) or hangs_on(claim, before):
            continue
        acted = bisect_right(acts, claim.place.order) - bisect_right(acts, orders[at])
        if acted or _asks_about_it(asked[at]):
            continue
        told = claim.place.message
        recorded = events.calls or writes_calls(_message_text(events, claim))
        missing = () if recorded else ("what was changed: it holds no calls at all",)
        if _may_mean_earlier(claim, orders[at], changes):
            missing = ("whether a change of an earlier turn is meant",)
        yield Hit(claim.place, claim.span, (), (), missing=missing)


def _message_text(events: Events, claim: Claim) -> str:
    return next((event.text for event in events.messages if event.place.message == claim.place.message), "")


def _tells_of_change(claim: Claim) -> bool:
    own = claim.place.role is Role.ASSISTANT and not claim.in_reasoning and claim.stance is Stance.ASSERTED
    return own and _CHANGED.search(claim.text) is not None


def _asks_about_it(message: MessageEvent) -> bool:
    return len(message.text) < _SHORT and _ASKS_BACK.search(message.text) is not None


def _may_mean_earlier(claim: Claim, asked: int, changes: list[Step]) -> bool:
    """Return whether a change before the user's last words names what a sentence names, or the sentence names nothing.

    People name a loader what the code calls ``load``, so the stems of words are sought.
    """
    told = _CHANGED.search(claim.text)
    named = {_ENDING.sub("", word) for word in telling_words(claim.text[told.end() if told else 0 :])}
    earlier = [step for step in changes if step.place.order < asked]
    return any(not named or any(stem in step.call.text.casefold() for stem in named) for step in earlier)
