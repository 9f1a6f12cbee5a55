"""opencode's Markdown export of a session.

``## User`` and ``## Assistant (MODE · MODEL · DURATION)`` below a rule begin the messages; a tool stands as ``**Tool:
NAME**`` with a fence of its input and one of its output or error. Fences inside an output are not escaped, so an output
ends at the last fence before the next part or message. Each message is a record. There are no exit statuses, no times
of tools, and the times at the head are written as the place of the export has them, and are not read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from loganalyst.model.span import Line
from loganalyst.model.transcript import Part, Reasoning, Role, Transcript
from loganalyst.readers._blocks.content import decoded_arguments, raw_fields, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.opencode_parts import read_tool
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean

NAME = "opencode_markdown"
TITLE = "opencode Markdown export"
VERIFIED = True

_ID = re.compile(r"\*\*Session ID:\*\* (ses_\w{4,60})\s*\Z")
_TURN = re.compile(r"## (User|Assistant)(?: \((?P<facts>[^\n]{0,200})\))?\s*\Z")
_TOOK = re.compile(r"([0-9]{1,8}(?:\.[0-9]{1,3})?(?:ms|s|m|h))\Z")
_TOOL = re.compile(r"\*\*Tool: ([^*\n]{1,120})\*\*\s*\Z")
_THINKING = "_Thinking:_"
_INPUT, _OUTPUT, _ERROR = "**Input:**", "**Output:**", "**Error:**"
_RULE = "---"
_FENCE = "```"


def recognise(source: Source) -> Guess:
    """Return how surely the text is such an export."""
    lines = source.head().decode("utf-8", "replace").split("\n")[:40]
    if any(_ID.match(line.rstrip()) for line in lines):
        return Guess(96, "a line at its head names an opencode session")
    return Guess(0, "no line at its head names an opencode session")


def read(source: Source) -> Transcript:
    """Return the exported session."""
    draft = Draft(source, NAME)
    lines = [line.removesuffix("\r") for line in draft.text().split("\n")]
    heads = [number for number in range(len(lines)) if _TURN.match(lines[number]) and _is_below_rule(lines, number)]
    title, session = _add_head(draft, lines[: heads[0] if heads else len(lines)])
    for number, end in pairwise([*heads, len(lines)]):
        _Turn(draft, lines, number, end).add()
    return draft.finish(transcript_id=session, title=title, agent="opencode")


def _is_below_rule(lines: Sequence[str], number: int) -> bool:
    above = next((line for line in reversed(lines[max(0, number - 3) : number]) if line.strip()), "")
    return above == _RULE


def _add_head(draft: Draft, lines: Sequence[str]) -> tuple[str | None, str | None]:
    """Add what stands above the first message, one record, and return the title and the session's id."""
    title = session = None
    told = []
    for line in lines:
        if match := _ID.match(line):
            session = match[1]
        elif title is None and line.startswith("# "):
            title = line.removeprefix("# ").strip()
        elif line.strip() and line != _RULE:
            told.append(line)
    if told or title or session:
        draft.ledger.seen()
        draft.ledger.read()
    if told:
        place = Line(next(number for number, line in enumerate(lines, start=1) if line == told[0]))
        draft.say(Role.SYSTEM, place, text_part("\n".join(told), place, injected=True), turn="head")
    return title, session


@dataclass(slots=True)
class _Turn:
    """The lines of one message, from its head to the next."""

    draft: Draft
    lines: Sequence[str]
    start: int
    end: int

    def add(self) -> None:
        """Add the message with its parts, and count it as a record."""
        self.draft.ledger.seen()
        self.draft.ledger.read()
        self._say()
        for place, end in self._pieces():
            if match := _TOOL.match(self.lines[place]):
                self._add_tool(match[1], place, end)
            elif self.lines[place].strip() == _THINKING:
                self._add_text(place + 1, end, thought=True)
            else:
                self._add_text(place, end, thought=False)

    def _say(self, *parts: Part) -> None:
        match = _TURN.match(self.lines[self.start])
        facts = match["facts"] if match else None
        took = _TOOK.search(facts or "")
        role = Role.USER if match and match[1] == "User" else Role.ASSISTANT
        fields = raw_fields(head=facts, took=took[1] if took else None)
        self.draft.say(role, Line(self.start + 1), *parts, turn=f"line {self.start}", fields=fields)

    def _pieces(self) -> Iterator[tuple[int, int]]:
        """Yield where the parts begin and end: texts, thoughts and tools."""
        begin = self.start + 1
        for place in range(self.start + 1, self.end):
            line = self.lines[place]
            if place > begin and (_TOOL.match(line) or line.strip() == _THINKING) and not self._is_quoted(begin, place):
                yield begin, place
                begin = place
        if begin < self.end:
            yield begin, self.end

    def _is_quoted(self, begin: int, place: int) -> bool:
        """Tell whether an output that began before a line has no fence yet that could end it."""
        marks = (_OUTPUT, _ERROR)
        opened = next((one for one in range(begin, place) if self.lines[one].strip() in marks), None)
        if opened is None:
            return False
        fences = sum(line.startswith(_FENCE) for line in self.lines[opened:place])
        return fences == 1

    def _add_text(self, place: int, end: int, *, thought: bool) -> None:
        kept = [line for line in self.lines[place:end] if not (end == self.end and line == _RULE)]
        text = "\n".join(kept).strip("\n")
        if not text.strip():
            return
        first = next(one for one in range(place, end) if self.lines[one].strip())
        where = Line(first + 1)
        if not thought:
            self._say(text_part(text, where))
            return
        # A thought is one paragraph or more; nothing marks its end, so what follows it in the piece belongs to it.
        self._say(Reasoning(clean(text), where))

    def _add_tool(self, name: str, place: int, end: int) -> None:
        state: dict[str, Any] = {"status": "running"}
        given = self._fenced(place, end, _INPUT)
        if given is not None:
            state["input"] = decoded_arguments(given[0])
        output = self._fenced(place, end, _OUTPUT) or self._fenced(place, end, _ERROR)
        behind = end
        if output is not None:
            key = "output" if self.lines[output[1]].strip() == _OUTPUT else "error"
            state["status"] = "completed" if key == "output" else "error"
            state[key] = output[0]
            behind = output[2]
        elif given is not None:
            behind = given[2]
        part = {"tool": name, "state": state, "callID": f"line {place + 1}"}
        call, result = read_tool(self.draft, part, Line(place + 1), None)
        self._say(call)
        if result is not None:
            self.draft.answer(replace(result, location=Line(output[1] + 1)) if output else result)
        self._add_text(behind, end, thought=False)

    def _fenced(self, place: int, end: int, mark: str) -> tuple[str, int, int] | None:
        """Return the text of the fence below a mark, the mark's line, and the line behind the fence, or None.

        An input is JSON and holds no fence; an output ends at the last fence, as those in it are not escaped.
        """
        at = next((one for one in range(place, end) if self.lines[one].strip() == mark), None)
        if at is None or at + 1 >= end or not self.lines[at + 1].startswith(_FENCE):
            return None
        closings = [one for one in range(at + 2, end) if self.lines[one].rstrip() == _FENCE]
        if not closings:
            return "\n".join(self.lines[at + 2 : end]), at, end
        close = closings[0] if mark == _INPUT else closings[-1]
        return "\n".join(self.lines[at + 2 : close]), at, close + 1
