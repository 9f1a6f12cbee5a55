"""A transcript in the making: records become messages, results find their calls, numbers are settled at the end."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

from loganalyst.model.span import Fields, Location
from loganalyst.model.transcript import Message, Part, Role, ToolCall, ToolResult, Transcript
from loganalyst.readers._blocks.ledger import LedgerBuilder
from loganalyst.readers._blocks.lines import count_lines
from loganalyst.readers.source import Source

NO_FIELDS = Fields()


@dataclass(slots=True)
class _Turn:
    """A message that may still grow."""

    position: int
    role: Role
    location: Location
    time: datetime | None
    key: str | None
    number: int | None
    native_id: str | None
    fields: Fields
    parts: list[Part] = field(default_factory=list)
    answered: bool = False


class Draft:
    """Assembles the messages of one transcript; ``ledger`` counts the records they come from.

    A reader calls ``say`` for what a speaker does and ``answer`` for what a tool replies, in the order of the records,
    and ``finish`` at the end. A turn is closed by the next speaker, by another ``turn`` key, or, for an assistant whose
    format has no key, by the first result.
    """

    def __init__(self, source: Source, transcript_format: str) -> None:
        self.ledger = LedgerBuilder()
        self.children: list[Transcript] = []
        self._source = source
        self._format = transcript_format
        self._turns: list[_Turn] = []
        self._calls: dict[str, tuple[_Turn, ToolCall]] = {}
        self._made_ids = 0
        self._lines: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """The SHA-256 of the input, in hexadecimal digits."""
        return self._source.sha256

    def text(self) -> str:
        """Return the input as text; how it had to be decoded is noted in the ledger."""
        text, note = self._source.text()
        if note:
            self.ledger.note(note)
        self._lines = tuple(text.split("\n"))
        return text

    @property
    def position(self) -> int:
        """The position of the latest message, from 1; 0 before the first."""
        return len(self._turns)

    def say(
        self,
        role: Role,
        location: Location,
        *parts: Part,
        turn: str | None = None,
        time: datetime | None = None,
        number: int | None = None,
        native_id: str | None = None,
        fields: Fields = NO_FIELDS,
    ) -> None:
        """Add parts to the current turn, or open the next one; calls get ids that are theirs alone."""
        current = self._turns[-1] if self._turns else None
        if current is None or not _continues(current, role, turn):
            current = _Turn(len(self._turns) + 1, role, location, time, turn, number, native_id, fields)
            self._turns.append(current)
            self.ledger.next_message = len(self._turns) + 1
        for part in parts:
            current.parts.append(self._placed(part, current))

    def answer(self, result: ToolResult, *more: Part) -> None:
        """Give a result to its call, whenever that was made; one without a call becomes a message of the tool.

        ``more`` are parts that the same record holds; they stand behind the result.
        """
        owner = self._calls.get(result.call_id or "")
        if owner is None:
            self.say(Role.TOOL, result.location, turn=f"result {result.location}", time=result.time)
            turn, call_id = self._turns[-1], result.call_id
            self.ledger.note("a result stands without the call that it answers")
        else:
            turn, call_id = owner[0], owner[1].id
            self._turns[-1].answered = True
        if call_id != result.call_id or result.arrived != self.position:
            result = replace(result, call_id=call_id, arrived=self.position)
        turn.parts.append(result)
        turn.parts.extend(more)

    def alias(self, name: str, native: str) -> None:
        """Let a call be found by a further name, such as that of its background job."""
        if native in self._calls:
            self._calls[name] = self._calls[native]

    def call_id(self, native: str) -> str | None:
        """Return the transcript's id of the latest call with a native id, or None."""
        owner = self._calls.get(native)
        return owner[1].id if owner else None

    def find_call(self, native: str) -> ToolCall | None:
        """Return the latest call with a native id, or None."""
        owner = self._calls.get(native)
        return owner[1] if owner else None

    def finish(
        self,
        *,
        transcript_id: str | None = None,
        title: str | None = None,
        agent: str | None = None,
        zone: str = "unknown",
        outputs_recorded: bool = True,
        parent: str | None = None,
    ) -> Transcript:
        """Return the transcript; without an id of its own it gets the SHA-256 of the input."""
        numbers = self._numbers()
        indices = numbers or list(range(1, len(self._turns) + 1))
        return Transcript(
            id=transcript_id or self._source.sha256,
            format=self._format,
            path=self._source.name,
            sha256=self._source.sha256,
            size=self._source.size,
            messages=tuple(_message(turn, numbers, self._lines) for turn in self._turns),
            ledger=self.ledger.build(indices),
            title=title,
            agent=agent,
            zone=zone,
            outputs_recorded=outputs_recorded,
            parent=parent,
            children=tuple(self.children),
        )

    def _placed(self, part: Part, turn: _Turn) -> Part:
        if isinstance(part, ToolCall):
            return self._register(part, turn)
        return replace(part, arrived=turn.position) if isinstance(part, ToolResult) else part

    def _register(self, call: ToolCall, turn: _Turn) -> ToolCall:
        native = call.id
        unique = native
        while not unique or unique in self._calls:
            self._made_ids += 1
            unique = f"{native or 'call'}#{self._made_ids}"
        if unique != native:
            call = replace(call, id=unique)
        self._calls[unique] = self._calls[native] = (turn, call)
        return call

    def _numbers(self) -> list[int] | None:
        """Return the source's own numbers, where every message has one and they rise, else None."""
        numbers = [turn.number for turn in self._turns if turn.number is not None]
        rising = all(low < high for low, high in pairwise(numbers))
        if len(numbers) == len(self._turns) and rising and (not numbers or numbers[0] > 0):
            return numbers
        return None


def _continues(current: _Turn, role: Role, key: str | None) -> bool:
    if current.role is not role or current.key != key:
        return False
    return key is not None or (role is Role.ASSISTANT and not current.answered)


def _message(turn: _Turn, numbers: list[int] | None, lines: tuple[str, ...]) -> Message:
    """Return the message of a turn; ``numbers`` are the source's own, by position, where messages are known by them."""
    parts = [count_lines(part, lines) for part in turn.parts]
    native = turn.native_id
    if native is None and turn.number is not None and numbers is None:
        native = str(turn.number)
    return Message(
        index=turn.position if numbers is None else numbers[turn.position - 1],
        role=turn.role,
        parts=tuple(parts if numbers is None else [_settled(part, numbers) for part in parts]),
        location=turn.location,
        time=turn.time,
        native_id=native,
        fields=turn.fields,
    )


def _settled(part: Part, indices: list[int]) -> Part:
    """Return a result with the index of the message during which it arrived, and any other part as it is."""
    if isinstance(part, ToolResult) and part.arrived != indices[part.arrived - 1]:
        return replace(part, arrived=indices[part.arrived - 1])
    return part
