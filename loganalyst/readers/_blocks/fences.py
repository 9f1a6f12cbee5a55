"""Fenced blocks of a Markdown export: where they stand and what is in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_FENCE = re.compile(r"(`{3,20}|~{3,20})([^`\n]{0,200})\Z")

SHELLS = frozenset({"bash", "sh", "shell", "zsh", "console", "cmd", "powershell", "bat", "fish"})
"""Words behind a fence that say that it holds commands."""


@dataclass(frozen=True, slots=True)
class Fence:
    """One fenced block among some lines."""

    info: str
    """The word behind the opening fence, or an empty string."""
    start: int
    """Position of the opening line among the lines, from 0."""
    end: int
    """Position behind the closing line."""
    text: str


def find_fences(lines: Sequence[str]) -> list[Fence]:
    """Return the fenced blocks in order; one that is never closed goes to the end."""
    found: list[Fence] = []
    place = 0
    while place < len(lines):
        match = _FENCE.match(lines[place])
        if match is None:
            place += 1
            continue
        end = place + 1
        while end < len(lines) and not _closes(lines[end], match[1]):
            end += 1
        found.append(Fence(match[2].strip(), place, min(end + 1, len(lines)), "\n".join(lines[place + 1 : end])))
        place = end + 1
    return found


def outside(lines: Sequence[str], fences: Sequence[Fence]) -> str:
    """Return the text that stands in none of the fences."""
    kept = [line for place, line in enumerate(lines) if not any(one.start <= place < one.end for one in fences)]
    return "\n".join(kept).strip("\n")


def _closes(line: str, mark: str) -> bool:
    bare = line.rstrip()
    return len(bare) >= len(mark) and set(bare) == {mark[0]}
