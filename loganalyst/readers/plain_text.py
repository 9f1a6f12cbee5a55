r"""The plain-text form: what people write by hand, what rule examples and samples are written in.

A head is a bracketed word at the beginning of a line: ``[session …]``, ``[msg N] [role] @time``, ``[role] @time``,
``[text]``, ``[thinking]``, ``[bash …] COMMAND``, ``[call NAME …] ARGUMENTS``, ``[result …]``. Lines ``> …`` directly
below a call continue it; other lines below a call are its output. A line that would read as a head has a backslash
before it. Every head is a record of the ledger. An editing tool's arguments are JSON or begin with the path.
"""

import re
from datetime import UTC, datetime
from typing import Any

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Line
from loganalyst.model.transcript import Reasoning, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.content import (
    decoded_arguments,
    raw_fields,
    read_time,
    result_part,
    text_part,
    zone_of,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.heads import MESSAGE, Attributes, Block, cut_blocks, read_head
from loganalyst.readers._blocks.tools import EDITING, POLLING, named_job, named_path
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean
from loganalyst.text.units import read_duration

NAME = "plain_text"
TITLE = "loganalyst plain text"
VERIFIED = True

_SESSION_KEYS = frozenset({"id", "title", "agent", "zone"})
_CALL_KEYS = frozenset({"id", "host", "cwd", "timeout", "background"})
_RESULT_FLAGS = {
    "timed-out": "timed_out",
    "background": "moved_to_background",
    "cancelled": "cancelled",
    "refused": "refused",
    "truncated": "truncated",
}
_RESULT_KEYS = frozenset({"of", "exit", "signal", "limit", "by", "took", *_RESULT_FLAGS})
_SIGNALS = {"HUP": 1, "INT": 2, "QUIT": 3, "ABRT": 6, "KILL": 9, "SEGV": 11, "PIPE": 13, "ALRM": 14, "TERM": 15}
_CALLS = re.compile(r"^\[(?:bash|call|result)\b", re.MULTILINE)
_RAW_NAMES = {"exit": "exit_status"}
_NUMBER = re.compile(r"-?[0-9]{1,10}")


def recognise(source: Source) -> Guess:
    """Return how surely the first line that is not blank is a head of this form."""
    text = source.head().decode("utf-8", "replace")
    first = next((line for line in text.split("\n") if line.strip()), "")
    block = read_head(first.removesuffix("\r"), 1, numbered=False)
    if block is None:
        return Guess(0, "its first line is no head such as [msg 1] or [assistant]")
    if block.kind == MESSAGE and block.number is None and not _CALLS.search(text):
        return Guess(50, f"the first line begins with [{block.name}]")
    return Guess(95, f"the first line begins with [{block.kind}]")


def read(source: Source) -> Transcript:
    """Return the transcript that a plain text holds."""
    builder = _Builder(source)
    for block in cut_blocks(builder.draft.text()):
        builder.add(block)
    return builder.finish()


class _Builder:
    """Turns blocks into the parts of a draft."""

    def __init__(self, source: Source) -> None:
        self.draft = Draft(source, NAME)
        self._session: Attributes = {}
        self._zone: str | None = None
        self._role = Role.ASSISTANT
        self._open: list[str] = []
        self._calls = 0
        self._turn = 0

    def add(self, block: Block) -> None:
        """Add one head and what stands below it, and count it in the ledger."""
        self.draft.ledger.seen()
        location = Line(block.line)
        if block.kind == "session":
            self._session = block.attributes
            odd = [key for key in block.attributes if key not in _SESSION_KEYS]
            self._say_text(block, location)
        elif block.kind == MESSAGE:
            odd = self._open_message(block, location)
        elif block.kind in {"text", "thinking"}:
            odd = []
            self._say_text(block, location)
        elif block.kind == "result":
            odd = self._add_result(block, location)
        else:
            odd = self._add_call(block, location)
        if odd:
            self.draft.ledger.unknown(", ".join(f"{block.kind} {key}" for key in odd), location)
        else:
            self.draft.ledger.read()

    def finish(self) -> Transcript:
        """Return the transcript."""
        session = self._session
        return self.draft.finish(
            transcript_id=session.get("id"),
            title=session.get("title"),
            agent=session.get("agent"),
            zone=session.get("zone") or self._zone or "unknown",
        )

    def _open_message(self, block: Block, location: Line) -> list[str]:
        time = self._time(block.time)
        self._role = Role(block.name)
        self._open = []
        self._turn += 1
        self.draft.say(
            self._role,
            location,
            turn=str(self._turn),
            time=time,
            number=block.number,
            fields=raw_fields(time=block.time),
        )
        self._say_text(block, location)
        return ["time"] if block.time and time is None else []

    def _time(self, raw: str | None) -> datetime | None:
        time = read_time(raw)
        if time is None:
            return None
        if time.tzinfo is None and self._session.get("zone") == "UTC":
            time = time.replace(tzinfo=UTC)
        self._zone = self._zone or zone_of(time)
        return time

    def _say_text(self, block: Block, location: Line) -> None:
        text = block.body().lstrip("\n")
        if text:
            part = Reasoning(clean(text), location) if block.kind == "thinking" else text_part(text, location)
            self.draft.say(self._role, location, part, turn=str(self._turn))

    def _add_call(self, block: Block, location: Line) -> list[str]:
        self._calls += 1
        given = block.attributes
        call_id = given.get("id") or f"call-{self._calls}"
        below = 0
        while below < len(block.lines) and (block.lines[below] == ">" or block.lines[below].startswith("> ")):
            below += 1
        continued = [line[2:] for line in block.lines[:below]]
        text = "\n".join([*([] if block.text is None else [block.text]), *continued])
        timeout = read_duration(given.get("timeout") or "")
        is_shell = block.kind == "bash"
        path, polls = (None, None) if is_shell else self._named(block.name, text)
        call = ToolCall(
            id=call_id,
            name=block.name,
            text=text,
            location=location,
            is_shell=is_shell,
            host=given.get("host"),
            cwd=given.get("cwd"),
            timeout=timeout,
            background="background" in given,
            shell=ShellSession.PER_CALL if is_shell else ShellSession.UNKNOWN,
            polls=polls,
            path=path,
            changes_file=block.name in EDITING,
            fields=raw_fields(timeout=given.get("timeout")),
        )
        self.draft.say(self._role, location, call, turn=str(self._turn))
        output = "\n".join(block.lines[below:]).rstrip("\n")
        if output.strip():
            self.draft.answer(result_part(call_id, output, Line(block.line + 1 + below)))
        else:
            self._open.append(call_id)
        odd = [key for key in given if key not in _CALL_KEYS]
        return odd + (["timeout"] if "timeout" in given and timeout is None else [])

    def _named(self, tool: str, text: str) -> tuple[str | None, str | None]:
        """Return the file that a call names, and the earlier call whose output it asks for."""
        arguments = decoded_arguments(text)
        path = named_path(arguments)
        if tool in EDITING and path is None and isinstance(arguments, str):
            path = arguments.split("\n", 1)[0].split(" ", 1)[0] or None
        job = named_job(arguments) or text.strip()
        return path, self.draft.call_id(job) if tool in POLLING else None

    def _add_result(self, block: Block, location: Line) -> list[str]:
        status, odd = _status(block.attributes)
        call_id = block.attributes.get("of") or (self._open[-1] if self._open else None)
        if call_id in self._open:
            self._open.remove(call_id)
        result = result_part(call_id, block.body(), location, **status)
        if call_id is not None and self.draft.call_id(call_id) is not None:
            self.draft.answer(result)
        else:
            # A message of its own would spoil the numbers, so it stays where it was written.
            self.draft.ledger.note("a result stands without the call that it answers")
            self.draft.say(self._role, location, result, turn=str(self._turn))
        return odd


def _status(given: Attributes) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of a result that a head's attributes give, and the names of those not understood."""
    by = given.get("by")
    status: dict[str, Any] = {
        "exit_status": _integer(given.get("exit")),
        "signal": _SIGNALS.get((given.get("signal") or "").upper().removeprefix("SIG"))
        or _integer(given.get("signal")),
        "limit": read_duration(given.get("limit") or ""),
        "limited_by": LimitedBy(by) if by in set(LimitedBy) else None,
        "duration": read_duration(given.get("took") or ""),
        **{name: True for flag, name in _RESULT_FLAGS.items() if flag in given},
    }
    names = {"exit": "exit_status", "signal": "signal", "limit": "limit", "by": "limited_by", "took": "duration"}
    odd = [key for key in given if key not in _RESULT_KEYS or (key in names and status[names[key]] is None)]
    status["fields"] = raw_fields(**{_RAW_NAMES.get(key, key): value for key, value in given.items() if value})
    return status, odd


def _integer(raw: str | None) -> int | None:
    return int(raw) if raw is not None and _NUMBER.fullmatch(raw) else None
