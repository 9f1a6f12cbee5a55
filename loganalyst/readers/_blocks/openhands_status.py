"""What OpenHands' shell says behind an output: how the command ended, or that it goes on and holds the shell.

The sentence stands in ``metadata.suffix``, in other versions at the end of the output itself. A command without new
output for some seconds, or past its own limit, gives the agent its turn back and runs on; exit code -1 means that.
"""

import re
from typing import Any

from loganalyst.model.outcome import LimitedBy
from loganalyst.text.units import find_durations

NOT_ENDED = -1
"""The exit code of a command that goes on."""

_COMPLETED = re.compile(r"\[(?:The command completed|Command finished) with exit code (-?[0-9]{1,10})\.?")
_GOES_ON = re.compile(r"\[The command (?P<why>has no new output|timed out) after (?=[0-9])")
_NOT_RUN = "is NOT executed."
_TAIL = re.compile(
    r"\n?\[(?:The command (?:completed|has no new output|timed out)|Command finished with|Your command )"
)
_TAIL_CHARACTERS = 4000
_LIMIT_CHARACTERS = 40


def split_sentence(output: str) -> tuple[str, str]:
    """Return an output and the shell's sentence at its end, which is empty where there is none."""
    begin = max(0, len(output) - _TAIL_CHARACTERS)
    match = _TAIL.search(output, begin)
    if match is None or not output.rstrip().endswith("]"):
        return output, ""
    return output[: match.start()], output[match.start() :]


def read_sentence(sentence: str) -> tuple[dict[str, Any], dict[str, str | None]]:
    """Return what the shell's sentence says as fields of ToolResult, and the raw strings that it was read from."""
    status: dict[str, Any] = {}
    raw: dict[str, str | None] = {"status": sentence.strip() or None}
    if match := _COMPLETED.search(sentence):
        raw["exit_status"] = match[1]
        if int(match[1]) != NOT_ENDED:
            status["exit_status"] = int(match[1])
    if _NOT_RUN in sentence:
        status["refused"] = True
    elif match := _GOES_ON.search(sentence):
        status.update(moved_to_background=True, limited_by=LimitedBy.TOOL, timed_out=match["why"] == "timed out")
        if found := next(iter(find_durations(sentence[match.end() : match.end() + _LIMIT_CHARACTERS])), None):
            status["limit"] = found.number
            raw["limit"] = found.quote
    return status, raw
