"""The kills before the message, and what the log shows of their effect."""

from collections.abc import Iterator

from loganalyst.ledgers.looks import LISTINGS, names_in, sought_names
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import CommandEvent
from loganalyst.model.ledger import Kill, KillEffect
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Block, Bullets, Known, MessageRef, Slot, Statement
from loganalyst.narrative import phrases
from loganalyst.narrative.outcomes import limit_value
from loganalyst.narrative.saying import Rest, about_message, say, series, shorten, split_lines, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import KILL_EFFECTS, OUTCOMES

KILLS = 8
"""Calls with kills told before the message, the nearest ones."""
_COMMAND_CHARACTERS = 140
_LINES = 2
_LIMITED = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING})


def tell_kills(scene: Scene) -> Iterator[Block]:
    """Yield the kills before the message, those of a call that had the same effect together."""
    together: dict[tuple[int, KillEffect], list[Kill]] = {}
    for kill in scene.analysis.ledgers.kills:
        if scene.is_near(kill.message):
            call = scene.analysis.events.commands[kill.command].call
            together.setdefault((call, kill.effect), []).append(kill)
    told = list(together.items())[-KILLS:]
    if told:
        items = tuple(_kill(scene, call, kills) for (call, _effect), kills in told)
        rest = Rest(about=tuple(kill.id for _key, kills in told for kill in kills))
        yield Bullets(items, intro=say("ladder.kills", phrases.KILLS, rest))


def _kill(scene: Scene, number: int, kills: list[Kill]) -> Statement:
    """Return the kills of one call that had the same effect."""
    call = next(one for one in scene.analysis.events.calls if one.seq == number)
    commands, slots = series("command", [shorten(kill.span, _COMMAND_CHARACTERS) for kill in kills])
    limit = limit_value(scene, call) if call.outcome.kind in _LIMITED else None
    template = phrases.KILL if limit is None else phrases.KILL_LIMIT
    if limit is not None:
        slots["limit"] = limit
    effect, effects = _effect(scene, kills)
    message = call.place.message
    seen = tuple(kill.seen_at for kill in kills if kill.seen_at is not None)
    return say(
        "ladder.kill",
        template.replace("{command}", commands).replace("{effect}", effect),
        Rest(seen, tuple(kill.id for kill in kills), subject=about_message(message)),
        message=MessageRef(message),
        outcome=term(OUTCOMES, call.outcome.kind),
        **slots,
        **effects,
    )


def _effect(scene: Scene, kills: list[Kill]) -> tuple[str, dict[str, Slot]]:
    """Return the words for what a later look shows, or why none shows it."""
    if kills[0].effect is KillEffect.GONE and (look := _look_by_name(scene, kills)) is not None:
        sought = [Known(name, f"report:{name}", is_code=True) for name in sorted(_programs_sought(scene, look))]
        names, slots = series("name", sought)
        return phrases.KILL_BY_NAME.replace("{names}", names), {"look": MessageRef(look.place.message), **slots}
    if kills[0].effect is not KillEffect.NEVER_LOOKED:
        effect, seen = term(KILL_EFFECTS, kills[0].effect), kills[0].seen_at
        if seen is None or kills[0].effect is KillEffect.REFUSED:
            return "{effect}", {"effect": effect}
        shown = shorten(next(iter(split_lines(seen)), seen), _COMMAND_CHARACTERS)
        return phrases.KILL_SEEN, {"effect": effect, "look": MessageRef(seen.message), "seen": shown}
    look = _next_look(scene, kills)
    other, slots = _other_look(scene, kills)
    if look is None:
        return other + phrases.KILL_NO_LOOK, slots
    killed = scene.analysis.events.commands[kills[0].command].place.order
    restarted = any(killed < order < look.place.order for order in Timeline(scene.analysis.events).after_reboot)
    template = phrases.KILL_AFTER_RESTART if restarted else phrases.KILL_LATE_LOOK
    return other + template, {**slots, "look": MessageRef(look.place.message)}


def _other_look(scene: Scene, kills: list[Kill]) -> tuple[str, dict[str, Slot]]:
    """Return the words for a listing of the same call that is for other names, and who goes by what it showed."""
    commands = scene.analysis.events.commands
    killed = commands[kills[-1].command]
    behind = (one for one in commands if one.call == killed.call and one.seq > killed.seq and one.output)
    look = next((one for one in behind if one.command.traits & LISTINGS and sought_names(one)), None)
    if look is None:
        return "", {}
    lines = [line for span in look.output for line in split_lines(span)]
    shown, slots = series("shown", [shorten(line, _COMMAND_CHARACTERS) for line in lines[:_LINES]])
    template = phrases.KILL_OTHER_LOOK.replace("{shown}", shown)
    slots["other"] = shorten(look.span, _COMMAND_CHARACTERS)
    claims = [one for one in scene.analysis.events.claims if one.about_call == killed.call]
    after = next((one.place.message for one in claims if killed.place.message < one.place.message), None)
    if after is not None and after < scene.index:
        template, slots["builds"] = template + phrases.KILL_BUILT_ON, MessageRef(after)
    return template, slots


def _look_by_name(scene: Scene, kills: list[Kill]) -> CommandEvent | None:
    """Return the look that shows no more of what was killed by its number, where it seeks other names alone."""
    targets = frozenset().union(*(names_in(kill.targets) for kill in kills))
    seen = kills[0].seen_at
    for event in scene.analysis.events.commands:
        is_look = event.command.traits & LISTINGS and event.seq > kills[0].command
        if seen is not None and is_look and event.place.message == seen.message:
            sought = _programs_sought(scene, event)
            return event if sought and all(one.isdigit() for one in targets) and not sought & targets else None
    return None


def _programs_sought(scene: Scene, look: CommandEvent) -> frozenset[str]:
    """Return the programs of the session that a listing asks for by name."""
    return sought_names(look) & {event.command.program for event in scene.analysis.events.commands}


def _next_look(scene: Scene, kills: list[Kill]) -> CommandEvent | None:
    """Return the first later listing on the same machine that names a target of the kills."""
    killed = scene.analysis.events.commands[kills[0].command]
    names = frozenset().union(*(names_in(kill.targets) for kill in kills))
    here = (killed.command.host, killed.command.container)
    for event in scene.analysis.events.commands:
        is_there = (event.command.host, event.command.container) == here and event.command.traits & LISTINGS
        if is_there and event.place.message > killed.place.message and sought_names(event) & names:
            return event
    return None
