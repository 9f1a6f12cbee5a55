"""The messages that Cline and Roo Code send to the model: calls as blocks or as tags, results in the user's texts.

Results are headed ``[TOOL for 'ARGUMENT'] Result:``; Roo adds ``Exit code: N`` to the first line. The details of the
environment that the program adds are marked as injected.
"""

import re
from collections.abc import Sequence
from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Part, Role, ShellSession, Text, ToolCall
from loganalyst.readers._blocks.content import (
    anthropic_parts,
    as_text,
    joined_text,
    raw_fields,
    read_epoch,
    result_part,
    string,
    text_part,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json, Record
from loganalyst.readers._blocks.shells import command_line
from loganalyst.readers._blocks.tools import EDITING, named_path

_RESULT = re.compile(r"\[(?P<tool>[a-z_]{3,40})(?: for '(?P<about>[^\n]{0,2000}?)')?\] Result:\s{0,4}")
_EXIT = re.compile(r"[^\n]{0,400}?[Ee]xit code:? (-?[0-9]{1,10})")
_COMMAND = re.compile(r"<execute_command>\s{0,40}<command>(?P<command>.{0,20000}?)</command>", re.DOTALL)
_ENVIRONMENT = "<environment_details>"
_TASK = "<task>"
_EDITS = EDITING | {"write_to_file", "replace_in_file", "apply_diff", "insert_content"}
_STILL_RUNS = "Command is still running"
_DENIED = "The user denied this operation"


def shows_history(items: Sequence[Json]) -> bool:
    """Tell whether messages are those of such a history."""
    if not all(string(item.get("role")) in {"user", "assistant"} and "content" in item for item in items):
        return False
    text = as_text(items[0].get("content"))
    return _TASK in text and (_ENVIRONMENT in text or any(_ENVIRONMENT in as_text(item) for item in items))


def add_history_message(draft: Draft, record: Record) -> None:
    """Add one message of the history, and count it in the ledger."""
    data, place = record.data, record.location
    role = Role.ASSISTANT if data.get("role") == "assistant" else Role.USER
    unknown: list[str] = []
    parts: list[Part] = []
    answered = False
    heading: str | None = None
    for part in anthropic_parts(data.get("content"), place, unknown):
        if isinstance(part, dict) and part["type"] == "tool_result":
            output, _ = joined_text(part.get("content"))
            _answer(draft, string(part.get("tool_use_id")), output, place)
            answered = True
        elif role is Role.USER and isinstance(part, Text) and (heading or _RESULT.match(part.text)):
            heading = _take_result(draft, part.text, heading, place)
            answered = True
        else:
            parts.extend(_said(part, role, place))
    if parts or not answered:
        stamp = data.get("ts")
        time = read_epoch(stamp, 1000)
        turn = f"element {place}"
        draft.say(role, place, *parts, turn=turn, time=time, fields=raw_fields(time=stamp))
        for call in (part for part in parts if isinstance(part, ToolCall)):
            draft.alias(f"latest {call.name}", call.id)
    if unknown or string(data.get("role")) not in {"user", "assistant"}:
        draft.ledger.unknown(", ".join(unknown) or f"role {data.get('role')}", place)
    else:
        draft.ledger.read()


def _said(part: Part | Json, role: Role, place: Location) -> list[Part]:
    """Return the parts that a block other than a result is."""
    if isinstance(part, dict):
        return [_block_call(part, place)]
    if not isinstance(part, Text):
        return [part]
    if role is Role.ASSISTANT:
        return [part, *_tagged_calls(part, place)]
    return [text_part(part.raw or part.text, place, injected=part.text.lstrip().startswith(_ENVIRONMENT))]


def _block_call(block: Json, place: Location) -> ToolCall:
    name = string(block.get("name")) or "unknown"
    return _call(string(block.get("id")) or name, name, block.get("input"), place)


def _call(native: str, name: str, given: Any, place: Location) -> ToolCall:
    command = command_line(name, given)
    return ToolCall(
        id=native,
        name=name,
        text=as_text(given) if command is None else command,
        location=place,
        is_shell=command is not None,
        shell=ShellSession.UNKNOWN if command is None else ShellSession.PERSISTENT,
        path=named_path(given),
        changes_file=name in _EDITS,
    )


def _tagged_calls(part: Text, place: Location) -> list[ToolCall]:
    """Return the commands that an older model wrote in tags; the text keeps them too."""
    found = _COMMAND.finditer(part.text)
    return [_call("execute_command", "execute_command", match["command"].strip(), place) for match in found]


def _take_result(draft: Draft, text: str, heading: str | None, place: Location) -> str | None:
    """Give a result to its call; return the heading where only that stood here and the output comes next."""
    match = _RESULT.match(text)
    head = match[0] if match else heading or ""
    output = text[match.end() :] if match else text
    if match and not output.strip():
        return head
    tool = _RESULT.match(head)
    name = f"latest {tool['tool']}" if tool else ""
    _answer(draft, name if draft.call_id(name) else None, output, place, head)
    return None


def _answer(draft: Draft, native: str | None, output: str, place: Location, head: str | None = None) -> None:
    status: dict[str, Any] = {
        "moved_to_background": output.startswith(_STILL_RUNS),
        "refused": output.startswith(_DENIED),
    }
    raw: dict[str, str | None] = {"head": head}
    if match := _EXIT.match(output):
        status["exit_status"] = int(match[1])
        raw.update(exit_status=match[1], status=match[0])
    draft.answer(result_part(native, output, place, fields=raw_fields(**raw), **status))
