"""Observations of mini-swe-agent: a return code and an output in tags, or a sentence about a limit.

The templates are settings of a run, so that their sentences may differ; the tags and the words "timed out and has been
killed" are those of the delivered ones.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from loganalyst.model.outcome import LimitedBy

_RETURN = re.compile(r"\s{0,20}<returncode>\s{0,8}(-?[0-9]{1,10})\s{0,8}</returncode>\n?")
_WARNING = re.compile(r"\s{0,20}<warning>.*?</warning>\n?", re.DOTALL)
_KILLED = re.compile(r"\s{0,20}The last (?:command|action) .{0,200000}?timed out and has been killed\.", re.DOTALL)
_EXPIRED = re.compile(
    r"\s{0,20}<exception>[^<]{0,20000}?\btimed out after (?P<limit>[0-9]{1,9}(?:\.[0-9]{1,9})?) seconds"
    r"[^<]{0,400}</exception>\n?"
)
_TAGS = re.compile(r"</?output(?:_head|_tail)?>\n?")
_OUTPUT = "<output"
_END = "</output"


def read_observation(
    text: str, extra: Mapping[str, Any], limit: Decimal | None
) -> tuple[str, dict[str, Any], dict[str, str | None]]:
    """Return an observation's output, what it says as fields of ToolResult, and the raw strings of that.

    ``extra`` are the message's own further keys; ``limit`` are the seconds that the run's settings give a command.
    """
    status: dict[str, Any] = {}
    raw: dict[str, str | None] = {}
    said: list[str] = []
    place = 0
    if match := _EXPIRED.match(text):
        status.update(timed_out=True, limited_by=LimitedBy.TOOL, limit=Decimal(match["limit"]))
        raw["limit"] = f"{match['limit']} s"
        said.append(match[0].strip())
        place = match.end()
    if match := _RETURN.match(text, place):
        status["exit_status"] = int(match[1])
        raw["exit_status"] = match[1]
        place = match.end()
    if (match := _WARNING.match(text, place)) or _END + "_head" in text:
        status["truncated"] = True
        if match:
            said.append(match[0].strip())
            place = match.end()
    if match := _KILLED.match(text, place):
        status.update(timed_out=True, limited_by=LimitedBy.TOOL, limit=limit)
        raw["limit"] = None if limit is None else f"{limit} s"
    output = text[place:]
    begin, end = output.find(_OUTPUT), output.rfind(_END)
    if 0 <= begin < end and (match or place or extra):
        tail = output.find("\n", end)
        said.extend((output[:begin].strip(), output[tail:].strip() if tail >= 0 else ""))
        output = _TAGS.sub("", output[begin : tail if tail >= 0 else len(output)])
        output = output.removesuffix("\n")
    raw["status"] = "\n".join(filter(None, said)) or None
    code = extra.get("returncode")
    if "exit_status" not in status and isinstance(code, int) and not isinstance(code, bool):
        status["exit_status"] = code
        raw["exit_status"] = str(code)
    return output, status, raw
