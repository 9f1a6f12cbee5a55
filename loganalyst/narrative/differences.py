"""What changed between two command lines, told by their commands, options and words."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from loganalyst.ledgers.quotes import quote_piece
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.report import Bullets, MessageRef, Statement
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, about_message, quoted, say, shorten
from loganalyst.narrative.scene import Scene

_KILLS = frozenset({Trait.KILLS_BY_PATTERN, Trait.KILLS_BY_NAME, Trait.KILLS_BY_PID})
_KEY = "change.command"
Pair = tuple[CommandEvent | None, CommandEvent | None]


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
    """Return the nearest earlier call that runs one of the same programs for the same end."""
    wanted = {_purpose(event) for event in scene.commands_of(call)} - {None}
    for earlier in reversed(scene.earlier_calls):
        if earlier.seq < call.seq and wanted & {_purpose(event) for event in scene.commands_of(earlier)}:
            return earlier
    return None


def _purpose(event: CommandEvent) -> str | None:
    """Return what a command is for, so that other programs for the same end count as like it; None for plumbing."""
    command = event.command
    if command.traits & _KILLS:
        return "kill"
    if command.role is None or command.role.value in {"plumbing", "wrapper", "wait"}:
        return None
    return f"{command.program} {command.subcommand or ''}"


def _differences(scene: Scene, earlier: Call, later: Call) -> Iterator[Statement]:
    for before, after in _pairs(scene.commands_of(earlier), scene.commands_of(later)):
        if before is None and after is not None:
            yield from _one(phrases.CHANGE_NEW, after)
        elif after is None and before is not None:
            yield from _one(phrases.CHANGE_GONE, before)
        elif before is not None and after is not None:
            yield from _words_changed(scene, before, after)


def _pairs(before: list[CommandEvent], after: list[CommandEvent]) -> Iterator[Pair]:
    """Yield commands with their counterparts: the same program, then the same purpose, in order."""
    left = list(before)
    matched: dict[int, CommandEvent] = {}
    for alike in (lambda one, other: one.command.program == other.command.program, _same_purpose):
        for event in after:
            if event.seq in matched:
                continue
            found = next((other for other in left if alike(event, other)), None)
            if found is not None:
                matched[event.seq] = found
                left.remove(found)
    yield from ((matched.get(event.seq), event) for event in after)
    yield from ((event, None) for event in left)


def _same_purpose(one: CommandEvent, other: CommandEvent) -> bool:
    return _purpose(one) is not None and _purpose(one) == _purpose(other)


def _one(template: str, event: CommandEvent) -> Iterator[Statement]:
    if event.command.text.strip():
        command = shorten(event.span)
        rest = Rest(subject=about_message(event.place.message))
        yield say(_KEY, template.replace("{command}", quoted("command", command, event.span)), rest, command=command)


def _words_changed(scene: Scene, before: CommandEvent, after: CommandEvent) -> Iterator[Statement]:
    """Yield the words that came or went in one command; wrappers are compared without what they wrap."""
    old, new = _own_words(before), _own_words(after)
    if old == new:
        return
    if before.command.program != after.command.program:
        yield from _replaced(before, after)
    for word in _run(new, old):
        yield from _word(scene, phrases.CHANGE_WORDS, after, word)
    for word in _run(old, new):
        yield from _word(scene, phrases.CHANGE_WORDS_GONE, before, word)


def _replaced(before: CommandEvent, after: CommandEvent) -> Iterator[Statement]:
    new, old = shorten(after.span), shorten(before.span)
    template = phrases.CHANGE_REPLACED.replace("{command}", quoted("command", new, after.span))
    rest = Rest(subject=about_message(after.place.message))
    yield say(_KEY, template.replace("{old}", quoted("old", old, before.span)), rest, command=new, old=old)


def _own_words(event: CommandEvent) -> tuple[str, ...]:
    """Return the words of a command, assignments first; what a wrapper runs is left to the commands inside."""
    command = event.command
    assigned = tuple(f"{name}={value}" for name, value in command.assignments)
    words = command.words[1:]
    is_wrapper = command.role is not None and command.role.value == "wrapper"
    return assigned + (tuple(word for word in words if " " not in word) if is_wrapper else words)


def _run(words: tuple[str, ...], others: tuple[str, ...]) -> list[str]:
    """Return the words that have no counterpart in the other line, in order."""
    matcher = SequenceMatcher(None, others, words, autojunk=False)
    inserted = [
        word
        for tag, _a, _b, start, end in matcher.get_opcodes()
        if tag in {"insert", "replace"}
        for word in words[start:end]
    ]
    return [word for word in dict.fromkeys(inserted) if word and word not in others]


def _word(scene: Scene, template: str, event: CommandEvent, word: str) -> Iterator[Statement]:
    words = _find(scene, event.span, word)
    if words is not None:
        command = _program(scene, event)
        rest = Rest(spans=(event.span,), subject=about_message(event.place.message))
        yield say(_KEY, template, rest, command=command, words=words)


def _find(scene: Scene, span: Span, word: str) -> Span | None:
    found = quote_piece(scene.transcript, span, word, span.start)
    return found if found is not None and found.end <= span.end else None


def _program(scene: Scene, event: CommandEvent) -> Span:
    """Return the name of the program as it stands in the line, or the command where it does not."""
    return _find(scene, event.span, event.command.program) or shorten(event.span)
