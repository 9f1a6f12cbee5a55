"""A kill by pattern that hits the shell which runs it, as far as the log does not show that the shell lived on."""

from collections.abc import Iterator

from loganalyst.detectors.kill_groups import machine_of
from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.command import RunsIf
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait

RULE = "pkill-matches-own-shell"
_KILLED = frozenset({-15, -9, 137, 143, 144, 255})
"""Statuses of a shell that was killed, as its own parent, or ssh, gives them."""
_STAYS = frozenset({"doas", "gtimeout", "sudo", "timeout"})
"""Wrappers that may be hit while the shell above them lives on."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the first such kill of each call and machine."""
    timeline = context.timeline
    for call in context.events.calls:
        told = set()
        for event in timeline.in_call.get(call.seq, ()):
            if machine_of(event) in told or call.outcome.kind is OutcomeKind.REFUSED:
                continue
            chooses = event if _is_by_pattern(event) else _search_behind(event, timeline)
            hit = _hit(event, chooses, call, timeline) if chooses is not None else None
            if hit is not None:
                told.add(machine_of(event))
                yield hit


def _is_by_pattern(event: CommandEvent) -> bool:
    """Return whether a command kills by a pattern over whole command lines, which may hit its own wrapper."""
    plain = event.command
    traits = {Trait.KILLS_BY_PATTERN, Trait.MATCHES_FULL_COMMAND_LINE} <= plain.traits
    return traits and plain.matches_own_wrapper is not False and event.outcome.reason != "not_run"


def _search_behind(event: CommandEvent, timeline: Timeline) -> CommandEvent | None:
    """Return the search over whole command lines that hands its numbers to a kill, if it finds its own shell."""
    plain = event.command
    if Trait.KILLS_BY_PID not in plain.traits or event.outcome.reason == "not_run":
        return None
    fed = plain.wrappers[-1].program == "xargs" if plain.wrappers else False
    for one in timeline.in_call[event.call]:
        search = one.command
        finds = Trait.LISTS_BY_PATTERN in search.traits and search.matches_own_wrapper
        if finds and machine_of(one) == machine_of(event):
            before = fed and search.pipeline == plain.pipeline and search.pipe_index < plain.pipe_index
            if before or f"$({search.text}" in plain.text or f"`{search.text}" in plain.text:
                return one
    return None


def _hit(event: CommandEvent, chooses: CommandEvent, call: Call, timeline: Timeline) -> Hit | None:
    plain = chooses.command
    behind = [one for one in timeline.in_call[call.seq] if one.command.position > event.command.position]
    there = [one for one in behind if machine_of(one) == machine_of(event)]
    status = _status(event, call, timeline)
    elevated = any(wrapper.program in _STAYS for wrapper in plain.wrappers)
    lived = any(one.printed and Trait.ALWAYS_PRINTS in one.command.traits for one in there)
    if lived or (status == 0 and not elevated):
        return None
    if plain.matches_own_wrapper is None:
        unsure = ("whether the shell that runs it holds the pattern",)
        return Hit(event.place, event.span, missing=unsure) if there else None
    refused = any(seen.kind == "ssh.error" for seen in timeline.seen_in_call.get(call.seq, ()))
    died = status is not None and status in _KILLED and not refused
    silent = next((one for one in there if _should_have_printed(one)), None)
    pattern = next((one.value for one in plain.operands if one.name == "pattern"), plain.text)
    captures = [
        Capture("pattern", pattern),
        Capture("killer", event.command.program),
        Capture("died", "yes" if died else "no"),
        Capture("status", str(status)),
    ]
    if silent is not None:
        captures.append(Capture("later", silent.command.program))
    return Hit(event.place, event.span, _proof(call, timeline) if died else (), tuple(captures))


def _proof(call: Call, timeline: Timeline) -> tuple[Related, ...]:
    """Return the result that shows the status."""
    result = timeline.results.get(call.seq)
    if result is None:
        return ()
    why = "the status of a shell that was killed"
    return (Related(result.span, result.place.message, result.place.location, why),)


def _status(event: CommandEvent, call: Call, timeline: Timeline) -> int | None:
    """Return the status of what the outermost wrapper ran, else that of the call."""
    wrappers = event.command.wrappers
    outer = wrappers[0].position if wrappers else None
    found = next((one for one in timeline.in_call[call.seq] if one.command.position == outer), None)
    own = found.outcome.exit_status if found is not None else None
    return own if own is not None else call.outcome.exit_status


def _should_have_printed(one: CommandEvent) -> bool:
    plain = one.command
    return Trait.ALWAYS_PRINTS in plain.traits and plain.runs_if is RunsIf.ALWAYS and one.printed is False
