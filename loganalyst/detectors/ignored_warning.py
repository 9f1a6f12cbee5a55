"""A warning is passed over, and later an error or a look shows what it had said."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.detectors.mentions import Mentions
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import telling_words
from loganalyst.ledgers.states import State, state_of
from loganalyst.model.event import Claim, Events, Observation, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.limits import CONCLUSION_MESSAGES
from loganalyst.ruleset.patterns import matches

RULE = "ignored-warning"
_WARNING = re.compile(
    r"^[^\n]{0,300}?\b\w{0,30}warn(?:ing)?\b[^\n]{0,20}[:\]] ?(?P<text>[^\n]{12,300})", re.IGNORECASE | re.MULTILINE
)
_HARMLESS = re.compile(r"deprecat|future|experimental|movedin20|pending|root user|new release|notice", re.IGNORECASE)
_LONGEST = 50_000
"""Characters of a result in which warnings are looked for."""
_BAD = frozenset({State.BAD, State.MISSING})
_SHARED = 3
"""How many telling words a sentence or a later failure has to share with a warning to speak of it."""
_NAME = re.compile(r"[\w.@-]{0,80}/[\w./@-]{1,200}|\b[\w-]{2,60}[_.][\w.-]{1,60}|\b[A-Z]{2}[A-Z0-9]{1,20}\b", re.ASCII)
"""What a warning carries of names: paths, packages, files and what is written in capitals."""
_LOUD = frozenset({"WARN", "WARNING", "ERROR", "INFO", "NOTE"})
_TROUBLE = re.compile(
    r"\b(?:fail\w*|errors?|crash\w*|br(?:eaks?|oke|oken)|hang\w*|stuck|stall\w*|slow|empty|nan|wrong|missing|refused"
    r"|denied|cannot|can't|could not|couldn't|absent|lost|not work\w*|too (?:old|small|large|long|few|many))\b",
    re.IGNORECASE,
)
"""Words for what a warning had warned of, come true."""


@dataclass(frozen=True, slots=True)
class _Warning:
    """A warning in a result."""

    result: Result
    line: str
    words: frozenset[str]
    names: frozenset[str]


def find(context: Context) -> Iterator[Hit]:
    """Yield the first warning of a result that nothing takes up before a sentence, much later, tells of its trouble."""
    events = context.events
    if events.language != "en":
        return
    mentions = context.mentions
    told: set[int] = set()
    failed = [seen for seen in events.observations if not seen.quoted and state_of(seen) in _BAD]
    for warning in _warnings(events):
        shown = _shown(warning, failed, mentions) if warning.result.seq not in told else None
        if shown is not None:
            told.add(warning.result.seq)
            yield _hit(warning, shown, "what had been warned of")
            continue
        later = mentions.first(warning.words, warning.result.place.order, _SHARED)
        late = later is not None and later.place.turn - warning.result.place.turn > CONCLUSION_MESSAGES
        if not isinstance(later, Claim) or not late or warning.result.seq in told:
            continue
        if _came_true(warning, later) and not _is_named_between(mentions, warning, later):
            told.add(warning.result.seq)
            yield _hit(warning, later, "where it is taken up at last")


def _shown(warning: _Warning, failed: list[Observation], mentions: Mentions) -> Observation | None:
    """Return the look that shows, much later, the trouble of what a warning names, if nothing took it up by then."""
    order, turn = warning.result.place.order, warning.result.place.turn
    late = failed[bisect_left(failed, order, key=lambda seen: seen.place.order) :]
    for seen in late:
        named = seen.kind.partition(".")[0] in warning.names
        if named and seen.place.turn - turn > CONCLUSION_MESSAGES and seen.span.quote.strip() not in warning.line:
            taken = mentions.first(warning.words, order, _SHARED)
            return seen if taken is None or taken.place.order > seen.place.order else None
    return None


def _warnings(events: Events) -> Iterator[_Warning]:
    for result in events.results:
        for match in matches(_WARNING, result.text[:_LONGEST]):
            words = telling_words(match["text"])
            if len(words) >= _SHARED and not _HARMLESS.search(match[0]):
                yield _Warning(result, match[0].strip(), words, _names(match["text"]))


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip("./").casefold() for name in _NAME.findall(text) if name not in _LOUD)


def _is_named_between(mentions: Mentions, warning: _Warning, later: Claim) -> bool:
    """Return whether a sentence or a call before a later one takes up what the warning names."""
    start = bisect_left(mentions.orders, warning.result.place.order)
    end = bisect_left(mentions.orders, later.place.order)
    between = (entry.text.casefold() for entry in mentions.entries[start:end])
    paths = {name for name in warning.names if "/" in name}
    return any(path in text for text in between for path in paths)


def _came_true(warning: _Warning, later: Claim) -> bool:
    """Return whether a sentence tells of trouble, and names what the warning names."""
    text = later.text.casefold()
    named = not warning.names or any(name in text for name in warning.names)
    return named and _TROUBLE.search(text) is not None


def _hit(warning: _Warning, later: Claim | Observation, why: str) -> Hit:
    related = Related(later.span, later.place.message, later.place.location, why)
    span = warning.result.span
    at = span.quote.find(warning.line)
    if at >= 0:
        span = span.inside(span.start + at, span.start + at + len(warning.line))
    return Hit(warning.result.place, span, (related,), (Capture("warning", warning.line[:160]),))
