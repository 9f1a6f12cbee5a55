"""How the commands of a line hang together: what runs in any case, and what only after a success or failure."""

from collections.abc import Iterator

from loganalyst.model.command import CommandRole, Join, RunsIf
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.report import Slot, Statement
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, quoted, say, series, shorten, tally, term
from loganalyst.narrative.scene import Scene, does_work
from loganalyst.narrative.words import RUNS_IF

_NEW_LIST = frozenset({Join.FIRST, Join.THEN, Join.AFTER_BACKGROUND})
_KEY = "chain.join"
_LISTED = 6
"""More parts that run in any case are only counted."""


def tell_chain(scene: Scene, call: Call) -> Iterator[Statement]:
    """Yield a sentence for each part of a line whose running depends, or no longer depends, on what stands before."""
    lists = [
        one for one in _lists([event for event in scene.commands_of(call) if event.command.program]) if _counts(one)
    ]
    apart = [commands for commands in lists if commands[0].command.join is not Join.FIRST]
    yield from _always(call, apart)
    for commands in lists:
        heads = [event for event in commands[1:] if event.command.join in {Join.AND, Join.OR}]
        if heads:
            same = len({event.command.join for event in heads}) == 1
            tails = [heads[0]] if same else heads
            for head in tails:
                if not _counts(commands[commands.index(head) :]):
                    continue
                decider = next((one for one in commands if one.command.position == head.command.decided_by), None)
                yield from _part(call, commands[commands.index(head) :], head, decider)
        yield from _unasked(commands, lists)
        if commands[-1].command.background:
            yield from _background(call, commands)


def _counts(commands: list[CommandEvent]) -> bool:
    """Say whether a part of a line is more than words for its reader, such as a heading or ``true``."""
    return any(does_work(event.command) for event in commands)


def _lists(commands: list[CommandEvent]) -> list[list[CommandEvent]]:
    """Return the and-or lists of a line, level by level; a wrapper is not joined to what it runs."""
    levels: dict[tuple[int, ...], list[list[CommandEvent]]] = {}
    for event in commands:
        level = tuple(wrapper.position for wrapper in event.command.wrappers)
        found = levels.setdefault(level, [])
        if not found or event.command.join in _NEW_LIST:
            found.append([])
        found[-1].append(event)
    return [one for level in levels.values() for one in level]


def _stretch(call: Call, commands: list[CommandEvent]) -> Span | None:
    """Return the span from the first to the last of some commands, or None where they do not stand in the line."""
    first, last = commands[0].span, commands[-1].span
    if (first.message, first.part, first.field) != (last.message, last.part, last.field) or last.end <= first.start:
        return None
    text = call.span.quote[first.start - call.span.start : last.end - call.span.start]
    return Span(first.transcript, first.message, first.part, first.field, first.start, last.end, text, first.location)


def _always(call: Call, lists: list[list[CommandEvent]]) -> Iterator[Statement]:
    """Yield that some lists of commands do not depend on what stands before them."""
    spans = [span for commands in lists if (span := _stretch(call, commands)) is not None and span.quote]
    condition = term(RUNS_IF, RunsIf.ALWAYS)
    if len(spans) > _LISTED:
        yield say(_KEY, phrases.CHAIN_MANY, Rest(spans=tuple(spans)), condition=condition, parts=tally(spans))
    elif spans:
        places, slots = series("command", [shorten(span) for span in spans])
        template = (
            phrases.CHAIN.replace("{command}", places)
            if len(spans) == 1
            else phrases.CHAINS.replace("{commands}", places)
        )
        yield say(_KEY, template, Rest(spans=tuple(spans)), condition=condition, **slots)


def _part(
    call: Call, commands: list[CommandEvent], head: CommandEvent, decider: CommandEvent | None
) -> Iterator[Statement]:
    span = _stretch(call, commands)
    if span is not None and span.quote:
        command = shorten(span)
        template = phrases.CHAIN.replace("{command}", quoted("command", command, span))
        slots: dict[str, Slot] = {"command": command, "condition": term(RUNS_IF, head.command.runs_if)}
        if decider is not None and decider.span.quote:
            slots["decider"] = before = shorten(decider.span)
            decided = phrases.CHAIN_DECIDED.replace("{decider}", quoted("decider", before, decider.span))
            template = decided.replace("{command}", quoted("command", command, span))
        yield say(_KEY, template, Rest(spans=(span,)), **slots)


def _unasked(commands: list[CommandEvent], lists: list[list[CommandEvent]]) -> Iterator[Statement]:
    """Yield that the state of a thing is asked for only where the command that starts it succeeded."""
    joined = [event for event in commands if event.command.join is not Join.PIPE]
    if any(event.command.join is Join.OR for event in joined) or commands[-1].command.background:
        return
    starts = [number for number, event in enumerate(joined) if Trait.STARTS_SERVICE in event.command.traits]
    for event in joined[starts[0] + 1 :] if starts else ():
        asks = Trait.SHOWS_SERVICE_STATUS in event.command.traits and event.command.role is CommandRole.PROBE
        start = joined[starts[0]]
        if asks and event.command.runs_if is RunsIf.AFTER_SUCCESS and start.span.quote and event.span.quote:
            before, status = shorten(start.span), shorten(event.span)
            ends = commands is lists[-1] and commands[-1].command.pipe_length == 1
            template = phrases.CHAIN_UNASKED if ends else phrases.CHAIN_UNASKED_LOST
            template = template.replace("{start}", quoted("start", before, start.span))
            template = template.replace("{status}", quoted("status", status, event.span))
            yield say("chain.unasked", template, Rest(spans=(start.span, event.span)), start=before, status=status)
            return


def _background(call: Call, commands: list[CommandEvent]) -> Iterator[Statement]:
    span = _stretch(call, commands)
    if span is not None and span.quote:
        command = shorten(span)
        template = phrases.CHAIN_BACKGROUND.replace("{command}", quoted("command", command, span))
        yield say("chain.background", template, Rest(spans=(span,)), command=command)
