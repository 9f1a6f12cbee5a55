"""A search among processes whose hits hold the pattern in passing only, and which are read as the thing sought."""

import re
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit, related_to
from loganalyst.model.event import Claim, CommandEvent, Observation, Predicate, Stance
from loganalyst.model.finding import Capture, Related
from loganalyst.model.trait import Trait
from loganalyst.ruleset.items import Item

RULE = "pattern-hits-unrelated"
_WITHIN = 1
_READ_AS_HIT = frozenset({Predicate.RUNNING, Predicate.PRESENT, Predicate.BUILDS_FROM_SOURCE, Predicate.WORKS})
_WORD = re.compile(r"[A-Za-z0-9_]{3,40}")
_SEARCHES = frozenset({"grep", "egrep", "fgrep", "rg"})


def find(context: Context) -> Iterator[Hit]:
    """Yield a hit for each filtered list of processes whose rows name the pattern nowhere but in options or folders."""
    for event in context.events.commands:
        pattern = _pattern(context, event)
        if Trait.LISTS_PROCESSES not in event.command.traits or not pattern:
            continue
        rows = [seen for seen in context.index.observed(event.seq) if seen.kind == "process.row" and not seen.quoted]
        if rows and all(_in_passing(row, pattern) for row in rows):
            for item in _conclusion(context, event):
                related = tuple(one for one in (related_to(item, "how the hit was read"),) if isinstance(one, Related))
                yield _hit(event, rows[0], pattern, related)


def _pattern(context: Context, event: CommandEvent) -> tuple[str, ...]:
    """Return the words that the search behind a list lets through; none where there is no such search."""
    for seq in context.events.calls[event.call].commands:
        command = context.events.commands[seq].command
        behind = command.pipeline == event.command.pipeline and command.pipe_index > event.command.pipe_index
        if behind and command.program in _SEARCHES and command.option("invert") is None:
            value = next((one.value for one in command.operands), "") or ""
            return tuple(_WORD.findall(value.replace("[", "").replace("]", "")))
    return ()


def _in_passing(row: Observation, pattern: tuple[str, ...]) -> bool:
    """Return whether a row holds the pattern, and only in options or in the folders of paths."""
    words = row.span.quote.split()
    holds = [word for word in words if any(one.lower() in word.lower() for one in pattern)]
    return bool(holds) and not any(_names(word, pattern) for word in holds)


def _names(word: str, pattern: tuple[str, ...]) -> bool:
    """Return whether a word of a command line is a program, a script or an argument that the pattern names."""
    if word.startswith("-"):
        return False
    last = word.rstrip("/").rpartition("/")[2].lower()
    return any(one.lower() in last for one in pattern)


def _conclusion(context: Context, event: CommandEvent) -> Iterator[Item]:
    """Yield the first claim soon after the list that says of it that the thing is there."""
    for item in context.index.items["claim"]:
        claim = item.event
        if not isinstance(claim, Claim) or claim.place.order <= event.place.order:
            continue
        if claim.place.turn > event.place.turn + _WITHIN:
            return
        meant = claim.stance is Stance.ASSERTED and claim.polarity == "present" and claim.predicate in _READ_AS_HIT
        if meant and claim.place.role == "assistant" and claim.about_call == event.call:
            yield item
            return


def _hit(event: CommandEvent, row: Observation, pattern: tuple[str, ...], related: tuple[Related, ...]) -> Hit:
    captures = (
        Capture("program", event.command.program),
        Capture("pattern", ", ".join(dict.fromkeys(pattern))),
        Capture("hit", row.value, row.span),
    )
    return Hit(event.place, event.span, related, captures)
