"""The heads of the plain-text form, and the lines that belong to each; what they mean is the reader's concern."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_HEAD = re.compile(
    r"\[(?:msg ([0-9]{1,9})|(user|assistant|system|tool)|call ([^\s\]=]+)|(session|text|thinking|bash|result))"
)
_ATTRIBUTE = re.compile(r' ([A-Za-z][\w-]*)(?:=("[^"]*"|[^\s"\]]+))?')
_ROLE = re.compile(r" \[(user|assistant|system|tool)\]")
_TIME = re.compile(r" @([0-9]{4}-[0-9]{2}-[0-9]{2}\S*)")
_ESCAPED = re.compile(r"\\+\[")

MESSAGE = "message"

Attributes = dict[str, str | None]
"""The attributes of a head; one that is only a word has no value."""


@dataclass(slots=True)
class Block:
    """A head with the lines below it."""

    kind: str
    line: int
    attributes: Attributes
    text: str | None = None
    """What stands on the head's own line, behind it."""
    name: str = ""
    """Of a call the tool, of a message the role."""
    number: int | None = None
    time: str | None = None
    lines: list[str] = field(default_factory=list)

    def body(self) -> str:
        """Return the text of the head's line and of the lines below, blank lines at the end left out."""
        return "\n".join([*([] if self.text is None else [self.text]), *self.lines]).rstrip("\n")


def cut_blocks(text: str) -> Iterator[Block]:
    """Yield the heads with their lines; lines before any head are text of the assistant."""
    current: Block | None = None
    numbered: bool | None = None
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.removesuffix("\r")
        block = read_head(line, number, numbered=bool(numbered)) if line[:1] == "[" else None
        if block is not None and block.kind == "session" and current is not None:
            block = None
        if block is not None:
            if current is not None:
                yield current
            current = block
            if numbered is None and block.kind == MESSAGE:
                numbered = block.number is not None
        elif current is not None or line.strip():
            current = current or Block("text", number, {})
            current.lines.append(line[1:] if _ESCAPED.match(line) else line)
    if current is not None:
        yield current


def read_head(line: str, number: int, *, numbered: bool) -> Block | None:
    """Return the head that a line is, or None; in a numbered transcript a role alone begins no message."""
    match = _HEAD.match(line)
    if match is None:
        return None
    attributes, end = _attributes(line, match.end())
    if line[end : end + 1] != "]" or line[end + 1 : end + 2] not in {"", " "}:
        return None
    message, role, tool, word = match.groups()
    if message or role:
        return None if attributes or (role and numbered) else _messageread_head(line, end + 1, number, message, role)
    text = line[end + 2 :] if end + 1 < len(line) else None
    kind = word or "call"
    if (kind in {"session", "result"} and (text or "").strip()) or (attributes and kind in {"text", "thinking"}):
        return None
    return Block(kind, number, attributes, text or None, name=tool or "bash")


def _attributes(line: str, place: int) -> tuple[Attributes, int]:
    attributes: Attributes = {}
    while match := _ATTRIBUTE.match(line, place):
        value = match[2]
        attributes[match[1]] = value[1:-1] if value and value[0] == '"' else value
        place = match.end()
    return attributes, place


def _messageread_head(line: str, place: int, number: int, message: str | None, role: str | None) -> Block:
    if message and (match := _ROLE.match(line, place)):
        role, place = match[1], match.end()
    time = None
    if match := _TIME.match(line, place):
        time, place = match[1], match.end()
    return Block(
        MESSAGE,
        number,
        {},
        line[place + 1 :] or None,
        name=role or "assistant",
        number=int(message) if message else None,
        time=time,
    )
