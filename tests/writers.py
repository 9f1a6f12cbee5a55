"""Writers of the formats of agents, for tests: the same session in each, as far as the format has a place for it."""

import json
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

from loganalyst.model.transcript import (
    Message,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Transcript,
)
from loganalyst.renderers.conversions import converter

Json = dict[str, Any]
_CODEX_TIMEOUT = 124


def plain_text(transcript: Transcript) -> str:
    heads = [f"[session id={transcript.id} zone={transcript.zone}]"]
    for message in transcript.messages:
        time = f" @{message.time.isoformat()}" if message.time else ""
        heads.append(f"[msg {message.index}] [{message.role}]{time}")
        for part in message.parts:
            heads += _plain_part(part)
    return "\n".join(heads) + "\n"


def _plain_part(part: Part) -> Iterator[str]:
    match part:
        case Text():
            yield f"[text] {_body(part.text)}"
        case Reasoning():
            yield f"[thinking] {_body(part.text)}"
        case ToolCall():
            kind = "bash" if part.is_shell else f"call {part.name}"
            limit = f" timeout={part.timeout:f}s" if part.timeout is not None else ""
            background = " background" if part.background else ""
            yield f"[{kind} id={part.id}{limit}{background}] " + part.text.replace("\n", "\n> ")
        case ToolResult():
            yield f"[result of={part.call_id}{''.join(_plain_status(part))}]"
            if part.text:
                yield _body(part.text)


def _plain_status(result: ToolResult) -> Iterator[str]:
    named = {"exit": result.exit_status, "limit": _seconds(result.limit), "by": result.limited_by}
    named["took"] = _seconds(result.duration)
    yield from (f" {name}={value}" for name, value in named.items() if value is not None)
    flags = {"timed-out": result.timed_out, "background": result.moved_to_background, "cancelled": result.cancelled}
    yield from (f" {name}" for name, is_set in flags.items() if is_set)


def _seconds(number: Decimal | None) -> str | None:
    return None if number is None else f"{number:f}s"


def _body(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(f"\\{line}" if line.lstrip("\\").startswith("[") else line for line in lines)


def _stamp(message: Message, part: object = None) -> str | None:
    """Return when a part stands in the log: a result after it took as long as is known, else at no known time."""
    if message.time is None or not isinstance(part, ToolResult):
        return message.time.isoformat() if message.time else None
    took = part.duration or part.limit
    return None if took is None else (message.time + timedelta(seconds=float(took))).isoformat()


def claude_code(transcript: Transcript) -> str:
    records: list[Json] = []
    for message in transcript.messages:
        for part in message.parts:
            kind, content, extra = _claude_block(part)
            inner: Json = {"role": kind, "content": [content]}
            if kind == "assistant":
                inner["id"] = f"m{message.index}"
            records.append(
                {
                    "type": kind,
                    "uuid": f"u{len(records)}",
                    "sessionId": transcript.id,
                    "version": "2.1.30",
                    "timestamp": _stamp(message, part),
                    "message": inner,
                    **extra,
                }
            )
            if message.role is Role.USER and isinstance(part, Text):
                records[-1] |= {"type": "user", "message": {"role": "user", "content": part.text}}
    return _lines(records)


def _claude_block(part: Part) -> tuple[str, Json, Json]:
    match part:
        case Reasoning():
            return "assistant", {"type": "thinking", "thinking": part.text}, {}
        case ToolCall():
            given = _given(part, "command", "timeout") | ({"run_in_background": True} if part.background else {})
            name = "Bash" if part.is_shell else part.name
            return "assistant", {"type": "tool_use", "id": part.id, "name": name, "input": given}, {}
        case ToolResult():
            extra: Json = {"durationMs": int(part.duration * 1000)} if part.duration is not None else {}
            return "user", _claude_result(part), {"toolUseResult": extra}
    return "assistant", {"type": "text", "text": part.text if isinstance(part, Text) else part.kind}, {}


def _claude_result(result: ToolResult) -> Json:
    text = result.text
    if result.timed_out:
        text = f"Command timed out after {_seconds(result.limit)}" + (f"\n{text}" if text else "")
    elif result.exit_status:
        text = f"Exit code {result.exit_status}\n{text}"
    failed = bool(result.exit_status) or result.timed_out
    return {"type": "tool_result", "tool_use_id": result.call_id, "content": text, "is_error": failed}


def _given(call: ToolCall, command: str, limit: str) -> Json:
    """Return a call's arguments, with the names that an agent has for the command line and for the limit."""
    given: Json = {command if call.is_shell else "input": call.text}
    return given if call.timeout is None else {**given, limit: int(call.timeout * 1000)}


def codex(transcript: Transcript) -> str:
    head = {"type": "session_meta", "payload": {"id": transcript.id, "cli_version": "0.60.0", "instructions": None}}
    records: list[Json] = [head]
    for message in transcript.messages:
        for part in message.parts:
            item = _codex_item(part, message.role)
            records.append({"timestamp": _stamp(message, part), "type": "response_item", "payload": item})
    return _lines(records)


def _codex_item(part: Part, role: Role) -> Json:
    match part:
        case Text():
            kind = "output_text" if role is Role.ASSISTANT else "input_text"
            return {"type": "message", "role": str(role), "content": [{"type": kind, "text": part.text}]}
        case Reasoning():
            return {"type": "reasoning", "summary": [{"type": "summary_text", "text": part.text}]}
        case ToolCall():
            given = _given(part, "command", "timeout_ms")
            if part.is_shell:
                given["command"] = ["bash", "-lc", part.text]
            name = "shell" if part.is_shell else part.name
            return {"type": "function_call", "call_id": part.id, "name": name, "arguments": json.dumps(given)}
        case ToolResult():
            return {"type": "function_call_output", "call_id": part.call_id, "output": _codex_output(part)}
    return {"type": "message", "role": str(role), "content": [{"type": part.kind}]}


def _codex_output(result: ToolResult) -> str:
    text, status = result.text, result.exit_status
    if result.timed_out:
        text, status = f"command timed out after {_seconds(result.limit)}\n{text}", _CODEX_TIMEOUT
    if status is None:
        return text
    took = {} if result.duration is None else {"duration_seconds": float(result.duration)}
    return json.dumps({"output": text, "metadata": {"exit_code": status, **took}})


def opencode(transcript: Transcript) -> str:
    messages = []
    for message in transcript.messages:
        created = {"created": int(message.time.timestamp() * 1000)} if message.time else {}
        info = {"id": f"msg_{message.index}", "role": str(message.role), "time": created}
        messages.append({"info": info, "parts": list(_opencode_parts(message))})
    return json.dumps({"info": {"id": transcript.id, "version": "1.1.36"}, "messages": messages})


def _opencode_parts(message: Message) -> Iterator[Json]:
    answers = {part.call_id: part for part in message.parts if isinstance(part, ToolResult)}
    for part in message.parts:
        match part:
            case Text():
                yield {"type": "text", "text": part.text}
            case Reasoning():
                yield {"type": "reasoning", "text": part.text}
            case ToolCall():
                given = _given(part, "command", "timeout")
                name = "bash" if part.is_shell else part.name
                state = _opencode_state(answers.get(part.id))
                yield {"type": "tool", "tool": name, "callID": part.id, "state": {"input": given, **state}}


def _opencode_state(result: ToolResult | None) -> Json:
    if result is None:
        return {"status": "running"}
    output = result.text
    if result.timed_out:
        words = f"bash tool terminated command after exceeding timeout {_seconds(result.limit)}"
        output = f"{output}\n\n<bash_metadata>\n{words}\n</bash_metadata>"
    state: Json = {"status": "completed", "output": output, "metadata": {"exit": result.exit_status}}
    if result.duration is not None:
        state["time"] = {"start": 1767225600000, "end": 1767225600000 + int(result.duration * 1000)}
    return state


def messages(transcript: Transcript) -> str:
    elements = [element for message in transcript.messages for element in _elements(message)]
    return json.dumps({"session": {"id": transcript.id}, "messages": elements})


def _elements(message: Message) -> Iterator[Json]:
    """Yield a message with its calls, and behind it their results; what follows a result is a response of its own."""
    said: list[Part] = []
    for part in message.parts:
        if isinstance(part, ToolResult):
            yield from _element(message, said)
            said = []
            yield {"role": "tool", "tool_call_id": part.call_id, "content": _labelled(part)}
        else:
            said.append(part)
    yield from _element(message, said)


def _element(message: Message, said: list[Part]) -> Iterator[Json]:
    if not said:
        return
    calls = [_function(part) for part in said if isinstance(part, ToolCall)]
    thoughts = [part.text for part in said if isinstance(part, Reasoning)]
    yield {
        "role": str(message.role),
        "content": "\n\n".join(part.text for part in said if isinstance(part, Text)),
        "timestamp": _stamp(message),
        **({"tool_calls": calls} if calls else {}),
        **({"reasoning_content": "\n\n".join(thoughts)} if thoughts else {}),
    }


def _function(call: ToolCall) -> Json:
    name = "shell_command" if call.is_shell else call.name
    given = {"command": call.text} if call.is_shell else {"input": call.text}
    return {"id": call.id, "type": "function", "function": {"name": name, "arguments": json.dumps(given)}}


def _labelled(result: ToolResult) -> str:
    if result.timed_out:
        return f"command timed out after {_seconds(result.limit)}\n{result.text}"
    if result.exit_status is None:
        return result.text
    took = f"Wall time: {result.duration:f} seconds\n" if result.duration is not None else ""
    return f"Exit code: {result.exit_status}\n{took}Output:\n{result.text}"


def openhands(transcript: Transcript) -> str:
    events: list[Json] = []
    numbers: dict[str, int] = {}
    for message in transcript.messages:
        stamp = {"timestamp": _stamp(message)}
        source = "user" if message.role is Role.USER else "agent"
        said = "\n\n".join(part.text for part in message.parts if isinstance(part, Text))
        if not any(isinstance(part, ToolCall) for part in message.parts):
            events.append({**stamp, "source": source, "action": "message", "args": {"content": said}})
        for part in message.parts:
            if isinstance(part, ToolCall):
                events.append({**stamp, "source": source, **_openhands_action(part, said)})
                numbers[part.id], said = len(events), ""
            elif isinstance(part, ToolResult):
                cause = numbers[part.call_id or ""]
                told = {"timestamp": _stamp(message, part), "source": "agent", "cause": cause}
                events.append({**told, **_openhands_observation(part)})
    return json.dumps([{"id": number, **event} for number, event in enumerate(events, start=1)])


def _openhands_action(call: ToolCall, thought: str) -> Json:
    if not call.is_shell:
        return {"action": call.name, "args": {"input": call.text, "thought": thought}}
    limit = {} if call.timeout is None else {"timeout": float(call.timeout)}
    return {"action": "run", "args": {"command": call.text, "thought": thought, "is_input": False}, **limit}


def _openhands_observation(result: ToolResult) -> Json:
    metadata: Json = {"exit_code": result.exit_status}
    if result.timed_out:
        metadata = {"exit_code": -1, "suffix": f"\n[The command timed out after {_seconds(result.limit)}.]"}
    return {"observation": "run", "content": result.text, "extras": {"metadata": metadata}}


def atif(transcript: Transcript) -> str:
    return "".join(converter("atif").convert(transcript))


def _lines(records: list[Json]) -> str:
    return "\n".join(json.dumps(record) for record in records) + "\n"


WRITERS = {
    "atif": atif,
    "claude_code": claude_code,
    "codex": codex,
    "messages": messages,
    "opencode": opencode,
    "openhands": openhands,
    "plain_text": plain_text,
}
