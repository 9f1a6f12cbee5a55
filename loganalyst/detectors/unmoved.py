"""Fields of an output that still say that nothing has happened, after a step that was to make it happen."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.detectors.statements import SAYS_WELL, is_stated, telling_words
from loganalyst.ledgers.bearing import OWNS_UP
from loganalyst.ledgers.quotes import quote_piece
from loganalyst.model.event import Call, Claim, Events, Predicate, Result
from loganalyst.model.span import Span
from loganalyst.ruleset.patterns import matches

_NOT_YET = re.compile(
    r"\b(?P<label>[A-Za-z][A-Za-z_ -]{2,30}):[ \t]{0,4}[\"']?"
    r"(?:never|pending|queued|not yet|not (?:started|run|scanned|checked|tested|synced))\b",
    re.IGNORECASE,
)
"""A name and a value that says of something that it has not happened."""
_SUCCESS = frozenset({Predicate.FINE, Predicate.FIXED, Predicate.PASSES, Predicate.RUNNING, Predicate.WORKS})
_ALL_OF_IT = re.compile(
    r"\ball (?:of )?(?:the |your |its )?(?:requirements|features|functions|functionality)\b", re.IGNORECASE
)
"""What a sentence says that is about every field there is."""
_COMMENTED = 2
"""Messages after an output in which a sentence that names nothing is about it."""
_LONGEST = 50_000


@dataclass(slots=True)
class _Field:
    """A field that says that something has not happened, and what was done about it."""

    words: frozenset[str]
    result: Result
    line: str
    acted: bool = False
    unmoved: bool = False


def find_unmoved(events: Events) -> Iterator[tuple[Claim, Call, Span]]:
    """Yield the sentences of success on a thing that had not moved, with the call and the field that show it.

    A field is unmoved when it says the same after a call that names what it speaks of as before. A sentence is about it
    when it shares its words, comments on the output, or tells of all that was asked for.
    """
    entries: list[Call | Result | Claim] = [*events.calls, *events.results, *events.claims]
    entries.sort(key=lambda entry: entry.place.order)
    fields: dict[str, _Field] = {}
    for entry in entries:
        if isinstance(entry, Result):
            _look(fields, entry)
        elif isinstance(entry, Call):
            _act(fields, entry)
        else:
            field = _about(fields, entry)
            call = events.calls[field.result.call] if field is not None and field.result.call is not None else None
            span = quote_piece(events.transcript, field.result.span, field.line) if field is not None else None
            if call is not None and span is not None:
                yield entry, call, span


def _look(fields: dict[str, _Field], result: Result) -> None:
    """Take from an output which fields have moved and which have not."""
    text = result.text[:_LONGEST]
    seen = {found["label"].strip().casefold(): found[0] for found in matches(_NOT_YET, text)}
    folded = text.casefold() if fields else ""
    for label in [label for label in fields if label not in seen and f"{label}:" in folded]:
        del fields[label]
    for label, line in seen.items():
        old = fields.get(label)
        acted = old is not None and old.acted
        fields[label] = _Field(telling_words(label), result, line, acted=acted, unmoved=acted)


def _act(fields: dict[str, _Field], call: Call) -> None:
    """Note which fields a call is to move: those of whose words it has one."""
    if not fields or call.changes_file:
        return
    words = telling_words(re.sub(r"[^A-Za-z]", " ", call.text[:1000]))
    for field in fields.values():
        field.acted = field.acted or bool(field.words & words)


def _about(fields: dict[str, _Field], claim: Claim) -> _Field | None:
    """Return the unmoved field by which a sentence does not hold, or None."""
    if not fields or not is_stated(claim) or OWNS_UP.search(claim.text.removeprefix("but ")):
        return None
    if claim.predicate not in _SUCCESS and not (SAYS_WELL.search(claim.text) or _ALL_OF_IT.search(claim.text)):
        return None
    words = telling_words(claim.text)
    everything = _ALL_OF_IT.search(claim.text) is not None
    for field in fields.values():
        commented = claim.place.turn - field.result.place.turn <= _COMMENTED
        if field.unmoved and (field.words & words or commented or everything):
            return field
    return None
