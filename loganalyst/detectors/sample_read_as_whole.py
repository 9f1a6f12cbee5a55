"""All, or the rest, is judged by a look at a part of it."""

import re
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import hangs_on, is_stated
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, Claim, CommandEvent, Predicate, Scope
from loganalyst.model.finding import Capture, Related
from loganalyst.model.trait import Trait

RULE = "sample-read-as-whole"
_JUDGED = frozenset({Predicate.ABSENT, Predicate.FINE, Predicate.PRESENT, Predicate.WORKS})
_SUMS_UP = frozenset({Trait.BUILDS, Trait.COMPILES, Trait.COUNTS_LINES, Trait.INSTALLS_PACKAGES, Trait.RUNS_TESTS})
"""Traits of commands whose last lines speak of all that went before."""
_READERS = frozenset({CommandRole.PLUMBING, CommandRole.PROBE})
"""Roles of what may stand behind a pipe and still leave its input to be seen or counted."""
_FIRST_LINES = re.compile(r"\bhead\b[^|;&]{0,40}?(?:-n ?|--lines[= ]|-)(?P<count>[0-9]{1,6})\b", re.ASCII)
_PLAIN_HEAD = re.compile(r"\bhead\s{0,4}(?:\||\Z)")
_DEFAULT = 10
"""Lines that ``head`` prints where it is told no number."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the sentences on all or on the rest that rest on a call in which a look was cut off at its limit."""
    claims = context.events.claims
    for number, claim in enumerate(claims):
        before = claims[number - 1] if number else None
        wide = claim.scope in {Scope.ALL, Scope.REST} and claim.predicate in _JUDGED
        if not wide or claim.about_call is None or not is_stated(claim) or hangs_on(claim, before):
            continue
        call = context.events.calls[claim.about_call]
        part = None if _goes_through_all(context, call) else next(_parts(context, call), None)
        if part is not None and _is_of_many(claim):
            yield _hit(claim, part, context)


def _is_of_many(claim: Claim) -> bool:
    """Return whether a sentence speaks of a set whose size it leaves open; of "all three" a list may show each."""
    return not re.search(r"\b(?:both|two|three|four|five|[0-9]{1,4})\b", claim.text, re.IGNORECASE)


def _goes_through_all(context: Context, call: Call) -> bool:
    """Return whether a look of the call goes through a whole tree, and nothing cuts off or takes what it finds."""
    commands = [context.events.commands[seq].command for seq in call.commands]
    takers = {plain.pipeline for plain in commands if plain.pipe_index and plain.role not in _READERS}
    return any(
        Trait.WALKS_TREE in plain.traits
        and plain.role is CommandRole.PROBE
        and plain.pipeline not in takers
        and not plain.output_discarded
        and _limit(plain.output_cut or "") is None
        for plain in commands
    )


def _parts(context: Context, call: Call) -> Iterator[CommandEvent]:
    """Yield the looks of a call whose filter let no more lines pass than these, or whose output the tool cut."""
    lines = context.events.results[call.result].text.count("\n") + 1 if call.result is not None else 0
    for seq in call.commands:
        event = context.events.commands[seq]
        plain = event.command
        if plain.role is not CommandRole.PROBE or plain.traits & _SUMS_UP:
            continue
        limit = _limit(plain.output_cut or (plain.text if plain.program == "head" else ""))
        own = sum(span.quote.count("\n") + 1 for span in event.output)
        cut_by_tool = call.outcome.truncated and not plain.output_discarded
        if cut_by_tool or (limit is not None and (own or lines) >= limit):
            yield event


def _limit(cut: str) -> int | None:
    """Return how many first lines a filter lets pass; None for one that does not cut so."""
    match = _FIRST_LINES.search(cut)
    if match is not None:
        return int(match["count"])
    return _DEFAULT if _PLAIN_HEAD.search(cut) else None


def _hit(claim: Claim, part: CommandEvent, context: Context) -> Hit:
    call = context.events.calls[part.call]
    why = "the look that was cut off"
    related = (Related(part.span, call.place.message, call.place.location, why),)
    cut = part.command.output_cut or ("the tool" if call.outcome.truncated else part.command.text)
    return Hit(claim.place, claim.span, related, (Capture("cut", cut), Capture("look", part.command.text)))
