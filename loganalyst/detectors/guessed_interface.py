"""Options and subcommands of a program are tried from memory and refused, and its help is not read."""

import re
from collections.abc import Iterator
from dataclasses import replace

from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, CommandEvent, Events, Result
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
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
_NO_MEMBER = re.compile(
    r"^(?!.{0,200}NoneType).{1,200} has no attribute '|is not a function$|undefined method [`'\"]", re.MULTILINE
)
"""Words with which an interpreter refuses a name of a library that code on the command line had used."""
_USAGE = re.compile(r"^(?:usage|available commands|flags|options)\b:?", re.IGNORECASE | re.MULTILINE)
_ERROR = re.compile(r"\b(?:error|fatal|failed)\b", re.IGNORECASE)
_SPEAKER = re.compile(r"(?:\A|[:>] ?)\W{0,5}\Z")
"""What stands before the words of a complaint: nothing, or who complains."""
_END_CHARACTERS = 2_000
"""A traceback ends with what was wrong."""
_FIRST_LINES = 5
"""A refusal stands near the beginning of what a program prints."""
_PRINT_FILES = frozenset({"awk", "cat", "grep", "head", "less", "rg", "sed", "tail"})
_HELP = frozenset({"--help", "-h", "help", "--usage", "-help", "/?", "completion"})
_READS_HELP = frozenset({"man", "tldr", "info", "apropos"})
_NO_WORK = frozenset({CommandRole.PLUMBING, CommandRole.WAIT, CommandRole.WRAPPER})
_DONE = frozenset({OutcomeKind.OK, OutcomeKind.SILENT, OutcomeKind.UNKNOWN})
_Place = tuple[str | None, str | None, str]


def find(context: Context) -> Iterator[Hit]:
    """Yield the third refused form of one program's interface in turn, once each time.

    A look at its help, a listing that it prints, and a form that it takes end the row.
    """
    events = context.events
    refused: dict[_Place, list[tuple[CommandEvent, Span]]] = {}
    for call in events.calls:
        found = _refusal(events, call)
        asked = (place for seq in call.commands for place in _read_up(events.commands[seq].command))
        for place in (*asked, *(_taken(events, call) if found is None else ())):
            refused.pop(place, None)
        if found is None:
            continue
        event = found[0]
        tries = refused.setdefault(_place(event.command), [])
        if any(before.command.text == event.command.text for before, _ in tries):
            continue
        tries.append(found)
        if len(tries) == _ENOUGH:
            yield _hit(event, tries)
        if _shows_usage(events, call):
            tries.clear()


def _place(command: Command) -> _Place:
    return command.host, command.container, command.program


def _read_up(command: Command) -> Iterator[_Place]:
    """Yield the programs whose help a command shows."""
    if command.program in _READS_HELP:
        yield from ((command.host, command.container, word) for word in command.words[1:])
    elif any(word in _HELP for word in command.words[1:]):
        yield _place(command)


def _taken(events: Events, call: Call) -> Iterator[_Place]:
    """Yield the programs that took what a call gave them, or that answered with their usage."""
    result = events.results[call.result] if call.result is not None else None
    if result is None:
        return
    done = call.outcome.kind in _DONE and not _ERROR.search(_beginning(result))
    if done or _shows_usage(events, call):
        yield from (_place(event.command) for event in _working(events, call) if event.outcome.reason != "not_run")


def _shows_usage(events: Events, call: Call) -> bool:
    """Return whether the answer to a call holds a usage or a listing of subcommands, asked for or not."""
    return call.result is not None and _USAGE.search(events.results[call.result].text[:20_000]) is not None


def _working(events: Events, call: Call) -> list[CommandEvent]:
    commands = (events.commands[seq] for seq in call.commands)
    return [event for event in commands if event.command.role not in _NO_WORK]


def _beginning(result: Result) -> str:
    return "\n".join(result.text[:20_000].split("\n", _FIRST_LINES)[:_FIRST_LINES])


def _refusal(events: Events, call: Call) -> tuple[CommandEvent, Span] | None:
    """Return the command of a call that its program refused, with the words; None where several programs may speak.

    What ended well was refused only where a line begins with the complaint or speaks of an error.
    """
    result = events.results[call.result] if call.result is not None else None
    working = _working(events, call)
    programs = {_place(event.command) for event in working}
    if result is None or len(programs) != 1 or working[0].command.program in _PRINT_FILES:
        return None
    if working[-1].command.option("code") is not None:
        end = max(0, len(result.text) - _END_CHARACTERS)
        member = _NO_MEMBER.search(result.text, end)
        return None if member is None else (working[-1], _line_of(result, member.start()))
    match = _REFUSED.search(_beginning(result))
    if match is None or (call.outcome.kind is OutcomeKind.OK and not _is_complaint(match)):
        return None
    return working[-1], _line_of(result, match.start())


def _is_complaint(match: re.Match[str]) -> bool:
    before = match.string[: match.start()].rpartition("\n")[2]
    return _SPEAKER.search(before) is not None or _ERROR.search(before) is not None


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
