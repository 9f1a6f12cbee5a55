"""The one pass that hides secrets in whatever leaves the program: reports, findings, ledgers, graphs, messages."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from operator import is_
from typing import TypeVar, cast

from loganalyst.knowledge.redaction import Mask
from loganalyst.model.span import Span
from loganalyst.model.transcript import Transcript, field_text

Leaving = TypeVar("Leaving")


def hide_secrets(value: Leaving, mask: Mask, transcript: Transcript) -> Leaving:
    """Return a copy of a value in which every string leaf is masked.

    A Span is masked by where it stands in the transcript, so that a quotation that holds only a piece of a
    secret hides that piece too; its offsets stay those of the original.
    """
    return cast("Leaving", _Pass(mask, transcript).masked(value))


class _Pass:
    """One walk over what leaves; a part that many spans quote is searched for secrets once, and so is each leaf.

    What holds no secret is given back as it is, which most of it is.
    """

    def __init__(self, mask: Mask, transcript: Transcript) -> None:
        self._mask = mask
        self._transcript = transcript
        self._hide = cache(mask.hide)
        self._places: dict[tuple[int, int, str], tuple[str, tuple[tuple[int, int], ...]] | None] = {}

    def masked(self, value: object) -> object:
        """Return a value with all its leaves masked."""
        match value:
            case None | int() | Enum():
                return value
            case str():
                return self._hide(value)
            case Span():
                quote = self._quote(value)
                return value if quote == value.quote else replace(value, quote=quote)
            case Mapping():
                return {key: self.masked(item) for key, item in value.items()}
            case tuple():
                items = tuple(map(self.masked, value))
                return value if all(map(is_, items, value)) else items
        return self._fields(value)

    def _fields(self, value: object) -> object:
        if not is_dataclass(value) or isinstance(value, type):
            return value
        leaves = ((name, getattr(value, name)) for name in _given_fields(type(value)))
        masked = ((name, self.masked(leaf), leaf) for name, leaf in leaves)
        changed = {name: hidden for name, hidden, leaf in masked if hidden is not leaf}
        return replace(value, **changed) if changed else value

    def _quote(self, span: Span) -> str:
        place = self._place(span)
        if place is None:
            return self._mask.hide(span.quote)
        text, secrets = place
        pieces: list[str] = []
        done = span.start
        for start, end in secrets:
            if end > span.start and start < span.end:
                pieces += [text[done : max(start, done)], self._mask.placeholder(text[start:end])]
                done = min(end, span.end)
        return "".join((*pieces, text[done : span.end]))

    def _place(self, span: Span) -> tuple[str, tuple[tuple[int, int], ...]] | None:
        """Return the text that a span is a piece of with the extents of its secrets; None where it is not here."""
        if span.transcript != self._transcript.id:
            return None
        key = span.message, span.part, span.field
        if key not in self._places:
            message = self._transcript.message(span.message)
            part = message.parts[span.part] if message and span.part < len(message.parts) else None
            text = field_text(part, span.field) if part is not None else None
            self._places[key] = None if text is None else (text, self._mask.intervals(text))
        return self._places[key]


@cache
def _given_fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields that the constructor of a dataclass takes."""
    return tuple(item.name for item in fields(kind) if item.init)
