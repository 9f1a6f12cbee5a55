"""A credential that stands in a session: what kind, and where; its text is quoted nowhere."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.detectors.seam import Context, Hit
from loganalyst.knowledge.redaction import SecretForm
from loganalyst.model.event import Place
from loganalyst.model.finding import Capture
from loganalyst.model.span import Span
from loganalyst.model.transcript import Media, Message, Reasoning, Role, Text, ToolCall, ToolResult

RULE = "secret-in-transcript"
_STANDS_FOR = re.compile(
    r"(?i)redacted|example|placeholder|change.?me|dummy|sample|fake|\byour|xxxx|\*\*\*|\.\.\.|test|^(?:admin|guest|minioadmin"
    r"|pass|password|postgres|root|secret|user)\d{0,4}$|:$"
)
"""What stands in for a secret, or is a default that everybody knows."""
_BY_NAME = frozenset({"password-in-url", "password-option", "secret-variable"})
"""Forms that are known by the name beside them, not by their own shape."""
_WHERE = {
    Text: "a message",
    Reasoning: "the reasoning",
    ToolCall: "a command or its arguments",
    ToolResult: "an output",
}


@dataclass(frozen=True, slots=True)
class _Found:
    """A secret in a part of a message."""

    form: SecretForm
    part: int
    start: int
    end: int


def find(context: Context) -> Iterator[Hit]:
    """Yield one hit for each distinct secret of each message."""
    transcript = context.events.transcript
    places = {event.place.message: event.place for event in context.events.messages}
    for message in transcript.messages:
        told: set[str] = set()
        for found in _secrets(message, context.secrets):
            text = _text(message, found.part)
            secret = text[found.start : found.end]
            if secret not in told and not _STANDS_FOR.search(secret):
                told.add(secret)
                yield _hit(found, message, transcript.id, places.get(message.index))


def _secrets(message: Message, forms: tuple[SecretForm, ...]) -> Iterator[_Found]:
    """Yield the secrets of a message in order; of several forms for one place the first."""
    for number in range(len(message.parts)):
        text = _text(message, number)
        found = [_Found(form, number, *extent) for form in forms for extent in form.find(text)]
        done = 0
        for one in sorted(found, key=lambda one: (one.start, -one.end)):
            if one.start >= done:
                done = one.end
                yield one


def _text(message: Message, part: int) -> str:
    found = message.parts[part]
    return "" if isinstance(found, Media) else found.text


def _hit(found: _Found, message: Message, transcript: str, place: Place | None) -> Hit:
    part = message.parts[found.part]
    span = Span(transcript, message.index, found.part, "text", *_beside(found, message), part.location)
    where = _WHERE.get(type(part), "a message")
    own = place or Place(message.index, found.part, part.location, message.index, Role.ASSISTANT, 0)
    captures = (
        Capture("kind", found.form.title),
        Capture("where", where),
        Capture("shape", "name" if found.form.name in _BY_NAME else "own"),
    )
    here = Place(message.index, found.part, part.location, own.order, own.role, own.turn)
    return Hit(here, span, (), captures)


def _beside(found: _Found, message: Message) -> tuple[int, int, str]:
    """Return what stands in front of a secret on its line, or else nothing at its place; never the secret itself."""
    text = _text(message, found.part)
    line = text.rfind("\n", 0, found.start) + 1
    name = re.search(
        r"[A-Za-z_][\w-]{0,40}[^\w\s]{0,4}\s?[^\w\s]{0,2}$", text[max(line, found.start - 48) : found.start]
    )
    start = found.start - len(name[0]) if name is not None else found.start
    return start, found.start, text[start : found.start]
