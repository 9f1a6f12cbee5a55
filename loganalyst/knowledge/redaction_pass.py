"""The one pass that hides secrets in whatever leaves the program: reports, findings, ledgers, graphs, messages."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
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
    return cast("Leaving", _masked(value, mask, transcript))


def _masked(value: object, mask: Mask, transcript: Transcript) -> object:
    match value:
        case Enum():
            return value
        case str():
            return mask.hide(value)
        case Span():
            return replace(value, quote=_quote(value, mask, transcript))
        case Mapping():
            return {key: _masked(item, mask, transcript) for key, item in value.items()}
        case tuple():
            return tuple(_masked(item, mask, transcript) for item in value)
    return _masked_fields(value, mask, transcript)


def _masked_fields(value: object, mask: Mask, transcript: Transcript) -> object:
    if not is_dataclass(value) or isinstance(value, type):
        return value
    leaves = {item.name: getattr(value, item.name) for item in fields(value) if item.init}
    return replace(value, **{name: _masked(leaf, mask, transcript) for name, leaf in leaves.items()})


def _quote(span: Span, mask: Mask, transcript: Transcript) -> str:
    message = transcript.message(span.message) if span.transcript == transcript.id else None
    text = field_text(message.parts[span.part], span.field) if message and span.part < len(message.parts) else None
    if text is None:
        return mask.hide(span.quote)
    pieces: list[str] = []
    done = span.start
    for start, end in mask.intervals(text):
        if end <= span.start or start >= span.end:
            continue
        pieces += [text[done : max(start, done)], mask.placeholder(text[start:end])]
        done = min(end, span.end)
    return "".join((*pieces, text[done : span.end]))
