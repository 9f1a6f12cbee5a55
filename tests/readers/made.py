"""Records of agents' sessions, made up for tests."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from loganalyst.model.transcript import Transcript
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source

Record = dict[str, Any]
_START = datetime(2026, 1, 2, tzinfo=UTC)


def claude(number: int, content: object = None, *, speaker: str | None = None, **changed: object) -> Record:
    """Return a record of a Claude Code session; users and the assistant take turns, each pointing to the one before."""
    role = speaker or ("user", "assistant")[number % 2]
    message: Record = {"role": role, "content": f"message {number}" if content is None else content}
    if role == "assistant":
        message["id"] = f"m{number}"
        message["content"] = [{"type": "text", "text": message["content"]}] if content is None else content
    record: Record = {
        "type": role,
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}" if number else None,
        "isSidechain": False,
        "sessionId": "s",
        "version": "2.1.30",
        "timestamp": stamp(number),
        "message": message,
    }
    return {**record, **changed}


def codex(kind: str, number: int = 0, **payload: object) -> Record:
    """Return a record of a Codex rollout."""
    return {"timestamp": stamp(number), "type": kind, "payload": payload}


def stamp(number: int) -> str:
    return (_START + timedelta(seconds=number)).isoformat()


def lines(*records: object) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def read(data: bytes, name: str = "session.jsonl") -> Transcript:
    return read_transcript(Source(name, data))


def texts(transcript: Transcript) -> list[str]:
    return [part.text for message in transcript.messages for part in message.parts if hasattr(part, "text")]
