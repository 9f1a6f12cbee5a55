"""What the commands of a message, or those that its claims rest on, take for granted, as the teaching files know it."""

from collections.abc import Iterator
from dataclasses import replace

from loganalyst.knowledge.teaching import Assumed
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Basis, Known, MessageRef, Slot, Statement
from loganalyst.model.span import Span, Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.missing import find_announced
from loganalyst.narrative.saying import Rest, quoted, say, shorten
from loganalyst.narrative.scene import Scene

_COMMAND_CHARACTERS = 100
_LIMITED = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING})


def tell_taken(scene: Scene) -> Iterator[Statement]:
    """Yield what is taken for granted, each once, with what would break it and how that would show."""
    grounds = tuple(_grounds(scene))
    for assumed in scene.lexicon.assumptions:
        match assumed.of:
            case "message":
                commands: tuple[CommandEvent, ...] = scene.commands
            case "ground":
                commands = grounds
            case _:
                commands = ()
        event = next((one for one in commands if _is_made_by(scene, assumed, one)), None)
        if event is not None:
            subject = Subject("program", event.command.program, event.command.host)
            yield _tell(scene, assumed, event.span, subject)
        elif assumed.of == "announced":
            words = [span for span in find_announced(scene) if _is_said(assumed, span.quote)]
            yield from (_tell(scene, assumed, _without_colon(span), None) for span in words[:1])


def _grounds(scene: Scene) -> Iterator[CommandEvent]:
    """Yield the commands with an effect in the earlier calls that claims of the message rest on."""
    messages = {span.message for row in scene.claims for span in row.evidence}
    about = {scene.analysis.events.claims[row.claim].about_call for row in scene.claims}
    for call in scene.earlier_calls:
        if call.place.message in messages or call.seq in about:
            yield from (one for one in scene.commands_of(call) if one.command.role is not CommandRole.PROBE)


def _is_made_by(scene: Scene, assumed: Assumed, event: CommandEvent) -> bool:
    """Say whether a command is one that takes this for granted."""
    text = event.span.quote
    conditions = (
        not assumed.trait or bool(event.command.traits.intersection(assumed.trait)),
        _is_said(assumed, text),
        not assumed.behind or any(one.command.traits.intersection(assumed.behind) for one in _behind(scene, event)),
        not assumed.before_probe or _is_followed_by_look(scene, event),
        not assumed.after_limit or _limited_before(scene, event),
    )
    return bool(text) and all(conditions)


def _is_said(assumed: Assumed, text: str) -> bool:
    """Say whether a text holds all that is looked for in it, and not what must be missing."""
    lacks = assumed.lacks_text is None or assumed.lacks_text.search(text) is None
    return lacks and all(pattern.search(text) for pattern in assumed.text)


def _is_followed_by_look(scene: Scene, event: CommandEvent) -> bool:
    """Say whether the next command of the call that does something looks at something."""
    later = (one for one in scene.working_commands if one.call == event.call and one.seq > event.seq)
    following = next(later, None)
    return following is not None and following.command.role is CommandRole.PROBE


def _behind(scene: Scene, event: CommandEvent) -> Iterator[CommandEvent]:
    """Yield the commands that read what a command prints."""
    for other in scene.commands:
        same = (other.call, other.command.pipeline) == (event.call, event.command.pipeline)
        if same and other.command.pipe_index > event.command.pipe_index:
            yield other


def _limited_before(scene: Scene, event: CommandEvent) -> bool:
    """Say whether the last call by the same program ran into a limit without a word from the other side."""
    for call in reversed(scene.earlier_calls):
        if not scene.is_near(call.place.message):
            return False
        if any(one.command.program == event.command.program for one in scene.commands_of(call)):
            result = scene.result_of(call)
            heard = result is not None and bool(result.text.strip())
            return call.outcome.kind in _LIMITED and not heard
    return False


def _without_colon(span: Span) -> Span:
    """Return words without the colon that announces the call."""
    quote = span.quote.rstrip(": ")
    return replace(span, end=span.start + len(quote), quote=quote)


def _tell(scene: Scene, assumed: Assumed, span: Span, subject: Subject | None) -> Statement:
    source = f"assumption:{assumed.name}"
    command = shorten(span, _COMMAND_CHARACTERS)
    slots: dict[str, Slot] = {
        "command": command,
        "assumes": Known(assumed.assumes, source),
        "breaks": Known(assumed.breaks, source),
        "check": Known(assumed.check, source),
    }
    template = phrases.ASSUMES
    if span.message != scene.index:
        template, slots["message"] = phrases.ASSUMES_BEFORE, MessageRef(span.message)
    template = template.replace("{command}", quoted("command", command, span))
    return say(f"assumption.{assumed.name}", template, Rest((span,), (), assumed.facts, subject), Basis.RULE, **slots)
