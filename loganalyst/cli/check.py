"""``loganalyst check``: the findings of one or many sessions, and the exit code of a gate."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loganalyst.cli import options
from loganalyst.cli.complaints import print_error
from loganalyst.errors import InputError, LoganalystError, NothingToAnalyse, UnknownFormat

if TYPE_CHECKING:
    from loganalyst.model.analysis import Analysis
    from loganalyst.model.settings import Settings
    from loganalyst.pipeline import Knowledge

FINDINGS = 1


class CheckForm(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"


class Gate(StrEnum):
    """From which severity on findings make the exit code 1."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"
    NEVER = "never"


Paths = Annotated[
    list[str],
    typer.Argument(metavar="SESSION", help="Transcripts or folders, or - for standard input.", show_default=False),
]
Form = Annotated[CheckForm, typer.Option("--format", "-f", help="How to print the findings.")]
FailOn = Annotated[Gate, typer.Option("--fail-on", help="Exit with 1 from this severity on.")]
Baseline = Annotated[
    Path | None,
    typer.Option(
        "--baseline",
        metavar="FILE",
        help="Let the findings of this file stand; only new ones count.",
        show_default=False,
    ),
]
NewBaseline = Annotated[
    Path | None,
    typer.Option("--write-baseline", metavar="FILE", help="Write the findings as a baseline.", show_default=False),
]
Target = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="File to write, or - for standard output.")]


def check(
    paths: Paths,
    *,
    form: Form = CheckForm.TEXT,
    fail_on: FailOn = Gate.WARNING,
    output: Target = "-",
    input_format: options.InputFormat = "auto",
    rules: options.Rules = None,
    no_builtin_rules: options.NoBuiltinRules = False,
    select: options.Select = None,
    ignore: options.Ignore = None,
    no_redact: options.NoRedact = False,
    baseline: Baseline = None,
    write_baseline: NewBaseline = None,
    config: options.ConfigFile = None,
    no_config: options.NoConfig = False,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> None:
    """List what the rules find in sessions; exit with 1 where something is at or above --fail-on."""
    from loganalyst import pipeline
    from loganalyst.cli.baseline import baseline_pieces, read_baseline
    from loganalyst.cli.output import write
    from loganalyst.cli.terminal import print_findings
    from loganalyst.renderers.json import render_findings

    stated = options.config(config, no_config=no_config)
    chosen = options.settings(
        input_format=input_format,
        rules=[*(rules or ()), *stated.rules],
        no_builtin_rules=no_builtin_rules,
        select=select or list(stated.select),
        ignore=ignore,
        no_redact=no_redact,
    )
    standing = (*stated.suppressions, *(read_baseline(baseline) if baseline else ()))
    knowledge = pipeline.load_knowledge(chosen)
    found, failures = _analysed(paths, knowledge, chosen, quiet=quiet)
    analyses = pipeline.let_stand(pipeline.without_repeats(found), standing)
    for suppression in pipeline.unused(analyses, stated.suppressions) if not quiet else ():
        typer.echo(f"note: unused-ignore: {suppression.place} covers no finding", err=True)
    if write_baseline is not None:
        write(baseline_pieces(f for analysis in analyses for f in analysis.findings), str(write_baseline), force=force)
    if form is CheckForm.JSON:
        write(render_findings(analyses), output, force=force)
    else:
        told = quiet or not analyses  # that nothing was found is no news where nothing was read
        print_findings(analyses, len(knowledge.rules.rules), output, quiet=told, force=force)
    raise typer.Exit(_exit_code(analyses, failures, fail_on))


def _analysed(
    paths: Sequence[str], knowledge: "Knowledge", chosen: "Settings", *, quiet: bool
) -> "tuple[list[Analysis], list[LoganalystError]]":
    """Return what is found in all inputs, and why some could not be read."""
    from loganalyst import pipeline
    from loganalyst.cli.inputs import inputs
    from loganalyst.cli.memory import without_collection

    analyses: list[Analysis] = []
    failures: list[LoganalystError] = []
    others = 0
    for given in inputs(paths):
        try:
            if isinstance(given.source, InputError):
                raise given.source
            with without_collection():
                analyses += pipeline.check(given.source, knowledge, chosen)
        except InputError as error:
            if given.from_folder and isinstance(error, UnknownFormat | NothingToAnalyse):
                others += 1
            else:
                failures.append(error)
    if others and not quiet:
        typer.echo(f"note: {_files(others)} in the given folders no transcript", err=True)
    return analyses, failures


def _exit_code(analyses: "Sequence[Analysis]", failures: Sequence[LoganalystError], gate: Gate) -> int:
    """Return 2 before 1 before 0, and 5 only where no input held a message (decisions 8.12)."""
    for failure in failures:
        print_error(failure)
    real = [failure for failure in failures if not isinstance(failure, NothingToAnalyse)]
    if real:
        return real[0].exit_code
    if not any(analysis.transcript.messages for analysis in analyses):
        if not failures:
            print_error(NothingToAnalyse("no input held a message"))
        return NothingToAnalyse.exit_code
    if gate is Gate.NEVER:
        return 0
    from loganalyst.model.finding import Severity, Verdict

    line = Severity(gate.value).rank
    findings = (finding for analysis in analyses for finding in analysis.findings)
    worst = (f for f in findings if f.verdict is Verdict.MATCH and f.suppressed is None and f.severity.rank >= line)
    return FINDINGS if any(worst) else 0


def _files(count: int) -> str:
    return f"{count} file is" if count == 1 else f"{count} files are"
