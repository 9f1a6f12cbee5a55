"""Chat messages in the shapes of OpenAI and Anthropic: a document, a bare array, or JSON lines of messages.

Each element is one message: ``role`` and ``content`` (a string or blocks), ``tool_calls``, ``tool_call_id``, reasoning
in ``reasoning_content`` or ``reasoning``. What runs a command is told by the function's name. Left out on purpose:
settings beside the messages, ``usage``, ``finish_reason``, ids of blocks, and a ``reasoning`` that is said twice.
"""

from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Part, Reasoning, Role, Text, ToolCall, Transcript
from loganalyst.readers._blocks.claude import SHELL_TOOLS, answer_claude, claude_call, is_injected
from loganalyst.readers._blocks.content import (
    anthropic_parts,
    decoded_arguments,
    joined_text,
    openai_call,
    raw_fields,
    read_epoch,
    read_time,
    string,
    text_part,
    zone_of,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.functions import function_call, function_result
from loganalyst.readers._blocks.records import (
    Json,
    Record,
    document_objects,
    head_document,
    head_objects,
    json_objects,
    read_document,
)
from loganalyst.readers.source import Guess, Source

NAME = "messages"
TITLE = "Chat messages"
VERIFIED = True
IGNORED_KEYS = frozenset({"finish_reason", "model", "session_id", "system_prompt", "tool_call_id", "url", "usage"})
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_ARRAYS = ("messages", "loglines", "conversation", "history")
_MARKS = frozenset({"role", "content", "message"})
_ROLES = {
    "ai": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "developer": Role.SYSTEM,
    "function": Role.TOOL,
    "human": Role.USER,
    "model": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "tool": Role.TOOL,
    "user": Role.USER,
}
_BLOCKS = {
    "image_url": "image",
    "input_audio": "document",
    "input_image": "image",
    "input_text": "text",
    "output_text": "text",
}
_HERMES = "\0json:"
"""What one agent puts before content that is JSON in a string."""


def recognise(source: Source) -> Guess:
    """Return how surely the input is a list of messages with role and content."""
    document = head_document(source)
    array, pointer = _array(document)
    # The head may end within the last element.
    if array and all(_is_message(item) for item in (array[:-1] or array)[:3]):
        return Guess(60, f"{pointer or 'the array'} holds messages with role and content")
    lines = head_objects(source, 4) if not array else []
    if lines and all(_is_message(item) for item in lines):
        return Guess(55, "each line is a message with role and content")
    return Guess(0, "there is no list of messages with role and content")


def read(source: Source) -> Transcript:
    """Return the conversation."""
    draft = Draft(source, NAME)
    conversation = _Conversation(draft)
    session: Json = {}
    document = head_document(source)
    if _array(document)[0]:
        whole = read_document(source, draft.ledger)
        array, pointer = _array(whole)
        records = document_objects(array, draft.ledger, pointer)
        if isinstance(whole, dict):
            session = whole["session"] if isinstance(whole.get("session"), dict) else whole
    else:
        records = json_objects(source, draft.ledger, _MARKS)
    conversation.cwd = string(session.get("cwd"))
    for record in records:
        conversation.add(record)
    return draft.finish(
        transcript_id=string(session.get("id")) or string(session.get("session_id")),
        title=string(session.get("title")),
        zone=conversation.zone or "unknown",
    )


def _array(document: Any) -> tuple[list[Any], str]:
    """Return the messages in a document, and the pointer of their array."""
    if isinstance(document, list):
        return document, ""
    for name in _ARRAYS if isinstance(document, dict) else ():
        if isinstance(items := document.get(name), list):
            return items, f"/{name}"
    return [], ""


def _is_message(item: object) -> bool:
    data = _message(item) if isinstance(item, dict) else {}
    return string(data.get("role")) is not None and ("content" in data or "tool_calls" in data)


def _message(data: Json) -> Json:
    """Return the message that a record is or holds."""
    inner = data.get("message")
    return inner if isinstance(inner, dict) and "role" in inner else data


class _Conversation:
    """The messages in order, with the calls that have no answer yet."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._open: dict[str, str] = {}
        self.cwd: str | None = None
        self.zone: str | None = None

    def add(self, record: Record) -> None:
        """Add one record, and count it."""
        location, outer = record.location, record.data
        data = _message(outer)
        stamp = outer.get("timestamp", data.get("timestamp", data.get("created_at")))
        name = string(data.get("role"))
        role = _ROLES.get(name or "")
        unknown: list[str] = [] if role else [f"role {name}"]
        if role is Role.TOOL:
            self._answer(location, data, stamp)
        else:
            self._say(role or Role.ASSISTANT, location, data, stamp, unknown)
        if unknown:
            self._draft.ledger.unknown(", ".join(unknown), location)
        else:
            self._draft.ledger.read()

    def _say(self, role: Role, location: Location, data: Json, stamp: object, unknown: list[str]) -> None:
        thoughts = (string(data.get(key)) for key in ("reasoning_content", "reasoning", "thinking"))
        said = dict.fromkeys(text for text in thoughts if text and text.strip())
        parts: list[Part] = [Reasoning(text_part(thought, location).text, location) for thought in said]
        answers = 0
        for part in anthropic_parts(_content(data), location, unknown):
            if isinstance(part, dict) and part["type"] == "tool_result":
                answers += 1
                self._open.pop(str(part.get("tool_use_id")), None)
                answer_claude(self._draft, part, location, None, stamp)
            elif isinstance(part, dict):
                parts.append(self._used(part, location))
            elif isinstance(part, Text):
                parts.extend([_marked(part, role)] if part.text else [])
            else:
                parts.append(part)
        parts.extend(self._called(data, location))
        if parts or not answers:
            native = data.get("id")
            self._draft.say(
                role,
                location,
                *parts,
                turn=f"at {location}",
                time=self._time(stamp),
                native_id=None if native is None else str(native),
                fields=raw_fields(time=None if stamp is None else str(stamp)),
            )

    def _used(self, block: Json, location: Location) -> ToolCall:
        name = string(block.get("name")) or "unknown"
        native = string(block.get("id")) or ""
        self._open[native] = name
        if name in SHELL_TOOLS:
            return claude_call(block, location, self._draft, self.cwd)
        return function_call(native, name, block.get("input"), location, self.cwd)

    def _called(self, data: Json, location: Location) -> list[Part]:
        """Return the calls of an OpenAI message; those without an id get one, and may be answered by name."""
        given = decoded_arguments(data.get("tool_calls"))
        calls = given if isinstance(given, list) else []
        if isinstance(single := data.get("function_call"), dict):
            calls = [*calls, {"function": single}]
        found: list[Part] = []
        for place, call in enumerate(calls):
            if isinstance(call, dict):
                native, name, arguments = openai_call(call)
                native = native or f"call {location}/{place}"
                self._open[native] = name
                found.append(function_call(native, name, arguments, location, self.cwd))
            else:
                found.append(text_part(str(call), location))
        return found

    def _answer(self, location: Location, data: Json, stamp: object) -> None:
        native = self._called_as(data)
        text, _ = joined_text(_content(data))
        call = self._draft.find_call(native) if native else None
        raw = {"time": None if stamp is None else str(stamp)}
        self._draft.answer(function_result(native, text, location, call, time=self._time(stamp), raw=raw))

    def _called_as(self, data: Json) -> str | None:
        """Return the id of the call that a tool's message answers: the one it names, else the open one of its tool."""
        native = string(data.get("tool_call_id"))
        if native and self._draft.call_id(native) is not None:
            self._open.pop(native, None)
            return native
        tool = string(data.get("tool_name")) or string(data.get("name"))
        fits = [one for one, name in self._open.items() if (tool is None and native is None) or name == tool]
        if not fits:
            return native
        del self._open[fits[0]]
        return fits[0]

    def _time(self, stamp: object) -> Any:
        time = read_time(stamp) or read_epoch(stamp)
        if self.zone is None and time is not None:
            self.zone = zone_of(time)
        return time


def _marked(part: Text, role: Role) -> Text:
    injected = role is Role.SYSTEM or (role is Role.USER and is_injected(part.text))
    return Text(part.text, part.location, part.raw, injected=True) if injected else part


def _content(data: Json) -> object:
    """Return the content of a message, with the names that OpenAI gives to blocks turned into those of Anthropic."""
    content = data.get("content")
    if isinstance(content, str) and content.startswith(_HERMES):
        content = decoded_arguments(content.removeprefix(_HERMES))
    if not isinstance(content, list):
        return content
    return [
        {**block, "type": _BLOCKS.get(str(block.get("type")), block.get("type"))} if isinstance(block, dict) else block
        for block in content
    ]
