"""Every string of a record that was read is in the transcript, or stands below a key that the reader names."""

from pathlib import Path

import pytest

from loganalyst.readers.detection import detect, readers
from loganalyst.readers.source import Source
from tests.readers.conservation import lost_lines, lost_strings
from tests.readers.inspection import CORPUS, SAMPLES

IGNORED = {reader.NAME: reader.IGNORED_KEYS for reader in readers() if hasattr(reader, "IGNORED_KEYS")}
OWN = Path(__file__).parents[2] / "samples"
FILES = sorted(path for folder in (SAMPLES, OWN) for path in folder.iterdir() if path.is_file())
SPANS = "otel"
"""Spans repeat all messages before, and carry whatever attributes a vendor adds; only the sample's keys are named."""
MARKUP = {
    "aider": r"^#{1,4} |^> ",
    "cursor": r"^\*\*(?:User|Cursor)\*\*$|^_Exported on .*_$|^```.*$",
    "opencode_markdown": (
        r"^## (?:User|Assistant)\b.*$|^_Thinking:_|^`{3,}.*$"
        r"|^\*\*(?:Tool: |Input:|Output:|Error:|Session ID:|Created:|Updated:)"
    ),
    "plain_text": r"^\[(?:session|msg|bash|call|result|text|thinking|user|assistant|system|tool)\b[^\]]*\]( \[\w+\])?",
    "specstory": r"^<!-- .* -->$|^_\*\*.*\*\*_$|<[^<>\n]{1,200}>|^`{3,}.*$|• |Thought Process",
    "terminal_text": r"^$",
    "typescript": r"^Script (?:started|done) on .*$",
}
"""Of formats that are text, the marks that a reader turns into messages, calls and results."""
LARGEST = 400_000
KNOWN = 40


def _format(data: bytes) -> str | None:
    best = detect(Source("input", data))[0]
    return best.format if best.score >= KNOWN and best.format in IGNORED else None


REAL = [
    path
    for path in sorted(CORPUS.rglob("*"))
    if path.suffix in {".json", ".jsonl", ".traj", ".txt"} and path.is_file() and path.stat().st_size <= LARGEST
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_string_of_a_sample_is_lost(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    form = _format(path.read_bytes())
    if form is None:
        pytest.skip("its format is not made of JSON")
    assert lost_strings(path.name, path.read_bytes(), IGNORED[form], monkeypatch) == {}


@pytest.mark.skipif(not REAL, reason="the corpus of real sessions is not beside this checkout")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_no_string_of_a_real_session_is_lost(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = path.read_bytes()
    form = _format(data) if data.strip() else None
    if form is None or form == SPANS:
        pytest.skip("its format is not made of JSON records")
    assert lost_strings(path.name, data, IGNORED[form], monkeypatch) == {}


TEXTS = [
    path
    for path in [*FILES, *(sorted(path for path in CORPUS.rglob("*") if path.suffix in {".md", ".txt", ".typescript"}))]
    if path.is_file() and path.stat().st_size <= LARGEST
]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_no_line_of_a_text_is_lost(path: Path) -> None:
    data = path.read_bytes()
    best = detect(Source("input", data))[0] if data.strip() else None
    if best is None or best.score < KNOWN or best.format not in MARKUP:
        pytest.skip("its format is not made of lines")
    assert lost_lines(path.name, data, MARKUP[best.format]) == []


def test_a_lost_string_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    message = '"message":{"role":"user","content":"hello"}'
    line = f'{{"type":"user","uuid":"u1","sessionId":"s","surprise":"unheard of",{message}}}'.encode()
    assert lost_strings("input", line, IGNORED["claude_code"], monkeypatch) == {("surprise",): "unheard of"}
