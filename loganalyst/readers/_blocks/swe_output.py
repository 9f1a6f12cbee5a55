"""What SWE-agent says around an observation, and which actions are commands of its own.

The wording of limits, refusals and cuts is that of versions 0.4 to 1.1; the state of the shell follows the output as
``(Open file: …)``, ``(Current directory: …)`` and a prompt, which are taken off.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic_core import from_json

from loganalyst.model.outcome import LimitedBy
from loganalyst.readers._blocks.content import string

_OWN = frozenset(
    {
        "create",
        "edit",
        "exit_context",
        "exit_cost",
        "exit_error",
        "exit_format",
        "exit_forfeit",
        "find_file",
        "goto",
        "insert",
        "open",
        "scroll_down",
        "scroll_up",
        "search_dir",
        "search_file",
        "str_replace_editor",
        "submit",
        "undo_edit",
    }
)
_EDITS = frozenset({"create", "edit", "insert", "str_replace_editor", "undo_edit"})
_PROMPT = re.compile(r"\n?(?:\(Open file: [^\n]{0,4096}\)\n)?\(Current directory: ([^\n]{0,4096})\)\nbash-\$\s{0,4}\Z")
_PROMPT_CHARACTERS = 10_000
_HEAD = "OBSERVATION:\n"
_SILENT = "Your command ran successfully and did not produce any output."
_TIMED_OUT = re.compile(
    r"EXECUTION TIMED OUT|was cancelled because it took more than|[Cc]ommand timed out|timed out after [0-9]"
)
_SECONDS = re.compile(r"(?:MORE THAN|more than|after) ([0-9]{1,9}(?:\.[0-9]{1,9})?) (?:SECONDS|seconds)")
_REFUSED = re.compile(
    r"Interactive operation '|Operation '.{0,200}' is not supported by this environment"
    r"|Your (?:bash )?command contained syntax errors|Your proposed edit has introduced new syntax error"
)
_CUT = re.compile(r"<response clipped>|[0-9]{1,12} characters were elided|Observations? (?:should not|exceeded)")


def own_command(action: str) -> str | None:
    """Return the name of the agent's own command that an action calls, or None for a command line."""
    words = action.split(maxsplit=1)
    return words[0] if words and words[0] in _OWN else None


def is_editing(name: str, action: str) -> bool:
    """Tell whether a tool changes a file."""
    return name in _EDITS and not action.startswith("str_replace_editor view")


def read_observation(text: str) -> tuple[str, dict[str, Any], dict[str, str | None]]:
    """Return an observation without the agent's words, what they say as fields of ToolResult, and their raw strings."""
    said: list[str] = []
    raw: dict[str, str | None] = {}
    status: dict[str, Any] = {}
    if match := _PROMPT.search(text, max(0, len(text) - _PROMPT_CHARACTERS)):
        raw["cwd"] = match[1]
        said.append(match[0].strip("\n"))
        text = text[: match.start()]
    if text.startswith(_HEAD):
        said.insert(0, _HEAD.strip())
        text = text[len(_HEAD) :]
    if text.strip() == _SILENT:
        said.insert(0, _SILENT)
        text = ""
    if _CUT.search(text):
        status["truncated"] = True
    first = text.lstrip("\n")[:600]
    if _TIMED_OUT.search(first):
        status.update(timed_out=True, limited_by=LimitedBy.TOOL)
        if seconds := _SECONDS.search(first):
            status["limit"] = Decimal(seconds[1])
            raw["limit"] = f"{seconds[1]} s"
    elif _REFUSED.match(first):
        status["refused"] = True
    raw["status"] = "\n".join(said) or None
    return text, status, raw


def execution_time(step: Mapping[str, Any]) -> Decimal | None:
    """Return the seconds that a step took, or None."""
    value = step.get("execution_time")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 10**9:
        return None
    return Decimal(str(value))


def working_folder(state: object, key: str) -> str | None:
    """Return what the state after a step names under a key; the state is an object, or JSON in a string."""
    if isinstance(state, str):
        try:
            state = from_json(state)
        except ValueError:
            return None
    return string(state.get(key)) if isinstance(state, dict) else None
