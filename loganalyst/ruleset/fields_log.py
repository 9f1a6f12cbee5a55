"""What rules can ask of messages, claims, calls, results, limits and observations."""

from collections.abc import Callable, Iterable

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import (
    Act,
    Call,
    Claim,
    CommandEvent,
    LimitEvent,
    MessageEvent,
    Observation,
    Predicate,
    Result,
    Scope,
    Stance,
)
from loganalyst.model.outcome import LimitedBy
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role, ShellSession
from loganalyst.ruleset.fields_shared import add_outcome, add_subjects
from loganalyst.ruleset.table import Answer, Table, View
from loganalyst.ruleset.truth import Truth

MESSAGE: Table[MessageEvent] = Table("message")
MESSAGE.text("text", "what the speaker wrote", lambda v: v.event.text)
MESSAGE.word("role", "who speaks", lambda v: v.event.place.role, Role)
MESSAGE.number("calls", "how many calls it makes", lambda v: v.index.calls_in(v.event.place.message))
MESSAGE.flag("last", "whether it is the last message", lambda v: v.event.place.message == v.index.last_message)

CLAIM: Table[Claim] = Table("claim")
CLAIM.text("text", "the sentence", lambda v: v.event.text)
CLAIM.word("stance", "how it is meant", lambda v: v.event.stance, Stance)
CLAIM.word("predicate", "what it says of its subject", lambda v: v.event.predicate, Predicate)
CLAIM.word("act", "what it announces", lambda v: v.event.act, Act)
CLAIM.word("scope", "how much it speaks of", lambda v: v.event.scope, Scope)
CLAIM.word("polarity", "whether it says that something is there", lambda v: v.event.polarity, ("present", "absent"))
CLAIM.word("topic", "words it names that the session uses", lambda v: v.event.topics)
CLAIM.word("trait", "traits of the command it may be about", lambda v: v.event.traits, Trait)
CLAIM.flag("in_reasoning", "whether it stands in the reasoning", lambda v: v.event.in_reasoning)
CLAIM.word("speaker", "who says it", lambda v: v.event.place.role, Role)
CLAIM.flag("last", "whether it stands in the last message", lambda v: v.event.place.message == v.index.last_message)
add_subjects(CLAIM, lambda v: v.event.subjects)
CLAIM.link("about", "call", "the call it comments or announces", lambda v: [v.index.call(v.event.about_call)])


def _commands(view: View[Call]) -> list[CommandEvent]:
    """Return the commands of a call."""
    items = view.index.in_call("command", view.event.seq)
    return [item.event for item in items if isinstance(item.event, CommandEvent)]


def _of_commands(view: View[Call], get: Callable[[Command], Iterable[str]]) -> Answer:
    """Return what the vocabulary says of the commands of a call, open where one is not in it."""
    commands = [event.command for event in _commands(view)]
    unlisted = any(command.role is None and not command.traits for command in commands)
    values = dict.fromkeys(value for command in commands for value in get(command))
    return Answer(tuple(values), Truth.MAYBE if unlisted else Truth.NO)


CALL: Table[Call] = Table("call")
CALL.word("name", "the tool's name", lambda v: v.event.name)
CALL.text("text", "the command line or the arguments", lambda v: v.event.text)
CALL.flag("is_shell", "whether it is a shell command", lambda v: v.event.is_shell)
CALL.number("timeout", "the limit given in the call (s)", lambda v: v.event.timeout)
CALL.flag("background", "whether the tool runs it in the background", lambda v: v.event.background)
CALL.word("host", "the host the tool runs it on", lambda v: v.event.host)
CALL.word("shell", "how the agent's shell lives", lambda v: v.event.shell, ShellSession)
CALL.text("path", "the file it names", lambda v: v.event.path)
CALL.flag("changes_file", "whether the tool changes that file", lambda v: v.event.changes_file)
CALL.flag("polls", "whether it asks for later output of another call", lambda v: v.event.polls is not None)
CALL.flag("parsed", "whether its line was understood whole", lambda v: v.event.line.parsed if v.event.line else None)
CALL.number("wait", "its sleeps in a row (s)", lambda v: v.event.line.wait_seconds if v.event.line else None)
CALL.number("limit", "its largest limit inside (s)", lambda v: v.event.line.limit_seconds if v.event.line else None)
CALL.number("commands", "how many commands it has", lambda v: len(_commands(v)))
CALL.word("program", "the programs it runs", lambda v: [command.command.program for command in _commands(v)])
CALL.word(
    "role", "what its commands are for", lambda v: _of_commands(v, lambda one: filter(None, [one.role])), CommandRole
)
CALL.word("trait", "traits of its commands", lambda v: _of_commands(v, lambda one: sorted(one.traits)), Trait)
add_outcome(CALL, lambda v: v.event.outcome)
CALL.link("result", "result", "its result", lambda v: v.index.in_call("result", v.event.seq))
CALL.link("command", "command", "any of its commands", lambda v: v.index.in_call("command", v.event.seq))


def _text(view: View[Result]) -> Answer:
    """Return the output, open where the tool cut it."""
    return Answer((view.event.text,), Truth.UNKNOWN if view.event.outcome.truncated else Truth.NO)


def _observed(view: View[Result]) -> Answer:
    """Return the kinds of facts read off an output, open where the tool cut it."""
    items = view.index.in_call("observation", view.event.call)
    kinds = tuple(item.event.kind for item in items if isinstance(item.event, Observation))
    return Answer(kinds, Truth.UNKNOWN if view.event.outcome.truncated else Truth.NO)


RESULT: Table[Result] = Table("result")
RESULT.text("text", "the output", _text, evidence=True)
RESULT.flag("empty", "whether nothing was printed", lambda v: not v.event.text.strip(), evidence=True)
RESULT.number("lines", "how many lines it has", lambda v: len(v.event.text.splitlines()), evidence=True)
RESULT.flag("late", "whether it came in a later message", lambda v: v.event.arrived != v.event.place.message)
RESULT.number("arrived", "the message during which it came", lambda v: v.event.arrived)
RESULT.word("observation", "the kinds of facts read off it", _observed, evidence=True)
add_outcome(RESULT, lambda v: v.event.outcome, bare_status=True)
RESULT.link("call", "call", "its call", lambda v: [v.index.call(v.event.call)])
RESULT.link("command", "command", "any command of its call", lambda v: v.index.in_call("command", v.event.call))

LIMIT: Table[LimitEvent] = Table("limit")
LIMIT.number("limit", "how long it is (s)", lambda v: v.event.seconds)
LIMIT.number("seconds", "how long it is (s)", lambda v: v.event.seconds)
LIMIT.word("source", "how it is known", lambda v: v.event.source, ("given", "shown"))
LIMIT.flag("fired", "whether it ended the call", lambda v: v.event.fired, evidence=True)
LIMIT.word("limited_by", "whose limit it is", lambda v: v.event.limited_by, LimitedBy)
LIMIT.link("call", "call", "the call it governs", lambda v: [v.index.call(v.event.call)])

OBSERVATION: Table[Observation] = Table("observation")
OBSERVATION.word("reads", "the kind of fact, such as memory.swap-flow", lambda v: v.event.kind)
OBSERVATION.word(
    "value",
    "what it says",
    lambda v: Answer((v.event.value,), Truth.UNKNOWN if v.event.value == "unknown" else Truth.NO),
    evidence=True,
)
OBSERVATION.flag("quoted", "whether its lines stand in a file that was printed", lambda v: v.event.quoted)
OBSERVATION.text("text", "the lines it was read off", lambda v: v.event.span.quote, evidence=True)
OBSERVATION.number(
    "figure.NAME",
    "a figure read off it",
    lambda v: [number for name, number in v.event.figures if name == v.name],
    evidence=True,
)
add_subjects(OBSERVATION, lambda v: [v.event.subject])
OBSERVATION.link("call", "call", "the call whose output it is", lambda v: [v.index.call(v.event.call)])
OBSERVATION.link("command", "command", "the command whose output it is", lambda v: [v.index.command(v.event.command)])
