"""What changed between two command lines, told by their commands, options and words."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from loganalyst.ledgers.quotes import quote_piece
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Bullets, MessageRef, Statement
from loganalyst.model.span import Span
from loganalyst.narrative import phrases
from loganalyst.narrative.episode import purpose_of
from loganalyst.narrative.saying import Rest, about_message, quoted, say, series, shorten
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.wording import slot_names
from loganalyst.narrative.words import deed_of

_KEY = "change.command"
_DONE = frozenset({OutcomeKind.OK, OutcomeKind.SILENT, OutcomeKind.UNKNOWN, OutcomeKind.MISSING})
"""Outcomes after which a further call is no second try."""
Pair = tuple[list[CommandEvent], CommandEvent | None]
"""Commands before, and the one that stands for them now; either may be missing."""


def tell_changes(scene: Scene, call: Call) -> Bullets | None:
    """Return what a call has that the nearest like call before it had not, and the other way round; None if nothing."""
    earlier = _like(scene, call)
    if earlier is None:
        return None
    items: list[Statement] = []
    for statement in _differences(scene, earlier, call):
        if statement not in items:
            items.append(statement)
    if not items:
        return None
    rest = Rest(subject=about_message(call.place.message))
    return Bullets(
        tuple(items), intro=say("change.against", phrases.CHANGES, rest, message=MessageRef(earlier.place.message))
    )


def _like(scene: Scene, call: Call) -> Call | None:
    """Return the nearest earlier call that did not come right and was for half of the same ends or more."""
    wanted = {purpose_of(event) for event in scene.commands_of(call)} - {None}
    for earlier in reversed(scene.earlier_calls):
        if (
            earlier.outcome.kind not in _DONE
            and earlier.seq < call.seq
            and wanted
            and 2 * len(wanted & {purpose_of(event) for event in scene.commands_of(earlier)}) >= len(wanted)
        ):
            return earlier
    return None


def _differences(scene: Scene, earlier: Call, later: Call) -> Iterator[Statement]:
    for before, after in _pairs(scene.commands_of(earlier), scene.commands_of(later)):
        if after is None:
            yield from (statement for event in before for statement in _one(phrases.CHANGE_GONE, event))
        elif not before and after.command.role is not CommandRole.WRAPPER and after.command.program != "true":
            yield from _one(phrases.CHANGE_NEW, after)
        elif before:
            yield from _words_changed(scene, before, after)


def _pairs(before: list[CommandEvent], after: list[CommandEvent]) -> Iterator[Pair]:
    """Yield commands with their counterparts: the same program, else all before that had the same purpose."""
    left = list(before)
    matched: dict[int, list[CommandEvent]] = {}
    for event in after:
        found = next((other for other in left if other.command.program == event.command.program), None)
        if found is not None:
            matched[event.seq] = [found]
            left.remove(found)
    for event in after:
        if event.seq not in matched:
            matched[event.seq] = [other for other in left if _same_purpose(event, other)]
            left = [other for other in left if other not in matched[event.seq]]
    yield from ((matched[event.seq], event) for event in after)
    if left:
        yield left, None


def _same_purpose(one: CommandEvent, other: CommandEvent) -> bool:
    return purpose_of(one) is not None and purpose_of(one) == purpose_of(other)


def _one(template: str, event: CommandEvent) -> Iterator[Statement]:
    if event.command.text.strip():
        command = shorten(event.span)
        rest = Rest(subject=about_message(event.place.message))
        yield say(_KEY, template.replace("{command}", quoted("command", command, event.span)), rest, command=command)


def _words_changed(scene: Scene, before: list[CommandEvent], after: CommandEvent) -> Iterator[Statement]:
    """Yield the words that came or went in one command; wrappers are compared without what they wrap.

    Where another program stands there now, what went is told by the command that went.
    """
    old, new = tuple(word for event in before for word in _own_words(event)), _own_words(after)
    is_other = before[0].command.program != after.command.program
    if is_other:
        yield from _replaced(before, after)
    if after.command.role is CommandRole.PLUMBING:
        return
    moved = [] if is_other else list(_moved(before[0], after))
    for one in moved:
        yield from _value_moved(scene, before[0], after, one)
    settled = {f"{name}={value}" for name, *values in moved for value in values}
    old, new = (tuple(word for word in words if word not in settled) for words in (old, new))
    for words in _runs(new, old):
        yield from _told(scene, phrases.CHANGE_WORDS, after, words)
    for words in () if is_other else _runs(old, new):
        holder = next((event for event in before if set(words) <= set(_own_words(event))), before[0])
        yield from _told(scene, phrases.CHANGE_WORDS_GONE, holder, words)


def _moved(before: CommandEvent, after: CommandEvent) -> Iterator[tuple[str, str, str]]:
    """Yield the variables that are set to one value before and to another now."""
    earlier = dict(before.command.assignments)
    for name, value in after.command.assignments:
        if earlier.get(name) not in {None, "", value} and value:
            yield name, earlier[name], value


def _value_moved(
    scene: Scene, before: CommandEvent, after: CommandEvent, moved: tuple[str, str, str]
) -> Iterator[Statement]:
    """Yield from which value to which a variable went, where both stand so in the lines."""
    name, old, new = moved
    found = _find(scene, before.span, f"{name}={old}"), _find(scene, after.span, f"{name}={new}")
    if found[0] is None or found[1] is None:
        return
    values = [replace(one, start=one.start + len(name) + 1, quote=one.quote[len(name) + 1 :]) for one in found if one]
    named = replace(found[1], end=found[1].start + len(name), quote=name)
    rest = Rest(spans=(after.span,), subject=about_message(after.place.message))
    yield say(_KEY, phrases.CHANGE_VALUE, rest, name=named, old=values[0], new=values[1])


def _replaced(before: list[CommandEvent], after: CommandEvent) -> Iterator[Statement]:
    """Yield that a command stands in the place of others, with what each does where that differs."""
    new = shorten(after.span)
    old, slots = series("old", [shorten(event.span) for event in before])
    template = phrases.CHANGE_REPLACED.replace("{command}", quoted("command", new, after.span)).replace("{old}", old)
    deed, old_deed = deed_of(after.command), deed_of(before[0].command)
    if deed is not None and old_deed is not None and deed.text != old_deed.text:
        template += phrases.CHANGE_DEED
        slots |= {"deed": deed, "old_deed": old_deed}
    yield say(_KEY, template, Rest(subject=about_message(after.place.message)), command=new, **slots)


def _own_words(event: CommandEvent) -> tuple[str, ...]:
    """Return the words of a command, assignments first; what a wrapper runs is left to the commands inside."""
    command = event.command
    assigned = tuple(f"{name}={value}" for name, value in command.assignments)
    words = command.words[1:]
    is_wrapper = command.role is not None and command.role.value == "wrapper"
    return assigned + (tuple(word for word in words if " " not in word) if is_wrapper else words)


def _runs(words: tuple[str, ...], others: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the stretches of words that the other line has nowhere, in order."""
    known = set(others)
    return [
        tuple(stretch)
        for is_new, stretch in groupby(dict.fromkeys(words), key=lambda word: bool(word) and word not in known)
        if is_new
    ]


def _told(scene: Scene, template: str, event: CommandEvent, stretch: tuple[str, ...]) -> Iterator[Statement]:
    """Yield a stretch as one quotation where it stands so in the line, else word by word."""
    whole = _find(scene, event.span, " ".join(stretch))
    found = [whole] if whole is not None else [_find(scene, event.span, word) for word in stretch]
    rest = Rest(spans=(event.span,), subject=about_message(event.place.message))
    command = _program(scene, event)
    (name,) = set(slot_names(template)) - {"command"}
    yield from (say(_KEY, template, rest, command=command, **{name: words}) for words in found if words is not None)


def _find(scene: Scene, span: Span, word: str) -> Span | None:
    found = quote_piece(scene.transcript, span, word, span.start)
    return found if found is not None and found.end <= span.end else None


def _program(scene: Scene, event: CommandEvent) -> Span:
    """Return the name of the program as it stands in the line, or the command where it does not."""
    return _find(scene, event.span, event.command.program) or shorten(event.span)
