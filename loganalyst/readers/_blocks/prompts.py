r"""Shell prompts: where on a line of a terminal the command begins, and what the prompt says of host and folder.

Only forms that hardly occur in output are taken at once (``user@host:~$``, ``[user@host ~]#``, ``bash-5.1$``,
``PS C:\>``, ``➜  folder``); a bare ``$``, ``%`` or ``#`` counts only in a text that has no such prompt.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_NAME = r"[A-Za-z0-9_][\w.+-]{0,63}"
_HOST = r"[\w.-]{1,100}"
_ENVIRONMENT = r"(?:\([\w.+: /-]{1,60}\) ?){0,4}"
_BRANCH = r"(?: ?\([^()\n]{1,80}\)| ?\[[^\[\]\n]{1,80}\]){0,2}"
_SHOWN = r"(?: \[(?P<status>[0-9]{1,3})\])?"
_FORMS = (
    rf"(?P<user>{_NAME})@(?P<host>{_HOST}):(?P<cwd>[~/][^\s$#%>]{{0,200}}|){_BRANCH} ?[$#%>]",
    rf"\[(?P<user>{_NAME})@(?P<host>{_HOST})(?:[ :](?P<cwd>[^\]\n]{{0,120}}))?\]{_BRANCH} ?[$#%>]",
    rf"(?P<user>{_NAME})@(?P<host>{_HOST}) (?P<cwd>[^\s$#%>]{{1,120}})(?: \([^()\n]{{1,80}}\))?{_SHOWN} ?[$#%>]",
    rf"(?P<host>[A-Za-z][\w.-]{{1,63}}):(?P<cwd>[~/][^\s$#%>]{{0,120}}) (?P<user>{_NAME})[$#%]",
    r"(?:ba|z|k|da|tc|a)?sh-[0-9][0-9.]{0,6}[$#]",
    r"PS(?: (?P<cwd>[A-Za-z]:[^>\n]{0,200}|[~/][^>\n]{0,200}))?>",
    r'(?P<cwd>[A-Za-z]:\\[^>\n|"<*?]{0,200})>',
    r"➜ {1,3}(?P<cwd>\S{1,80})(?: git:\([^)\n]{1,60}\))?(?: ✗)?",
    r"(?:└─[$#]|\u276f)",
    r"(?P<status>[0-9]{1,3})\|(?P<host>[\w-]{1,40}):/\S{0,100} ?[$#]",
)
_STRONG = tuple(re.compile(rf"{_ENVIRONMENT}{form}(?: |\Z)") for form in _FORMS)
_BARE = re.compile(r"(?:\([\w.+: /-]{1,60}\) ?){0,4}([$%#])(?: |\Z)")
_ABOVE = re.compile(r"┌──\([^\n]{1,200}\Z")
_WINDOW = 400
_HEREDOC = re.compile(r"<<-?\s{0,4}[\"'\\]?([A-Za-z_]\w{0,60})")
_BLOCK = re.compile(r"(?:^|[;\s])(?:do|then|else|\{)\s{0,8}\Z")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The prompt at the beginning of a line."""

    text: str
    end: int
    """Column of the first character of the command."""
    user: str | None = None
    host: str | None = None
    cwd: str | None = None
    status: str | None = None
    """Exit status of the command before, where the prompt shows it."""


def read_prompt(line: str, bare: frozenset[str] = frozenset()) -> Prompt | None:
    """Return the prompt that a line begins with, or None; ``bare`` are the single marks that count here."""
    head = line[:_WINDOW]
    for form in _STRONG:
        if match := form.match(head):
            groups = match.groupdict()
            return Prompt(
                match[0].rstrip(),
                match.end(),
                groups.get("user") or None,
                groups.get("host") or None,
                groups.get("cwd") or None,
                groups.get("status") or None,
            )
    if bare and (match := _BARE.match(head)) and match[1] in bare:
        return Prompt(match[0].rstrip(), match.end())
    return None


def is_above_prompt(line: str) -> bool:
    """Tell whether a line is the upper half of a prompt of two lines."""
    return _ABOVE.match(line[:_WINDOW]) is not None


def bare_marks(lines: Iterable[str]) -> frozenset[str]:
    """Return the bare marks that are prompts in a text: none where a fuller prompt occurs, ``#`` only alone.

    A text that shows its commands by a bare ``$`` often quotes comments, so a ``#`` there is no prompt.
    """
    seen: set[str] = set()
    for line in lines:
        if read_prompt(line):
            return frozenset()
        match = _BARE.match(line[:_WINDOW])
        if match and line[match.end() :].strip():
            seen.add(match[1])
    if "$" in seen:
        return frozenset("$")
    return frozenset(seen - {"#"}) or frozenset(seen)


def is_open(command: str) -> bool:
    """Tell whether the shell would ask for more lines: a quote, a here-document or a backslash stands open."""
    if command.endswith("\\") and not command.endswith("\\\\"):
        return True
    if _open_quote(command):
        return True
    if match := _HEREDOC.search(command):
        return "\n" + match[1] not in command[match.end() :]
    return command.rstrip().endswith(("&&", "||", "|")) or _BLOCK.search(command) is not None


def _open_quote(command: str) -> str:
    """Return the quotation mark that stands open at the end, or an empty string."""
    quote = ""
    escaped = False
    for character in command:
        if escaped:
            escaped = False
        elif character == "\\" and quote != "'":
            escaped = True
        elif quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
    return quote
