"""Gemini CLI: saved chats (``session-*.json``) and the JSON lines of ``--output-format stream-json``.

A chat is one document; a message of type ``gemini`` holds thoughts, text, and tool calls with their results. ``status``
says that the tool ran; the exit status of a shell command stands in its text, in lines such as ``Exit Code: 1``. A
stream has the same as records, without labels in its outputs and so without exit statuses. One message of a chat is one
Message. Left out on purpose: token counts, ``resultDisplay`` and the tool's general description, which repeat, and the
recorder's own ``ts``.
"""

import re
from collections.abc import Iterator
from typing import Any

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Location
from loganalyst.model.transcript import Media, Part, Reasoning, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.content import as_text, raw_fields, read_time, result_part, string, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import (
    Json,
    Record,
    document_objects,
    head_document,
    head_objects,
    json_objects,
    read_document,
)
from loganalyst.readers._blocks.tools import named_path
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean
from loganalyst.text.units import find_durations

NAME = "gemini"
TITLE = "Gemini CLI chat or stream"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "description", "displayName", "lastUpdated", "model", "projectHash", "resultDisplay", "stats", "timestamp",
    "tokens", "ts",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_SHELL = "run_shell_command"
_EDITING = frozenset({"write_file", "replace", "edit"})
_ROLES = {
    "user": Role.USER,
    "gemini": Role.ASSISTANT,
    "info": Role.SYSTEM,
    "error": Role.SYSTEM,
    "warning": Role.SYSTEM,
}
_MARKS = frozenset({"type", "tool_id", "session_id", "role"})
_TAIL = re.compile(r"(Error|Exit Code|Signal|Background PIDs|Process Group PGID): ?([^\n]*)\Z")
_PRINTED = ("Output: ", "Stdout: ")
_NONE = frozenset({"(none)", "(empty)"})
_NUMBER = re.compile(r"-?[0-9]{1,10}\Z")
_CANCELLED = ("[Operation Cancelled]", "Command was cancelled by user", "User did not allow tool call")
_TIMED_OUT = re.compile(r"Command was automatically cancelled because it exceeded the timeout of ")


def recognise(source: Source) -> Guess:
    """Return how surely the input is such a chat or stream."""
    head = head_document(source)
    if isinstance(head, dict) and "sessionId" in head and "projectHash" in head:
        return Guess(95, "the document names a session and the hash of its project")
    for record in head_objects(source):
        if string(record.get("type")) in {"tool_use", "tool_result"} and "tool_id" in record:
            return Guess(92, "its tool records have a tool_id")
        if record.get("type") == "init" and "session_id" in record and "model" in record and "tools" not in record:
            return Guess(88, "a record of type init names the session and its model")
    return Guess(0, "it is no document with sessionId and projectHash, and no record has a tool_id")


def read(source: Source) -> Transcript:
    """Return the session."""
    head = head_document(source)
    if isinstance(head, dict) and "type" not in head:
        return _read_chat(source)
    return _read_stream(source)


def _read_chat(source: Source) -> Transcript:
    draft = Draft(source, NAME)
    document = read_document(source, draft.ledger)
    document = document if isinstance(document, dict) else {}
    for record in document_objects(document.get("messages"), draft.ledger, "/messages"):
        _add_message(draft, record)
    return draft.finish(transcript_id=string(document.get("sessionId")), agent="Gemini CLI", zone="UTC")


def _add_message(draft: Draft, record: Record) -> None:
    data, place = record.data, record.location
    kind = string(data.get("type"))
    turn = f"message {draft.position + 1}"
    unknown = [] if kind in _ROLES else [f"type {kind}"]
    role = _ROLES.get(kind or "", Role.SYSTEM)

    def say(*parts: Part) -> None:
        draft.say(
            role,
            place,
            *parts,
            turn=turn,
            time=read_time(data.get("timestamp")),
            native_id=string(data.get("id")),
            fields=raw_fields(time=string(data.get("timestamp"))),
        )

    say(*_thoughts(data.get("thoughts"), place))
    say(*_content(data.get("content"), place, injected=role is Role.SYSTEM))
    calls = data.get("toolCalls")
    for call in calls if isinstance(calls, list) else ():
        if not isinstance(call, dict):
            unknown.append("tool call that is no object")
            say(text_part(as_text(call), place))
            continue
        say(_call(string(call.get("name")), string(call.get("id")), call.get("args"), place))
        if "result" in call or string(call.get("status")) in {"success", "error", "cancelled"}:
            output = "\n".join(_responses(call.get("result")))
            _answer(draft, string(call.get("id")), output, place, call)
    if unknown:
        draft.ledger.unknown(", ".join(unknown), place)
    else:
        draft.ledger.read()


def _thoughts(thoughts: object, place: Location) -> Iterator[Reasoning]:
    for thought in thoughts if isinstance(thoughts, list) else ():
        one = thought if isinstance(thought, dict) else {"description": as_text(thought)}
        text = "\n".join(filter(None, (string(one.get("subject")), string(one.get("description")))))
        if text:
            yield Reasoning(clean(text), place)


def _content(content: object, place: Location, *, injected: bool) -> Iterator[Part]:
    """Yield what a message says: a string, or a list of parts."""
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            yield text_part(part["text"], place, injected=injected)
        elif isinstance(part, dict) and ("inlineData" in part or "fileData" in part):
            yield Media("file", place)
        elif part:
            yield text_part(as_text(part), place, injected=injected)


def _responses(result: object) -> Iterator[str]:
    """Yield the texts of a result, which is a list of function responses."""
    for item in result if isinstance(result, list) else [result] if result else []:
        inner = item.get("functionResponse") if isinstance(item, dict) else None
        response = inner.get("response") if isinstance(inner, dict) else None
        if isinstance(response, dict):
            told = next((response[key] for key in ("output", "error") if key in response), response)
            yield as_text(told)
        else:
            yield as_text(item)


def _read_stream(source: Source) -> Transcript:
    draft = Draft(source, NAME)
    session = None
    for record in json_objects(source, draft.ledger, _MARKS):
        session = session or string(record.data.get("session_id"))
        _add_record(draft, record)
    return draft.finish(transcript_id=session, agent="Gemini CLI", zone="UTC")


def _add_record(draft: Draft, record: Record) -> None:
    data, place = record.data, record.location
    kind = string(data.get("type"))
    time, stamp = read_time(data.get("timestamp")), raw_fields(time=string(data.get("timestamp")))
    if kind == "init":
        draft.ledger.ignore("init", place)
        return
    if kind == "message":
        role = _ROLES.get(str(data.get("role")), Role.ASSISTANT)
        # Pieces of one answer follow each other; a prompt is a message of its own.
        turn = None if role is Role.ASSISTANT else f"message {draft.position + 1}"
        draft.say(
            role, place, *_content(data.get("content"), place, injected=False), turn=turn, time=time, fields=stamp
        )
    elif kind == "tool_use":
        name, native = string(data.get("tool_name")), string(data.get("tool_id"))
        draft.say(Role.ASSISTANT, place, _call(name, native, data.get("parameters"), place), time=time, fields=stamp)
    elif kind == "tool_result":
        _answer(draft, string(data.get("tool_id")), as_text(data.get("output") or ""), place, data)
    elif kind in {"error", "result"}:
        told = {key: value for key, value in data.items() if key in {"status", "severity", "message", "error"}}
        part = text_part(as_text(told), place, injected=True)
        draft.say(Role.SYSTEM, place, part, turn=f"message {draft.position + 1}", time=time, fields=stamp)
    else:
        draft.ledger.unknown(f"type {kind}", place)
        draft.say(Role.SYSTEM, place, text_part(as_text(data), place), turn=f"message {draft.position + 1}")
        return
    draft.ledger.read()


def _call(name: str | None, native: str | None, given: object, place: Location) -> ToolCall:
    arguments = given if isinstance(given, dict) else {}
    command = string(arguments.get("command")) if name == _SHELL else None
    return ToolCall(
        id=native or "",
        name=name or "unknown",
        text=command or as_text(given),
        location=place,
        is_shell=command is not None,
        cwd=string(arguments.get("dir_path")) or string(arguments.get("directory")) if command else None,
        background=arguments.get("is_background") is True,
        shell=ShellSession.PER_CALL if command else ShellSession.UNKNOWN,
        path=named_path(arguments),
        changes_file=name in _EDITING,
        fields=raw_fields(description=string(arguments.get("description")) if command else None),
    )


def _answer(draft: Draft, native: str | None, output: str, place: Location, data: Json) -> None:
    call = draft.find_call(native) if native else None
    state = string(data.get("status"))
    error = data.get("error")
    message = string(error.get("message")) if isinstance(error, dict) else None
    raw: dict[str, Any] = {"status": state, "error": message, "time": string(data.get("timestamp"))}
    found: dict[str, Any] = {}
    if call is not None and call.is_shell:
        output = _shell_words(output, found, raw)
    if state == "cancelled" or output.startswith(_CANCELLED):
        found["cancelled"] = True
    elif state == "error" and "exit_status" not in found:
        found["failed"] = True
    if not output and message:
        output = message
    time = read_time(data.get("timestamp"))
    draft.answer(result_part(native, output, place, time=time, fields=raw_fields(**raw), **found))


def _shell_words(output: str, found: dict[str, Any], raw: dict[str, Any]) -> str:
    """Note what the labelled lines of a shell command's result say, and return what it printed."""
    if match := _TIMED_OUT.search(output[:400]):
        found.update(timed_out=True, limited_by=LimitedBy.TOOL)
        if limit := next(iter(find_durations(output[match.end() : match.end() + 40])), None):
            found["limit"], raw["limit"] = limit.number, limit.quote
    lines = output.split("\n")
    begin = next((place for place, line in enumerate(lines) if line.startswith(_PRINTED)), None)
    if begin is None or (begin and not lines[0].startswith("Command: ")):
        return output
    end = len(lines)
    told: dict[str, str] = {}
    # The labels stand at the end without a gap; the same words further up are what the command printed.
    while end > begin + 1 and (match := _TAIL.match(lines[end - 1])) and match[1] not in told:
        told[match[1]] = match[2]
        end -= 1
    raw["labels"] = "\n".join([*lines[:begin], *lines[end:]])
    for label, name in (("Exit Code", "exit_status"), ("Signal", "signal")):
        if _NUMBER.match(value := told.get(label, "")) and not (name == "signal" and value == "0"):
            found[name], raw[name] = int(value), value
    printed = "\n".join([lines[begin].partition(": ")[2], *lines[begin + 1 : end]])
    return "" if printed in _NONE else printed
