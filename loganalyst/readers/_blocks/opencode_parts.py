"""Messages and parts of opencode, as its exports and its store hold them, and the program's words about commands."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Location
from loganalyst.model.transcript import (
    Media,
    Part,
    Reasoning,
    Role,
    ShellSession,
    ToolCall,
    ToolResult,
)
from loganalyst.readers._blocks.content import (
    as_text,
    milliseconds_text,
    raw_fields,
    read_epoch,
    read_milliseconds,
    result_part,
    string,
    text_part,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json
from loganalyst.readers._blocks.tools import EDITING, named_path
from loganalyst.text.terminal import clean
from loganalyst.text.units import find_durations

_PER_SECOND = 1000
_ROLES = frozenset({"user", "assistant"})
_MARKS = frozenset({"step-start", "step-finish", "snapshot", "patch"})
_SHELL_TOOLS = frozenset({"bash", "shell"})
_METADATA = re.compile(r"\n*<(bash|shell)_metadata>\n?(.*?)\n?</\1_metadata>\s*\Z", re.DOTALL)
_TAIL = 4_000
"""The program's words about a command stand in so many characters at the end of its output."""
_EMPTY = "(no output)"
_ABORTED = ("User aborted the command", "Tool execution aborted", "The operation was aborted")
_REFUSED = ("The user rejected permission", "The user has specified a rule which prevents")


def as_object(value: object) -> Json:
    """Return a value that is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def add_message(draft: Draft, info: Json, parts: Iterable[tuple[Any, Location]], location: Location) -> None:
    """Add one message with its parts, each at its own place, and count it in the ledger as one record."""
    role = string(info.get("role"))
    unknown = [] if role in _ROLES else [f"role {role}"]
    created = as_object(info.get("time")).get("created")
    turn = f"message {draft.position + 1}"

    def say(*said: Part) -> None:
        draft.say(
            Role(role) if role in _ROLES else Role.SYSTEM,
            location,
            *said,
            turn=turn,
            time=read_epoch(created, _PER_SECOND),
            native_id=string(info.get("id")),
            fields=raw_fields(time=created),
        )

    say()
    for part, place in parts:
        kind = string(as_object(part).get("type"))
        if kind == "tool":
            call, result = read_tool(draft, part, place, string(as_object(info.get("path")).get("cwd")))
            say(call)
            if result is not None:
                draft.answer(result)
        elif kind not in _MARKS:
            said = _spoken(kind, as_object(part), place)
            say(said or text_part(as_text(part), place))
            unknown += [] if said else [f"part {kind}"]
    if error := as_object(info.get("error")):
        say(text_part(_error(error), location, injected=True))
    if unknown:
        draft.ledger.unknown(", ".join(dict.fromkeys(unknown)), location)
    else:
        draft.ledger.read()


def _spoken(kind: object, part: Json, location: Location) -> Part | None:
    """Return what a part other than a tool's says, or None where its kind is not known."""
    text = part.get("text")
    if kind == "text" and isinstance(text, str):
        return text_part(text, location, injected=part.get("synthetic") is True)
    if kind == "reasoning" and isinstance(text, str):
        return Reasoning(clean(text), location)
    if kind in {"file", "agent", "subtask"}:
        return Media(str(part.get("mime") or kind), location)
    if kind in {"retry", "compaction"}:
        told = {key: value for key, value in part.items() if key in {"attempt", "error", "auto"}}
        return text_part(f"{kind} {as_text(told)}", location, injected=True)
    return None


def _error(error: Json) -> str:
    message = string(as_object(error.get("data")).get("message"))
    return f"{error.get('name')}: {message}" if message else as_text(error)


def read_tool(draft: Draft, part: Json, location: Location, cwd: str | None) -> tuple[ToolCall, ToolResult | None]:
    """Return a tool's call, and its result unless it was still running."""
    state = as_object(part.get("state"))
    name = string(part.get("tool")) or "unknown"
    given = as_object(state.get("input"))
    is_shell = name in _SHELL_TOOLS and isinstance(given.get("command"), str)
    limit = given.get("timeout") if is_shell else None
    native = string(part.get("callID")) or f"{location} {draft.position}"
    call = ToolCall(
        id=native,
        name=name,
        text=given["command"] if is_shell else as_text(state.get("input")),
        location=location,
        is_shell=is_shell,
        cwd=(string(given.get("workdir")) or cwd) if is_shell else None,
        timeout=read_milliseconds(limit),
        shell=ShellSession.PER_CALL if is_shell else ShellSession.UNKNOWN,
        path=named_path(given),
        changes_file=name in EDITING,
        fields=raw_fields(timeout=milliseconds_text(limit), description=string(given.get("description"))),
    )
    return call, _result(native, state, location, is_shell=is_shell)


def _result(native: str, state: Json, location: Location, *, is_shell: bool) -> ToolResult | None:
    status = state.get("status")
    metadata = as_object(state.get("metadata"))
    time = as_object(state.get("time"))
    if status == "error":
        output = as_text(state.get("error") or "")
    elif status == "completed" or "output" in state:
        output = as_text(state.get("output") or "")
    elif string(metadata.get("output")):
        # The session was saved while the tool ran: this much it had printed.
        output = metadata["output"]
    else:
        return None
    raw: dict[str, Any] = {"status": string(status)}
    found: dict[str, Any] = {}
    if is_shell:
        output = _shell_words(output, metadata, found, raw)
    if status == "error":
        found["cancelled"] = output.startswith(_ABORTED)
        found["refused"] = output.startswith(_REFUSED)
        found["failed"] = not found["cancelled"] and not found["refused"]
        raw["is_error"] = "true"
    start, end = read_milliseconds(time.get("start")), read_milliseconds(time.get("end"))
    if start is not None and end is not None and end >= start:
        raw["started"], raw["time"] = as_text(time["start"]), as_text(time["end"])
    return result_part(
        native,
        output,
        location,
        truncated=metadata.get("truncated") is True,
        time=read_epoch(time.get("end"), _PER_SECOND),
        duration=_duration(start, end, found.get("limit")),
        fields=raw_fields(**raw),
        **found,
    )


def _duration(start: Decimal | None, end: Decimal | None, limit: Decimal | None) -> Decimal | None:
    """Return how long a tool ran, or None.

    The program stamps the start anew with each update of a running command, so that the difference can only be too
    short; one that is shorter than the limit that fired is no duration.
    """
    if start is None or end is None or end < start:
        return None
    took = end - start
    return None if limit is not None and took < limit else took


def _shell_words(output: str, metadata: Json, found: dict[str, Any], raw: dict[str, Any]) -> str:
    """Note what the program says about a shell command, and return its output without that."""
    code = metadata.get("exit")
    if isinstance(code, int) and not isinstance(code, bool):
        found["exit_status"] = code
        raw["exit_status"] = str(code)
    match = _METADATA.search(output, max(0, len(output) - _TAIL))
    if match is not None:
        words = match[2]
        raw["status"] = words
        output = output[: match.start()]
        if any(words_of in words for words_of in _ABORTED):
            found["cancelled"] = True
        if "exceeding timeout" in words and (limits := find_durations(words)):
            found.update(timed_out=True, limit=limits[0].number, limited_by=LimitedBy.TOOL)
            raw["limit"] = limits[0].quote
    if output == _EMPTY:
        raw["printed"] = output
        output = ""
    return output
