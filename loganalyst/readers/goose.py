"""Goose sessions: JSON lines with ``role``, ``created`` and ``content``.

The first line may be a header with the working folder or the tools. A ``toolRequest`` holds the call, a
``toolResponse``, in a message of the user, its result; newer versions keep a database instead, which is not read here.
One small real file was seen, without a shell command; the names of the shell tools come from the program's sources.
"""

from collections.abc import Iterator

from loganalyst.model.span import Location
from loganalyst.model.transcript import Media, Part, Reasoning, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.content import (
    as_text,
    joined_text,
    raw_fields,
    read_epoch,
    result_part,
    string,
    text_part,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json, Record, head_objects, json_objects
from loganalyst.readers._blocks.shells import command_line
from loganalyst.readers._blocks.tools import named_path
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean

NAME = "goose"
TITLE = "Goose session"
VERIFIED = False
IGNORED_KEYS = frozenset({"id", "tools"})
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_MARKS = frozenset({"role", "content", "tools", "working_dir"})
_TOOL_BLOCKS = frozenset({"toolRequest", "toolResponse", "frontendToolRequest", "toolConfirmationRequest"})
_EDITS = frozenset({"developer__text_editor", "text_editor"})


def recognise(source: Source) -> Guess:
    """Return how surely the lines are those of such a session."""
    best = Guess(0, "no message has role, created and a list of content")
    for record in head_objects(source):
        content = record.get("content")
        if "role" not in record or "created" not in record or not isinstance(content, list):
            continue
        kinds = {string(block.get("type")) for block in content if isinstance(block, dict)}
        if kinds & _TOOL_BLOCKS:
            return Guess(95, "its messages hold toolRequest or toolResponse")
        if "text" in kinds:
            best = Guess(60, "its messages have role, created and a list of content")
    return best


def read(source: Source) -> Transcript:
    """Return the session."""
    draft = Draft(source, NAME)
    title = cwd = None
    for record in json_objects(source, draft.ledger, _MARKS):
        if "role" in record.data:
            _add(draft, record, cwd)
            continue
        title = title or string(record.data.get("description"))
        cwd = cwd or string(record.data.get("working_dir"))
        draft.ledger.ignore("header with the tools or the working folder", record.location)
    return draft.finish(title=title, agent="Goose", zone="UTC")


def _add(draft: Draft, record: Record, cwd: str | None) -> None:
    """Add one message, and count it in the ledger."""
    data, place = record.data, record.location
    role = Role.ASSISTANT if data.get("role") == "assistant" else Role.USER
    unknown: list[str] = [] if string(data.get("role")) in {"user", "assistant"} else [f"role {data.get('role')}"]
    content = data.get("content")
    blocks = content if isinstance(content, list) else [{"type": "text", "text": as_text(content)}]
    parts: list[Part] = []
    answered = False
    for block in blocks:
        one = block if isinstance(block, dict) else {"type": "text", "text": as_text(block)}
        if one.get("type") == "toolResponse":
            _answer(draft, one, place)
            answered = True
        else:
            parts.extend(_parts(one, place, cwd, unknown))
    if parts or not answered:
        stamp = data.get("created")
        draft.say(
            role,
            place,
            *parts,
            turn=f"{place}",
            time=read_epoch(stamp),
            native_id=string(data.get("id")),
            fields=raw_fields(time=stamp),
        )
    if unknown:
        draft.ledger.unknown(", ".join(unknown), place)
    else:
        draft.ledger.read()


def _parts(block: Json, place: Location, cwd: str | None, unknown: list[str]) -> Iterator[Part]:
    kind = string(block.get("type"))
    if kind == "text" and isinstance(block.get("text"), str):
        yield text_part(block["text"], place)
    elif kind in {"toolRequest", "frontendToolRequest"}:
        yield _call(block, place, cwd)
    elif kind == "thinking" and isinstance(block.get("thinking"), str):
        yield Reasoning(clean(block["thinking"]), place)
    elif kind in {"image", "redactedThinking", "toolConfirmationRequest"}:
        yield Media(kind, place)
    elif kind in {"contextLengthExceeded", "summarizationRequested", "systemNotification"}:
        yield text_part(as_text(block.get("msg") or block), place, injected=True)
    else:
        unknown.append(f"block {kind}")
        yield text_part(as_text(block), place)


def _call(block: Json, place: Location, cwd: str | None) -> ToolCall:
    call = block.get("toolCall")
    inner = call if isinstance(call, dict) else {}
    value = inner.get("value")
    asked = value if isinstance(value, dict) else {}
    name = string(asked.get("name")) or "unknown"
    given = asked.get("arguments") if "arguments" in asked else inner
    command = command_line(name, given)
    return ToolCall(
        id=string(block.get("id")) or "",
        name=name,
        text=command if command is not None else as_text(given),
        location=place,
        is_shell=command is not None,
        cwd=cwd if command is not None else None,
        shell=ShellSession.UNKNOWN if command is None else ShellSession.PER_CALL,
        path=named_path(given),
        changes_file=name in _EDITS and isinstance(given, dict) and given.get("command") != "view",
    )


def _answer(draft: Draft, block: Json, place: Location) -> None:
    result = block.get("toolResult")
    inner = result if isinstance(result, dict) else {"value": result}
    state = string(inner.get("status"))
    output, others = joined_text(inner.get("value") if "value" in inner else inner.get("error"))
    native = string(block.get("id"))
    media = [Media(kind, place) for kind in others]
    draft.answer(result_part(native, output, place, failed=state == "error", fields=raw_fields(status=state)), *media)
