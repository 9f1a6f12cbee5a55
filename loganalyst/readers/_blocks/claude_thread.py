"""The messages of one Claude Code agent, record by record; sessions and streams of the program share it."""

import re
from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Part, Reasoning, Role, ShellSession, Text, ToolCall, Transcript
from loganalyst.readers._blocks.claude import answer_claude, claude_call, is_filler, is_injected
from loganalyst.readers._blocks.content import (
    anthropic_parts,
    as_text,
    raw_fields,
    read_time,
    result_part,
    string,
    text_part,
    zone_of,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json
from loganalyst.readers.source import Source

TYPED = {"user": Role.USER, "assistant": Role.ASSISTANT}
"""The types of records that hold an API message."""
_SPOKEN = frozenset({None, "api_error", "away_summary", "compact_boundary", "informational", "local_command"})
"""System records that a person saw as lines of the session; the others are the program's book-keeping."""
_AGENT_ID = re.compile(r"[\w-]{1,80}")
_TYPED_COMMAND = re.compile(r"<bash-input>(.*?)</bash-input>", re.DOTALL)
_TYPED_OUTPUT = re.compile(r"<bash-std(?:out|err)>(.*?)</bash-std(?:out|err)>", re.DOTALL)


class ClaudeThread:
    """The records of one agent, in order; ``draft`` is the transcript that they become."""

    def __init__(self, source: Source, transcript_format: str) -> None:
        self.draft = Draft(source, transcript_format)
        self.session: str | None = None
        self.agent_id: str | None = None
        self.started: dict[str, None] = {}
        self._version: str | None = None
        self._zone: str | None = None
        self._typed: str | None = None

    def finish(self, transcript_id: str | None, parent: str | None, title: str | None = None) -> Transcript:
        """Return the transcript of the thread."""
        return self.draft.finish(
            transcript_id=transcript_id,
            title=title,
            agent=f"Claude Code {self._version}" if self._version else "Claude Code",
            zone=self._zone or "unknown",
            parent=parent,
        )

    def add(self, location: Location, data: Json) -> None:
        """Add one record, and count it in the thread's ledger."""
        self.session = self.session or string(data.get("sessionId"))
        self.agent_id = self.agent_id or string(data.get("agentId"))
        self._version = self._version or string(data.get("version"))
        kind = string(data.get("type"))
        message = data.get("message")
        ledger = self.draft.ledger
        unknown: list[str] = []
        if kind in TYPED and isinstance(message, dict):
            self._add_message(location, data, message, unknown)
        elif kind == "system" and string(data.get("subtype")) in _SPOKEN:
            self._say(Role.SYSTEM, location, data, [text_part(_announcement(data), location, injected=True)])
        elif kind == "attachment" and (prompt := _queued_prompt(data)):
            self._say(Role.USER, location, data, [text_part(prompt, location, injected=is_injected(prompt))])
        elif kind == "system":
            ledger.ignore(f"system {data.get('subtype')}", location)
            return
        elif kind == "attachment":
            ledger.ignore(f"attachment {_attached(data).get('type')}", location)
            return
        else:
            unknown.append(f"type {kind}")
        if unknown:
            ledger.unknown(", ".join(unknown), location)
        else:
            ledger.read()

    def _add_message(self, location: Location, data: Json, message: Json, unknown: list[str]) -> None:
        content = message.get("content")
        if data["type"] == "user" and isinstance(content, str) and self._add_typed(location, data, content):
            return
        injected = data["type"] == "user" and (data.get("isMeta") is True or data.get("isCompactSummary") is True)
        injected = injected or data.get("isApiErrorMessage") is True
        parts: list[Part] = []
        answers = 0
        for part in anthropic_parts(content, location, unknown):
            if isinstance(part, dict) and part["type"] == "tool_result":
                answers += 1
                self._answer(location, data, part)
            elif isinstance(part, dict):
                parts.append(claude_call(part, location, self.draft, string(data.get("cwd"))))
            elif isinstance(part, Text) and (injected or _is_put_there(data, part.text)):
                parts.append(Text(part.text, location, part.raw, injected=True))
            elif not isinstance(part, Reasoning) or part.text:
                parts.append(part)
        if parts or not answers:
            self._say(TYPED[data["type"]], location, data, parts, turn=string(message.get("id")))

    def _answer(self, location: Location, data: Json, block: Json) -> None:
        extra = data.get("toolUseResult")
        if isinstance(extra, dict) and isinstance(agent := extra.get("agentId"), str) and _AGENT_ID.fullmatch(agent):
            self.started[agent] = None
        answer_claude(self.draft, block, location, extra, data.get("timestamp"))

    def _add_typed(self, location: Location, data: Json, content: str) -> bool:
        """Add a command that the user typed after ``!``, or its output; tell whether it was one."""
        if command := _TYPED_COMMAND.match(content):
            self._typed = f"typed {data.get('uuid') or location}"
            call = ToolCall(
                id=self._typed,
                name="bash-input",
                text=command[1].strip(),
                location=location,
                is_shell=True,
                cwd=string(data.get("cwd")),
                shell=ShellSession.PER_CALL,
            )
            self._say(Role.USER, location, data, [call])
            return True
        if not content.startswith(("<bash-stdout>", "<bash-stderr>")):
            return False
        outputs = [output for output in _TYPED_OUTPUT.findall(content) if output]
        stamp = data.get("timestamp")
        self.draft.answer(
            result_part(
                self._typed,
                "\n".join(outputs),
                location,
                time=read_time(stamp),
                fields=raw_fields(time=string(stamp)),
            )
        )
        self._typed = None
        return True

    def _say(self, role: Role, location: Location, data: Json, parts: list[Part], turn: str | None = None) -> None:
        stamp = data.get("timestamp")
        time = read_time(stamp)
        self._zone = self._zone or (zone_of(time) if time else None)
        self.draft.say(
            role,
            location,
            *parts,
            turn=turn,
            time=time,
            native_id=string(data.get("uuid")),
            fields=raw_fields(time=string(stamp)),
        )


def _attached(data: Json) -> dict[str, Any]:
    attachment = data.get("attachment")
    return attachment if isinstance(attachment, dict) else {}


def _queued_prompt(data: Json) -> str | None:
    """Return what a user wrote while the agent was at work, or None for other attachments."""
    attachment = _attached(data)
    prompt = attachment.get("prompt")
    if attachment.get("type") != "queued_command" or not prompt:
        return None
    return as_text(prompt)


def _announcement(data: Json) -> str:
    """Return what a system record says; for a failed request its error, and how often it was tried."""
    if content := string(data.get("content")):
        return content
    told = {key: data[key] for key in ("error", "retryAttempt", "maxRetries", "retryInMs") if key in data}
    return f"{data.get('subtype')} {as_text(told)}"


def _is_put_there(data: Json, text: str) -> bool:
    """Return whether the program put a text into the place of who speaks."""
    return is_injected(text) if data["type"] == "user" else is_filler(text)
