"""``loganalyst validate``: how the rules do against labels of real sessions."""

from pathlib import Path
from typing import Annotated

import typer

from loganalyst.cli import options

Labels = Annotated[Path, typer.Argument(metavar="LABELS", help="Labels as JSON Lines.", show_default=False)]
Root = Annotated[
    Path, typer.Option("--root", metavar="DIR", help="The folder that the labels' file names are relative to.")
]

ByFile = Annotated[
    bool, typer.Option("--by-file", help="Show the figures of each session, and of all others without it.")
]


def validate(
    labels: Labels,
    *,
    root: Root = Path(),
    rules: options.Rules = None,
    select: options.Select = None,
    ignore: options.Ignore = None,
    by_file: ByFile = False,
) -> None:
    """Hold the findings of labelled sessions against the labels: precision, recall, near misses, and more."""
    from loganalyst import pipeline
    from loganalyst.cli.complaints import print_error
    from loganalyst.cli.inputs import source
    from loganalyst.errors import ConfigError, FilePlace, InputError
    from loganalyst.evaluation.labels import read_labels
    from loganalyst.evaluation.matching import Judged, judge
    from loganalyst.evaluation.tables import accuracy_text, by_file_text

    chosen = options.settings(rules=rules, select=select, ignore=ignore)
    knowledge = pipeline.load_knowledge(chosen)
    try:
        labelled = read_labels(labels.read_text("utf-8").split("\n"), str(labels))
    except OSError as error:
        raise ConfigError(f"cannot read: {error.strerror}", place=FilePlace(str(labels))) from error
    judged: list[Judged] = []
    for session in labelled:
        try:
            analyses = pipeline.check(source(str(root / session.file)), knowledge, chosen)
        except InputError as error:
            print_error(error)
            continue
        findings = [finding for analysis in analyses for finding in analysis.findings]
        judged += judge(session, [analysis.transcript for analysis in analyses], findings)
    complete = {rule for session in labelled for rule in session.complete}
    typer.echo("".join((by_file_text if by_file else accuracy_text)(judged, complete)), nl=False)
