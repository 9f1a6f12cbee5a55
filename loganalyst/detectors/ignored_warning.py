"""A warning is passed over, and later an error or a look shows what it had said."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from loganalyst.detectors.mentions import Mentions
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import telling_words
from loganalyst.model.event import Claim, Events, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.limits import CONCLUSION_MESSAGES

RULE = "ignored-warning"
_WARNING = re.compile(
    r"^[^\n]{0,300}?\b\w{0,30}warn(?:ing)?\b[^\n]{0,20}[:\]] ?(?P<text>[^\n]{12,300})", re.IGNORECASE | re.MULTILINE
)
_HARMLESS = re.compile(r"deprecat|future|experimental|movedin20|pending|root user|new release|notice", re.IGNORECASE)
_SHARED = 3
"""How many telling words a sentence or a later failure has to share with a warning to speak of it."""


@dataclass(frozen=True, slots=True)
class _Warning:
    """A warning in a result."""

    result: Result
    line: str
    words: frozenset[str]


def find(context: Context) -> Iterator[Hit]:
    """Yield the first warning of a result that nothing takes up soon, and of which the assistant speaks much later."""
    events = context.events
    if events.language != "en":
        return
    mentions = Mentions(events)
    told: set[int] = set()
    for warning in _warnings(events):
        later = mentions.first(warning.words, warning.result.place.order, _SHARED)
        late = later is not None and later.place.turn - warning.result.place.turn > CONCLUSION_MESSAGES
        if isinstance(later, Claim) and late and warning.result.seq not in told:
            told.add(warning.result.seq)
            yield _hit(warning, later)


def _warnings(events: Events) -> Iterator[_Warning]:
    for result in events.results:
        for match in _WARNING.finditer(result.text[:50_000]):
            words = telling_words(match["text"])
            if len(words) >= _SHARED and not _HARMLESS.search(match[0]):
                yield _Warning(result, match[0].strip(), words)


def _hit(warning: _Warning, later: Claim) -> Hit:
    related = Related(later.span, later.place.message, later.place.location, "where it is taken up at last")
    span = warning.result.span
    at = span.quote.find(warning.line)
    if at >= 0:
        span = replace(span, start=span.start + at, end=span.start + at + len(warning.line), quote=warning.line)
    return Hit(warning.result.place, span, (related,), (Capture("warning", warning.line[:160]),))
