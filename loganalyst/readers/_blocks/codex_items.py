"""The items of a Codex conversation: their texts, and calls with the command line that they run."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import from_json

from loganalyst.model.span import Location
from loganalyst.model.transcript import Media, Part, ShellSession, ToolCall
from loganalyst.readers._blocks.content import (
    as_text,
    decoded_arguments,
    joined_text,
    milliseconds_text,
    raw_fields,
    read_milliseconds,
    string,
)
from loganalyst.readers._blocks.shells import argument_list, join_words, named_folder

_INJECTED = (
    "<environment_context>",
    "<user_instructions>",
    "# AGENTS.md instructions",
    "<permissions instructions>",
    "<turn_aborted>",
    "<skill>",
    "<INSTRUCTIONS>",
    "<subagent_notification>",
    "<collaboration_mode>",
)
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: ([^\n]{1,4096})$", re.MULTILINE)
_SCRIPTED = re.compile(r"\btools\.(\w{1,80})\(")
_SCRIPT_COMMAND = re.compile(r'\btools\.exec_command\(\s{0,8}\{\s{0,8}"?cmd"?:\s{0,8}("(?:[^"\\\n]|\\.){0,20000}")')
_SHELL_NAMES = frozenset({"shell", "container.exec", "shell_command", "exec_command", "local_shell"})

FindSession = Callable[[str], str | None]
"""Gives the id of the call that started a session, or None."""


def is_injected(text: str) -> bool:
    """Tell whether the program put a text into the user's place."""
    return text.lstrip().startswith(_INJECTED)


def item_texts(item: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the texts of a message or of a reasoning item, in order."""
    found = []
    for key in ("content", "summary"):
        content = item.get(key)
        if isinstance(content, str):
            found.append(content)
        blocks = content if isinstance(content, list) else ()
        found.extend(block["text"] for block in blocks if isinstance(block, dict) and string(block.get("text")))
    return tuple(text for text in found if text)


def texts_of(item: Mapping[str, Any], location: Location) -> list[Part]:
    """Return the parts of a message that are no text."""
    content = item.get("content")
    blocks = content if isinstance(content, list) else ()
    return [
        Media(str(block.get("type")), location)
        for block in blocks
        if isinstance(block, dict) and not isinstance(block.get("text"), str)
    ]


def output_text(output: object) -> tuple[str, Mapping[str, Any]]:
    """Return the text of an output, and the keys beside it where it is an object."""
    if isinstance(output, dict):
        content = output.get("content", output.get("output"))
        return joined_text(content)[0], output
    text, media = joined_text(output)
    return text or " ".join(media), {}


def call_of(item: Mapping[str, Any], location: Location, cwd: str | None, find_session: FindSession) -> ToolCall:
    """Return the call of an item; ``cwd`` is where commands run that name no folder."""
    given = item.get("arguments", item.get("input", item.get("action")))
    arguments = decoded_arguments(given)
    name = string(item.get("name")) or str(item.get("type")).removesuffix("_call")
    native = string(item.get("call_id")) or string(item.get("id")) or ""
    table = arguments if isinstance(arguments, dict) else {}
    if name in _SHELL_NAMES and (call := _shell_call(native, name, table, location, cwd)):
        return call
    if name == "exec" and isinstance(given, str) and (command := _scripted(given)):
        return ToolCall(
            id=native,
            name=name,
            text=command,
            location=location,
            is_shell=True,
            cwd=cwd,
            shell=ShellSession.PER_CALL,
            fields=raw_fields(script=given),
        )
    session = table.get("session_id", table.get("cell_id"))
    text = as_text(arguments)
    patch = _PATCHED.findall(text) if name == "apply_patch" else _patch_in(table)
    return ToolCall(
        id=native,
        name=name,
        text=string(table.get("input")) or text if patch else text,
        location=location,
        polls=find_session(str(session)) if session is not None else None,
        path=patch[0].strip() if patch else None,
        changes_file=bool(patch) or name == "apply_patch",
        fields=raw_fields(waits=milliseconds_text(table.get("yield_time_ms"))),
    )


def _patch_in(table: Mapping[str, Any]) -> list[str]:
    patch = table.get("input")
    return _PATCHED.findall(patch) if isinstance(patch, str) and patch.startswith("*** Begin Patch") else []


def _shell_call(
    native: str, name: str, table: Mapping[str, Any], location: Location, cwd: str | None
) -> ToolCall | None:
    words = argument_list(table.get("command"))
    if words and words[0] == "apply_patch":
        # The program carries this out by itself; no shell ever sees it.
        patch = words[-1]
        paths = _PATCHED.findall(patch)
        return ToolCall(
            id=native,
            name="apply_patch",
            text=patch,
            location=location,
            path=paths[0].strip() if paths else None,
            changes_file=True,
            fields=raw_fields(tool=name),
        )
    shell = None
    text = string(table.get("command")) or string(table.get("cmd"))
    if words:
        text, shell = join_words(words)
    if text is None:
        return None
    limit = table.get("timeout_ms", table.get("timeout"))
    fields = raw_fields(
        timeout=milliseconds_text(limit),
        waits=milliseconds_text(table.get("yield_time_ms")),
        shell=shell,
        justification=string(table.get("justification")),
    )
    return ToolCall(
        id=native,
        name=name,
        text=text,
        location=location,
        is_shell=True,
        cwd=named_folder(table) or cwd,
        timeout=read_milliseconds(limit),
        shell=ShellSession.PER_CALL,
        fields=fields,
    )


def _scripted(script: str) -> str | None:
    """Return the command line of a script that runs exactly one command and nothing else, or None."""
    if _SCRIPTED.findall(script) != ["exec_command"]:
        return None
    match = _SCRIPT_COMMAND.search(script)
    try:
        command = from_json(match[1]) if match else None
    except ValueError:
        return None
    return command if isinstance(command, str) else None
