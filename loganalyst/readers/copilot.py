"""GitHub Copilot: the exported chats of VS Code, and the ``events.jsonl`` of Copilot CLI.

A request of a chat is a record. The prompt is a Message of the user; each round, one answer of the model with its tool
calls, is one of the assistant, and the results stand beside the rounds by call. The panel's ``response`` repeats the
rounds, and is read only where there are none; of its tool items the data of a terminal are used. Left out by name:
attached context, suggestions, and the program's own events. The events of Copilot CLI were seen in small files only.
"""

import re
from collections.abc import Iterator
from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Media, Part, Reasoning, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.content import (
    as_text,
    decoded_arguments,
    raw_fields,
    read_epoch,
    read_time,
    result_part,
    string,
    text_part,
)
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
from loganalyst.readers._blocks.shells import command_line
from loganalyst.readers._blocks.tools import named_path
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean

NAME = "copilot"
TITLE = "GitHub Copilot chat or CLI session"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "agent", "agentId", "baseUri", "contentReferences", "ctorName", "cwd", "details", "hookType", "id",
    "initialLocation", "model", "modelId", "modelMessageId", "renderedGlobalContext", "renderedUserMessage",
    "requesterAvatarIconUri", "requesterUsername", "responderAvatarIconUri", "response", "responseId", "sessionId",
    "variableData",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_PER_SECOND = 1000
_MARKS = frozenset({"type", "data"})
_EDITS = frozenset({"create_file", "replace_string_in_file", "insert_edit_into_file", "apply_patch", "create", "edit"})
_QUIET = ("assistant.turn_", "assistant.message_delta", "hook.", "session.", "tool.execution_start", "tool.execution_p")
_EXITED = re.compile(r"\n?<exited with exit code (-?[0-9]{1,10})>\s*\Z")


def recognise(source: Source) -> Guess:
    """Return how surely the input is such a chat or session."""
    head = head_document(source)
    if isinstance(head, dict) and isinstance(head.get("requests"), list) and "responderUsername" in head:
        return Guess(95, "the document has requests and the name of the responder")
    for record in head_objects(source):
        kind = string(record.get("type")) or ""
        if kind in {"session.start", "assistant.message", "user.message"} and isinstance(record.get("data"), dict):
            return Guess(90, f"a record of type {kind} has data")
    return Guess(0, "it has neither requests with a responder nor events such as session.start")


def read(source: Source) -> Transcript:
    """Return the chat or the session."""
    draft = Draft(source, NAME)
    head = head_document(source)
    if isinstance(head, dict) and "requests" in head:
        return _read_chat(source, draft)
    session = None
    for record in json_objects(source, draft.ledger, _MARKS):
        data = record.data.get("data")
        session = session or (string(data.get("sessionId")) if isinstance(data, dict) else None)
        _add_event(draft, record)
    return draft.finish(transcript_id=session, agent="Copilot CLI", zone="UTC")


def _read_chat(source: Source, draft: Draft) -> Transcript:
    document = read_document(source, draft.ledger)
    document = document if isinstance(document, dict) else {}
    for record in document_objects(document.get("requests"), draft.ledger, "/requests"):
        _add_request(draft, record)
    return draft.finish(agent=string(document.get("responderUsername")), zone="UTC")


def _object(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _add_request(draft: Draft, record: Record) -> None:
    data, place = record.data, record.location
    native, stamp = string(data.get("requestId")), data.get("timestamp")
    said = _object(data.get("message")).get("text")
    prompt = [text_part(said, place)] if isinstance(said, str) else []
    time = read_epoch(stamp, _PER_SECOND)
    draft.say(Role.USER, place, *prompt, turn=f"{place}", time=time, native_id=native, fields=raw_fields(time=stamp))
    result = _object(data.get("result"))
    metadata = _object(result.get("metadata"))
    rounds = [one for one in _list(metadata.get("toolCallRounds")) if isinstance(one, dict)]
    panel = {string(item.get("toolCallId")): item for item in _list(data.get("response")) if isinstance(item, dict)}
    for number, one in enumerate(rounds):
        _add_round(draft, one, f"{place} round {number}", place)
        for native_call in (string(_object(call).get("id")) for call in _list(one.get("toolCalls"))):
            _add_result(draft, native_call, metadata, panel, place)
    if not rounds:
        parts = list(_panel_parts(data.get("response"), place))
        if parts:
            draft.say(Role.ASSISTANT, place, *parts, turn=f"{place} response")
    for sentence in _troubles(data, result):
        draft.say(Role.SYSTEM, place, text_part(sentence, place, injected=True), turn=f"{place} end")
    draft.ledger.read()


def _troubles(data: Json, result: Json) -> Iterator[str]:
    if message := string(_object(result.get("errorDetails")).get("message")):
        yield message
    if data.get("isCanceled") is True:
        yield "the request was cancelled"


def _add_round(draft: Draft, data: Json, turn: str, place: Location) -> None:
    thinking = _object(data.get("thinking")).get("text")
    given = thinking if isinstance(thinking, list) else [thinking]
    thoughts = [thought for thought in given if isinstance(thought, str) and thought]
    parts: list[Part] = [Reasoning(clean(thought), place) for thought in thoughts]
    if said := string(data.get("response")):
        parts.append(text_part(said, place))
    for call in _list(data.get("toolCalls")):
        one = _object(call)
        parts.append(_call(string(one.get("id")), string(one.get("name")), one.get("arguments"), place))
    draft.say(Role.ASSISTANT, place, *parts, turn=turn, native_id=string(data.get("id")))


def _add_result(
    draft: Draft, native: str | None, metadata: Json, panel: dict[str | None, Json], place: Location
) -> None:
    results = _object(metadata.get("toolCallResults"))
    if native is None or native not in results:
        return
    content = _object(results[native]).get("content")
    texts = [_value_text(item) for item in _list(content)] if isinstance(content, list) else [as_text(content)]
    state = _object(_object(_object(panel.get(native)).get("toolSpecificData")).get("terminalCommandState"))
    code = state.get("exitCode")
    status = code if isinstance(code, int) and not isinstance(code, bool) else None
    fields = raw_fields(exit_status=status)
    draft.answer(result_part(native, "\n".join(texts), place, exit_status=status, fields=fields))


def _value_text(item: object) -> str:
    """Return the text of a piece of a result: a string, or what a tree of rendered nodes holds."""
    value = _object(item).get("value", item)
    if isinstance(value, str):
        return value
    found: list[str] = []
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if isinstance(node.get("text"), str):
                found.append(node["text"])
            waiting.extend(reversed([child for key, child in node.items() if key != "text"]))
        elif isinstance(node, list):
            waiting.extend(reversed(node))
    return "".join(found) or as_text(value)


def _panel_parts(response: object, place: Location) -> Iterator[Part]:
    """Yield what the panel showed of a request that has no rounds yet."""
    for item in _list(response):
        one = _object(item)
        kind = string(one.get("kind"))
        if kind is None and isinstance(one.get("value"), str):
            yield text_part(one["value"], place)
        elif kind == "toolInvocationSerialized":
            yield _panel_call(one, place)
        elif kind == "thinking" and isinstance(one.get("value"), str) and one["value"]:
            yield Reasoning(clean(one["value"]), place)
        elif kind in {"textEditGroup", "inlineReference", "notebookEditGroup"}:
            yield Media(kind, place)


def _panel_call(item: Json, place: Location) -> ToolCall:
    line = _object(_object(item.get("toolSpecificData")).get("commandLine"))
    command = string(line.get("original")) or string(_object(item.get("toolSpecificData")).get("command"))
    told = item.get("pastTenseMessage") or item.get("invocationMessage") or ""
    name = string(item.get("toolId")) or "unknown"
    given = {"command": command} if command else as_text(_object(told).get("value", told))
    return _call(string(item.get("toolCallId")), "run_in_terminal" if command else name, given, place)


def _call(native: str | None, name: str | None, given: object, place: Location) -> ToolCall:
    arguments = decoded_arguments(given)
    command = command_line(name or "", arguments)
    return ToolCall(
        id=native or "",
        name=name or "unknown",
        text=command if command is not None else as_text(given),
        location=place,
        is_shell=command is not None,
        background=_object(arguments).get("isBackground") is True,
        shell=ShellSession.UNKNOWN if command is None else ShellSession.PERSISTENT,
        path=named_path(arguments),
        changes_file=name in _EDITS,
    )


def _add_event(draft: Draft, record: Record) -> None:
    """Add one event of Copilot CLI, and count it in the ledger."""
    data, place = _object(record.data.get("data")), record.location
    kind = string(record.data.get("type")) or "unknown"
    stamp = string(record.data.get("timestamp"))
    prompt = string(_object(data.get("input")).get("prompt")) if kind == "hook.start" else None
    parts: list[Part] = []
    role = Role.SYSTEM
    if kind == "user.message" or prompt:
        role, parts = Role.USER, [text_part(prompt or as_text(data.get("content") or ""), place)]
    elif kind == "assistant.message":
        role, parts = Role.ASSISTANT, list(_answer_parts(data, place))
    elif kind == "tool.execution_complete":
        _complete(draft, data, place, stamp)
        draft.ledger.read()
        return
    elif kind in {"session.error", "session.info", "session.warning", "abort"}:
        parts = [text_part(as_text(data.get("message") or data), place, injected=True)]
    elif kind.startswith(_QUIET):
        draft.ledger.ignore(kind, place)
        return
    else:
        draft.ledger.unknown(f"type {kind}", place)
        draft.say(role, place, text_part(as_text(record.data), place), turn=f"{place}")
        return
    time, fields = read_time(stamp), raw_fields(time=stamp)
    native = string(data.get("messageId")) or string(record.data.get("id"))
    draft.say(role, place, *parts, turn=f"{place}", time=time, native_id=native, fields=fields)
    draft.ledger.read()


def _answer_parts(data: Json, place: Location) -> Iterator[Part]:
    if thought := string(data.get("reasoningText")):
        yield Reasoning(clean(thought), place)
    if said := string(data.get("content")):
        yield text_part(said, place)
    for request in _list(data.get("toolRequests")):
        one = _object(request)
        yield _call(string(one.get("toolCallId")), string(one.get("name")), one.get("arguments"), place)


def _complete(draft: Draft, data: Json, place: Location, stamp: str | None) -> None:
    result, error = _object(data.get("result")), _object(data.get("error"))
    output = as_text(result.get("content") or error.get("message") or "")
    raw: dict[str, Any] = {"time": stamp}
    status = None
    if match := _EXITED.search(output[-200:]):
        status, raw["exit_status"], raw["status"] = int(match[1]), match[1], match[0].strip()
        output = output[: len(output) - len(match[0])]
    failed = data.get("success") is False and status is None
    native = string(data.get("toolCallId"))
    time = read_time(stamp)
    fields = raw_fields(**raw)
    draft.answer(result_part(native, output, place, exit_status=status, failed=failed, time=time, fields=fields))
