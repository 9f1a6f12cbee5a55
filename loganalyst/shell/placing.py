"""Make the Command of a simple command, and go on with what it wraps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from loganalyst.model.command import Command, CommandRole
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.shell.groups import walk_substitutions
from loganalyst.shell.inner import expansions_on_this_side
from loganalyst.shell.lists import walk_statements
from loganalyst.shell.reading import Reading
from loganalyst.shell.redirects import follow
from loganalyst.shell.scope import Flow, Piece, Scope, Sheet, Spot
from loganalyst.shell.selfmatch import matches_wrappers
from loganalyst.shell.settings import note_settings
from loganalyst.shell.subjects import bare_pattern, find_subjects, place_name
from loganalyst.shell.wrapping import reads_commands, walk_wrapped

_BY_PATTERN = frozenset({Trait.KILLS_BY_PATTERN, Trait.KILLS_BY_NAME, Trait.LISTS_BY_PATTERN, Trait.FILTERS})
_LISTING = frozenset({Trait.LISTS_PROCESSES, Trait.LISTS_PROCESS_TREE})


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The pipeline that a simple command stands in."""

    number: int
    pieces: Sequence[Piece | None] = ()
    """All its elements; None for groups."""
    place: int = 0

    @property
    def behind(self) -> list[Reading]:
        """Return what is known of the simple commands behind this one."""
        return [piece.reading for piece in self.pieces[self.place + 1 :] if piece is not None]


def place_piece(piece: Piece, sheet: Sheet, scope: Scope, spot: Spot, pipeline: Pipeline) -> int:
    """Place a simple command, the substitutions before it and what it wraps behind it; return its position."""
    if piece.words.substitutions:
        walk_substitutions(piece.words.substitutions, sheet, scope, spot)
    position = len(sheet.commands)
    out, err = follow(piece.redirects, spot.out, spot.err) if piece.redirects else (spot.out, spot.err)
    ending = replace(spot, out=out, err=err) if piece.redirects else spot
    inside = replace(scope, processes=scope.processes[:-1]) if _replaces_shell(piece, scope, spot) else scope
    command = _make_command(piece, sheet, inside, ending, pipeline)
    sheet.commands.append(command)
    sheet.factors.append(scope.loop_factor)
    note_settings(piece, scope, spot)
    for group in piece.groups:
        walk_statements(group.children, sheet, scope, spot)
    program = piece.reading.program
    if program is not None and program.wrapper is not None:
        walk_wrapped(piece, program.wrapper, sheet, inside, ending)
    return position


def place_unparsed(start: int, end: int, sheet: Sheet, scope: Scope, spot: Spot) -> None:
    """Place a piece that could not be parsed as a command without a program."""
    first, last = scope.line.extent(start, end)
    text = scope.line.text[start:end]
    sheet.commands.append(
        Command(
            "",
            text,
            first,
            last,
            len(sheet.commands),
            wrappers=scope.wrappers,
            host=scope.host,
            container=scope.container,
            join=spot.join,
            runs_if=spot.runs_if,
            decided_by=spot.decided_by,
            status_hidden=True,
            parsed=False,
        )
    )
    sheet.factors.append(scope.loop_factor)


def _replaces_shell(piece: Piece, scope: Scope, spot: Spot) -> bool:
    """Say whether the shell replaces itself by the command, so that its process is gone."""
    lonely = spot.tail and spot.pipe_length == 1 and not piece.negated
    return lonely and scope.replaceable and not piece.redirects and piece.reading.name != "time"


def _make_command(piece: Piece, sheet: Sheet, scope: Scope, spot: Spot, pipeline: Pipeline) -> Command:
    """Return the Command; of the spot, the flows are those behind its own redirections."""
    reading = piece.reading
    start, end = scope.line.extent(piece.start, piece.end)
    assignments = (*piece.assignments, *reading.assignments) if piece.assignments else reading.assignments
    return Command(
        program=reading.name,
        text=scope.line.text[piece.start : piece.end],
        start=start,
        end=end,
        position=len(sheet.commands),
        words=tuple(piece.words.texts),
        subcommand=reading.subcommand,
        options=reading.options,
        operands=reading.operands,
        assignments=assignments,
        role=_role(piece, scope, spot),
        traits=_traits(piece, scope, spot),
        subjects=_subjects(reading, scope, pipeline),
        wrappers=scope.wrappers,
        host=scope.host,
        container=scope.container,
        join=spot.join,
        runs_if=spot.runs_if,
        decided_by=spot.decided_by,
        pipeline=pipeline.number,
        pipe_index=spot.pipe_index,
        pipe_length=spot.pipe_length,
        redirects=(*scope.redirects, *piece.redirects),
        background=spot.background,
        loop=scope.loop,
        loop_count=scope.loop_count,
        limits=reading.limits,
        errors_hidden=spot.err is Flow.NOWHERE or spot.masked or (spot.err is Flow.PIPE and spot.filtered),
        status_tested=spot.tested,
        status_hidden=spot.hidden or reading.detaches,
        output_cut=spot.cut,
        output_discarded=spot.out in {Flow.NOWHERE, Flow.FILE},
        matches_own_wrapper=_matches(piece, sheet, scope, spot, pipeline),
        expanded_here=expansions_on_this_side(piece, scope.line) if reading.inner is not None else (),
        blind=reading.blind,
        silence=reading.silence,
        statuses=reading.statuses,
        parsed=not piece.broken,
    )


def _matches(piece: Piece, sheet: Sheet, scope: Scope, spot: Spot, pipeline: Pipeline) -> bool | None:
    """Say whether a pattern matches a wrapper that is alive where the command runs."""
    reading = piece.reading
    traits = reading.traits
    if traits.isdisjoint(_BY_PATTERN) or (spot.pipe_index == 0 and traits.isdisjoint(_BY_PATTERN - {Trait.FILTERS})):
        return None
    listing = spot.pipe_index > 0 and any(
        command.pipeline == pipeline.number and not command.traits.isdisjoint(_LISTING)
        for command in sheet.commands[-spot.pipe_index - 8 :]
    )
    near = [one for one in scope.processes if (one.host, one.container) == (scope.host, scope.container)]
    return matches_wrappers(reading, " ".join(piece.words.texts), near, pipeline.behind, lists_before=listing)


def _subjects(reading: Reading, scope: Scope, pipeline: Pipeline) -> tuple[Subject, ...]:
    """Return the subjects; a listing of processes that is filtered is about those which the pattern names."""
    found = tuple(find_subjects(reading, scope)) if reading.subjects else ()
    if len(pipeline.pieces) > 1 and not reading.traits.isdisjoint(_LISTING):
        patterns = [
            one.value("pattern") for one in pipeline.behind if Trait.FILTERS in one.traits and not _inverts(one)
        ]
        found += tuple(Subject("process", bare_pattern(one), place_name(scope)) for one in patterns if one)
    return found


def _traits(piece: Piece, scope: Scope, spot: Spot) -> frozenset[Trait]:
    """Return the traits; what is fed on its standard input does not wait for somebody to type."""
    traits = piece.reading.traits
    if Trait.INTERACTIVE not in traits:
        return traits
    fed = spot.pipe_index > 0 or any(one.stream == "0" for one in (*scope.redirects, *piece.redirects))
    return traits - {Trait.INTERACTIVE} if fed or scope.feed is not None else traits


def _inverts(reading: Reading) -> bool:
    return any(option.name == "invert" for option in reading.options)


def _role(piece: Piece, scope: Scope, spot: Spot) -> CommandRole | None:
    """Return the role; a filter that reads the pipe is plumbing, a shell that is fed its commands wraps them."""
    reading = piece.reading
    if reads_commands(piece, piece.feed or scope.feed):
        return CommandRole.WRAPPER
    if spot.pipe_index and reading.role is CommandRole.PROBE and not reading.reads_files:
        return CommandRole.PLUMBING if Trait.READS_STDIN in reading.traits else reading.role
    return reading.role
