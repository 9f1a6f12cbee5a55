"""The same session gives the same findings by any engine, and in any format that has a place for the facts."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from loganalyst import pipeline
from loganalyst.model.finding import Finding
from loganalyst.model.settings import Engine, Settings
from loganalyst.model.transcript import Media, Part, ToolCall, ToolResult, Transcript
from loganalyst.readers.source import Source
from loganalyst.text.units import find_durations
from tests.writers import WRITERS

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
SAMPLES = sorted(path for path in (ROOT / "samples").iterdir() if path.suffix in {".txt", ".json"})
SETTINGS = Settings()
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)
ENGINES = tuple(pipeline.load_knowledge(Settings(engine=engine)) for engine in Engine)

PAIRS = ("caffe-cifar-10__incQ5z3", "install-windows-3.11__sVtnj8d")
EXPLAINED = {
    "announced-check-not-run": "it looks at the next few messages, and the converter divides a response into several",
    "silent-end": "the stream keeps the record of its end with the empty answer, and the converter leaves it out",
}
"""Rules that may decide otherwise on the two records of a real session, and why."""

Key = tuple[str, str, str, str]


def read(name: str, data: bytes | str) -> Transcript:
    return pipeline.read(Source(name, data), SETTINGS)


def keys(transcript: Transcript) -> Counter[Key]:
    findings = pipeline.analyse(transcript, KNOWLEDGE, SETTINGS).findings
    return Counter((f.rule, str(f.severity), str(f.verdict), quote(f)) for f in findings)


def quote(finding: Finding) -> str:
    """Return what a finding quotes; of an agent's own words about a limit, whose wording differs, the seconds."""
    if finding.span.field == "text":
        return finding.span.quote
    limits = find_durations(finding.span.quote)
    return f"{limits[0].number.normalize():f} s" if limits else finding.span.quote


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_in_another_format_has_the_same_findings(path: Path, form: str) -> None:
    original = read(path.name, path.read_bytes())
    other = read("other", WRITERS[form](original))
    assert other.format == form
    assert keys(other) == keys(original)


@pytest.mark.parametrize("odd", [False, True], ids=["as it is", "with foreign letters"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_engine_finds_the_same(path: Path, odd: bool) -> None:  # noqa: FBT001 -- a case
    transcript = read(path.name, path.read_bytes())
    transcript = with_foreign_letters(transcript) if odd else transcript
    findings = [pipeline.analyse(transcript, knowledge, SETTINGS).findings for knowledge in ENGINES]
    assert findings[0] == findings[1] == findings[2]


def with_foreign_letters(transcript: Transcript) -> Transcript:
    """Return a transcript each line of which ends in letters whose lower case is longer, or that take several bytes."""
    messages = (replace(message, parts=tuple(map(foreign, message.parts))) for message in transcript.messages)
    return replace(transcript, messages=tuple(messages))


def foreign(part: Part) -> Part:
    return part if isinstance(part, Media) else replace(part, text=part.text.replace("\n", " İ→✗\n") + "é")


def test_some_sample_has_findings_that_could_differ() -> None:
    assert sum(keys(read(path.name, path.read_bytes())).total() for path in SAMPLES) > len(SAMPLES)


def recorded(task: str) -> tuple[Transcript, Transcript]:
    """Return a session as the agent streamed it and as its runner converted it."""
    folders = (CORPUS / folder / task for folder in ("claude_code_stream", "harbor_atif"))
    paths = [next(iter([*folder.rglob("claude-code.txt"), *folder.rglob("trajectory.json")])) for folder in folders]
    streamed, converted = (read(path.name, path.read_bytes()) for path in paths)
    return streamed, converted


def exchanges(transcript: Transcript) -> Iterator[tuple[str, str | None, int | None]]:
    """Yield each call's text with the text and the exit status of its result."""
    parts = [part for message in transcript.messages for part in message.parts]
    results = {part.call_id: part for part in parts if isinstance(part, ToolResult)}
    for part in parts:
        if isinstance(part, ToolCall):
            result = results.get(part.id)
            yield part.text, result.text if result else None, result.exit_status if result else None


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real sessions is not beside this checkout")
@pytest.mark.parametrize("task", PAIRS)
def test_two_records_of_a_real_session_hold_the_same_calls_and_results(task: str) -> None:
    streamed, converted = recorded(task)
    assert Counter(exchanges(streamed)) == Counter(exchanges(converted))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real sessions is not beside this checkout")
@pytest.mark.parametrize("task", PAIRS)
def test_two_records_of_a_real_session_differ_only_where_it_is_explained(task: str) -> None:
    streamed, converted = (keys(transcript) for transcript in recorded(task))
    odd = (streamed - converted) + (converted - streamed)
    assert [key for key in odd if key[0] not in EXPLAINED] == []
    assert (streamed & converted).total() > odd.total()
