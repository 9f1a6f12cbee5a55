"""``loganalyst convert``: a session in another form."""

from enum import StrEnum
from typing import Annotated

import typer

from loganalyst.cli import options


class Form(StrEnum):
    """What a session is converted to."""

    ATIF = "atif"
    JSONL = "jsonl"


To = Annotated[Form, typer.Option("--to", help="Harbor ATIF, or JSON Lines with one message each.")]
Target = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="File to write, or - for standard output.")]


def convert(
    session: options.Session,
    *,
    to: To,
    output: Target = "-",
    input_format: options.InputFormat = "auto",
    no_redact: options.NoRedact = False,
    force: options.Force = False,
) -> None:
    """Write a session as Harbor ATIF or as JSON Lines, with its sub-agents and with secrets hidden."""
    from loganalyst import pipeline
    from loganalyst.cli.inputs import source
    from loganalyst.cli.memory import without_collection
    from loganalyst.cli.output import write

    chosen = options.settings(input_format=input_format, no_redact=no_redact)
    knowledge = pipeline.load_knowledge(chosen)
    with without_collection():
        pieces = pipeline.convert(source(session), to.value, knowledge, chosen)
    write(pieces, output, force=force)
