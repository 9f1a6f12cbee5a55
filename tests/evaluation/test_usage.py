"""Where rules fire is counted per rule, and a status that does not fit is named."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from loganalyst import pipeline
from loganalyst.evaluation.specimens import Exchange, Specimen, SpecimenVerdict, Trial
from loganalyst.evaluation.usage import Hits, count_hits, misfit_text, usage_of
from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Verdict
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source
from loganalyst.ruleset.rule import Rule
from loganalyst.ruleset.schema import Status

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "samples" / "stuck-install.txt"
SETTINGS = Settings()
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)
EXCHANGE = Exchange(command="ls", output="")
NAME = "strace-empty-summary"


def analysis() -> Analysis:
    (one,) = pipeline.check(Source(SAMPLE.name, SAMPLE.read_bytes()), KNOWLEDGE, SETTINGS)
    return one


def rule(status: Status, name: str = NAME) -> Rule:
    found = KNOWLEDGE.rules.get(name)
    assert found is not None
    return replace(found, file=found.file.model_copy(update={"status": status}))


def trial(verdict: SpecimenVerdict, fired: tuple[str, ...], expect: tuple[str, ...] = (NAME,)) -> Trial:
    return Trial(Specimen(id="x", positive=EXCHANGE, negative=EXCHANGE, expect=expect), verdict, fired)


def test_findings_are_counted_by_rule_and_by_session_and_undecided_ones_are_not() -> None:
    one = analysis()
    number = sum(finding.rule == NAME for finding in one.findings)
    hits = count_hits([one, one])
    assert (hits.findings[NAME], hits.sessions[NAME]) == (2 * number, 2)
    open_ones = tuple(replace(finding, verdict=Verdict.UNKNOWN) for finding in one.findings)
    assert count_hits([replace(one, findings=open_ones)]).findings == {}


@pytest.mark.parametrize(
    ("status", "fires", "misfit"),
    [
        (Status.STABLE, True, ""),
        (Status.EXPERIMENTAL, False, ""),
        (Status.STABLE, False, "never fired"),
        (Status.EXPERIMENTAL, True, "fired outside"),
        (Status.DEPRECATED, False, ""),
    ],
)
def test_a_status_that_does_not_fit_is_named(status: Status, *, fires: bool, misfit: str) -> None:
    hits = count_hits([analysis()] if fires else [])
    (usage,) = usage_of([rule(status)], hits)
    assert misfit in usage.misfit
    assert bool(usage.misfit) == bool(misfit)
    assert (f"{NAME} is" in "".join(misfit_text([usage]))) == bool(misfit)


def test_a_specimen_that_another_rule_met_counts_neither_way() -> None:
    both = (NAME, "oom-kill")
    trials = [
        trial(SpecimenVerdict.FOUND, ("oom-kill",), both),
        trial(SpecimenVerdict.FOUND, (NAME,), both),
        trial(SpecimenVerdict.MISSED, ()),
        trial(SpecimenVerdict.FALSE, (NAME,)),
    ]
    (usage,) = usage_of([rule(Status.STABLE)], Hits(count_hits([]).findings, count_hits([]).sessions), (), trials)
    assert dict(usage.specimens) == {SpecimenVerdict.FOUND: 1, SpecimenVerdict.MISSED: 1, SpecimenVerdict.FALSE: 1}
    assert usage.fired


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Return a folder with a corpus of one session, a label of it, and a specimen."""
    for name in ("corpus", "labels", "facts"):
        (tmp_path / name).mkdir()
    (tmp_path / "corpus" / "a.txt").write_bytes(SAMPLE.read_bytes())
    (finding, *_) = [finding for finding in analysis().findings if finding.rule == NAME]
    label = {"file": "a.txt", "rule": NAME, "verdict": "match", "at": getattr(finding.location, "line", 0)}
    complete = {"file": "a.txt", "rule": "_complete", "verdict": "info", "rules": [NAME]}
    (tmp_path / "labels" / "labels.jsonl").write_text(f"{json.dumps(label)}\n{json.dumps(complete)}\n")
    seen = {"command": "strace -c -p 6", "output": "strace: Process 6 attached\nstrace: Process 6 detached"}
    specimen = {"id": "x", "positive": seen, "negative": seen, "expect": [NAME], "negative_counts": False}
    (tmp_path / "facts" / "specimens.jsonl").write_text(json.dumps(specimen))
    return tmp_path


def run(*arguments: str) -> list[str]:
    command = [sys.executable, "-m", "loganalyst", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")


def test_a_folder_of_measures_is_read_whole(shared: Path) -> None:
    lines = run("rules", "accuracy", "--shared", str(shared))
    row = next(line.split() for line in lines if line.startswith(f"{NAME} "))
    assert row == [NAME, "stable", "1/1", "0", "0/0", "1/1", "1", "1"]
    assert "1 files, 1 labels, 1 exchanges of specimens" in lines


def test_a_folder_that_is_not_there_leaves_the_sessions_given() -> None:
    lines = run("rules", "accuracy", str(SAMPLE), "--shared", "nowhere")
    assert "1 files, 0 labels, 0 exchanges of specimens" in lines


def test_figures_are_shown_session_by_session(shared: Path) -> None:
    labels = str(shared / "labels" / "labels.jsonl")
    _, row, *_ = run("validate", labels, "--root", str(shared / "corpus"), "--by-file")
    assert row.split() == ["a.txt", "1.00", "[0.21", "1.00]", "1/1", "1.00", "[0.21", "1.00]", "1/1", "1.00", "-"]
