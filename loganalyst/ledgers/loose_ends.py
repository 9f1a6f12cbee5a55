"""What was left open: announced and not done, guessed and not tested, started and never looked at again."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from loganalyst.ledgers.looks import KILLS, LISTINGS, names_in
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.weights import words_of
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Act, Call, Claim, CommandEvent, Stance
from loganalyst.model.ledger import Hypothesis, HypothesisStatus, LooseEnd
from loganalyst.model.limits import FULFIL_MESSAGES
from loganalyst.model.outcome import LimitedBy, OutcomeKind
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role
from loganalyst.ruleset.fulfilment import fulfils

_ANNOUNCED = frozenset({Act.CHECK, Act.STEP, Act.CHANGE})
_GOES_ON = frozenset(
    {
        Trait.BUILDS,
        Trait.COMPILES,
        Trait.DOWNLOADS,
        Trait.INSTALLS_PACKAGES,
        Trait.LONG_RUNNING,
        Trait.NEVER_RETURNS,
        Trait.RUNS_TESTS,
        Trait.SERVES,
        Trait.WALKS_TREE,
    }
)
_LOOKS = (
    LISTINGS | KILLS | {Trait.READS_LOG, Trait.READS_FILE, Trait.REBOOTS, Trait.SHOWS_THREAD_CPU, Trait.TRACES_CALLS}
)


def find_loose_ends(timeline: Timeline, hypotheses: Iterable[Hypothesis]) -> tuple[LooseEnd, ...]:
    """Return what is open at the end of a session, in order of the messages where it was opened."""
    found = [
        *_announced(timeline),
        *_untested(hypotheses),
        *_Jobs(timeline).left(),
    ]
    found.sort(key=lambda row: (row.message, row.span.part, row.span.start))
    return tuple(replace(row, id=f"l{number}") for number, row in enumerate(found, start=1))


def _announced(timeline: Timeline) -> Iterator[LooseEnd]:
    """Yield the announcements that no step carries out in time; none for other languages or for talk without calls."""
    if timeline.events.language != "en" or not timeline.events.calls:
        return
    commands, calls = timeline.events.commands, timeline.events.calls
    introduces = Counter(claim.about_call for claim in timeline.events.claims if claim.stance is Stance.INTENDED)
    used: set[str] = set()
    reached = 0
    for claim in timeline.events.claims:
        if claim.place.role is not Role.ASSISTANT or claim.stance is not Stance.INTENDED or claim.act not in _ANNOUNCED:
            continue
        while reached < len(commands) and commands[reached].place.order < claim.place.order:
            used |= {name for name in (commands[reached].command.host,) if name}
            reached += 1
        introduced = (
            claim.act is not Act.CHECK and introduces[claim.about_call] == 1 and _stands_before(timeline, claim)
        )
        if introduced or _is_cut_off(timeline, claim):
            continue
        if not _done(claim, commands, calls, frozenset(used)):
            yield LooseEnd("", "announced-not-done", claim.place.message, claim.span, claim.text)


def _is_cut_off(timeline: Timeline, claim: Claim) -> bool:
    """Return whether what would carry out an announcement may stand in a part of the input that is lost."""
    later = claim.place.turn + FULFIL_MESSAGES
    turns = timeline.events.messages
    end = bisect_left(turns, later + 1, key=lambda event: event.place.turn)
    last = turns[end - 1].place.message if end else claim.place.message
    return timeline.ends_before(later) or timeline.damaged(claim.place.message, last)


def _stands_before(timeline: Timeline, claim: Claim) -> bool:
    """Return whether a sentence ends with a colon in the message of the call that it is about, and so introduces it."""
    call = timeline.calls.get(claim.about_call) if claim.about_call is not None else None
    return call is not None and call.place.message == claim.place.message and claim.text.rstrip().endswith(":")


def _done(claim: Claim, commands: tuple[CommandEvent, ...], calls: tuple[Call, ...], used: frozenset[str]) -> bool:
    """Return whether a step within the next assistant messages carries out an announcement."""
    steps: tuple[tuple[CommandEvent, ...] | tuple[Call, ...], ...] = (commands, calls)
    for group in steps:
        start = bisect_left(group, claim.place.order, key=lambda step: step.place.order)
        for number in range(start, len(group)):
            step = group[number]
            if step.place.turn - claim.place.turn > FULFIL_MESSAGES:
                break
            if fulfils(claim, step, used):
                return True
    return False


def _untested(hypotheses: Iterable[Hypothesis]) -> Iterator[LooseEnd]:
    open_ = {HypothesisStatus.UNTESTED, HypothesisStatus.EXCLUDED_INVALIDLY}
    told: set[Span] = set()
    for row in hypotheses:
        if row.voiced and row.status in open_ and row.raised_at is not None and row.raised_at not in told:
            told.add(row.raised_at)
            yield LooseEnd("", "hypothesis-untested", row.message, row.raised_at, row.id)


@dataclass(slots=True)
class _Job:
    """Work that goes on after its call, until something looks at it."""

    kind: str
    call: Call
    span: Span
    host: str | None
    names: frozenset[str]


class _Jobs:
    """Follows what was sent to the background or outlived its call."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.jobs: dict[int, _Job] = {}
        self.settled = 0
        self.by_call: dict[int, list[int]] = defaultdict(list)
        self.by_host: dict[str | None, set[int]] = defaultdict(set)
        self.by_name: dict[tuple[str | None, str], list[int]] = defaultdict(list)

    def left(self) -> Iterator[LooseEnd]:
        """Yield the jobs that nothing looked at until the end."""
        for call in self.timeline.events.calls:
            if call.polls is not None:
                self._settle(self.by_call.pop(call.polls, ()))
            for command in self.timeline.in_call.get(call.seq, ()):
                if command.outcome.reason != "not_run":
                    self._look(command)
            for job in self._started(call):
                self._open(job)
        for job in self.jobs.values():
            yield LooseEnd("", job.kind, job.call.place.message, job.span, job.call.text)

    def _open(self, job: _Job) -> None:
        number = len(self.jobs) + self.settled
        self.jobs[number] = job
        self.by_call[job.call.seq].append(number)
        self.by_host[job.host].add(number)
        for name in job.names:
            self.by_name[job.host, name].append(number)

    def _settle(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            job = self.jobs.pop(number, None)
            if job is not None:
                self.settled += 1
                self.by_host[job.host].discard(number)

    def _look(self, command: CommandEvent) -> None:
        """Let a command settle the jobs that it looks at or ends."""
        plain = command.command
        if not plain.traits & _LOOKS:
            return
        everything = Trait.REBOOTS in plain.traits or (
            plain.traits & LISTINGS and not plain.operands and plain.pipe_length == 1
        )
        if everything:
            self._settle(tuple(self.by_host[plain.host]))
            return
        sought = names_in((*(operand.value for operand in plain.operands), plain.text)) | words_of(plain.text)
        for name in sought:
            self._settle(self.by_name.pop((plain.host, name), ()))

    def _started(self, call: Call) -> Iterator[_Job]:
        """Yield the work of a call that goes on after it."""
        commands = self.timeline.in_call.get(call.seq, ())
        by_tool = call.outcome.kind is OutcomeKind.TIMED_OUT and call.outcome.limited_by in {LimitedBy.TOOL, None}
        if call.background or call.outcome.kind is OutcomeKind.RUNNING:
            first = next((command.command.host for command in commands if command.command.host), None)
            yield _Job("background-not-collected", call, call.span, first, _names(commands))
            return
        files = [redirect.target for command in commands for redirect in command.command.redirects]
        for command in commands:
            plain = command.command
            if plain.role in {CommandRole.PLUMBING, CommandRole.WRAPPER, CommandRole.WAIT} or not plain.program:
                continue
            if by_tool and (plain.host or plain.container) and plain.traits & _GOES_ON:
                yield _Job("remote-left-running", call, command.span, plain.host, _names((command,), files))
                return
            if plain.background and plain.traits & _GOES_ON:
                yield _Job("background-not-collected", call, command.span, plain.host, _names((command,), files))


def _names(commands: Iterable[CommandEvent], files: Iterable[str] = ()) -> frozenset[str]:
    """Return the words by which work can be found again: programs, operands, the files it writes to."""
    found: list[str] = list(files)
    for command in commands:
        plain = command.command
        found += [plain.program, *plain.words[1:4], *(redirect.target for redirect in plain.redirects)]
        found += [subject.name for subject in plain.subjects]
    names = names_in(found) | frozenset(word for text in found for word in words_of(text))
    return names - {"dev", "null", "install", "run", "ssh"}
