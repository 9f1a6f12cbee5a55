"""Observations: what the readers of output say of each result, with spans."""

from collections.abc import Iterator
from dataclasses import replace

from loganalyst.events.draft import Draft
from loganalyst.model.event import Call, CommandEvent, Observation, Result
from loganalyst.observations.reading import read_output


def add_observations(draft: Draft) -> Draft:
    """Return the draft with the facts that results state, in order of results and of their places there."""
    found = [one for result in draft.events.results for one in _of_result(draft, result)]
    return replace(draft, events=replace(draft.events, observations=tuple(found)))


def _of_result(draft: Draft, result: Result) -> list[Observation]:
    """Return the observations of one result; the content of files that a tool reads or edits is no output."""
    call = draft.events.calls[result.call] if result.call is not None else None
    if not result.text.strip() or (call is not None and (call.path is not None or call.changes_file)):
        return []
    found = [*_owned(draft, result, call)] if call else []
    found += _unowned(result, call, _covered(draft, call) if call else [])
    return sorted(found, key=lambda one: (one.span.start, one.span.end, one.kind))


def _owned(draft: Draft, result: Result, call: Call) -> Iterator[Observation]:
    """Yield the facts of lines that are known to be one command's; of a pipeline, its first real command's."""
    if call.result != result.seq:
        return
    seen: set[tuple[int, int]] = set()
    for event in _speakers(draft, call):
        for piece in event.output:
            if (piece.start, piece.end) in seen:
                continue
            seen.add((piece.start, piece.end))
            yield from _read(result, event, piece.start, piece.end)


def _speakers(draft: Draft, call: Call) -> list[CommandEvent]:
    """Return the commands of a call that are asked about their output: inside wrappers first, and no filters."""
    events = [draft.events.commands[seq] for seq in call.commands]
    wrapping = {wrapper.position for event in events for wrapper in event.command.wrappers}
    inner = [event for event in events if event.command.position not in wrapping]
    return sorted(inner, key=lambda event: (event.command.pipeline, _rank(event), event.command.position))


def _rank(event: CommandEvent) -> int:
    """Return 0 for a command that does the work of its pipeline, 1 for plumbing around it."""
    return 1 if event.command.role == "plumbing" else 0


def _covered(draft: Draft, call: Call) -> list[tuple[int, int]]:
    """Return the extents that are known to be some command's, in order."""
    return sorted({(piece.start, piece.end) for event in _speakers(draft, call) for piece in event.output})


def _unowned(result: Result, call: Call | None, covered: list[tuple[int, int]]) -> Iterator[Observation]:
    """Yield the facts of the lines that may be anybody's."""
    if call is not None and call.result != result.seq:
        covered = []
    start = 0
    for begin, end in [*covered, (len(result.text), len(result.text))]:
        if begin > start and result.text[start:begin].strip():
            yield from _read(result, None, start, begin)
        start = max(start, end)


def _read(result: Result, event: CommandEvent | None, start: int, end: int) -> Iterator[Observation]:
    """Yield the facts of one piece of a result."""
    for fact in read_output(event.command if event else None, result.text[start:end]):
        begin, stop = start + fact.start, start + fact.end
        yield Observation(
            kind=fact.kind,
            value=fact.value,
            span=result.span.inside(begin, stop),
            place=result.place,
            subject=fact.subject,
            command=event.seq if event else None,
            call=result.call,
            figures=fact.figures,
            quoted=fact.quoted,
        )
