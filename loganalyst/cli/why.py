"""``loganalyst why``: the way back from a message to the first symptom."""

from typing import Annotated

import typer

from loganalyst.cli import options
from loganalyst.cli.graph import Agent, choose

Message = Annotated[
    int, typer.Option("--message", "-m", metavar="N", help="The message to explain.", show_default=False)
]


def why(
    session: options.Session,
    *,
    message: Message,
    agent: Agent = None,
    input_format: options.InputFormat = "auto",
    rules: options.Rules = None,
    no_redact: options.NoRedact = False,
) -> None:
    """Tell how a message came about: the shortest way from the first symptom, and the first wrong turn on it."""
    from loganalyst import pipeline
    from loganalyst.cli.inputs import source
    from loganalyst.cli.terminal import columns, print_pieces
    from loganalyst.renderers.way_back import tell_way_back

    chosen = options.settings(input_format=input_format, rules=rules, no_redact=no_redact)
    knowledge = pipeline.load_knowledge(chosen)
    analysis = choose(pipeline.check(source(session), knowledge, chosen), agent)
    print_pieces(tell_way_back(pipeline.why(analysis, knowledge, chosen, message), message, columns()))
