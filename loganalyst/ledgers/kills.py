"""Signals that were sent, to what, and what was seen of it afterwards."""

import re
from collections import defaultdict, deque
from dataclasses import dataclass, replace

from loganalyst.ledgers.looks import KILLS, LISTINGS, Look, Seen, listed, names_in, read_look, sought_names
from loganalyst.ledgers.signals import kill_row, only_asks, targets_of
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.command import CommandRole
from loganalyst.model.event import CommandEvent, Observation
from loganalyst.model.ledger import Kill, KillEffect
from loganalyst.model.limits import KILL_LISTED_ROWS, KILL_LOOK_MESSAGES, KILL_NAME_MESSAGES
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

_FENCE = re.compile(r"^```(?:bash|sh|shell|zsh|console|terminal)\s*$", re.MULTILINE)
_REFUSALS = frozenset({"kill.no-target", "kill.refused"})


def find_kills(timeline: Timeline) -> tuple[Kill, ...]:
    """Return every command that sends a signal, in order, with what a later look at its targets showed."""
    walk = _Walk(timeline)
    for command in sorted(timeline.events.commands, key=_order):
        walk.visit(command)
    rows = [replace(entry.row, id=f"k{number}") for number, entry in enumerate(walk.kills, start=1)]
    ids = {row.command: row.id for row in rows}
    return tuple(
        replace(row, earlier=tuple(ids[seq] for seq in entry.earlier))
        for row, entry in zip(rows, walk.kills, strict=True)
    )


@dataclass(slots=True, eq=False)
class _Open:
    """A kill whose effect may still be seen."""

    row: Kill
    command: CommandEvent
    names: frozenset[str]
    earlier: tuple[int, ...]
    pids: frozenset[str]
    """Numbers of its target, known before; and its names."""
    brought_back: bool = False
    """Something may have started the target anew."""


class _Walk:
    """Goes once through the commands and keeps the kills that are still open on each machine."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.kills: list[_Open] = []
        self.open: dict[tuple[str | None, str | None], list[_Open]] = defaultdict(list)
        self.names_of_call: dict[int, set[str]] = defaultdict(set)
        self.past: dict[tuple[str | None, str | None, str], int] = {}
        self.programs: dict[tuple[str | None, str], str] = {}
        self.pids: dict[tuple[str | None, str], set[str]] = defaultdict(set)
        self.children: dict[tuple[str | None, str], set[str]] = defaultdict(set)
        """Programs seen under a parent's number."""
        self.rows: dict[str | None, dict[str, str]] = defaultdict(dict)
        """The last line that was listed under each number, by host."""
        self.reboots = list(timeline.after_reboot)
        self.shown = deque(_lines_to_run(timeline))

    def visit(self, command: CommandEvent) -> None:
        """Take the next command into account."""
        if self.reboots and self.reboots[0] < command.place.order:
            del self.reboots[0]
            self._forget(*{host for host, _ in self.open}, *self.rows)
        while self.shown and self.shown[0] < command.place.order:
            self._brought_back(self.shown.popleft())
        traits = command.command.traits
        here = (command.command.host, command.command.container)
        if traits & KILLS and not only_asks(command):
            self._add(command, here)
        elif traits & LISTINGS or only_asks(command):
            self._look(command, here)
        elif Trait.REBOOTS in traits:
            self._forget(command.command.host)
        elif command.command.program and self.open[here]:
            self.open[here] = self._waiting(command, here)
            for kill in self.open[here]:
                kill.brought_back |= _may_bring_back(command, kill)
        self._learn(command)

    def _forget(self, *hosts: str | None) -> None:
        """Let go of the kills and the numbers of machines that were restarted."""
        for here in [here for here in self.open if here[0] in hosts]:
            del self.open[here]
        for key in [key for key in self.pids if key[0] in hosts]:
            del self.pids[key]
        for host in hosts:
            self.rows.pop(host, None)

    def _brought_back(self, order: int) -> None:
        """Note that a line to run was shown whose answer the log does not hold."""
        for kills in self.open.values():
            for kill in kills:
                kill.brought_back |= kill.command.place.order < order and kill.row.matched_by != "pid"

    def _learn(self, command: CommandEvent) -> None:
        """Remember which program a listed number belongs to, and under which number it runs."""
        for seen in listed(self.timeline, command):
            if seen.kind == "process.row" and seen.subject is not None and seen.subject.kind == "pid":
                program = seen.value.casefold().rsplit("/", 1)[-1]
                self.programs[command.command.host, seen.subject.name] = program
                self.pids[command.command.host, program].add(seen.subject.name)
                self._keep_row(self.rows[command.command.host], seen.subject.name, seen.span.quote)
                parent = dict(seen.figures).get("ppid")
                if parent is not None:
                    self.children[command.command.host, str(parent)].add(program)

    def _keep_row(self, rows: dict[str, str], pid: str, line: str) -> None:
        """Keep the last line of a number, and forget the one that was not listed for longest."""
        rows.pop(pid, None)
        rows[pid] = line
        if len(rows) > KILL_LISTED_ROWS:
            del rows[next(iter(rows))]

    def _add(self, command: CommandEvent, here: tuple[str | None, str | None]) -> None:
        targets = targets_of(command)
        names = names_in(targets)
        below = frozenset().union(*(self.children[here[0], name] for name in names if (here[0], name) in self.children))
        known = {self.programs[here[0], name] for name in names if (here[0], name) in self.programs}
        pids = frozenset().union(*(self.pids[here[0], name] for name in names | known)) | names
        if Trait.MATCHES_FULL_COMMAND_LINE in command.command.traits:
            listed = self.rows[here[0]].items()
            pids |= {pid for pid, line in listed if all(name in line.casefold() for name in names)}
        earlier = sorted({self.past[(*here, name)] for name in names if (*here, name) in self.past})
        for name in names:
            self.past[(*here, name)] = command.seq
        effect, span = self._own_answer(command)
        kill = _Open(
            kill_row(command, targets, effect, span), command, names | known | below, tuple(earlier), frozenset(pids)
        )
        self.open[here] = [
            other for other in self.open[here] if other.command.call == command.call or not other.names & kill.names
        ]
        self.names_of_call[command.call] |= kill.names
        self.kills.append(kill)
        if effect is KillEffect.NEVER_LOOKED:
            self.open[here].append(kill)

    def _own_answer(self, command: CommandEvent) -> tuple[KillEffect, Span | None]:
        """Return REFUSED where the kill itself says so."""
        own = [seen for seen in self.timeline.own(command) if seen.kind in _REFUSALS]
        if not own and len(self._kills_in(command.call)) == 1:
            own = [seen for seen in self.timeline.around(command) if seen.kind in _REFUSALS]
        return (KillEffect.REFUSED, own[0].span) if own else (KillEffect.NEVER_LOOKED, None)

    def _kills_in(self, call: int) -> list[CommandEvent]:
        return [command for command in self.timeline.in_call[call] if command.command.traits & KILLS]

    def _look(self, command: CommandEvent, here: tuple[str | None, str | None]) -> None:
        """Let a listing settle the open kills whose targets it would show."""
        waiting = self._waiting(command, here)
        self.open[here] = list(waiting)
        look = read_look(self.timeline, command) if waiting else None
        if look is None:
            return
        sought = sought_names(command)
        for kill in waiting:
            settled = self._settle(kill, look, sought, command)
            if settled is not None:
                kill.row = replace(kill.row, effect=settled[0], seen_at=settled[1])
                self.open[here].remove(kill)

    def _waiting(self, command: CommandEvent, here: tuple[str | None, str | None]) -> list[_Open]:
        """Return the open kills of a machine that are not too long ago for a command to tell of them."""
        turn = command.place.turn - KILL_LOOK_MESSAGES
        return [kill for kill in self.open[here] if kill.command.place.turn >= turn]

    def _settle(
        self, kill: _Open, look: Look, sought: frozenset[str], command: CommandEvent
    ) -> tuple[KillEffect, Span] | None:
        """Return what a look says of one kill, or None where it says nothing."""
        own = listed(self.timeline, command)
        rows = [seen for seen in own if seen.kind.startswith("process.") and _is_target(seen, kill)]
        if rows:
            return _by_rows(rows, kill, is_soon=_is_soon(kill, command))
        covered = bool(sought & kill.names)
        if not covered and (sought or not _lists_all(command)):
            return None
        if look.seen is Seen.ABSENT or (look.seen is Seen.THERE and not sought and self.timeline.own(command)):
            return KillEffect.GONE, look.span
        alike = look.seen is Seen.THERE and covered and sought <= self.names_of_call[kill.command.call]
        return (KillEffect.ALIVE, look.span) if alike and _is_soon(kill, command) else None


_SERVES = frozenset({Trait.SERVES, Trait.STARTS_SERVICE})
_STARTS = frozenset(
    {
        Trait.BUILDS,
        Trait.INSTALLS_PACKAGES,
        Trait.LONG_RUNNING,
        Trait.SERVES,
        Trait.STARTS_SERVICE,
        Trait.STARTS_WORKERS,
    }
)


def _may_bring_back(command: CommandEvent, kill: _Open) -> bool:
    """Return whether a command may start anew what was killed, so that a later look tells nothing of the kill."""
    plain = command.command
    if plain.role in {CommandRole.LAUNCH, None} or plain.background or plain.traits & _SERVES:
        return kill.row.matched_by != "pid"
    return bool(plain.traits & _STARTS and kill.names & names_in((plain.text,)))


def _is_soon(kill: _Open, look: CommandEvent) -> bool:
    """Return whether a look by name alone tells of a kill: it comes right after, and nothing was started between."""
    by_number = kill.row.matched_by == "pid" and not kill.brought_back
    return by_number or (not kill.brought_back and look.place.turn <= kill.command.place.turn + KILL_NAME_MESSAGES)


def _is_target(seen: Observation, kill: _Open) -> bool:
    """Return whether a listed process is one that the kill aimed at."""
    name = seen.value.casefold().rsplit("/", 1)[-1]
    pid = seen.subject.name if seen.subject is not None and seen.subject.kind == "pid" else ""
    return pid in kill.names or name in kill.names or (pid.isdecimal() and pid in kill.pids)


def _by_rows(rows: list[Observation], kill: _Open, *, is_soon: bool) -> tuple[KillEffect, Span] | None:
    """Return the effect that listed processes show, or None where they may be others of the same name."""
    zombies = {seen.subject for seen in rows if seen.kind == "process.zombie"}
    living = [seen for seen in rows if seen.kind != "process.zombie" and (not zombies or seen.subject not in zombies)]
    if not living:
        return KillEffect.ZOMBIE, rows[0].span
    numbered = [seen for seen in living if seen.subject is not None and seen.subject.name in kill.pids]
    if numbered:
        return KillEffect.ALIVE, numbered[0].span
    if any(name.isdecimal() for name in kill.pids):
        return KillEffect.OTHER_PID, living[0].span
    return (KillEffect.ALIVE, living[0].span) if is_soon else None


def _lines_to_run(timeline: Timeline) -> list[int]:
    """Return the orders of messages by an assistant that show a line to run in a shell, which is no recorded call."""
    said = (event for event in timeline.events.messages if event.place.role is Role.ASSISTANT)
    return sorted(event.place.order for event in said if _FENCE.search(event.text))


def _lists_all(command: CommandEvent) -> bool:
    """Return whether a listing shows every process (of ``ps``), unfiltered and uncut."""
    plain = command.command
    return plain.program == "ps" and plain.pipe_length == 1 and not plain.output_discarded


def _order(command: CommandEvent) -> tuple[int, int]:
    return command.place.order, command.command.position
