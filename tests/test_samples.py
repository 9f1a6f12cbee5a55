"""The findings on the samples are exactly those that a person expects, who gave a reason for each."""

from pathlib import Path

import pytest
import yaml

from loganalyst import pipeline
from loganalyst.model.finding import Finding, Severity, Verdict
from loganalyst.model.settings import Settings
from loganalyst.model.transcript import Reasoning, Text, ToolCall, ToolResult, Transcript
from loganalyst.readers.source import Source

SAMPLES = Path(__file__).parent.parent / "samples"
FILES = sorted((SAMPLES / "expected").glob("*.yaml"))
PARTS = ((Text, "text"), (Reasoning, "thinking"), (ToolCall, "call"), (ToolResult, "result"))
SETTINGS = Settings()
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)
Row = tuple[int, str, str, str, str]


def sample(expected: Path) -> Path:
    return next(path for path in SAMPLES.iterdir() if path.stem == expected.stem and path.is_file())


def row(finding: Finding, transcript: Transcript) -> Row:
    message = transcript.message(finding.message_index)
    assert message is not None
    part = message.parts[finding.span.part]
    kind, name = next(pair for pair in PARTS if isinstance(part, pair[0]))
    number = sum(isinstance(other, kind) for other in message.parts[: finding.span.part + 1])
    place = name if number == 1 else f"{name} {number}"
    return finding.message_index, place, finding.rule, str(finding.severity), str(finding.verdict)


def wanted(entry: dict[str, object]) -> Row:
    severity, verdict = str(entry["severity"]), str(entry.get("verdict", "match"))
    return int(str(entry["message"])), str(entry["part"]), str(entry["rule"]), severity, verdict


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_findings_on_a_sample_are_those_expected(file: Path) -> None:
    path = sample(file)
    source = Source(path.name, path.read_bytes())
    transcript = pipeline.read(source, SETTINGS)
    found = {row(finding, transcript) for finding in pipeline.analyse(transcript, KNOWLEDGE, SETTINGS).findings}
    entries = yaml.safe_load(file.read_text("utf-8")) or []
    certain = {wanted(entry) for entry in entries if not entry.get("optional")}
    allowed = certain | {wanted(entry) for entry in entries}
    assert (sorted(certain - found), sorted(found - allowed)) == ([], [])
    assert all(entry["reason"] for entry in entries)


def test_the_clean_sample_has_nothing_above_a_note() -> None:
    path = SAMPLES / "clean-session.txt"
    (analysis,) = pipeline.check(Source(path.name, path.read_bytes()), KNOWLEDGE, SETTINGS)
    assert [f for f in analysis.findings if f.severity is not Severity.NOTE and f.verdict is Verdict.MATCH] == []
