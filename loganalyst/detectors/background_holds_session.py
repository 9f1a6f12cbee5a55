"""A job in the background whose output still goes to the session that started it."""

from collections.abc import Iterator

from loganalyst.detectors.seam import Context, Hit
from loganalyst.ledgers.looks import KILLS
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, CommandEvent
from loganalyst.model.finding import Capture
from loganalyst.model.outcome import LimitedBy, OutcomeKind
from loganalyst.model.trait import Trait

RULE = "background-holds-session"
_LONG = frozenset(
    {
        Trait.BUILDS,
        Trait.DOWNLOADS,
        Trait.INSTALLS_PACKAGES,
        Trait.LONG_RUNNING,
        Trait.NEVER_RETURNS,
        Trait.RUNS_CODE,
        Trait.RUNS_TESTS,
        Trait.SERVES,
    }
)
_CUT = frozenset({OutcomeKind.RUNNING, OutcomeKind.TIMED_OUT})
_KEEPS_STREAMS = frozenset(
    {
        "bash",
        "dash",
        "doas",
        "env",
        "ionice",
        "nice",
        "nohup",
        "setsid",
        "sh",
        "ssh",
        "stdbuf",
        "sudo",
        "time",
        "timeout",
    }
)
"""Wrappers under which a job still writes to the session."""
_AT_ONCE = 5
"""Seconds within which a call that came back was not held open."""


def find(context: Context) -> Iterator[Hit]:
    """Yield the first such job of each call that was held open, or may have been."""
    for call in context.events.calls:
        commands = [item.event for item in context.index.in_call("command", call.seq)]
        events = [event for event in commands if isinstance(event, CommandEvent)]
        job = next((event for event in events if _is_held(event, events)), None)
        if job is None or call.background:
            continue
        how = _how(job, call, events)
        if how is not None:
            captures = (Capture("job", job.command.text), Capture("how", how))
            yield Hit(job.place, job.span, (), captures)


def _is_held(event: CommandEvent, events: list[CommandEvent]) -> bool:
    """Return whether a command goes to the background with its output open, and nothing in the line ends it."""
    plain = event.command
    if not plain.background or plain.role is CommandRole.WRAPPER or _is_short(plain) or not plain.program:
        return False
    if any(wrapper.program not in _KEEPS_STREAMS for wrapper in plain.wrappers):
        return False
    piped = plain.pipe_index < plain.pipe_length - 1
    if piped or _is_redirected(plain, over_ssh=_over_ssh(plain)) or event.outcome.reason == "not_run":
        return False
    behind = (one.command for one in events if one.command.position > plain.position)
    return not any(one.traits & KILLS or one.program == "wait" for one in behind)


def _is_short(plain: Command) -> bool:
    """Return whether a job ends by itself at once, or with what it is attached to."""
    light = Trait.LIGHT in plain.traits and Trait.WAITS not in plain.traits
    return light or Trait.ATTACHES in plain.traits


def _over_ssh(plain: Command) -> bool:
    return any(wrapper.program == "ssh" for wrapper in plain.wrappers)


def _is_redirected(plain: Command, *, over_ssh: bool) -> bool:
    """Return whether what a job prints leads away from the session; over ssh its errors have to as well."""
    away = {one.stream for one in plain.redirects if one.operator.startswith((">", "&>"))}
    out = plain.output_discarded or bool(away & {"1", "&"})
    return out and (not over_ssh or bool(away & {"2", "&"}) or plain.errors_hidden)


def _how(job: CommandEvent, call: Call, events: list[CommandEvent]) -> str | None:
    """Return whether the call was held: ``cut`` by the tool's limit, ``open`` where it may have been; None if not."""
    others = any(_takes_long(one, job) for one in events)
    outcome = call.outcome
    if outcome.kind in _CUT and outcome.limited_by is LimitedBy.TOOL:
        return None if others else "cut"
    if not _over_ssh(job.command) or _is_redirected(job.command, over_ssh=False):
        return None
    if any(one.command.option("background") for one in events if one.command.program == "ssh"):
        return None
    if outcome.duration is not None:
        return "open" if outcome.duration >= _AT_ONCE and not others else None
    return "open"


def _takes_long(one: CommandEvent, job: CommandEvent) -> bool:
    """Return whether another command of the line may take the time: long work in front, or a long sleep."""
    plain = one.command
    waits = plain.limit is not None and plain.limit.seconds > _AT_ONCE and Trait.WAITS in plain.traits
    return not plain.background and one.seq != job.seq and (bool(plain.traits & _LONG) or waits)
