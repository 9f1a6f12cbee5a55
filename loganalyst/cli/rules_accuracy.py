"""``loganalyst rules accuracy``: where each rule fires besides its own examples."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loganalyst.cli import options
from loganalyst.errors import ConfigError, FilePlace, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loganalyst.evaluation.specimens import Trial
    from loganalyst.model.analysis import Analysis
    from loganalyst.model.finding import Finding
    from loganalyst.model.settings import Settings
    from loganalyst.pipeline import Knowledge

Paths = Annotated[
    list[str] | None, typer.Argument(metavar="SESSION", help="Sessions or folders of them.", show_default=False)
]
Shared = Annotated[
    Path,
    typer.Option(
        "--shared",
        metavar="DIR",
        help="A folder with corpus/, labels/labels.jsonl and facts/specimens.jsonl; what is not there is left out.",
    ),
]


def count_firings(paths: Paths = None, *, shared: Shared = Path("../shared"), rules: options.Rules = None) -> None:
    """Count where each rule fires: at labels, on specimens, in sessions.

    Rules whose status does not fit what was counted are listed after that.
    """
    from loganalyst import pipeline
    from loganalyst.evaluation.labels import read_labels
    from loganalyst.evaluation.matching import Judged, judge
    from loganalyst.evaluation.usage import count_hits, misfit_text, usage_of, usage_text

    chosen = options.settings(rules=rules)
    knowledge = pipeline.load_knowledge(chosen)
    corpus = shared / "corpus"
    places = [*(paths or ()), *([str(corpus)] if corpus.is_dir() else [])]
    by_file = _analysed(places, knowledge, chosen)
    judged: list[Judged] = []
    for session in read_labels(_lines(shared / "labels" / "labels.jsonl"), "labels.jsonl"):
        analyses = by_file.get(str(corpus / session.file), [])
        findings = [finding for analysis in analyses for finding in analysis.findings]
        judged += judge(session, [analysis.transcript for analysis in analyses], findings)
    trials = _tried(shared / "facts" / "specimens.jsonl", knowledge, chosen)
    hits = count_hits(analysis for analyses in by_file.values() for analysis in analyses)
    usages = usage_of(knowledge.rules.rules, hits, judged, trials)
    typer.echo("".join(usage_text(usages)), nl=False)
    if corpus.is_dir():
        typer.echo("".join(misfit_text(usages)), nl=False)
    else:
        typer.echo(f"\nthere are no real sessions at {corpus}, so whether a status fits cannot be told")
    labels = sum(one.confidence != "" for one in judged)
    typer.echo(f"{len(by_file)} files, {labels} labels, {len(trials)} exchanges of specimens")


def _analysed(places: "Sequence[str]", knowledge: "Knowledge", chosen: "Settings") -> "dict[str, list[Analysis]]":
    """Return what is found in each file that holds a session; others are passed over."""
    from loganalyst import pipeline
    from loganalyst.cli.inputs import inputs
    from loganalyst.cli.memory import without_collection

    found: dict[str, list[Analysis]] = {}
    for given in inputs(places):
        if isinstance(given.source, InputError):
            continue
        try:
            with without_collection():
                found.setdefault(given.path, []).extend(pipeline.check(given.source, knowledge, chosen))
        except InputError:
            continue
    return found


def _tried(path: Path, knowledge: "Knowledge", chosen: "Settings") -> "list[Trial]":
    """Return how the rules do on the specimens of a file."""
    from dataclasses import replace

    from loganalyst import pipeline
    from loganalyst.evaluation.specimens import read_specimens, try_specimens
    from loganalyst.readers.source import Source

    as_text = replace(chosen, input_format="plain_text")

    def find(text: str) -> "tuple[Finding, ...]":
        return pipeline.analyse(pipeline.read(Source("specimen", text), as_text), knowledge, as_text).findings

    return list(try_specimens(read_specimens(_lines(path), str(path)), find))


def _lines(path: Path) -> list[str]:
    """Return the lines of a file, none where there is no such file."""
    try:
        return path.read_text("utf-8").split("\n") if path.is_file() else []
    except OSError as error:
        raise ConfigError(f"cannot read: {error.strerror}", place=FilePlace(str(path))) from error
