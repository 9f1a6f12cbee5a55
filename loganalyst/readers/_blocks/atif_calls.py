"""The calls and results of ATIF steps; what they mean is told by the agent whose names and wording they carry."""

import re
from dataclasses import replace
from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Media, Part, ShellSession, ToolCall
from loganalyst.readers._blocks.claude import SHELL_TOOLS, answer_claude, claude_call
from loganalyst.readers._blocks.content import joined_text, raw_fields, string
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.functions import function_call, function_result
from loganalyst.readers._blocks.tools import POLLING

_CLAUDE = SHELL_TOOLS | POLLING
TERMINAL = "bash_command"
"""The call of a terminal agent: keys that are sent to one lasting shell, and seconds to wait for the screen."""
_KEY = re.compile(r"(?:C-|M-|\^)\w|Enter|Escape|Tab|q")
_FAILED = "[error] tool reported failure"
"""What the converter of Claude Code sessions puts behind a result that was an error."""

Json = dict[str, Any]


def call_of(call: Json, location: Location, step: Json, place: int, draft: Draft) -> ToolCall:
    """Return one call of a step; ``place`` is its number among them."""
    name = string(call.get("function_name")) or "unknown"
    native = string(call.get("tool_call_id")) or f"call {location}/{place}"
    arguments = call.get("arguments")
    extra = step.get("extra")
    cwd = string(extra.get("cwd")) if isinstance(extra, dict) else None
    if name in _CLAUDE and isinstance(arguments, dict):
        return claude_call({"id": native, "name": name, "input": arguments}, location, draft, cwd)
    made = function_call(native, name, arguments, location, cwd)
    if name != TERMINAL:
        return made
    keys = made.text.rstrip("\n")
    waits = arguments.get("duration") if isinstance(arguments, dict) else None
    is_line = bool(keys.strip()) and _KEY.fullmatch(keys.strip()) is None
    return replace(
        made,
        text=keys,
        is_shell=is_line,
        polls=None if is_line else draft.call_id(TERMINAL),
        shell=ShellSession.PERSISTENT,
        fields=raw_fields(waits=None if waits is None else f"{waits} s"),
    )


def answer_step(draft: Draft, result: Json, location: Location, step: Json, made: list[str]) -> list[Part]:
    """Give one result to its call, or to the last call of its step; return what belongs to no call."""
    native = string(result.get("source_call_id")) or (made[-1] if made else None)
    call = draft.find_call(native) if native else None
    kept, extra = _kept_result(step, native)
    if kept is not None and call is not None:
        answer_claude(draft, {**kept, "tool_use_id": native}, location, extra, None)
        return []
    text, media = joined_text(result.get("content"))
    more: list[Part] = [Media(kind, location) for kind in media]
    failed = text.rstrip().endswith(_FAILED) or _is_error(step)
    if call is not None and call.name in _CLAUDE:
        body = text.rstrip().removesuffix(_FAILED).rstrip("\n") if failed else text
        block = {"tool_use_id": native, "content": body, "is_error": failed}
        answer_claude(draft, block, location, extra, None)
        return more
    known: dict[str, Any] = {"failed": True} if failed else {}
    answer = function_result(native, text, location, call, **known)
    if call is None:
        return [answer, *more]
    draft.answer(answer, *more)
    return []


def _kept_result(step: Json, native: str | None) -> tuple[Json | None, object]:
    """Return the tool's own result that a converter kept beside a step, and what the agent knew of it, or Nones."""
    extra = step.get("extra")
    metadata = extra.get("tool_result_metadata") if isinstance(extra, dict) else None
    if not isinstance(metadata, dict):
        return None, None
    raw = metadata.get("raw_tool_result")
    known = metadata.get("tool_use_result")
    if not isinstance(raw, dict) or "content" not in raw:
        return None, known
    own = raw.get("tool_use_id")
    return (raw if own is None or own == native else None), known


def _is_error(step: Json) -> bool:
    extra = step.get("extra")
    return isinstance(extra, dict) and extra.get("tool_result_is_error") is True
