"""Edges between steps at one piece of work: again, changed, undone."""

from collections.abc import Iterator

from loganalyst.detectors.attempts import Attempt, attempts_in, is_same_work
from loganalyst.graph.draft import Draft, inferred, recorded, textual
from loganalyst.graph.tokens import is_name
from loganalyst.ledgers.looks import KILLS
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeKind
from loganalyst.model.ledger import Kill
from loganalyst.model.limits import KILL_LOOK_MESSAGES, NEXT_MESSAGES
from loganalyst.model.trait import Trait

_CHANGES = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})
_STDIN = "-"
_WORDS = frozenset({"path", "url"})
"""Kinds of things for which a plain word may be taken, such as a subcommand that is not known."""


def link_sweeps(draft: Draft) -> None:
    """Link the runs of each sweep in order, and the user's words with the run that they ask for."""
    for sweep in draft.analysis.ledgers.sweeps:
        for earlier, later in zip(sweep.points, sweep.points[1:], strict=False):
            moved = f"{sweep.parameter} goes from {earlier.value.number:f} to {later.value.number:f}"
            why = textual(Confidence.HIGH, f"the same command with one number moved: {moved}", earlier.span, later.span)
            draft.link(draft.at(earlier.span), draft.at(later.span), EdgeKind.REFINES, why)
        for point in sweep.points:
            if point.asked_by is not None:
                why = textual(Confidence.HIGH, "the user's words name the number", point.asked_by)
                draft.link(draft.at(point.asked_by), draft.at(point.span), EdgeKind.PROMPTED_BY, why)


def link_attempts(draft: Draft) -> None:
    """Link each attempt with the one before it at the same work: the same words again, or something changed."""
    last: dict[tuple[str | None, ...], list[Attempt]] = {}
    for attempt in attempts_in(draft.analysis.events):
        before = last.setdefault(attempt.kind, [])
        same = next((one for one in reversed(before[-_BACK:]) if is_same_work(one, attempt)), None)
        before.append(attempt)
        if same is None or same.call.seq == attempt.call.seq or not _names_something(attempt):
            continue
        ends = draft.step_of_command.get(same.command.seq), draft.step_of_command.get(attempt.command.seq)
        if same.call.text == attempt.call.text and same.call.timeout == attempt.call.timeout:
            draft.link(*ends, EdgeKind.RETRIES, textual(Confidence.HIGH, "the same command line again, word for word"))
        elif same.command.command.words == attempt.command.command.words:
            because = "the same command again, word for word, in a line that is another"
            draft.link(*ends, EdgeKind.RETRIES, textual(Confidence.MEDIUM, because))
        elif _mends(draft, same, attempt):
            because = "the same program on the same thing, with something changed after a failure (rule: same work)"
            draft.link(*ends, EdgeKind.REFINES, inferred(Confidence.MEDIUM, because))


def _names_something(attempt: Attempt) -> bool:
    """Return whether a command says what it works on, so that another one can be on the same."""
    plain = attempt.command.command
    return any(name != _STDIN for name in (*(subject.name for subject in plain.subjects), *_values(plain)))


def _mends(draft: Draft, first: Attempt, later: Attempt) -> bool:
    """Return whether a later attempt at one thing is changed because the first went wrong; of kills a ledger tells."""
    if first.call.seq not in draft.gone_wrong or later.command.command.traits & KILLS:
        return False
    soon = later.call.place.turn - first.call.place.turn <= NEXT_MESSAGES
    return soon and _share_name(first.command.command, later.command.command) and not _asks_else(draft, later)


def _share_name(first: Command, later: Command) -> bool:
    """Return whether two commands that name things share one, and not only a word that many such commands have."""
    shared = frozenset(first.subjects) & frozenset(later.subjects)
    return not first.subjects or any(one.kind not in _WORDS or is_name(one.name) for one in shared)


def _values(command: Command) -> Iterator[str]:
    return (operand.value for operand in command.operands)


def _asks_else(draft: Draft, attempt: Attempt) -> bool:
    """Return whether a call only searches: with other words it asks something else of the same files."""
    events = draft.timeline.in_call[attempt.call.seq]
    changes = any(event.command.role in _CHANGES for event in events)
    return Trait.WALKS_TREE in attempt.command.command.traits and not changes


_BACK = 4
"""How many earlier attempts of a kind are compared."""


def link_kills(draft: Draft) -> None:
    """Link kills of the same targets, and each kill with the look that shows what became of them."""
    kills: dict[str, Kill] = {}
    for kill in draft.analysis.ledgers.kills:
        kills[kill.id] = kill
        node = draft.step_of_command.get(kill.command)
        for name in kill.earlier[-1:]:
            ends = draft.timeline.commands[kills[name].command], draft.timeline.commands[kill.command]
            soon = 0 < kill.message - kills[name].message <= KILL_LOOK_MESSAGES
            if not soon or draft.is_started_between(*ends):
                continue
            before = draft.step_of_command.get(kills[name].command)
            because = "a signal to the same targets again (ledger of kills)"
            draft.link(before, node, EdgeKind.REFINES, inferred(Confidence.HIGH, because, kill.span))
        if kill.seen_at is not None and kill.seen_at.message - kill.message <= KILL_LOOK_MESSAGES:
            seen = draft.at(kill.seen_at)
            if seen == draft.outcome_of_command(kill.command):
                continue
            because = f"it shows what became of the target: {kill.effect.replace('_', ' ')} (ledger of kills)"
            draft.link(node, seen, EdgeKind.ENABLES, inferred(Confidence.MEDIUM, because, kill.seen_at))


def link_changes(draft: Draft) -> None:
    """Link each change with the step that undid it."""
    for change in draft.analysis.ledgers.changes:
        if change.undone_at is not None:
            source = draft.step_of_command.get(change.command) if change.command is not None else draft.at(change.span)
            because = "it undoes the change (ledger of changes)"
            why = inferred(Confidence.HIGH, because, change.undone_at)
            draft.link(source, draft.at(change.undone_at), EdgeKind.SUPERSEDES, why)


def link_files(draft: Draft) -> None:
    """Link tools that are no shells and name a file with the last step on that file."""
    last: dict[str, str] = {}
    changed: set[str] = set()
    for call in draft.analysis.events.calls:
        for step in draft.steps_of_call.get(call.seq, ())[:1] if call.path else ():
            path = str(call.path)
            if path in last:
                kind = EdgeKind.ENABLES if last[path] in changed else EdgeKind.FOLLOWS_UP
                why = recorded(Confidence.MEDIUM, f"both calls name the file {path} in their arguments")
                draft.link(last[path], step, kind, why)
            last[path] = step
            if call.changes_file:
                changed.add(step)
