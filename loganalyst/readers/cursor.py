"""Cursor's Markdown export of a chat: ``**User**`` and ``**Cursor**`` between rules.

Tool calls and their outputs are not exported, so a fence of bash is what was advised, and whether it ran is unknown: it
stays text. Each block is a record and a Message. The time of the export is written as the place of the export has it,
and is not read.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from loganalyst.model.span import Line
from loganalyst.model.transcript import Role, Transcript
from loganalyst.readers._blocks.content import raw_fields, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers.source import Guess, Source

NAME = "cursor"
TITLE = "Cursor chat export"
VERIFIED = True

_EXPORTED = re.compile(r"_Exported on [^\n]{1,120} from Cursor \((?P<version>[0-9][\w.-]{0,30})\)_\s*\Z")
_SPEAKERS = {"**User**": Role.USER, "**Cursor**": Role.ASSISTANT}
_RULE = "---"
_HEAD_LINES = 20


def recognise(source: Source) -> Guess:
    """Return how surely the text is such an export."""
    lines = [line.rstrip() for line in source.head().decode("utf-8", "replace").split("\n")]
    if any(_EXPORTED.match(line) for line in lines[:_HEAD_LINES]):
        return Guess(97, "a line says that Cursor exported it")
    if "**Cursor**" in lines and "**User**" in lines and _RULE in lines:
        return Guess(75, "its blocks are headed **User** and **Cursor**")
    return Guess(0, "no line says that Cursor exported it")


def read(source: Source) -> Transcript:
    """Return the exported chat."""
    draft = Draft(source, NAME)
    lines = [line.removesuffix("\r") for line in draft.text().split("\n")]
    head = next((number for number, line in enumerate(lines) if line.rstrip() in _SPEAKERS), len(lines))
    title, version = _add_head(draft, lines[:head])
    for number, role, block in _blocks(lines, head):
        draft.ledger.seen()
        draft.ledger.read()
        place = Line(number)
        parts = [text_part(block, place)] if block else []
        draft.say(role, place, *parts, turn=f"block {number}")
    draft.ledger.note("the export leaves out tool calls and their outputs")
    agent = f"Cursor {version}" if version else "Cursor"
    return draft.finish(title=title, agent=agent, outputs_recorded=False)


def _add_head(draft: Draft, lines: Sequence[str]) -> tuple[str | None, str | None]:
    """Count what stands above the first block, and return the title and the program's version."""
    title = version = None
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.rstrip() == _RULE:
            continue
        draft.ledger.seen()
        place = Line(number)
        if match := _EXPORTED.match(line):
            version = match["version"]
            draft.ledger.read()
            fields = raw_fields(time=line.strip())
            draft.say(Role.SYSTEM, place, text_part(line.strip("_ "), place, injected=True), turn="head", fields=fields)
        elif title is None and line.startswith("# "):
            title = line.removeprefix("# ").strip()
            draft.ledger.read()
        else:
            draft.ledger.unknown("line above the first block", place)
            draft.say(Role.SYSTEM, place, text_part(line, place), turn="head")
    return title, version


def _blocks(lines: Sequence[str], place: int) -> Iterator[tuple[int, Role, str]]:
    """Yield the line, the speaker and the text of each block; a rule ends it only where the next one begins."""
    heads = [number for number in range(place, len(lines)) if lines[number].rstrip() in _SPEAKERS]
    heads = [number for number in heads if number == place or _is_rule_above(lines, number)]
    for number, end in pairwise([*heads, len(lines)]):
        block = list(lines[number + 1 : end])
        while block and (not block[-1].strip() or block[-1] == _RULE):
            block.pop()
        text = "\n".join(block).strip("\n")
        first = next((one for one in range(number + 1, end) if lines[one].strip()), number)
        yield (first if text else number) + 1, _SPEAKERS[lines[number].rstrip()], text


def _is_rule_above(lines: Sequence[str], number: int) -> bool:
    above = next((line for line in reversed(lines[max(0, number - 4) : number]) if line.strip()), "")
    return above == _RULE
