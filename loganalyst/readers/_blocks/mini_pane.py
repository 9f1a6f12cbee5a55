"""The session of mini-swe-agent as its interactive program shows it on a terminal, read off version 1.8.1.

``mini-swe-agent (step N, $COST):`` begins what the model said, with one fence of bash as its command, and ``User:`` the
observation. The program breaks its text at the width of the terminal, so that a command that reached the edge goes on
in the next line. What a progress bar left on the screen may stand behind any of its lines.
"""

import re
from collections.abc import Sequence

from loganalyst.model.span import Line
from loganalyst.model.transcript import Role, ShellSession, ToolCall
from loganalyst.readers._blocks.content import raw_fields, result_part, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.mini_output import read_observation

STEP = re.compile(r"mini-swe-agent \(step ([0-9]{1,6}), \$[0-9.]{1,12}\):")
BANNER = re.compile(r"[^\n]{0,4}This is mini-swe-agent version ([0-9]{1,4}(?:\.[0-9]{1,6}){0,3})")
_SPEAKER = re.compile(r"(User|System|Assistant|Exit):")
_OBSERVED = ("<returncode>", "The last command <command>", "The last action", "<warning>")
_RULE = re.compile(r"[─━]{20,1000}\s{0,200}\Z")
_KILLED = re.compile(r"timed\s{1,4}out\s{1,4}and\s{1,4}has\s{1,4}been\s{1,4}killed\.")
_KILLED_IN = 4_000
_COMMAND = "command"
"""All commands share this native id, so that an observation finds the latest."""
_ROLES = {"User": Role.USER, "System": Role.SYSTEM, "Assistant": Role.ASSISTANT, "Exit": Role.SYSTEM}

NumberedLine = tuple[int, str]


def is_head(lines: Sequence[NumberedLine], place: int) -> bool:
    """Tell whether a line of the pane begins a part of such a session."""
    text = lines[place][1]
    if STEP.match(text):
        return True
    match = _SPEAKER.match(text)
    if match is None:
        return False
    below = lines[place + 1][1] if place + 1 < len(lines) else ""
    above = lines[place - 1][1].strip() if place else ""
    return not above and (text.strip() == match[0] or below.startswith(_OBSERVED))


def say_part(draft: Draft, lines: Sequence[NumberedLine], width: int) -> None:
    """Add one part, its head and the lines below, and count it as a record."""
    draft.ledger.seen()
    draft.ledger.read()
    number, head = lines[0]
    below = [line for line in lines[1:] if not _RULE.match(line[1])]
    while below and not below[-1][1].strip():
        below = below[:-1]
    if step := STEP.match(head):
        _say_step(draft, step[1], number, below, width)
    elif (speaker := head.partition(":")[0]) == "User" and below and below[0][1].startswith(_OBSERVED):
        _say_observation(draft, below)
    elif below:
        place = Line(below[0][0])
        role = _ROLES.get(speaker, Role.SYSTEM)
        draft.say(role, place, text_part(_joined(below), place), turn=f"line {number}")


def _joined(lines: Sequence[NumberedLine]) -> str:
    return "\n".join(text for _, text in lines).strip("\n")


def _say_step(draft: Draft, step: str, number: int, below: Sequence[NumberedLine], width: int) -> None:
    turn = f"line {number}"
    draft.say(Role.ASSISTANT, Line(number), turn=turn, native_id=f"step {step}", fields=raw_fields(step=step))
    start = next((place for place, (_, text) in enumerate(below) if text.startswith("```bash")), len(below))
    end = max((place for place, (_, text) in enumerate(below) if text.startswith("```") and place > start), default=-1)
    end = end if end >= 0 else len(below)
    for lines in (below[:start], below[end + 1 :]):
        told = [line for line in lines if line[1].strip()]
        if told:
            place = Line(told[0][0])
            draft.say(Role.ASSISTANT, place, text_part(_joined(lines), place), turn=turn)
        if lines and lines[0] is below[0] and start < len(below):
            _say_command(draft, below[start + 1 : end], turn, width)
    if not start:
        _say_command(draft, below[1:end], turn, width)


def _say_command(draft: Draft, lines: Sequence[NumberedLine], turn: str, width: int) -> None:
    if not lines:
        return
    place = Line(lines[0][0])
    call = ToolCall(
        id=_COMMAND,
        name="bash",
        text=_unbroken(lines, width),
        location=place,
        is_shell=True,
        shell=ShellSession.PER_CALL,
    )
    draft.say(Role.ASSISTANT, place, call, turn=turn)


def _unbroken(lines: Sequence[NumberedLine], width: int) -> str:
    """Return lines as they were before they were broken: where the next word had no room, it was a blank."""
    text = lines[0][1]
    last = text
    for _, line in lines[1:]:
        word = line.partition(" ")[0]
        broken = word and len(last) + 1 + len(word) > width >= len(last) > width // 2
        text += (" " if broken else "\n") + line
        last = line
    return text


def _say_observation(draft: Draft, below: Sequence[NumberedLine]) -> None:
    place = Line(below[0][0])
    text = _joined(below)
    whole = _KILLED.sub("timed out and has been killed.", text[:_KILLED_IN], count=1) + text[_KILLED_IN:]
    output, status, raw = read_observation(whole, {}, None)
    draft.answer(result_part(_COMMAND, output, place, fields=raw_fields(**raw), **status))
