"""Write a session as JSON Lines of schema version 1: one message per line, those of sub-agents behind the others.

``docs/messages.md`` describes the lines. What is at its default (no exit status, no limit …) is left out.
"""

import json
from collections.abc import Iterator

from loganalyst.model.transcript import Message, Part, Transcript
from loganalyst.renderers._blocks import GENERATOR, Json, location_document, stated_fields

FORM = "jsonl"

_KINDS = {
    "Text": "text",
    "Reasoning": "reasoning",
    "ToolCall": "tool_call",
    "ToolResult": "tool_result",
    "Media": "media",
}


def convert(transcript: Transcript) -> Iterator[str]:
    """Yield a line for every message of a session, then for those of its sub-agents."""
    for message in transcript.messages:
        text = json.dumps(_message_document(message, transcript), ensure_ascii=False)
        yield text.encode("utf-8", errors="backslashreplace").decode("utf-8")
        yield "\n"
    for child in transcript.children:
        yield from convert(child)


def _message_document(message: Message, transcript: Transcript) -> dict[str, Json]:
    document: dict[str, Json] = {"schema_version": 1, "tool": GENERATOR, "transcript": transcript.id}
    if transcript.parent is not None:
        document["parent"] = transcript.parent
    document["message_index"] = message.index
    document |= stated_fields(message, "index", "parts", "location")
    document["location"] = location_document(message.location)
    document["parts"] = [_part_document(part) for part in message.parts]
    return document


def _part_document(part: Part) -> dict[str, Json]:
    kind: dict[str, Json] = {"kind": _KINDS[type(part).__name__]}
    name: dict[str, Json] = {}
    stated = stated_fields(part, "location", "raw")
    if "kind" in stated:
        name["media"] = stated.pop("kind")
    return kind | name | stated | {"location": location_document(part.location)}
