"""What rules can ask of a command."""

import re
from collections.abc import Iterable
from decimal import Decimal

from loganalyst.model.command import CommandRole, Join, LimitKind, RunsIf
from loganalyst.model.event import Attribution, CommandEvent
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait
from loganalyst.ruleset.fields_shared import add_outcome, add_subjects
from loganalyst.ruleset.table import Answer, Given, Table, View
from loganalyst.ruleset.truth import Truth

V = View[CommandEvent]
_LINES_OF_CUT = re.compile(r"(?:head|tail)(?:\s+(?:-n\s*|--lines=)?-?(?P<lines>[0-9]{1,9}))?", re.ASCII)
_USUAL_LINES = 10
COMMAND: Table[CommandEvent] = Table("command")


def _by_vocabulary(view: V, values: Iterable[str]) -> Answer:
    """Return what the vocabulary says, open where the program is not in it."""
    command = view.event.command
    return Answer(tuple(values), Truth.NO if command.role is not None or command.traits else Truth.MAYBE)


def _output(view: V) -> Answer:
    """Return the lines known to be its own; there may be others where lines cannot be told apart or are cut."""
    event = view.event
    whole = event.attribution is not Attribution.SHARED and not event.outcome.truncated
    missing = event.outcome.kind is OutcomeKind.MISSING and event.outcome.reason != "not_run"
    text = "\n".join(span.quote for span in event.output)
    return Answer((text,) if event.output else (), Truth.NO if whole and not missing else Truth.UNKNOWN)


def _observations(view: V) -> Answer:
    event = view.event
    open_ = event.outcome.truncated or event.printed is None
    kinds = tuple(fact.kind for fact in view.index.observed(event.seq))
    return Answer(kinds, Truth.UNKNOWN if open_ else Truth.NO)


def _option(view: V) -> Given:
    return [option.value for option in view.event.command.options if option.name == view.name and option.value]


def _lines_let_through(view: V) -> Given:
    """Return how many lines the ``head`` or ``tail`` behind a command lets through."""
    cut = _LINES_OF_CUT.fullmatch((view.event.command.output_cut or "").strip())
    return None if cut is None else Decimal(cut["lines"] or _USUAL_LINES)


def _add_words() -> None:
    COMMAND.word("program", "the base name of its program", lambda v: v.event.command.program or None)
    COMMAND.word("subcommand", "its subcommand, such as pip install", lambda v: v.event.command.subcommand)
    COMMAND.word(
        "role", "what it is for", lambda v: _by_vocabulary(v, filter(None, [v.event.command.role])), CommandRole
    )
    COMMAND.word("trait", "its traits", lambda v: _by_vocabulary(v, sorted(v.event.command.traits)), Trait)
    COMMAND.word(
        "option",
        "its options, by their names in the vocabulary",
        lambda v: _by_vocabulary(v, (option.name for option in v.event.command.options)),
    )
    COMMAND.word("option.NAME", "the value of an option", _option)
    COMMAND.word("flag", "its options as written", lambda v: [option.flag for option in v.event.command.options])
    COMMAND.word("operand", "its operands", lambda v: [operand.value for operand in v.event.command.operands])
    COMMAND.word(
        "operand.NAME",
        "the operand of a name in the vocabulary",
        lambda v: [operand.value for operand in v.event.command.operands if operand.name == v.name],
    )
    COMMAND.word("word", "all its words, quotes removed", lambda v: v.event.command.words)
    COMMAND.text("text", "its own source text", lambda v: v.event.command.text)
    COMMAND.word("assignment", "variables set for it", lambda v: [name for name, _ in v.event.command.assignments])
    COMMAND.word(
        "assignment.NAME",
        "the value given to a variable",
        lambda v: [value for name, value in v.event.command.assignments if name == v.name],
    )
    COMMAND.word(
        "redirect",
        "its redirections, such as 2>/dev/null",
        lambda v: [f"{r.stream}{r.operator}{r.target}" for r in v.event.command.redirects],
    )
    COMMAND.word("redirect.target", "where it redirects to", lambda v: [r.target for r in v.event.command.redirects])
    COMMAND.flag("parsed", "whether its line was understood whole", lambda v: v.event.command.parsed)


def _add_place() -> None:
    COMMAND.word("host", "the host it runs on; none on the session's own machine", lambda v: v.event.command.host)
    COMMAND.word("container", "the container it runs in", lambda v: v.event.command.container)
    COMMAND.word("wrapper", "programs around it", lambda v: [w.program for w in v.event.command.wrappers])
    COMMAND.word(
        "wrapper.shell", "shells that read it", lambda v: [w.shell for w in v.event.command.wrappers if w.shell]
    )
    COMMAND.text("wrapper.text", "the raw text of each wrapper", lambda v: [w.text for w in v.event.command.wrappers])
    COMMAND.word("join", "how it hangs on the one before", lambda v: v.event.command.join, Join)
    COMMAND.word("runs_if", "on what its running depends", lambda v: v.event.command.runs_if, RunsIf)
    COMMAND.number("decided_by", "the position of what decides that it runs", lambda v: v.event.command.decided_by)
    COMMAND.number("position", "its order in the call, from 0", lambda v: v.event.command.position)
    COMMAND.number("pipeline", "the number of its pipeline in the call, from 0", lambda v: v.event.command.pipeline)
    COMMAND.number("pipe_index", "its place in its pipeline, from 0", lambda v: v.event.command.pipe_index)
    COMMAND.number("pipe_length", "how many commands its pipeline has", lambda v: v.event.command.pipe_length)
    COMMAND.flag("background", "whether it was sent to the background", lambda v: v.event.command.background)
    COMMAND.flag("loop", "whether it stands in a loop", lambda v: v.event.command.loop is not None)
    COMMAND.number("loop_count", "how often its loop runs at most", lambda v: v.event.command.loop_count)
    COMMAND.number(
        "limit",
        "its longest own limit or wait (s)",
        lambda v: v.event.command.limit.seconds if v.event.command.limit else None,
    )
    COMMAND.word("limit.kind", "what its limits bound", lambda v: [x.kind for x in v.event.command.limits], LimitKind)
    COMMAND.text("limit.text", "its limits as written", lambda v: [limit.text for limit in v.event.command.limits])


def _add_evidence() -> None:
    COMMAND.flag("errors_hidden", "whether its errors are hidden", lambda v: v.event.command.errors_hidden)
    COMMAND.flag("status_tested", "whether its status decides what is printed", lambda v: v.event.command.status_tested)
    COMMAND.flag("status_hidden", "whether its status is hidden", lambda v: v.event.command.status_hidden)
    COMMAND.text("output_cut", "the filter that cuts its output", lambda v: v.event.command.output_cut)
    COMMAND.number("output_cut.lines", "how many lines that filter lets through", _lines_let_through)
    COMMAND.flag("output_discarded", "whether its output is thrown away", lambda v: v.event.command.output_discarded)
    COMMAND.flag(
        "matches_own_wrapper",
        "whether its pattern hits its own wrapper",
        lambda v: v.event.command.matches_own_wrapper,
        evidence=True,
        missing=Truth.UNKNOWN,
    )
    COMMAND.word("blind", "what it cannot see", lambda v: [blind.to for blind in v.event.command.blind])
    COMMAND.word("blind.fact", "facts on what it cannot see", lambda v: [blind.fact for blind in v.event.command.blind])
    COMMAND.word(
        "misplaced",
        "what it looks for where a program does not put it, such as builds of uv",
        lambda v: [blind.to for blind in v.event.command.blind if blind.place],
    )
    COMMAND.word(
        "misplaced.place", "where that is instead", lambda v: [b.place for b in v.event.command.blind if b.place]
    )
    COMMAND.word("silence", "what its silence reads as", lambda v: v.event.command.silence)
    COMMAND.flag("printed", "whether it printed", lambda v: v.event.printed, evidence=True, missing=Truth.UNKNOWN)
    COMMAND.word("attribution", "how its lines are known", lambda v: v.event.attribution, Attribution, evidence=True)
    COMMAND.text("output", "the lines known to be its own", _output, evidence=True)
    COMMAND.word("observation", "the kinds of facts read off its output", _observations, evidence=True)


_add_words()
_add_place()
_add_evidence()
add_outcome(COMMAND, lambda v: v.event.outcome)
add_subjects(COMMAND, lambda v: v.event.command.subjects)
COMMAND.link("call", "call", "its call", lambda v: [v.index.call(v.event.call)])
COMMAND.link("result", "result", "the result of its call", lambda v: v.index.in_call("result", v.event.call))
