"""Edges between a step and the next one on the same thing."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from loganalyst.graph.draft import Draft, inferred
from loganalyst.graph.errors import FAILED
from loganalyst.graph.tokens import last_part
from loganalyst.ledgers.looks import KILLS
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeKind
from loganalyst.model.limits import KILL_LOOK_MESSAGES
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait

_COMMON = frozenset({"host"})
_HERE = frozenset({".", "..", "~", "/", "-"})
"""Paths that say nothing without the folder one stands in, and standard input."""
_CHANGES = frozenset({CommandRole.INTERVENTION, CommandRole.LAUNCH})
_TAKES_AWAY = KILLS | {Trait.DELETES, Trait.REMOVES_PACKAGES, Trait.STOPS_SERVICE}
_LOOKS_AROUND = frozenset({Trait.LISTS_FILES, Trait.WALKS_TREE, Trait.FILTERS})
_PROCESS = "process"
_WORD = re.compile(r"[\w.+:-]+")
_AGAIN = (EdgeKind.RETRIES, EdgeKind.REFINES)


def link_subjects(draft: Draft) -> None:
    """Link each step with the one before it on the same thing: what was made or started enables a look at it.

    A program that was started is the thing that looks at processes of its name are about.
    """
    last: dict[Subject, CommandEvent] = {}
    named = _mentions(draft)
    for event in draft.analysis.events.commands:
        if event.seq not in draft.step_of_command:
            continue
        names = _things(event)
        for earlier, name in _last_on(names, last, event):
            if name.kind == _PROCESS and not _is_soon_and_alone(draft, earlier, event):
                continue
            if not _lies_between(named.get(last_part(name.name), []), earlier, event):
                _link(draft, earlier, event, str(name))
        if event.command.role in _CHANGES and event.command.program:
            names = [*names, Subject(_PROCESS, event.command.program, event.command.host)]
        last.update(dict.fromkeys(names, event))


def _link(draft: Draft, earlier: CommandEvent, event: CommandEvent, name: str) -> None:
    ends = draft.step_of_command[earlier.seq], draft.step_of_command[event.seq]
    if any((*ends, kind) in draft.edges for kind in _AGAIN):
        return
    failed = draft.timeline.calls[earlier.call].outcome.kind in FAILED
    uses = _makes(earlier) and not failed and event.command.role not in _CHANGES
    because = f"the last step before it on {name} (rule: same subject)"
    kind = EdgeKind.ENABLES if uses else EdgeKind.FOLLOWS_UP
    draft.link(*ends, kind, inferred(Confidence.MEDIUM if uses else Confidence.LOW, because))


def _last_on(
    names: list[Subject], last: dict[Subject, CommandEvent], event: CommandEvent
) -> Iterator[tuple[CommandEvent, Subject]]:
    """Yield the last command of another call on each of some things, each once, in order."""
    found: dict[int, tuple[CommandEvent, Subject]] = {}
    for name in names:
        if name in last and last[name].call != event.call:
            found.setdefault(last[name].seq, (last[name], name))
    yield from (found[seq] for seq in sorted(found))


def _mentions(draft: Draft) -> dict[str, list[int]]:
    """Return the orders of the calls that name each thing of the session, by the last part of its name.

    Scripts, other tools and commands that no vocabulary knows name things as well, and may act on them.
    """
    events = draft.analysis.events
    wanted = {last_part(subject.name) for event in events.commands for subject in event.command.subjects}
    found: dict[str, list[int]] = {}
    for call in events.calls:
        words = {word.strip(".:") for word in _WORD.findall(call.text.lower())} | {last_part(call.path or "")}
        for word in words & wanted:
            found.setdefault(word, []).append(call.place.order)
    return found


def _is_soon_and_alone(draft: Draft, first: CommandEvent, second: CommandEvent) -> bool:
    """Return whether a process may be the one of before: not long after, and nothing was started in between."""
    soon = second.place.message - first.place.message <= KILL_LOOK_MESSAGES
    return soon and not draft.is_started_between(first, second)


def _lies_between(orders: list[int], first: CommandEvent, second: CommandEvent) -> bool:
    at = bisect_right(orders, first.place.order)
    return at < len(orders) and orders[at] < second.place.order


def _makes(event: CommandEvent) -> bool:
    """Return whether a command makes or starts something, and does not only take it away."""
    plain = event.command
    return plain.role in _CHANGES and not plain.traits & _TAKES_AWAY


def _things(event: CommandEvent) -> list[Subject]:
    """Return what a command is about, as far as it is known without the value of a variable.

    A folder that is listed or searched is about whatever was looked for there.
    """
    looks_around = bool(event.command.traits & _LOOKS_AROUND)
    return [subject for subject in event.command.subjects if _is_one_thing(subject, looks_around=looks_around)]


def _is_one_thing(subject: Subject, *, looks_around: bool) -> bool:
    name = subject.name
    if subject.kind in _COMMON or name.startswith("%") or "$" in name:
        return False
    is_folder = looks_around and "." not in last_part(name)[1:]
    return subject.kind != "path" or not (name in _HERE or is_folder)
