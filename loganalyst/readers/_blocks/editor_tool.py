"""What an editor kept of one tool under ``Parameters:``, ``Additional data:`` and ``Result:``, each a fence of JSON.

SpecStory writes so what Copilot keeps of a tool that it does not know by name. The command of a terminal stands in
``commandLine``, as the model gave it or as the user changed it. Text is HTML-escaped within the JSON.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loganalyst.readers._blocks.fences import Fence

_GIVEN, _GOT = "Parameters:", "Result:"
_TITLES = frozenset({_GIVEN, "Additional data:", _GOT})


@dataclass(frozen=True, slots=True)
class EditorTool:
    """The pieces of such a record."""

    command: str | None
    """What was run in a terminal."""
    given: str
    """All that is no output, as it stands."""
    output: str | None
    """What the tool printed; of a tool that is no terminal all that is recorded, and None where that is nothing."""
    line: int
    """Position of the line on which the result begins."""


def read_editor_tool(lines: Sequence[str], fences: Sequence[Fence]) -> EditorTool | None:
    """Return what the fences of a tool hold; None where they have not those titles."""
    titled = {_title(lines, fence): fence for fence in fences}
    if not fences or not titled.keys() <= _TITLES:
        return None
    got = titled.get(_GOT)
    command = _command(titled.get(_GIVEN))
    printed = _object(got).get("content")
    output = printed if isinstance(printed, str) and printed else None
    if command is None and output is None and got is not None:
        output = got.text
    kept = [fence.text for fence in fences if fence is not got or output is None or output != got.text]
    return EditorTool(command, "\n".join(kept), output, got.start if got is not None else 0)


def _title(lines: Sequence[str], fence: Fence) -> str:
    """Return the last line above a fence that is not blank."""
    return next((line.strip() for line in reversed(lines[: fence.start]) if line.strip()), "")


def _command(given: Fence | None) -> str | None:
    """Return the command of a terminal among the parameters: as the user changed it, else as it was given."""
    line = _object(given).get("commandLine")
    forms = [line.get(key) for key in ("userEdited", "toolEdited", "original")] if isinstance(line, dict) else []
    return next((form for form in forms if isinstance(form, str) and form.strip()), None)


def _object(fence: Fence | None) -> Mapping[str, object]:
    """Return the JSON object in a fence, empty where there is none."""
    try:
        value = json.loads(fence.text) if fence is not None else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
