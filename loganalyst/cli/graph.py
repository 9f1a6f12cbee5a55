"""``loganalyst graph``: the causal graph of a session, for people as a picture and for programs as data."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loganalyst.cli import options

if TYPE_CHECKING:
    from loganalyst.model.analysis import Analysis

_SUFFIXES = {".htm": "html", ".mmd": "mermaid", ".gv": "dot"}

Form = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORM",
        help="svg, html, dot, mermaid, graphml or json; by default what the ending of --output says, else svg.",
        show_default=False,
    ),
]
Output = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="File to write, or - for standard output.")]
EvidenceOnly = Annotated[
    bool, typer.Option("--evidence-only", help="Only symptoms, guesses and statements, and what bears on them.")
]
Around = Annotated[
    int | None,
    typer.Option("--around", metavar="N", help="Only what few links lead to or from this message.", show_default=False),
]
Episode = Annotated[
    str | None, typer.Option("--episode", metavar="ID", help="Only this episode, such as e3 or 3.", show_default=False)
]
Agent = Annotated[
    str | None,
    typer.Option("--agent", metavar="ID", help="The id of a sub-agent to look at instead.", show_default=False),
]


def graph(
    session: options.Session,
    *,
    form: Form = None,
    output: Output = "-",
    evidence_only: EvidenceOnly = False,
    around: Around = None,
    episode: Episode = None,
    agent: Agent = None,
    input_format: options.InputFormat = "auto",
    rules: options.Rules = None,
    no_redact: options.NoRedact = False,
    force: options.Force = False,
) -> None:
    """Draw how the steps of a session hang together; every link says how it is known and why."""
    from loganalyst import pipeline
    from loganalyst.cli.inputs import source
    from loganalyst.cli.output import write
    from loganalyst.graph.view import Choice

    chosen = options.settings(input_format=input_format, rules=rules, no_redact=no_redact)
    wanted = form or _form_of(output)
    knowledge = pipeline.load_knowledge(chosen)
    analysis = choose(pipeline.check(source(session), knowledge, chosen), agent)
    part = Choice(evidence_only, around, episode, picture=wanted in {"svg", "html", "dot", "mermaid"})
    write(pipeline.draw(pipeline.graph(analysis, knowledge, chosen, part), wanted), output, force=force)


def choose(analyses: "tuple[Analysis, ...]", agent: str | None) -> "Analysis":
    """Return the analysis of the session, or of one of its sub-agents; raise BadParameter where there is none."""
    if agent is None:
        return analyses[0]
    found = next((one for one in analyses if one.transcript.id == agent), None)
    if found is None:
        known = ", ".join(one.transcript.id for one in analyses[1:]) or "none"
        raise typer.BadParameter(f"the session has no sub-agent {agent!r}; it has: {known}", param_hint="--agent")
    return found


def _form_of(output: str) -> str:
    suffix = Path(output).suffix.lower()
    return _SUFFIXES.get(suffix, suffix[1:]) if suffix else "svg"
