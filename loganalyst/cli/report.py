"""``loganalyst report``: an annotated report on one session."""

from pathlib import Path
from typing import Annotated

import typer

from loganalyst.cli import options

FORMATS = {".html": "html", ".htm": "html", ".md": "md", ".json": "json", ".txt": "text"}

Message = Annotated[
    int | None,
    typer.Option(
        "--message",
        "-m",
        metavar="N",
        help="The message to write about; by default the most telling one.",
        show_default=False,
    ),
]
Form = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORM",
        help="html, md, json or text; without -o it goes to standard output.",
        show_default=False,
    ),
]
Targets = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="File to write; its suffix chooses the form; - is standard output; can be repeated.",
        show_default=False,
    ),
]


def report(
    session: options.Session,
    *,
    message: Message = None,
    form: Form = None,
    output: Targets = None,
    input_format: options.InputFormat = "auto",
    rules: options.Rules = None,
    no_builtin_rules: options.NoBuiltinRules = False,
    select: options.Select = None,
    ignore: options.Ignore = None,
    no_redact: options.NoRedact = False,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> None:
    """Write an annotated report on one message of a session, with the evidence for every sentence.

    Without -o and -f, NAME.html and NAME.md are written to the current folder and their paths printed.
    """
    from loganalyst import pipeline
    from loganalyst.cli.inputs import source
    from loganalyst.cli.memory import without_collection
    from loganalyst.cli.output import write

    chosen = options.settings(
        input_format=input_format,
        rules=rules,
        no_builtin_rules=no_builtin_rules,
        select=select,
        ignore=ignore,
        no_redact=no_redact,
    )
    targets = list(_targets(session, form, output or []))
    knowledge = pipeline.load_knowledge(chosen)
    with without_collection():
        transcript = pipeline.read(source(session), chosen)
        analysis = pipeline.analyse(transcript, knowledge, chosen)
        planned = pipeline.plan(analysis, knowledge, chosen, message)
    for target, kind in targets:
        write(pipeline.render(planned, kind), target, force=force)
        if target != "-" and not quiet:
            typer.echo(target)


def _targets(session: str, form: str | None, outputs: list[str]) -> list[tuple[str, str]]:
    """Return what to write: (file or ``-``, form)."""
    if form is not None:
        if form not in FORMATS.values():
            raise typer.BadParameter(f"no such form: {form} (html, md, json, text)", param_hint="--format")
        return [(target, form) for target in outputs or ["-"]]
    if not outputs:
        name = "stdin" if session == "-" else Path(session).resolve().name
        stem = name.rpartition(".")[0] or name
        return [(f"{stem}.html", "html"), (f"{stem}.md", "md")]
    return [(target, _kind(target)) for target in outputs]


def _kind(target: str) -> str:
    suffix = Path(target).suffix.lower()
    if target == "-":
        return "md"
    if suffix not in FORMATS:
        raise typer.BadParameter(f"the suffix of {target} names no form ({', '.join(FORMATS)})", param_hint="--output")
    return FORMATS[suffix]
