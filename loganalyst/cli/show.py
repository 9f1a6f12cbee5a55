"""``loganalyst show``: a session in the terminal, annotated, or what is known of it."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from loganalyst.cli import options

if TYPE_CHECKING:
    from loganalyst.model.analysis import Analysis

Messages = Annotated[
    str | None,
    typer.Option("--messages", metavar="N[-M]", help="Only these, such as 495 or 430-495.", show_default=False),
]
Records = Annotated[bool, typer.Option("--records", help="What became of every record of the input.")]
LedgerRows = Annotated[
    bool, typer.Option("--ledgers", help="Hypotheses, claims, kills, waits, sweeps, changes, loose ends.")
]

Pivots = Annotated[
    bool, typer.Option("--pivots", help="The messages worth an essay, each with the reasons for its rank.")
]
SHOWN_PIVOTS = 8


def show(
    session: options.Session,
    *,
    messages: Messages = None,
    records: Records = False,
    ledgers: LedgerRows = False,
    pivots: Pivots = False,
    input_format: options.InputFormat = "auto",
    rules: options.Rules = None,
    select: options.Select = None,
    ignore: options.Ignore = None,
    no_redact: options.NoRedact = False,
) -> None:
    """Show a session message by message with the findings on each; or its records, its ledgers, or its pivots."""
    from loganalyst import pipeline
    from loganalyst.cli.inputs import source
    from loganalyst.cli.terminal import columns, print_pieces
    from loganalyst.renderers._blocks import show_unseen
    from loganalyst.renderers.session import ledger_lines, mark_session, pivot_lines, record_lines

    chosen = options.settings(input_format=input_format, rules=rules, select=select, ignore=ignore, no_redact=no_redact)
    first, last = _range(messages)
    knowledge = pipeline.load_knowledge(chosen)
    analyses = pipeline.check(source(session), knowledge, chosen)
    _look_up(analyses, first, last)
    for analysis in analyses:
        if analysis.transcript.parent:
            heading = f"== {analysis.transcript.id}, a sub-agent of {analysis.transcript.parent}"
            typer.echo(show_unseen(heading) + "\n")
        if records:
            typer.echo("".join(record_lines(analysis.transcript)))
        if ledgers:
            typer.echo("".join(ledger_lines(analysis.ledgers, columns())), nl=False)
        if pivots:
            found = pipeline.pivots(analysis, knowledge, chosen)
            typer.echo("".join(pivot_lines(found[:SHOWN_PIVOTS], columns())), nl=False)
            typer.echo(f"{len(found)} messages have a reason; the first {min(len(found), SHOWN_PIVOTS)} are shown.")
        if not records and not ledgers and not pivots:
            print_pieces(mark_session(pipeline.shown(analysis, knowledge, chosen), first, last, columns()))


def _look_up(analyses: "Sequence[Analysis]", first: int | None, last: int | None) -> None:
    """Raise ConfigError where no message of a session and its sub-agents is in the range that was asked for."""
    numbers = (message.index for analysis in analyses for message in analysis.transcript.messages)
    if first is not None and last is not None and not any(first <= number <= last for number in numbers):
        analyses[0].transcript.asked_message(first)


def _range(given: str | None) -> tuple[int | None, int | None]:
    if given is None:
        return None, None
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", given)
    if match is None:
        raise typer.BadParameter("a number, or two with a dash between", param_hint="--messages")
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise typer.BadParameter(f"{last} comes before {first}", param_hint="--messages")
    return first, last
