"""What was entered at the prompts of a terminal, and what was printed below each.

One entered line with its output is one message of the assistant: whoever sits at the terminal investigates. The first
prompt's host is the machine of the session; another host in a later prompt is named. An exit status is known only where
a prompt shows it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal

from loganalyst.model.span import Location
from loganalyst.model.transcript import Role, ShellSession, ToolCall
from loganalyst.readers._blocks.content import raw_fields, result_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.prompts import Prompt, bare_marks, is_above_prompt, is_open, read_prompt
from loganalyst.readers._blocks.screen_rows import ScreenLine

_CONTINUED = ("> ", "dquote> ", "quote> ", "heredoc> ", "cmdand> ", "pipe> ", ">> ")


@dataclass(slots=True)
class Entry:
    """A prompt with what was entered at it and the lines below; the first one may have no prompt."""

    prompt: Prompt | None
    command: str
    line: ScreenLine | None
    last: ScreenLine | None = None
    """The last line of the command, where it goes over several."""
    output: list[ScreenLine] = field(default_factory=list)
    closed: bool = False
    """Another prompt follows."""
    status: str | None = None

    def text(self) -> str:
        """Return the printed lines, blank ones at the end left out."""
        return "\n".join(line.text for line in self.output).rstrip("\n")


@dataclass(frozen=True, slots=True)
class Clock:
    """How the marks of a recording are turned into places and times."""

    place: Callable[[int], Location]
    time: Callable[[int], datetime | None] = lambda _: None
    elapsed: Callable[[int], Decimal | None] = lambda _: None
    """Seconds since the beginning."""


def cut_entries(lines: Sequence[ScreenLine]) -> list[Entry]:
    """Return what was entered, in order, with what stands before the first prompt as an entry without one."""
    bare = bare_marks(line.text for line in lines)
    entries = [Entry(None, "", None)]
    above: ScreenLine | None = None
    for line in lines:
        current = entries[-1]
        if _goes_on(current, line):
            continued = next((mark for mark in _CONTINUED if line.text.startswith(mark)), line.text[:1])
            current.command += "\n" + line.text[len(continued) :]
            current.last = line
        elif prompt := _prompt(line, bare):
            current.closed = True
            current.status = prompt.status
            if above is not None:
                current.output.pop()
                prompt = replace(prompt, text=f"{above.text}\n{prompt.text}")
            entries.append(Entry(prompt, line.text[prompt.end :].rstrip(), line, line))
        else:
            current.output.append(line)
        above = line if is_above_prompt(line.text) else None
    return entries


def _goes_on(entry: Entry, line: ScreenLine) -> bool:
    """Tell whether a line goes on with the command above it."""
    if not entry.command or entry.output or not (line.text == ">" or line.text.startswith(_CONTINUED)):
        return False
    return line.entered or is_open(entry.command)


def _prompt(line: ScreenLine, bare: frozenset[str]) -> Prompt | None:
    found = read_prompt(line.text, bare)
    if line.typed_from and (line.entered or found):
        known = line.text[: line.typed_from]
        # What was typed begins where the first key or the line editor's sign says, however the prompt looks.
        base = found if found and found.end == line.typed_from else None
        return base or replace(found or Prompt("", 0), text=known.rstrip(), end=line.typed_from)
    if found or not line.entered:
        return found
    return Prompt("", 0)


def say_entries(draft: Draft, entries: Sequence[Entry], clock: Clock, *, counted: bool = True) -> None:
    """Add entries to a draft; empty prompts are left out.

    Each entry is one record of the ledger, unless ``counted`` is false, where the reader has other records.
    """
    home = next((entry.prompt.host for entry in entries if entry.prompt and entry.prompt.host), None)
    for number, entry in enumerate(entries):
        following = entries[number + 1].line if number + 1 < len(entries) else None
        if entry.prompt is None or entry.line is None or not entry.command.strip():
            known = _say_unasked(draft, entry, clock)
        else:
            _say_entry(draft, entry, clock, home, following)
            known = True
        if counted:
            _count(draft, entry, clock, known=known)


def _count(draft: Draft, entry: Entry, clock: Clock, *, known: bool) -> None:
    if known:
        draft.ledger.seen()
        draft.ledger.read()
    elif entry.line is not None:
        draft.ledger.seen()
        draft.ledger.ignore("empty prompt", clock.place(entry.line.mark))


def _say_unasked(draft: Draft, entry: Entry, clock: Clock) -> bool:
    """Add what was printed with no command entered before it, and tell whether there was anything."""
    text = entry.text()
    first = next((line for line in entry.output if line.text.strip()), None)
    if first is not None:
        draft.answer(result_part(None, text.lstrip("\n"), clock.place(first.begun)))
    return first is not None


def _say_entry(draft: Draft, entry: Entry, clock: Clock, home: str | None, following: ScreenLine | None) -> None:
    prompt, line = entry.prompt, entry.line
    if prompt is None or line is None:
        return
    mark = (entry.last or line).mark
    place = clock.place(line.mark)
    native = f"entry-{draft.position + 1}"
    call = ToolCall(
        id=native,
        name="terminal",
        text=entry.command,
        location=place,
        is_shell=True,
        host=prompt.host if prompt.host != home else None,
        cwd=prompt.cwd if prompt.cwd and prompt.cwd[0] in "~/" else None,
        shell=ShellSession.PERSISTENT,
        fields=raw_fields(prompt=prompt.text or None),
    )
    time = clock.time(mark)
    draft.say(Role.ASSISTANT, place, call, turn=native, time=time)
    text = entry.text()
    if not entry.closed and not text.strip():
        return
    begun, ended = clock.elapsed(mark), clock.elapsed(following.begun) if following else None
    duration = ended - begun if begun is not None and ended is not None and ended >= begun else None
    first = next((one for one in entry.output if one.text.strip()), None)
    result = result_part(
        native,
        text,
        clock.place(first.begun) if first else place,
        exit_status=int(entry.status) if entry.status else None,
        duration=duration,
        fields=raw_fields(
            exit_status=entry.status,
            started=str(begun) if duration is not None else None,
            time=str(ended) if duration is not None else None,
        ),
    )
    draft.answer(result)


def plain_lines(texts: Iterator[str] | Sequence[str], first: int = 1) -> list[ScreenLine]:
    """Return lines of a text that is no recording, numbered from ``first``."""
    return [ScreenLine(text.rstrip(), number, number, ended=True) for number, text in enumerate(texts, start=first)]
