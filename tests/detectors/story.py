"""Events made by hand, so that rules can be tried before and apart from readers."""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from loganalyst.model.command import Command
from loganalyst.model.event import (
    Attribution,
    Call,
    Claim,
    CommandEvent,
    Events,
    LimitEvent,
    MessageEvent,
    Place,
    Predicate,
    Result,
    Stance,
)
from loganalyst.model.outcome import LimitedBy, Outcome, OutcomeKind
from loganalyst.model.span import Line, Span
from loganalyst.model.transcript import (
    Damage,
    Message,
    Part,
    RecordLedger,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Transcript,
)


def command(text: str, **more: object) -> Command:
    """Return a command of a text, its fields as given."""
    words = tuple(text.split())
    base = Command(program=words[0], text=text, start=0, end=len(text), position=0, words=words)
    return replace(base, **more)  # type: ignore[arg-type]  # a test names the fields it needs


@dataclass
class Story:
    """A session told message by message."""

    id: str = "story"
    torn_end: bool = False
    damaged_before: tuple[int, ...] = ()
    language: str = "en"
    messages: list[Message] = field(default_factory=list)
    spoken: list[MessageEvent] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    commands: list[CommandEvent] = field(default_factory=list)
    limits: list[LimitEvent] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    order: int = 0
    turn: int = 0

    def say(self, text: str = "", role: Role = Role.ASSISTANT) -> "Story":
        self.turn += role is Role.ASSISTANT
        part = Text(text, Line(self.order + 1))
        self.messages.append(Message(len(self.messages) + 1, role, (part,), part.location))
        place, span = self._add(text)
        self.spoken.append(MessageEvent(replace(place, part=0), span, text))
        return self

    def claim(self, text: str, **more: object) -> "Story":
        said = self.spoken[-1]
        start = said.text.index(text)
        span = replace(said.span, start=start, end=start + len(text), quote=text)
        claim = Claim(said.place, span, text, Stance.ASSERTED, Predicate.OTHER)
        self.claims.append(replace(claim, **more))  # type: ignore[arg-type]  # as above
        return self

    def run(
        self,
        *commands: Command,
        result: str | None = "",
        status: int | None = 0,
        kind: OutcomeKind = OutcomeKind.OK,
        truncated: bool = False,
        printed: bool | None = None,
        **call: object,
    ) -> "Story":
        text = "; ".join(one.text for one in commands)
        outcome = Outcome(kind if result is not None else OutcomeKind.MISSING, status, truncated=truncated)
        seq = len(self.calls)
        self._part(ToolCall(f"t{seq}", "bash", text, Line(self.order + 1), is_shell=True))
        place, span = self._add(text)
        made = Call(seq, place, span, "bash", text, f"t{seq}", is_shell=True, outcome=outcome)
        self.calls.append(replace(made, **call))  # type: ignore[arg-type]  # as above
        for position, one in enumerate(commands):
            own = replace(span, start=text.index(one.text), end=text.index(one.text) + len(one.text), quote=one.text)
            event = CommandEvent(len(self.commands), place, own, replace(one, position=position), seq, outcome)
            seen = bool(result) if printed is None and len(commands) == 1 else printed
            how = Attribution.SOLE if seen is not None else Attribution.SHARED
            self.commands.append(replace(event, printed=seen, attribution=how))
        if result is not None:
            self._part(ToolResult(f"t{seq}", result, Line(self.order + 1), len(self.messages)))
            place, span = self._add(result)
            self.results.append(Result(len(self.results), place, span, result, seq, place.message, outcome))
        return self

    def limit(self, seconds: int, *, source: str = "given", fired: bool = False) -> "Story":
        call = self.calls[-1]
        quote = replace(call.span, field="timeout", start=0, end=3, quote=f"{seconds}s")
        self.limits.append(LimitEvent(call.place, quote, call.seq, Decimal(seconds), source, fired, LimitedBy.TOOL))
        return self

    def events(self) -> Events:
        holes = tuple(Damage(Line(1), 0, "broken", before) for before in self.damaged_before)
        ledger = RecordLedger(self.order, self.order, damaged=holes, torn_end=self.torn_end)
        transcript = Transcript(self.id, "hand", "hand.txt", "0", 0, tuple(self.messages), ledger)
        return Events(
            transcript,
            messages=tuple(self.spoken),
            claims=tuple(self.claims),
            calls=tuple(self.calls),
            commands=tuple(self.commands),
            limits=tuple(self.limits),
            results=tuple(self.results),
            language=self.language,
        )

    def _part(self, part: Part) -> None:
        self.messages[-1] = replace(self.messages[-1], parts=(*self.messages[-1].parts, part))

    def _add(self, text: str) -> tuple[Place, Span]:
        self.order += 1
        message = self.messages[-1]
        part = len(message.parts) - 1
        line = Line(self.order)
        place = Place(message.index, part, line, self.order, message.role, self.turn)
        return place, Span(self.id, message.index, part, "text", 0, len(text), text, line)
