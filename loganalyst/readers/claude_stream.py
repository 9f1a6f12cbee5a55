"""Claude Code in print mode: the JSON lines of ``--output-format stream-json``, read off versions 2.1.89 and 2.1.90.

A stream may hold several rounds, each from ``init`` to ``result``, and ids of tool uses may begin again in each. Where
the program asks the model again under the same tool id, only the last request before the result has run: the earlier
one is left out and counted. Records with ``parent_tool_use_id`` belong to a sub-agent, which becomes a child. Also left
out, because they repeat or only serve the program: the ``tool_use_result`` twin of an output, ``usage``, signatures,
``provider_specific_fields``, and of ``init`` and ``result`` what is no news.
"""

from collections.abc import Sequence

from loganalyst.model.span import Location
from loganalyst.model.transcript import Part, Reasoning, Role, Text, Transcript
from loganalyst.readers._blocks.claude import answer_claude, claude_call, is_filler, is_injected
from loganalyst.readers._blocks.content import (
    anthropic_parts,
    as_text,
    raw_fields,
    read_time,
    string,
    text_part,
    zone_of,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json, Record, head_objects, json_objects
from loganalyst.readers.source import Guess, Source

NAME = "claude_stream"
TITLE = "Claude Code stream-json"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "fast_mode_state", "id", "model", "modelUsage", "stop_reason", "tool_use_result", "usage", "uuid",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_MARKS = frozenset({"session_id", "subtype", "parent_tool_use_id", "uuid"})
_SPOKEN = frozenset(
    {"api_error", "api_retry", "compact_boundary", "informational", "local_command", "task_notification"}
)
"""System records that tell what happened to the session; the others are the program's book-keeping."""
_SERVICE = frozenset(
    {
        "auth_status",
        "control_cancel_request",
        "control_request",
        "control_response",
        "keep_alive",
        "prompt_suggestion",
        "rate_limit_event",
        "stream_event",
        "tool_progress",
        "tool_use_summary",
    }
)
_ENVELOPE = frozenset({"type", "subtype", "uuid", "session_id", "parent_tool_use_id", "tool_use_id", "content"})
_SUPERSEDED = "tool use that was asked for again under the same id, and ran only then"
_SUB_AGENT = "record of a sub-agent, read as a transcript of its own"


def recognise(source: Source) -> Guess:
    """Return how surely the first lines are records of such a stream."""
    for record in head_objects(source):
        if "session_id" not in record:
            continue
        kind = string(record.get("type"))
        if kind == "system" and record.get("subtype") == "init" and isinstance(record.get("tools"), list):
            return Guess(95, "a record of type system and subtype init names the session and its tools")
        if kind in {"assistant", "user"} and "parent_tool_use_id" in record and isinstance(record.get("message"), dict):
            return Guess(90, "its messages have session_id and parent_tool_use_id")
    return Guess(0, "no record of type system and subtype init, and no message with session_id")


def read(source: Source) -> Transcript:
    """Return the stream with its sub-agents as children."""
    return _Stream(source).read()


class _Stream:
    """The thread of the stream itself, and those of its sub-agents by the call that started them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._main = _Thread(source)
        self._agents: dict[str, _Thread] = {}

    def read(self) -> Transcript:
        """Return the transcript of the stream."""
        records = list(json_objects(self._source, self._main.draft.ledger, _MARKS))
        superseded = _superseded(records)
        for number, record in enumerate(records):
            self._add(record, superseded.get(number, frozenset()))
        own = self._main.session or self._source.sha256
        for call, agent in self._agents.items():
            self._main.draft.children.append(agent.finish(f"agent-{call}", own))
        return self._main.finish(self._main.session, None)

    def _add(self, record: Record, dropped: frozenset[int]) -> None:
        parent = string(record.data.get("parent_tool_use_id"))
        if parent is None:
            self._main.add(record.location, record.data, dropped)
            return
        call = self._main.draft.call_id(parent) or parent
        agent = self._agents.get(call)
        if agent is None:
            agent = self._agents[call] = _Thread(self._source, self._main)
        agent.draft.ledger.seen()
        agent.add(record.location, record.data, dropped)
        self._main.draft.ledger.ignore(_SUB_AGENT, record.location)


def _superseded(records: Sequence[Record]) -> dict[int, frozenset[int]]:
    """Return by record the numbers of its blocks that ask for what a later record asks for again before any result."""
    found: dict[int, frozenset[int]] = {}
    asked: set[str] = set()
    for number in range(len(records) - 1, -1, -1):
        data = records[number].data
        if data.get("type") == "system" and data.get("subtype") == "init":
            asked.clear()
        dropped = []
        for place, block in reversed(list(enumerate(_blocks(data)))):
            if result := string(block.get("tool_use_id")):
                asked.discard(result)
            elif block.get("type") == "tool_use" and (use := string(block.get("id"))):
                if use in asked:
                    dropped.append(place)
                asked.add(use)
        if dropped:
            found[number] = frozenset(dropped)
    return found


def _blocks(data: Json) -> list[Json]:
    message = data.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return [block if isinstance(block, dict) else {} for block in content] if isinstance(content, list) else []


class _Thread:
    """The records of one agent, in order."""

    def __init__(self, source: Source, main: "_Thread | None" = None) -> None:
        self.draft = Draft(source, NAME)
        self.session: str | None = main.session if main else None
        self.cwd: str | None = main.cwd if main else None
        self.version: str | None = main.version if main else None
        self._zone: str | None = None
        self._last_text = ""

    def finish(self, transcript_id: str | None, parent: str | None) -> Transcript:
        """Return the transcript of the thread."""
        return self.draft.finish(
            transcript_id=transcript_id,
            agent=f"Claude Code {self.version}" if self.version else "Claude Code",
            zone=self._zone or "unknown",
            parent=parent,
        )

    def add(self, location: Location, data: Json, dropped: frozenset[int]) -> None:
        """Add one record without its dropped blocks, and count it in the thread's ledger."""
        self.session = self.session or string(data.get("session_id"))
        kind = string(data.get("type"))
        message = data.get("message")
        if kind in {"assistant", "user"} and isinstance(message, dict):
            self._add_message(location, data, message, dropped)
        elif kind == "system":
            self._add_system(location, data)
        elif kind == "result":
            self._add_result(location, data)
        elif kind in _SERVICE:
            self.draft.ledger.ignore(str(kind), location)
        else:
            self.draft.ledger.unknown(f"type {kind}", location)

    def _add_message(self, location: Location, data: Json, message: Json, dropped: frozenset[int]) -> None:
        role = Role(data["type"])
        content = message.get("content")
        if dropped:
            content = [block for place, block in enumerate(content or ()) if place not in dropped]
            if not content:
                self.draft.ledger.ignore(_SUPERSEDED, location)
                return
            self.draft.ledger.note(f"a record is read without a {_SUPERSEDED}")
        unknown: list[str] = []
        parts: list[Part] = []
        answers = 0
        for part in anthropic_parts(content, location, unknown):
            if isinstance(part, dict) and part["type"] == "tool_result":
                answers += 1
                self._answer(location, data, part)
            elif isinstance(part, dict):
                parts.append(claude_call(part, location, self.draft, self.cwd))
            else:
                parts.append(self._text(part, data))
        if parts or not answers:
            self._say(role, location, data, parts, string(message.get("id")))
        if unknown:
            self.draft.ledger.unknown(", ".join(unknown), location)
        else:
            self.draft.ledger.read()

    def _text(self, part: Part, data: Json) -> Part:
        if not isinstance(part, Text):
            return part
        if data["type"] == "assistant":
            self._last_text = part.text
            return Text(part.text, part.location, part.raw, injected=True) if is_filler(part.text) else part
        injected = data.get("isSynthetic") is True or is_injected(part.text)
        return Text(part.text, part.location, part.raw, injected=injected)

    def _answer(self, location: Location, data: Json, block: Json) -> None:
        stamp = data.get("timestamp")
        self._note_zone(stamp)
        answer_claude(self.draft, block, location, data.get("tool_use_result"), stamp)

    def _add_system(self, location: Location, data: Json) -> None:
        subtype = string(data.get("subtype"))
        if subtype == "init":
            self.cwd = string(data.get("cwd")) or self.cwd
            self.version = string(data.get("claude_code_version")) or self.version
        if subtype in _SPOKEN:
            self._say(Role.SYSTEM, location, data, [text_part(_announcement(data), location, injected=True)])
            self.draft.ledger.read()
        else:
            self.draft.ledger.ignore(f"system {subtype}", location)

    def _add_result(self, location: Location, data: Json) -> None:
        """Say what the end of a round tells: words that no message holds, a failure, or that it had no last word."""
        told = string(data.get("result"))
        failed = data.get("is_error") is True or data.get("subtype") != "success"
        if told and told.strip() == self._last_text.strip() and not failed:
            self.draft.ledger.ignore("result", location)
            return
        known = {key: data[key] for key in ("subtype", "is_error", "errors", "result") if key in data}
        text = told if told and not failed else f"result {as_text(known)}"
        self._say(Role.SYSTEM, location, data, [text_part(text, location, injected=True)])
        self.draft.ledger.read()

    def _say(self, role: Role, location: Location, data: Json, parts: list[Part], turn: str | None = None) -> None:
        stamp = data.get("timestamp")
        self._note_zone(stamp)
        self.draft.say(
            role,
            location,
            *(part for part in parts if not isinstance(part, Reasoning) or part.text),
            turn=turn,
            time=read_time(stamp),
            native_id=string(data.get("uuid")),
            fields=raw_fields(time=string(stamp)),
        )

    def _note_zone(self, stamp: object) -> None:
        if self._zone is None and (time := read_time(stamp)):
            self._zone = zone_of(time)


def _announcement(data: Json) -> str:
    """Return what a system record says, with its details."""
    told = {key: value for key, value in data.items() if key not in _ENVELOPE}
    said = string(data.get("content")) or str(data.get("subtype"))
    return f"{said} {as_text(told)}" if told else said
