"""Options and subcommands of a program are tried from memory and refused, and its help is not read."""

import re
from collections.abc import Iterator
from dataclasses import replace

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, CommandEvent, Events, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.span import Span

RULE = "guessed-interface"
_ENOUGH = 3
_REFUSED = re.compile(
    r"(?:unknown|unrecogni[sz]ed|invalid|unexpected|illegal|unsupported|no such|bad)"
    r" (?:short |long )?(?:option|flag|switch|sub-?command|command|argument|arguments|choice|parameter|key|action)\b"
    r"|is not an? (?:valid )?\S{0,30} ?(?:command|subcommand|option)\b"
    r"|(?:option|argument|flag) \S{1,60} (?:is )?not recogni[sz]ed"
    r"|accepts \d{1,3} arg|requires (?:at least|exactly) \d{1,3} arg|no help topic for|flag provided but not defined",
    re.IGNORECASE,
)
"""Words with which programs refuse what they were given."""
_USAGE = re.compile(r"^(?:usage|available commands|flags|options)\b:?", re.IGNORECASE | re.MULTILINE)
_ERROR = re.compile(r"\s{0,20}\S{0,40}\s?(?:error|fatal|failed)\b", re.IGNORECASE)
"""How an answer begins that gives an error and the usage behind it, as some programs do for any error."""
_FIRST_LINES = 5
"""A refusal stands near the beginning of what a program prints."""
_PRINT_FILES = frozenset({"awk", "cat", "grep", "head", "less", "rg", "sed", "tail"})
_SECTIONS = 2
"""How many headings make a text that of a program's help."""
_HELP = frozenset({"--help", "-h", "help", "--usage", "-help", "/?", "completion"})
_READS_HELP = frozenset({"man", "tldr", "info", "apropos"})
_NO_WORK = frozenset({CommandRole.PLUMBING, CommandRole.WAIT, CommandRole.WRAPPER})
_Place = tuple[str | None, str | None, str]


def find(context: Context) -> Iterator[Hit]:
    """Yield the third refused form of one program's interface with no look at its help between, once each time."""
    events = context.events
    refused: dict[_Place, list[tuple[CommandEvent, Span]]] = {}
    for call in events.calls:
        for event in (events.commands[seq] for seq in call.commands):
            for place in _read_up(event.command):
                refused.pop(place, None)
        found = _refusal(events, call)
        if found is None:
            continue
        event = found[0]
        tries = refused.setdefault(_place(event.command), [])
        if any(before.command.text == event.command.text for before, _ in tries):
            continue
        tries.append(found)
        if len(tries) == _ENOUGH:
            yield _hit(event, tries)


def _place(command: Command) -> _Place:
    return command.host, command.container, command.program


def _read_up(command: Command) -> Iterator[_Place]:
    """Yield the programs whose help a command shows."""
    if command.program in _READS_HELP:
        yield from ((command.host, command.container, word) for word in command.words[1:])
    elif any(word in _HELP for word in command.words[1:]):
        yield _place(command)


def _refusal(events: Events, call: Call) -> tuple[CommandEvent, Span] | None:
    """Return the command of a call that its program refused, with the words; None where several programs may speak.

    A program that answers with its usage though nobody asked for it refuses as well.
    """
    result = events.results[call.result] if call.result is not None else None
    commands = [events.commands[seq] for seq in call.commands]
    working = [event for event in commands if event.command.role not in _NO_WORK]
    programs = {_place(event.command) for event in working}
    if result is None or len(programs) != 1 or working[0].command.program in _PRINT_FILES:
        return None
    text = result.text[:20_000]
    match = _REFUSED.search("\n".join(text.split("\n", _FIRST_LINES)[:_FIRST_LINES]))
    if match is None:
        asked = any(place for event in working for place in _read_up(event.command))
        shown = len(_USAGE.findall(text)) >= _SECTIONS and not _ERROR.match(text)
        match = _USAGE.search(text) if shown and not asked else None
    if match is None:
        return None
    return working[-1], _line_of(result, match.start())


def _line_of(result: Result, at: int) -> Span:
    """Return the span of the line of a result in which a character stands."""
    start = result.text.rfind("\n", 0, at) + 1
    line = result.text[start:].split("\n", 1)[0]
    found = result.span.quote.find(line)
    if found < 0:
        return result.span
    first = result.span.start + found
    return replace(result.span, start=first, end=first + len(line), quote=line)


def _hit(event: CommandEvent, tries: list[tuple[CommandEvent, Span]]) -> Hit:
    related = tuple(
        Related(span, span.message, span.location, "a form that was refused before") for _, span in tries[:-1]
    )
    captures = (Capture("program", event.command.program), Capture("count", str(len(tries))))
    return Hit(event.place, event.span, related, captures)
