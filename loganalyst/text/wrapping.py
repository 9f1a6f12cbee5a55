"""Prose broken into lines for a terminal; what is not prose keeps its own."""

import re
import textwrap
from collections.abc import Iterator

_NARROWEST = 20
_FENCE = re.compile(r"\s{0,3}(?:`{3,}|~{3,})")
_KEPT = re.compile(r"\s*\||\s{4}|\t")
"""How a row of a table and a line of code begin."""
_HEAD = re.compile(r"\s*(?:[-*+>] |[0-9]{1,3}[.)] )?")


def wrap_lines(text: str, width: int) -> str:
    """Return text in which no line of prose is longer than `width`; code between fences and tables stay as they are.

    What a line begins with, such as the mark of a list, is not repeated, and the lines that follow are indented to it.
    """
    return "\n".join(_wrapped(text.split("\n"), width))


def fill_paragraphs(text: str, width: int) -> str:
    """Return paragraphs, which blank lines part, each filled anew with lines of at most `width`."""
    paragraphs = re.split(r"\n\s*\n", text.strip("\n"))
    return "\n\n".join(fill_line(" ".join(one.split()), width) for one in paragraphs)


def _wrapped(lines: list[str], width: int) -> Iterator[str]:
    inside = False
    for line in lines:
        is_fence = _FENCE.match(line) is not None
        inside ^= is_fence
        if inside or is_fence or len(line) <= width or _KEPT.match(line):
            yield line
        else:
            head = _HEAD.match(line)
            yield fill_line(line, width, " " * (head.end() if head else 0))


def fill_line(text: str, width: int, hang: str = "") -> str:
    """Return one line of text in lines of at most ``width``, all but the first indented; long words stay whole."""
    return textwrap.fill(
        text,
        max(width, _NARROWEST),
        subsequent_indent=hang,
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
        replace_whitespace=False,
    )
