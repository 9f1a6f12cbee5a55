"""A credential that stands in a session: what kind, and where; its text is quoted nowhere."""

import re
from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.knowledge.redaction import Secret, Secrets
from loganalyst.model.event import Place
from loganalyst.model.finding import Capture
from loganalyst.model.span import Span, find_line
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


def find(context: Context) -> Iterator[Hit]:
    """Yield one hit for each distinct secret of each message."""
    if not context.secrets:
        return
    transcript = context.events.transcript
    places = {event.place.message: event.place for event in context.events.messages}
    for message in transcript.messages:
        told: set[str] = set()
        for part, found in _secrets(message, context.secrets):
            secret = _text(message, part)[found.start : found.end]
            if secret not in told and not _STANDS_FOR.search(secret):
                told.add(secret)
                yield _hit(found, message, part, transcript.id, places.get(message.index))


def _secrets(message: Message, secrets: Secrets) -> Iterator[tuple[int, Secret]]:
    """Yield the secrets of a message in order, each with the number of its part; of several for one place the first."""
    for part in range(len(message.parts)):
        done = 0
        for one in sorted(secrets.get(_text(message, part), ()), key=lambda one: (one.start, -one.end)):
            if one.start >= done:
                done = one.end
                yield part, one


def _text(message: Message, part: int) -> str:
    found = message.parts[part]
    return "" if isinstance(found, Media) else found.text


def _hit(found: Secret, message: Message, number: int, transcript: str, place: Place | None) -> Hit:
    part = message.parts[number]
    start, end, quote = _beside(_text(message, number), found.start)
    line = find_line(part.location, _text(message, number)[:start])
    span = Span(transcript, message.index, number, "text", start, end, quote, line)
    where = _WHERE.get(type(part), "a message")
    own = place or Place(message.index, number, part.location, message.index, Role.ASSISTANT, 0)
    captures = (
        Capture("kind", found.form.title),
        Capture("where", where),
        Capture("shape", "name" if found.form.name in _BY_NAME else "own"),
    )
    here = Place(message.index, number, part.location, own.order, own.role, own.turn)
    return Hit(here, span, (), captures)


def _beside(text: str, end: int) -> tuple[int, int, str]:
    """Return what stands in front of a secret on its line, or else nothing at its place; never the secret itself."""
    line = text.rfind("\n", 0, end) + 1
    name = re.search(r"[A-Za-z_][\w-]{0,40}[^\w\s]{0,4}\s?[^\w\s]{0,2}$", text[max(line, end - 48) : end])
    start = end - len(name[0]) if name is not None else end
    return start, end, text[start:end]
