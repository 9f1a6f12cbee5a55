"""``loganalyst show``: a session in the terminal, annotated, or what is known of it."""

import re
from typing import Annotated

import typer

from loganalyst.cli import options

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
    from loganalyst.cli.terminal import print_pieces
    from loganalyst.renderers.session import ledger_lines, mark_session, pivot_lines, record_lines

    chosen = options.settings(input_format=input_format, rules=rules, select=select, ignore=ignore, no_redact=no_redact)
    first, last = _range(messages)
    knowledge = pipeline.load_knowledge(chosen)
    for analysis in pipeline.check(source(session), knowledge, chosen):
        if analysis.transcript.parent:
            typer.echo(f"== {analysis.transcript.id}, a sub-agent of {analysis.transcript.parent}\n")
        if records:
            typer.echo("".join(record_lines(analysis.transcript)))
        if ledgers:
            typer.echo("".join(ledger_lines(analysis.ledgers)), nl=False)
        if pivots:
            found = pipeline.pivots(analysis, knowledge, chosen)
            typer.echo("".join(pivot_lines(found[:SHOWN_PIVOTS])), nl=False)
            typer.echo(f"{len(found)} messages have a reason; the first {min(len(found), SHOWN_PIVOTS)} are shown.")
        if not records and not ledgers and not pivots:
            print_pieces(mark_session(pipeline.shown(analysis, knowledge, chosen), first, last))


def _range(given: str | None) -> tuple[int | None, int | None]:
    if given is None:
        return None, None
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", given)
    if match is None:
        raise typer.BadParameter("a number, or two with a dash between", param_hint="--messages")
    return int(match[1]), int(match[2] or match[1])
