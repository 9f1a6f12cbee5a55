r"""Text that a person copied from a terminal: prompts with commands, and the output below each.

``user@host:~$ cmd``, ``[user@host ~]# cmd``, ``PS C:\> cmd``, ``bash-5.1$ cmd`` and the like are prompts wherever they
stand; ``$ cmd``, ``% cmd`` and ``# cmd`` only in a text that has no fuller prompt. Each entered line with its output is
one record and one Message. Nothing tells an exit status unless a prompt shows it.
"""

from loganalyst.model.span import Line
from loganalyst.model.transcript import Transcript
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.prompts import bare_marks, read_prompt
from loganalyst.readers._blocks.terminal_entries import Clock, cut_entries, plain_lines, say_entries
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean

NAME = "terminal_text"
TITLE = "pasted terminal text"
VERIFIED = True

_MARKDOWN = "```"


def recognise(source: Source) -> Guess:
    """Return how surely lines of the text begin with a shell's prompt."""
    head = source.head()
    if head[:1] in b"{[" and b'":' in head[:200]:
        return Guess(0, "it begins like JSON")
    lines = [line.rstrip("\r") for line in clean(head.decode("utf-8", "replace")).split("\n")]
    filled = [line for line in lines if line.strip()]
    full = next((prompt for line in filled if (prompt := read_prompt(line))), None)
    if full is not None:
        first = read_prompt(filled[0])
        begins = first is not None and bool(filled[0][first.end :].strip())
        return Guess(70 if begins else 50, f"a line begins with the prompt {full.text}")
    return _bare_guess(filled)


def _bare_guess(filled: list[str]) -> Guess:
    """Return how surely a text is a terminal's whose only prompts are bare marks."""
    bare = bare_marks(filled)
    if not bare:
        return Guess(0, "no line begins with a shell's prompt")
    first = read_prompt(filled[0], bare)
    fenced = any(line.startswith(_MARKDOWN) for line in filled)
    if first is not None and filled[0][first.end :].strip() and bare != {"#"} and not fenced:
        return Guess(55, f"its first line begins with the prompt {first.text}")
    return Guess(15, "its only prompts are bare marks, which stand in other texts too")


def read(source: Source) -> Transcript:
    """Return what was entered and printed."""
    draft = Draft(source, NAME)
    # Cleaning as a whole would move lines, so each is cleaned alone.
    lines = plain_lines([clean(line) for line in draft.text().split("\n")])
    say_entries(draft, cut_entries(lines), Clock(Line))
    return draft.finish()
