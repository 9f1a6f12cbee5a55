"""Nodes for what was done and what came back: probes, interventions, outcomes, observations."""

from loganalyst.graph.draft import Draft
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, CommandEvent, Observation
from loganalyst.model.graph import NodeKind
from loganalyst.model.outcome import Outcome, OutcomeKind
from loganalyst.model.span import Span

_NO_STEPS = frozenset({CommandRole.PLUMBING, CommandRole.WRAPPER})
_CHANGES = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})


def add_steps(draft: Draft) -> None:
    """Add a node for each command that is a step, or for the whole call where none is.

    A command that changes or starts something is an intervention, though how it ends may tell something too. One that
    only looks or waits is a probe, and so is a program of which nothing known says that it changes anything.
    """
    for call in draft.analysis.events.calls:
        events = [event for event in draft.timeline.in_call.get(call.seq, ()) if _is_step(event)]
        telling = [event for event in events if not _only_waits(event)]
        for event in telling or events:
            if event.seq not in draft.step_of_command:
                kind = NodeKind.INTERVENTION if event.command.role in _CHANGES else NodeKind.PROBE
                name = draft.add(f"{kind[0]}{event.seq + 1}", kind, event.command.text, event.span)
                draft.step_of_command[event.seq] = name
                draft.steps_of_call.setdefault(call.seq, []).append(name)
        if call.seq not in draft.steps_of_call:
            draft.steps_of_call[call.seq] = [_add_call(draft, call)]


def _is_step(event: CommandEvent) -> bool:
    command = event.command
    into_pipe = command.pipe_index > 0 and command.role is None
    named = bool(command.program) and event.outcome.reason != "not_run"
    return named and not into_pipe and command.role not in _NO_STEPS


def _only_waits(event: CommandEvent) -> bool:
    """Return whether a command waits, or ends a job of its own line: what serves the other commands of its call."""
    subjects = event.command.subjects
    own = bool(subjects) and all(subject.name.startswith("%") for subject in subjects)
    return own or event.command.role is CommandRole.WAIT


def _add_call(draft: Draft, call: Call) -> str:
    kind = NodeKind.INTERVENTION if call.changes_file else NodeKind.PROBE
    label = call.text if call.is_shell else f"{call.name} {call.path or call.text}"
    return draft.add(f"t{call.seq + 1}", kind, label, call.span)


def add_outcomes(draft: Draft) -> None:
    """Add a node for each recorded result of a call."""
    for result in draft.analysis.events.results:
        if result.call is not None:
            # The outcome is that of the call: a later poll may have told more than the first record.
            call = draft.timeline.calls.get(result.call)
            outcome = call.outcome if call is not None else result.outcome
            name = f"o{result.seq + 1}"
            draft.outcome_of_call[result.call] = draft.add(name, NodeKind.OUTCOME, outcome_words(outcome), result.span)


def outcome_words(outcome: Outcome) -> str:
    """Return how a call ended, in words."""
    words = outcome.kind.replace("_", " ")
    match outcome.kind:
        case OutcomeKind.TIMED_OUT if outcome.limit is not None:
            return f"cut off by a limit of {outcome.limit:f} s"
        case OutcomeKind.UNKNOWN:
            return "answered, no status recorded"
        case OutcomeKind.SILENT:
            return "silent: nothing was printed"
        case OutcomeKind.FAILED if outcome.exit_status is not None:
            return f"failed with status {outcome.exit_status}"
        case _:
            return words


def add_observations(draft: Draft) -> None:
    """Add one node for all facts of a kind that were read off one output."""
    groups: dict[tuple[int | None, int | None, str], list[Observation]] = {}
    for seen in draft.analysis.events.observations:
        groups.setdefault((seen.call, seen.command, seen.kind), []).append(seen)
    for number, group in enumerate(groups.values(), start=1):
        first = group[0]
        more: tuple[Span, ...] = tuple(seen.span for seen in group[1:])
        count = f" ({len(group)} times)" if more else ""
        label = f"{first.kind}{count}: {first.span.quote.strip()}"
        draft.add(f"f{number}", NodeKind.OBSERVATION, label, first.span, *more)
        draft.observed[f"f{number}"] = first
