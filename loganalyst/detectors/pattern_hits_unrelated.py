"""Searches whose hits hold the pattern in passing only, and are read as the thing sought.

Among processes: the word stands in an option or a folder. Among lines: the word for a fault stands in a count of none,
in a name, or in the words of a topic.
"""

import re
from collections.abc import Iterator

from loganalyst.detectors.quoting import first_line
from loganalyst.detectors.seam import Context, Hit, related_to
from loganalyst.model.event import Claim, CommandEvent, Observation, Predicate, Stance
from loganalyst.model.finding import Capture
from loganalyst.model.trait import Trait
from loganalyst.ruleset.items import Item

RULE = "pattern-hits-unrelated"
_WITHIN = 1
_READ_AS_HIT = frozenset({Predicate.RUNNING, Predicate.PRESENT, Predicate.BUILDS_FROM_SOURCE, Predicate.WORKS})
_READ_AS_FAULT = frozenset({Predicate.FAILS, Predicate.CAUSE})
_WORD = re.compile(r"[A-Za-z0-9_]{3,40}")
_FAULT = re.compile(r"(?:errors?|fail(?:ed|ures?|s)?|fatal|exceptions?|panic|warn(?:ings?)?|critical)", re.IGNORECASE)
_NO_FAULT = re.compile(
    rf"\b(?:no|0|zero|without|any)\s{{1,3}}(?:\w{{1,20}}\s{{1,3}})?{_FAULT.pattern}\b"
    rf"|\b{_FAULT.pattern}\s{{0,3}}[:=]\s{{0,3}}(?:0|none|false|null)\b"
    rf"|\b{_FAULT.pattern}[ _-](?:handl\w{{1,6}}|messages?|pages?|codes?|logs?|rates?|reporting|correction|collector)\b"
    r"|[\w/.-]{0,80}(?:error|fail|exception|panic|warn)[\w-]{0,40}\.(?:c|cc|cpp|h|hpp|o|py|js|ts|go|rs|rb|java|md|html)\b"
    r"|\bcorrectable errors?\b",
    re.IGNORECASE,
)
_SEARCHES = frozenset({"grep", "egrep", "fgrep", "rg"})


def find(context: Context) -> Iterator[Hit]:
    """Yield a hit for each search of which no line names what was sought, where it was read as a hit."""
    for event in context.events.commands:
        if Trait.LISTS_PROCESSES in event.command.traits:
            yield from _among_processes(context, event)
        elif event.command.program in _SEARCHES and event.printed:
            yield from _among_lines(context, event)


def _among_processes(context: Context, event: CommandEvent) -> Iterator[Hit]:
    """Yield a hit for a filtered list of processes whose rows name the pattern only in options or folders."""
    pattern = _pattern(context, event)
    rows = [seen for seen in context.index.observed(event.seq) if seen.kind == "process.row" and not seen.quoted]
    if pattern and rows and all(_in_passing(row, pattern) for row in rows):
        for item in _conclusion(context, event, _READ_AS_HIT):
            captures = (Capture("hit", rows[0].value, rows[0].span), Capture("kind", "process"))
            yield _hit(event, item, pattern, captures)


def _among_lines(context: Context, event: CommandEvent) -> Iterator[Hit]:
    """Yield a hit for a search for words of faults whose lines hold them only in passing."""
    pattern = tuple(word for word in _WORD.findall(_sought(event)) if _FAULT.fullmatch(word))
    shown = [span for span in event.output if span.quote.strip()]
    lines = [line for span in shown for line in span.quote.splitlines() if line.strip()]
    if pattern and lines and all(_is_harmless(line) for line in lines):
        for item in _conclusion(context, event, _READ_AS_FAULT):
            first = first_line(shown[0])
            captures = (Capture("hit", first.quote.strip(), first), Capture("kind", "line"))
            yield _hit(event, item, pattern, captures)


def _is_harmless(line: str) -> bool:
    """Return whether a line holds words of faults, each in passing."""
    return bool(_NO_FAULT.search(line)) and not _FAULT.search(_NO_FAULT.sub(" ", line))


def _pattern(context: Context, event: CommandEvent) -> tuple[str, ...]:
    """Return the words that the search behind a list lets through; none where there is no such search."""
    for seq in context.events.calls[event.call].commands:
        command = context.events.commands[seq].command
        behind = command.pipeline == event.command.pipeline and command.pipe_index > event.command.pipe_index
        if behind and command.program in _SEARCHES and command.option("invert") is None:
            return tuple(_WORD.findall(_sought(context.events.commands[seq])))
    return ()


def _sought(event: CommandEvent) -> str:
    """Return the pattern of a search as written, without brackets."""
    option = event.command.option("regex")
    value = option.value if option is not None else next((one.value for one in event.command.operands), "")
    return (value or "").replace("[", "").replace("]", "")


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


def _conclusion(context: Context, event: CommandEvent, said: frozenset[Predicate]) -> Iterator[Item]:
    """Yield the first claim soon after a search that takes it for a hit."""
    for item in context.index.items["claim"]:
        claim = item.event
        if not isinstance(claim, Claim) or claim.place.order <= event.place.order:
            continue
        if claim.place.turn > event.place.turn + _WITHIN:
            return
        meant = claim.stance is Stance.ASSERTED and claim.polarity == "present" and claim.predicate in said
        if meant and claim.place.role == "assistant" and claim.about_call == event.call:
            yield item
            return


def _hit(event: CommandEvent, item: Item, pattern: tuple[str, ...], captures: tuple[Capture, ...]) -> Hit:
    related = related_to(item, "how the hit was read")
    words = Capture("pattern", ", ".join(dict.fromkeys(pattern)))
    return Hit(event.place, event.span, () if related is None else (related,), (words, *captures))
