"""Calls that are issued again, and whether something between them may bear on how they end."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import islice, takewhile

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.event import Call, Events
from loganalyst.model.trait import Trait
from loganalyst.ruleset.likeness import repetition_key

_LOOKS = frozenset(
    {
        Trait.LISTS_BY_PATTERN,
        Trait.LISTS_FILES,
        Trait.LISTS_PROCESSES,
        Trait.READS_FILE,
        Trait.READS_LOG,
        Trait.SHOWS_SERVICE_STATUS,
    }
)
"""Traits of looks that are repeated to see how something goes on."""
_PASSES_TIME = frozenset({Trait.NEVER_RETURNS, Trait.POLLS, Trait.SERVES, Trait.WAITS})
_MAY_CHANGE = frozenset({Trait.RUNS_CODE, Trait.CHANGES_CONFIG, Trait.EDITS_FILE})
_EDITS = frozenset({Trait.EDITS_FILE, Trait.MOVES_FILES, Trait.RUNS_CODE, Trait.READS_STDIN})
_FETCHES = frozenset({Trait.DOWNLOADS, Trait.INSTALLS_PACKAGES})
_LOG = re.compile(r"^/dev/|^&|^[0-9-]$|log|\.(?:out|err)$|^/tmp/")
"""Targets of redirections that no command reads again."""
_UNREAD = re.compile(r"(?:/\S{1,40}/)?(?:ba|da|z)?sh: (?:(?:eval|-c): )?line 1: syntax error near")
"""What a shell prints of a line of which it ran nothing."""
_QUOTES = re.compile(r"[\"']")
_FILTER = re.compile(r"(?:\s{0,4}\|\s{0,4}(?:head|tail|tee|cat)\b[^|;&]{0,80}|\s{1,4}2>&1)+\s{0,4}$")
"""What stands behind a command to show less of what it prints."""
_FILE = re.compile(r"[\w-]{1,80}\.[A-Za-z]\w{1,9}\b")
_SCRIPT = re.compile(r"\s[\w./-]{1,200}\.(?:py|js|ts|rb|pl|sh|R)\b")
_WRITES = re.compile(r"write|dump|save|rename|unlink|remove|mkdir|os\.system|subprocess")
"""Words of inline code that may change something."""


@dataclass(frozen=True)
class Reruns:
    """Compares calls of one transcript."""

    events: Events

    def key(self, call: Call) -> tuple[str, ...] | None:
        """Return what a call and its repetition share, quotes left out; None for polls, waits and looks."""
        return self._keys[call.seq]

    def work(self, call: Call) -> tuple[str, ...] | None:
        """Return what a call and its repetition share where a limit ended them: no filter of the output counts then."""
        key = self.key(call)
        return None if key is None else (*key[:-1], _FILTER.sub("", key[-1]).strip())

    @cached_property
    def _keys(self) -> Mapping[int, tuple[str, ...] | None]:
        return {call.seq: self._key(call) for call in self.events.calls}

    def _key(self, call: Call) -> tuple[str, ...] | None:
        if call.polls is not None or call.background or not call.text.strip():
            return None
        if call.is_shell and self._only_watches(call):
            return None
        key = repetition_key(call)
        return None if key is None else tuple(_QUOTES.sub("", part) for part in key)

    def is_changed(self, first: Call, later: Call, *, by_edits: bool = True) -> bool:
        """Return whether a step of another call between two calls may bear on how the later one ends.

        An edit bears on a download or an installation only where that names the file, and never without ``by_edits``.
        """
        start = bisect_right(self._changes, first.place.order, key=lambda call: call.place.order)
        between = takewhile(lambda call: call.place.order < later.place.order, islice(self._changes, start, None))
        fetches = any(command.traits & _FETCHES for command in self._commands(later))
        names = set(_FILE.findall(later.text))
        return any(
            (by_edits and not fetches) or not self._only_edits(call) or (by_edits and _mentions(call, names))
            for call in between
        )

    def _only_watches(self, call: Call) -> bool:
        """Return whether a call only lets time pass, or looks how something goes on."""
        commands = [command for command in self._commands(call) if command.role is not CommandRole.WRAPPER]
        if any(command.traits & _PASSES_TIME or command.role is CommandRole.WAIT for command in commands):
            return True
        working = [command for command in commands if command.role is not CommandRole.PLUMBING]
        return all(command.role is CommandRole.PROBE and command.traits & _LOOKS for command in working)

    @cached_property
    def _changes(self) -> list[Call]:
        """Return the calls that may change something, in order."""
        return [call for call in self.events.calls if self._changes_something(call)]

    def _changes_something(self, call: Call) -> bool:
        if call.seq in self._unread:
            return False
        return call.changes_file or any(_may_change(command, call) for command in self._commands(call))

    @cached_property
    def _unread(self) -> frozenset[int]:
        """Return the calls of one line that the shell could not read, so that nothing of them ran."""
        complaints = (one for one in self.events.observations if one.kind == "shell.error" and not one.quoted)
        calls = (one.call for one in complaints if one.call is not None and _UNREAD.match(one.span.quote))
        return frozenset(seq for seq in calls if "\n" not in self.events.calls[seq].text.strip())

    def _only_edits(self, call: Call) -> bool:
        """Return whether a call changes files and nothing else."""
        changing = [command for command in self._commands(call) if _may_change(command, call)]
        return all(command.traits & _EDITS for command in changing)

    def _commands(self, call: Call) -> list[Command]:
        return [self.events.commands[seq].command for seq in call.commands]


def _may_change(command: Command, call: Call) -> bool:
    """Return whether a command may change files, packages, settings or what runs; tests are taken to change nothing."""
    if Trait.RUNS_TESTS in command.traits or command.program == "tee":
        return False
    if any(one.operator.startswith(">") and not _LOG.search(one.target) for one in command.redirects):
        return True
    if Trait.RUNS_CODE in command.traits and not _SCRIPT.search(command.text):
        return _WRITES.search(call.text) is not None
    return command.role is CommandRole.INTERVENTION or bool(command.traits & _MAY_CHANGE)


def _mentions(call: Call, names: set[str]) -> bool:
    """Return whether a call names one of some files."""
    return any(name in call.text or name == call.path for name in names)


def limit_is_raised(first: Call, later: Call) -> bool:
    """Return whether the later call has, or may have, more time than the limit that ended the first."""
    if later.timeout is None:
        return first.timeout is not None and first.outcome.limit is None
    known: Decimal | None = first.outcome.limit if first.outcome.limit is not None else first.timeout
    return known is None or later.timeout > known
