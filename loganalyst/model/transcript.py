"""The transcript of a session: messages, their parts, and what the reader could not read."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from loganalyst.errors import ConfigError, FilePlace
from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Fields, Location


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class ShellSession(StrEnum):
    """How an agent's shell lives from call to call."""

    PER_CALL = "per_call"
    PERSISTENT = "persistent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Text:
    """What a speaker wrote."""

    text: str
    """Cleaned text (terminal control removed)."""
    location: Location
    raw: str | None = None
    """The text as it stood, where cleaning changed it."""
    injected: bool = False
    """Put there by the agent's program (reminders, summaries of compaction, hook output), not by the speaker."""


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What a speaker thought, where the log records it."""

    text: str
    location: Location


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A request to a tool."""

    id: str
    """The source's own id, or one that the reader made, unique in the transcript."""
    name: str
    """The tool's name as the source has it; ``bash`` for the plain-text form."""
    text: str
    """The command line of a shell call; else the arguments as text."""
    location: Location
    is_shell: bool = False
    """The tool runs ``text`` as a shell command."""
    host: str | None = None
    cwd: str | None = None
    timeout: Decimal | None = None
    """Seconds that the call gives as its limit (the raw string is the field ``timeout``)."""
    background: bool = False
    shell: ShellSession = ShellSession.UNKNOWN
    polls: str | None = None
    """The id of the earlier call whose later output this call asks for."""
    path: str | None = None
    """The file that an editing or reading tool names."""
    changes_file: bool = False
    """The tool itself changes the file at ``path``."""
    fields: Fields = field(default_factory=Fields)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer of a tool; a part of the message that made the call."""

    call_id: str | None
    text: str
    """Cleaned output, without the agent's own wording about status and limits where the reader lifted it."""
    location: Location
    arrived: int
    """Index of the message during which this record stands."""
    exit_status: int | None = None
    signal: int | None = None
    limit: Decimal | None = None
    """Seconds of the time limit that ended the call, or moved it to the background."""
    limited_by: LimitedBy | None = None
    timed_out: bool = False
    moved_to_background: bool = False
    cancelled: bool = False
    refused: bool = False
    failed: bool = False
    """The record says that the tool or the command failed, with no exit status given."""
    truncated: bool = False
    duration: Decimal | None = None
    time: datetime | None = None
    raw: str | None = None
    fields: Fields = field(default_factory=Fields)


@dataclass(frozen=True, slots=True)
class Media:
    """An image or another part that is not text."""

    kind: str
    location: Location


Part = Text | Reasoning | ToolCall | ToolResult | Media


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of one speaker, as people cite it."""

    index: int
    """1-based; the source's own number where DESIGN allows it."""
    role: Role
    parts: tuple[Part, ...]
    location: Location
    time: datetime | None = None
    """Aware, or naive where the zone is unknown."""
    native_id: str | None = None
    fields: Fields = field(default_factory=Fields)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many records of one kind, and where the first stands."""

    kind: str
    count: int
    first: Location


@dataclass(frozen=True, slots=True)
class Damage:
    """A record that could not be read."""

    location: Location
    byte: int
    """Offset of its first byte in the (decompressed) input."""
    why: str
    before_message: int | None = None
    """Index of the message that it would have stood before, where known; damaged regions open windows there."""


@dataclass(frozen=True, slots=True)
class RecordLedger:
    """What became of every record of the input; it adds up."""

    records: int
    read: int
    ignored: tuple[Tally, ...] = ()
    """Left out on purpose, by kind."""
    unknown: tuple[Tally, ...] = ()
    damaged: tuple[Damage, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for people: guessed encoding, results without calls, messages without time …"""
    torn_end: bool = False
    """The input stops in the middle of a record, so that the end of the session is unknown."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole session as a reader understood it."""

    id: str
    """The session's id, else the SHA-256 of the bytes."""
    format: str
    path: str
    sha256: str
    size: int
    """Bytes of the input."""
    messages: tuple[Message, ...]
    ledger: RecordLedger
    title: str | None = None
    agent: str | None = None
    zone: str = "unknown"
    """``UTC``, a zone's name or offset, or ``unknown``."""
    outputs_recorded: bool = True
    """False for formats that do not keep the tools' outputs at all."""
    parent: str | None = None
    children: "tuple[Transcript, ...]" = ()

    def message(self, index: int) -> Message | None:
        """Return the message with an index, or None; indices rise but may have gaps."""
        low, high = 0, len(self.messages)
        while low < high:
            middle = (low + high) // 2
            if self.messages[middle].index < index:
                low = middle + 1
            else:
                high = middle
        found = self.messages[low] if low < len(self.messages) else None
        return found if found is not None and found.index == index else None

    def asked_message(self, index: int) -> Message:
        """Return the message that a user asked for; raise ConfigError, which names the last one, if there is none."""
        found = self.message(index)
        if found is None:
            hint = f"the last one is {self.messages[-1].index}" if self.messages else ""
            raise ConfigError(f"there is no message {index}", place=FilePlace(self.path), hint=hint)
        return found


def field_text(part: Part, name: str) -> str | None:
    """Return what a Span's offsets count in: the part's ``text`` or one of its raw fields; None where it has none."""
    if isinstance(part, Media):
        return None
    if name == "text":
        return part.text
    return part.fields.get(name) if isinstance(part, ToolCall | ToolResult) else None
