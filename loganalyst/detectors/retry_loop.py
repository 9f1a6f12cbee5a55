"""Three attempts end in the same way, and the failing stage reads nothing of what differs between them."""

from collections.abc import Iterator

from loganalyst.detectors.between import Between, only_looks
from loganalyst.detectors.failures import Failure, normalise
from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.stages import stage_of
from loganalyst.model.event import Call, Events
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait
from loganalyst.ruleset.likeness import repetition_key

RULE = "retry-loop"
_ENOUGH = 3
_STAGES = frozenset({"folder", "held", "import", "login", "port"})
_Key = tuple[str, ...]


def find(context: Context) -> Iterator[Hit]:
    """Yield the third of three attempts with the same end and nothing between that bears on them, once for each loop.

    Where other failures lie among them, the last attempt follows right upon the one before.

    Attempts belong together when their texts differ in quotes, paths and numbers only, and where they differ in nothing
    that the stage which failed had read; calls of one tool that is no shell, and downloads that the same limit ends,
    when they fail alike, as neither reads the arguments before that. Identical calls in a row that print nothing count
    as well.
    """
    between = context.between
    runs: dict[_Key, list[Call]] = {}
    empty: tuple[_Key | None, list[Call]] = (None, [])
    told: set[int] = set()
    for call in context.events.calls:
        failure = between.failures.of(call)
        keys = list(_keys(context.events, call, failure, between))
        for key in keys:
            run = runs.setdefault(key, [])
            if run and (run[-1].id == call.id or _is_broken(between, run[-1], call, failure, key[0])):
                run.clear()
            run.append(call)
            if failure is None or len(run) != _ENOUGH or not told.isdisjoint(one.seq for one in run):
                continue
            if _belong_together(run, failure, between, key[0]):
                told.update(one.seq for one in run)
                yield _hit(run, failure, key[0], in_a_row=_end_in_a_row(run, between))
        empty = _empty_run(empty, call, between, context.events)
        if len(empty[1]) == _ENOUGH and not keys:
            yield _hit(empty[1], None, "call", in_a_row=True)


def _is_broken(between: Between, before: Call, call: Call, failure: Failure | None, kind: str) -> bool:
    """Return whether something that may bear on an attempt lies before it.

    A user's word does not help against a limit, and neither does a program of which it is not known what it does; an
    edit does not where no local file is read.
    """
    if failure is not None and failure.by_limit:
        return between.reruns.is_changed(before, call, by_edits=kind != "fetch")
    return between.changes(before, call) or between.users_between(before, call)


def _calls_between(run: list[Call], between: Between) -> list[Call]:
    """Return the calls with an answer that lie among some attempts and are none of them."""
    own = {call.seq for call in run}
    among = between.reruns.events.calls[run[0].seq : run[-1].seq]
    return [call for call in among if call.seq not in own and call.result is not None]


def _belong_together(run: list[Call], failure: Failure, between: Between, kind: str) -> bool:
    """Return whether no other failure lies among some attempts, or the last two of them stand side by side.

    Attempts that share no more than the stage which failed have to stand in a row.
    """
    if kind in _STAGES:
        return _are_in_a_row(run, between)
    others = (between.failures.of(call) for call in _calls_between(run, between))
    same = all(other is None or other.text == failure.text for other in others)
    return same or _are_in_a_row(run[-2:], between)


def _are_in_a_row(run: list[Call], between: Between) -> bool:
    """Return whether nothing but plain reading lies among the attempts."""
    return all(
        only_looks(between.reruns.events, call) if call.is_shell else not call.changes_file
        for call in _calls_between(run, between)
    )


def _end_in_a_row(run: list[Call], between: Between) -> bool:
    """Return whether none of the same tool that ended badly in another way lies among the attempts either."""
    ended = (call for call in _calls_between(run, between) if not call.is_shell and call.name == run[-1].name)
    return _are_in_a_row(run, between) and all(between.failures.of(call) is None for call in ended)


def _keys(events: Events, call: Call, failure: Failure | None, between: Between) -> Iterator[_Key]:
    """Yield under what attempts that belong to a call are kept."""
    if failure is None or (failure.may_pass and not failure.by_limit):
        return
    if not call.is_shell:
        if not call.changes_file and call.polls is None:
            yield "tool", call.host or "", call.name, failure.text
        return
    stage = stage_of(events, call, failure)
    if stage is not None and call.polls is None:
        yield stage
    work = between.reruns.work(call)
    by_number = stage is not None and stage[0] == "port"
    if work is None or by_number or only_looks(events, call):
        return
    downloads = [
        command
        for command in (events.commands[seq].command for seq in call.commands)
        if Trait.DOWNLOADS in command.traits and Trait.INSTALLS_PACKAGES not in command.traits
    ]
    if failure.by_limit and downloads:
        yield "download", downloads[0].host or "", downloads[0].program, failure.text
    else:
        yield "call", call.host or "", normalise(work[-1]), failure.text


def _empty_run(
    before: tuple[_Key | None, list[Call]], call: Call, between: Between, events: Events
) -> tuple[_Key | None, list[Call]]:
    """Return the run of identical calls without output that a call goes on with or begins; waits and looks are none."""
    waits = call.polls is not None or call.background or (call.line is not None and call.line.wait_seconds > 0)
    silent = call.outcome.kind is OutcomeKind.SILENT and call.result is not None and call.is_shell
    key = repetition_key(call) if silent and not waits and not only_looks(events, call) else None
    if key is None:
        return None, []
    run = before[1] if before[0] == key else []
    if run and (run[-1].id == call.id or between.users_between(run[-1], call)):
        run = []
    return key, [*run, call]


def _hit(run: list[Call], failure: Failure | None, kind: str, *, in_a_row: bool) -> Hit:
    """Return the hit; ``objects`` says that the attempts are downloads that do not all fetch the same."""
    call = run[-1]
    related = tuple(
        Related(one.span, one.place.message, one.place.location, "an attempt before with the same end")
        for one in run[:-1]
    )
    way = "empty" if failure is None else "limit" if failure.by_limit else "error"
    if kind == "download" and len({" ".join(one.text.split()) for one in run}) > 1:
        way = "objects"
    captures = Capture("count", str(len(run))), Capture("way", way), Capture("row", "yes" if in_a_row else "no")
    return Hit(call.place, call.span, related, captures)
