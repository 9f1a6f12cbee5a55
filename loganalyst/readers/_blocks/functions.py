"""Calls of functions and answers to them, as agents of many makes write them into messages.

A function's name says whether it runs a command line (``shells``) or changes a file; an output says by the wording of
the agents that are known how the command ended.
"""

from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import ShellSession, ToolCall, ToolResult
from loganalyst.readers._blocks.codex_output import read_output
from loganalyst.readers._blocks.content import as_text, raw_fields, result_part, string
from loganalyst.readers._blocks.openhands_status import read_sentence, split_sentence
from loganalyst.readers._blocks.shells import command_line, named_folder
from loganalyst.readers._blocks.tools import EDITING, named_path

_EDITS = EDITING | {
    "create_file",
    "edit_file",
    "file_editor",
    "patch",
    "replace_in_file",
    "str_replace_based_edit_tool",
    "str_replace_editor",
    "write_file",
    "write_to_file",
}
_LOOKS = frozenset({"view", "read"})


def function_call(native: str, name: str, arguments: Any, location: Location, cwd: str | None = None) -> ToolCall:
    """Return a call; whether the agent's shell lasts is not told by a message."""
    command = command_line(name, arguments)
    table = arguments if isinstance(arguments, dict) else {}
    if command is not None:
        return ToolCall(
            id=native,
            name=name,
            text=command,
            location=location,
            # What is typed into a program that runs already is no command line.
            is_shell=string(table.get("is_input")) != "true" and table.get("is_input") is not True,
            cwd=named_folder(table) or cwd,
            shell=ShellSession.UNKNOWN,
            fields=raw_fields(arguments=as_text(arguments) if len(table) > 1 else None),
        )
    return ToolCall(
        id=native,
        name=name,
        text="" if arguments is None else as_text(arguments),
        location=location,
        path=named_path(table),
        changes_file=name in _EDITS and string(table.get("command")) not in _LOOKS,
    )


def function_result(
    native: str | None, text: str, location: Location, call: ToolCall | None, **known: Any
) -> ToolResult:
    """Return the answer to a call; ``known`` are fields of ToolResult and, under ``raw``, raw strings that go first."""
    given = known.pop("raw", {})
    if call is None or not call.is_shell:
        return result_part(native, text, location, fields=raw_fields(**given), **known)
    output = read_output(text, call, {})
    status, raw = output.status, output.raw
    body, sentence = split_sentence(output.text)
    if sentence:
        told, words = read_sentence(sentence)
        status, raw, output.text = {**told, **status}, {**words, **raw}, body
    fields = raw_fields(**{**raw, **{key: value for key, value in given.items() if value is not None}})
    return result_part(native, output.text, location, fields=fields, **{**status, **known})
