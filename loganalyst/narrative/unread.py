"""The kills of the message whose result cannot be read, or only by the line of a tracer that they ended."""

from collections.abc import Iterator

from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.ledger import Kill
from loganalyst.model.report import Statement
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, quoted, say, shorten, term
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import OUTCOMES


def tell_unread(scene: Scene, call: Call) -> Iterator[Statement]:
    """Yield that what became of a kill does not show, for each kill of a call whose result is thrown away."""
    numbers = {event.seq for event in scene.commands_of(call)}
    for kill in scene.analysis.ledgers.kills:
        if kill.command in numbers and kill.result_hidden:
            yield _kill_unread(scene, kill)


def _tracer_gone(scene: Scene, kill: CommandEvent) -> Span | None:
    """Return the line with which a tracer let go, where a kill by job number can have meant only that tracer."""
    jobs = [event for event in scene.commands if event.call == kill.call and event.command.background]
    traces = [event for event in jobs if Trait.TRACES_CALLS in event.command.traits]
    if len(jobs) != 1 or not traces or not any(one.value.startswith("%") for one in kill.command.operands):
        return None
    facts = (fact for fact in scene.analysis.events.observations if fact.call == kill.call)
    return next((fact.span for fact in facts if fact.kind == "strace.detached"), None)


def _kill_unread(scene: Scene, kill: Kill) -> Statement:
    """Return that the line throws a kill's result away, or that the call ended before there was one."""
    event = scene.analysis.events.commands[kill.command]
    command = shorten(kill.span)
    place = quoted("command", command, kill.span)
    rest = Rest(about=(kill.id,))
    gone = _tracer_gone(scene, event)
    if gone is not None:
        shown = shorten(gone)
        template = phrases.KILL_TRACER.replace("{command}", place).replace("{shown}", quoted("shown", shown, gone))
        rest = Rest((gone,), (kill.id,))
        return say("kill.unreadable", template, rest, command=command, shown=shown)
    if event.command.errors_hidden and event.command.status_hidden:
        return say("kill.unreadable", phrases.KILL_UNREADABLE.replace("{command}", place), rest, command=command)
    outcome = term(OUTCOMES, event.outcome.kind)
    template = phrases.KILL_CANCELLED.replace("{command}", place)
    return say("kill.cancelled", template, rest, command=command, outcome=outcome)
