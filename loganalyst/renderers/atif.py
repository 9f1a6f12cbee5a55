"""Write a session as one Harbor ATIF document of version 1.8: a step per message, sub-agents embedded.

What the format has a place for stands there: texts, reasoning, calls, results, times. What it has none for (exit
status, limit, the order of the parts, the number people cite) stands under ``extra.loganalyst`` of the step, call or
result that it belongs to, so that reading the document again gives the session that was written. A call that a user
typed is a step of the agent with ``llm_call_count`` 0, as other steps may hold no calls.
"""

import json
from collections.abc import Iterator

from loganalyst.model.transcript import Media, Message, Part, Reasoning, Role, Text, ToolCall, ToolResult, Transcript
from loganalyst.renderers._blocks import GENERATOR, Json, stated_fields

FORM = "atif"

_VERSION = "ATIF-v1.8"
_OWN = "loganalyst"
_UNKNOWN = "unknown"
_SOURCES = {Role.USER: "user", Role.ASSISTANT: "agent", Role.SYSTEM: "system", Role.TOOL: "system"}
_ELSEWHERE = ("messages", "ledger", "children", "size", "path")
"""What of a transcript stands in another place, or was of the file that was read."""


def convert(transcript: Transcript) -> Iterator[str]:
    """Yield a session as ATIF, a line for each step."""
    yield from _trajectory(transcript, transcript.id)
    names = {transcript.id}
    between = ', "subagent_trajectories": [\n'
    for child in _descendants(transcript):
        name, number = child.id, 1
        while name in names:
            number += 1
            name = f"{child.id}#{number}"
        names.add(name)
        yield between
        yield from _trajectory(child, name)
        yield "}"
        between = ",\n"
    yield "]}\n" if len(names) > 1 else "}\n"


def _descendants(transcript: Transcript) -> Iterator[Transcript]:
    for child in transcript.children:
        yield child
        yield from _descendants(child)


def _trajectory(transcript: Transcript, name: str) -> Iterator[str]:
    """Yield the document of one transcript, without the brace that ends it."""
    words = (transcript.agent or _UNKNOWN).split(" ")
    has_version = len(words) > 1 and words[-1][:1].isdigit()
    agent: dict[str, Json] = {
        "name": " ".join(words[:-1] if has_version else words),
        "version": words[-1] if has_version else _UNKNOWN,
    }
    about = {"tool": GENERATOR, **stated_fields(transcript, *_ELSEWHERE)}
    yield f'{{"schema_version": "{_VERSION}", "trajectory_id": {_encode(name)}, "agent": {_encode(agent)}'
    yield f', "extra": {_encode({_OWN: about})}, "steps": ['
    between = "\n"
    for number, message in enumerate(transcript.messages, start=1):
        yield between + _encode(_step(message, number))
        between = ",\n"
    yield "\n]"


def _encode(value: Json) -> str:
    """Return JSON text; lone surrogates are escaped, as no encoding has them."""
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", errors="backslashreplace").decode("utf-8")


def _step(message: Message, number: int) -> dict[str, Json]:
    calls = [part for part in message.parts if isinstance(part, ToolCall)]
    results = [part for part in message.parts if isinstance(part, ToolResult)]
    thoughts = [part.text for part in message.parts if isinstance(part, Reasoning)]
    is_agents = message.role is Role.ASSISTANT
    step: dict[str, Json] = {"step_id": number}
    if message.time is not None:
        step["timestamp"] = message.time.isoformat()
    step["source"] = "agent" if calls else _SOURCES[message.role]
    step["message"] = _said([part.text for part in message.parts if isinstance(part, Text)])
    if calls and not is_agents:
        step["llm_call_count"] = 0
    if thoughts and is_agents:
        step["reasoning_content"] = "\n\n".join(thoughts)
    if calls:
        step["tool_calls"] = [_call(call) for call in calls]
    if results:
        step["observation"] = {"results": [_result(result, calls, message.index) for result in results]}
    own = stated_fields(message, "parts", "location", "time")
    own["parts"] = [_part(part, is_agents=is_agents) for part in message.parts]
    step["extra"] = {_OWN: own}
    return step


def _said(texts: list[str]) -> Json:
    if len(texts) > 1:
        return [{"type": "text", "text": text} for text in texts]
    return texts[0] if texts else ""


def _part(part: Part, *, is_agents: bool) -> dict[str, Json]:
    """Return what a step's list of parts says of one of them; its text stands where the format wants it."""
    match part:
        case Text():
            return {"kind": "text"} | ({"injected": True} if part.injected else {})
        case Reasoning():
            # Only the agent's reasoning has a place of its own, and its pieces are found again by their length.
            told: dict[str, Json] = {"characters": len(part.text)} if is_agents else {"text": part.text}
            return {"kind": "reasoning"} | told
        case ToolCall():
            return {"kind": "call"}
        case ToolResult():
            return {"kind": "result"}
        case Media():
            return {"kind": "media", "media": part.kind}


def _call(call: ToolCall) -> dict[str, Json]:
    arguments = _arguments(call)
    own = stated_fields(call, "id", "name", "text", "location")
    if not call.is_shell and json.dumps(arguments, ensure_ascii=False, separators=(",", ":")) != call.text:
        own["text"] = call.text
    return {
        "tool_call_id": call.id,
        "function_name": call.name,
        "arguments": arguments,
        "extra": {_OWN: own},
    }


def _arguments(call: ToolCall) -> dict[str, Json]:
    """Return the object that the format wants: the command, or the arguments where they are one."""
    if call.is_shell:
        return {"command": call.text}
    try:
        arguments = json.loads(call.text)
        json.dumps(arguments, allow_nan=False)
    except (ValueError, RecursionError):
        arguments = None
    return arguments if isinstance(arguments, dict) else {"input": call.text}


def _result(result: ToolResult, calls: list[ToolCall], index: int) -> dict[str, Json]:
    own = stated_fields(result, "text", "location", "raw", "arrived", "call_id")
    if result.arrived != index:
        own["arrived"] = result.arrived
    document: dict[str, Json] = {"content": result.text, "extra": {_OWN: own}}
    if any(call.id == result.call_id for call in calls):
        return {"source_call_id": result.call_id, **document}
    if result.call_id is not None:
        own["call_id"] = result.call_id
    return document
