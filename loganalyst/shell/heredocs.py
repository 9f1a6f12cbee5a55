"""Lift the bodies of here-documents out of a command line, so that the parser sees only its heads.

The grammar of tree-sitter-bash loses a pipeline or redirect that follows a here-document's head. Each head is
replaced by a redirect from ``_`` and each body by blanks, so that every other character keeps its place.
"""

import re
from dataclasses import dataclass

_PLAIN = re.compile(
    r"\\.|\$'(?:[^'\\]|\\.)*'|'[^']*'|\"|\$\(\(|\$\(|\(\(|\(|\)|<<<|<<|(?<![^\s;&|()])#[^\n]*|\n", re.DOTALL
)
_QUOTED = re.compile(r"\\.|\"|\$\(\(|\$\(", re.DOTALL)
_ARITHMETIC = re.compile(r"[()]")
_HEAD = re.compile(r"<<(-?)[ \t]*(?:'([^'\n]+)'|\"([^\"\n]+)\"|\\?([^\s'\"\\;&|()<>]+))")


@dataclass(frozen=True, slots=True)
class HereDocument:
    """The body of a here-document and where it stands in the text."""

    body: str
    start: int
    head_end: int
    """Where the word behind ``<<`` ends."""
    literal: bool
    """Its body stands in the text as it is fed (no leading tabs were taken off)."""


@dataclass(slots=True)
class _Lifter:
    text: str
    pieces: list[str]
    bodies_found: dict[int, HereDocument]
    waiting: list[tuple[int, int, str, bool]]
    done: int = 0

    def head(self, start: int) -> int:
        """Replace the head at `start`, if it is one, and return where reading goes on."""
        match = _HEAD.match(self.text, start)
        if match is None:
            return start + 2
        tabs, single, double, bare = match.groups()
        self.waiting.append((start, match.end(), single or double or bare, bool(tabs)))
        self._replace(start, match.end(), "<_")
        return match.end()

    def bodies(self, start: int) -> int:
        """Take the bodies that wait, from the line that begins at `start`, and return where the next line begins."""
        for head, head_end, word, tabs in self.waiting:
            end = stop = len(self.text)
            line = start
            while line < len(self.text):
                line_end = self.text.find("\n", line)
                line_end = len(self.text) if line_end < 0 else line_end
                written = self.text[line:line_end].rstrip("\r")
                if (written.lstrip("\t") if tabs else written) == word:
                    end, stop = line, line_end
                    break
                line = line_end + 1
            body = self.text[start:end]
            fed = re.sub(r"^\t+", "", body, flags=re.MULTILINE) if tabs else body
            self.bodies_found[head] = HereDocument(fed, start, head_end, literal=fed == body)
            self._replace(start, stop, "")
            start = min(stop + 1, len(self.text))
        self.waiting.clear()
        return start

    def _replace(self, start: int, end: int, by: str) -> None:
        self.pieces += (self.text[self.done : start], by.ljust(end - start))
        self.done = end


def lift_heredocs(text: str) -> tuple[str, dict[int, HereDocument]]:
    """Return the text with heads and bodies replaced, of the same length, and the bodies by the place of their heads.

    A here-document that is not ended reaches to the end of the text.
    """
    if "<<" not in text:
        return text, {}
    lifter = _Lifter(text, [], {}, [])
    nesting: list[re.Pattern[str]] = [_PLAIN]
    place = 0
    while match := nesting[-1].search(text, place):
        found, place = match[0], match.end()
        if found == "<<":
            place = lifter.head(match.start())
        elif found == "\n":
            place = lifter.bodies(place)
        elif nesting[-1] is _ARITHMETIC:
            _count(nesting, found)
        else:
            _nest(nesting, found)
    lifter.bodies(len(text))
    lifter.pieces.append(text[lifter.done :])
    return "".join(lifter.pieces), lifter.bodies_found


def _count(nesting: list[re.Pattern[str]], found: str) -> None:
    """Follow the parentheses of an arithmetic expression; two were open at its beginning."""
    if found == "(":
        nesting.append(_ARITHMETIC)
    else:
        nesting.pop()


def _nest(nesting: list[re.Pattern[str]], found: str) -> None:
    """Follow quotes and parentheses of commands."""
    if found == '"':
        if nesting[-1] is _QUOTED:
            nesting.pop()
        else:
            nesting.append(_QUOTED)
    elif found in {"$((", "(("}:
        nesting += (_ARITHMETIC, _ARITHMETIC)
    elif found in {"$(", "("}:
        nesting.append(_PLAIN)
    elif found == ")" and len(nesting) > 1:
        nesting.pop()
