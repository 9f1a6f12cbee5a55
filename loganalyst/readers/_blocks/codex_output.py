"""What the outputs of Codex's tools say about themselves: heads, exit codes, limits, refusals.

Three forms are known. The oldest is JSON (``output``, ``metadata.exit_code``, ``duration_seconds``); later ones are
text under a head of labelled lines that ends with ``Output:``; a command that outlives its wait names the session by
which it is polled. A command that the program's own limit ended has exit code 124, in one version only a sentence.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from pydantic_core import from_json

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.transcript import ToolCall
from loganalyst.text.units import find_durations

TIMEOUT_STATUS = 124

_HEAD = re.compile(
    r"(?:Chunk ID: (?P<chunk>[^\n]{0,80})|Wall time: (?P<took>[0-9.]{1,20} seconds)"
    r"|(?:Process exited with|Exit) code:? (?P<exit>-?[0-9]{1,10})"
    r"|Process running with session ID (?P<session>[\w-]{1,40})|Script running with cell ID (?P<cell>[\w-]{1,80})"
    r"|Original token count: [0-9]{1,12}|Total output lines: (?P<lines>[0-9]{1,12})"
    r"|Duration: (?P<lasted>[0-9.]{1,20} seconds)|(?P<end>Output:))(?:\n|\Z)"
)
_CUT = re.compile(
    r"…[0-9]{1,12} (?:tokens|chars|lines) truncated…|\[\.\.\. omitted (?!0 )[0-9]{1,12} of"
    r"|^\[Output truncated after [0-9]{1,12} lines",
    re.MULTILINE,
)
_TIMED_OUT = re.compile(r"(?:failed in sandbox [^\n]{0,80}|execution error: )?command timed out\b[^\n]{0,80}(?:\n|\Z)")
_FAILED = re.compile(
    r"failed in sandbox |execution error: |apply_patch verification failed|failed to parse function arguments"
    r"|unsupported call: "
)
_REFUSED = re.compile(
    r"exec command rejected by user|rejected by user|patch rejected|command was rejected", re.IGNORECASE
)
_ABORTED = re.compile(r"aborted by user")


@dataclass(slots=True)
class Output:
    """An output without its head, and what the head said."""

    text: str
    status: dict[str, Any] = field(default_factory=dict)
    """Fields of ToolResult."""
    raw: dict[str, str | None] = field(default_factory=dict)
    session: str | None = None
    """The id by which later calls poll this command."""


def read_output(text: str, call: ToolCall | None, extra: Mapping[str, Any]) -> Output:
    """Return what an output says; ``extra`` are keys that an output in the form of an object has beside its text."""
    output = Output(text)
    _read_document(output)
    _read_head(output)
    if extra.get("success") is False:
        output.status["failed"] = True
        output.raw["is_error"] = "success false"
    _read_wording(output, call)
    _read_limit(output, call)
    if output.status.get("exit_status") is not None or output.status.get("timed_out"):
        output.status.pop("failed", None)
    return output


def _read_document(output: Output) -> None:
    """Take an output out of the JSON object that it stands in."""
    if not output.text.startswith('{"'):
        return
    try:
        document = from_json(output.text)
    except ValueError:
        return
    metadata = document.get("metadata", document)
    if not isinstance(document.get("output"), str) or not isinstance(metadata, dict) or "exit_code" not in metadata:
        return
    output.text = document["output"]
    _note_status(output, metadata["exit_code"])
    _note_time(output, metadata.get("duration_seconds", metadata.get("wall_time_seconds")))


def _read_head(output: Output) -> None:
    """Take the labelled lines off the top of an output; without an end or a status they are the output's own."""
    place = 0
    found: dict[str, str] = {}
    while (match := _HEAD.match(output.text, place)) and "end" not in found:
        place = match.end()
        found.update({name: text for name, text in match.groupdict().items() if text is not None})
    if not found.keys() & {"exit", "session", "cell"}:
        if found.keys() == {"lines"}:
            output.status["truncated"] = True
        return
    output.raw["status"] = output.text[:place].rstrip("\n")
    output.text = output.text[place:]
    if "exit" in found:
        _note_status(output, int(found["exit"]))
    if took := found.get("took") or found.get("lasted"):
        _note_time(output, took.removesuffix(" seconds"))
    if "lines" in found:
        output.status["truncated"] = True
    if session := found.get("session") or found.get("cell"):
        output.session = session
        output.status["moved_to_background"] = True


def _read_wording(output: Output, call: ToolCall | None) -> None:
    text = output.text
    if _CUT.search(text):
        output.status["truncated"] = True
    if call is None or ("exit_status" in output.status and output.status["exit_status"] != TIMEOUT_STATUS):
        return
    if match := _TIMED_OUT.match(text):
        output.status.update(timed_out=True, limited_by=LimitedBy.TOOL)
        output.raw["status"] = "\n".join(filter(None, (output.raw.get("status"), match[0].strip())))
        output.text = text[match.end() :]
        _take_limit(output, match[0])
    elif _ABORTED.match(text):
        output.status["cancelled"] = True
    elif _REFUSED.match(text):
        output.status["refused"] = True
    elif _FAILED.match(text) or (call.changes_file and text.startswith("error: ")):
        output.status["failed"] = True


def _read_limit(output: Output, call: ToolCall | None) -> None:
    """Say which limit fired; the wait after which a command is left to run was agreed upon, and is none."""
    if call is None:
        return
    if output.status.get("exit_status") == TIMEOUT_STATUS and call.is_shell and "timeout" not in call.text:
        output.status.update(timed_out=True, limited_by=LimitedBy.TOOL)
    if output.status.get("timed_out") and "limit" not in output.status and call.timeout is not None:
        output.status["limit"] = call.timeout
        output.raw["limit"] = call.fields.get("timeout")


def _take_limit(output: Output, text: str) -> None:
    found = next(iter(find_durations(text)), None)
    if found:
        output.status["limit"] = found.number
        output.raw["limit"] = found.quote


def _note_status(output: Output, code: object) -> None:
    if isinstance(code, int) and not isinstance(code, bool):
        output.status["exit_status"] = code
        output.raw["exit_status"] = str(code)


def _note_time(output: Output, seconds: object) -> None:
    try:
        took = Decimal(str(seconds))
    except ArithmeticError:
        return
    if took.is_finite():
        output.status["duration"] = took
        output.raw["took"] = f"{seconds} s"
