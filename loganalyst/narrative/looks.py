"""What bounds a look: the places that it is given, the filter behind it, and what was done before it."""

import re

from loganalyst.model.command import Command, CommandRole, Join
from loganalyst.model.event import CommandEvent, Scope
from loganalyst.model.ledger import ClaimRow, ClaimStatus, KillEffect
from loganalyst.model.report import Slot
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import quoted, series, shorten, split_lines
from loganalyst.narrative.scene import Scene

_WIDE = frozenset({Scope.ALL, Scope.REST})
OF_FILES = frozenset({Trait.LISTS_FILES, Trait.READS_FILE, Trait.WALKS_TREE})
_LISTINGS = frozenset({Trait.LISTS_FILES, Trait.LISTS_OPEN_FILES, Trait.LISTS_PROCESSES, Trait.LISTS_SOCKETS})
BY_PATTERN = frozenset({"egrep", "fgrep", "grep", "rg"})
_ENTRY = re.compile(r"[-bcdlps][-rwxsStT]{9}\S? +[0-9]+ +(?P<owner>\S+) +\S+ +[0-9]")
"""A line of a long listing."""
_KEEPS_NO_LINE = frozenset({"count", "quiet"})
"""Options with which a search prints no line that it read."""


def find_places(event: CommandEvent) -> list[Span]:
    """Return the operands of a command and its options with their values, as they stand in its words."""
    command, quote = event.command, event.span.quote
    options = [(one.flag, one.value) for one in command.options if one.value]
    written: list[tuple[str, ...]] = [(one.value,) for one in command.operands]
    written += [(f"{flag} {value}", f"{flag} '{value}'", f'{flag} "{value}"') for flag, value in options]
    found = []
    for forms in written:
        form = next((form for form in forms if form and form in quote), None)
        if form is not None:
            start = event.span.start + quote.index(form)
            found.append(event.span.inside(start, start + len(form)))
    return found


def asks_for_a_word(scene: Scene, event: CommandEvent) -> bool:
    """Say whether a command has another machine print a word before anything else, to see that it answers.

    That is the first command that a login runs, alone or with others that run only after it.
    """
    command = event.command
    carriers = [one.position for one in command.wrappers if one.host is not None]
    if Trait.ALWAYS_PRINTS not in command.traits or not carriers or command.pipe_length > 1:
        return False
    around = (one.command for one in scene.analysis.events.commands if one.call == event.call)
    inner = [one for one in around if carriers[-1] in {wrapper.position for wrapper in one.wrappers}]
    following = [one for one in inner if one.position > command.position]
    first = all(one.position >= command.position for one in inner)
    return first and (not following or following[0].decided_by == command.position)


def passes_errors_on(command: Command) -> bool:
    """Say whether errors go where the output goes, so that they are hidden only as far as that is filtered."""
    targets = [redirect.target for redirect in command.redirects if redirect.stream in {"2", "&"}]
    return bool(targets) and not any("/dev/null" in target for target in targets)


def is_masked(scene: Scene, event: CommandEvent) -> bool:
    """Say whether a failure is passed over by what stands behind ``||``, and no error is thrown away."""
    others = (one.command for one in scene.analysis.events.commands if one.call == event.call)
    behind = any(one.join is Join.OR and one.decided_by == event.command.position for one in others)
    return behind and "/dev/null" not in event.span.quote


def bound_by_filter(scene: Scene, event: CommandEvent) -> tuple[str, dict[str, Slot]]:
    """Return the words and slots for the patterns behind a listing that choose its lines, empty where there is none."""
    command = event.command
    if not command.traits & _LISTINGS or command.role is not CommandRole.PROBE:
        return "", {}
    filters = [
        one.span
        for one in scene.commands
        if one.call == event.call
        and one.command.pipeline == command.pipeline
        and one.command.pipe_index > command.pipe_index
        and one.command.program in BY_PATTERN
        and not any(one.command.option(name) for name in _KEEPS_NO_LINE)
    ]
    if not filters:
        return "", {}
    places, slots = series("filter", [shorten(span) for span in filters])
    return phrases.FILTERED.replace("{filters}", places), slots


def bound_by_kill(scene: Scene, event: CommandEvent) -> tuple[str, dict[str, Slot]]:
    """Return the words and slots for a look at memory that comes after a kill or a restart on the same machine."""
    if Trait.SHOWS_MEMORY_STOCK not in event.command.traits:
        return "", {}
    commands = scene.analysis.events.commands
    kills = [commands[one.command] for one in scene.analysis.ledgers.kills if one.effect is not KillEffect.REFUSED]
    restarts = [
        one for one in commands if Trait.REBOOTS in one.command.traits and one.command.role is CommandRole.INTERVENTION
    ]
    before = [
        one
        for one in (*kills, *restarts)
        if one.seq < event.seq
        and one.command.host == event.command.host
        and (one.place.message == scene.index or scene.is_near(one.place.message))
    ]
    if not before:
        return "", {}
    last = max(before, key=lambda one: one.seq)
    deed = shorten(last.span)
    return phrases.AFTER_DEED.replace("{deed}", quoted("deed", deed, last.span)), {"deed": deed}


def looked_at(scene: Scene, row: ClaimRow) -> list[Span]:
    """Return the files and folders that the looks behind a claim on all or on the rest were given, each once.

    Nothing is returned for a claim that is borne out, or that a walk through a whole tree may bear out.
    """
    found = {span.quote: span for event in _looks_behind(scene, row) for span in find_places(event)}
    return list(found.values())


def are_flat(scene: Scene, row: ClaimRow) -> bool:
    """Say whether the looks behind such a claim only list folders, and nothing below them."""
    looks = [event.command for event in _looks_behind(scene, row)]
    return bool(looks) and all(Trait.LISTS_FILES in look.traits for look in looks)


def entries_of_one_owner(scene: Scene, row: ClaimRow) -> tuple[list[Span], Span] | None:
    """Return the entries that the looks behind such a claim show and their owner, where all have the same one."""
    entries: list[Span] = []
    owners: dict[str, Span] = {}
    for event in _looks_behind(scene, row):
        for line in (line for output in event.output for line in split_lines(output)):
            listed = _ENTRY.match(line.quote)
            if listed is not None:
                entries.append(line)
                start = line.start + listed.start("owner")
                owner = listed["owner"]
                owners.setdefault(owner, line.inside(start, start + len(owner)))
    return (entries, next(iter(owners.values()))) if len(owners) == 1 and len(entries) > 1 else None


def _looks_behind(scene: Scene, row: ClaimRow) -> list[CommandEvent]:
    """Return the looks at files that stand behind a claim on all or on the rest which they are too weak to carry."""
    events = scene.analysis.events
    claim = events.claims[row.claim]
    if row.status is not ClaimStatus.TOO_WEAK or claim.scope not in _WIDE or claim.about_call is None:
        return []
    call = events.calls[claim.about_call]
    if call.place.message not in {span.message for span in row.evidence}:
        return []
    looks = [event for event in scene.commands_of(call) if event.command.traits & OF_FILES]
    plain = [one for one in looks if Trait.WALKS_TREE not in one.command.traits]
    return [one for one in plain if one.command.role is CommandRole.PROBE]
