"""Sessions in other forms: ATIF that others accept and that gives the session back, and lines of JSON."""

import json
import subprocess
import sys
from pathlib import Path

import atif
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loganalyst.errors import ConfigError, LoganalystError
from loganalyst.model.transcript import ToolResult, Transcript
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from loganalyst.renderers.conversions import converter
from tests.readers.inspection import CORPUS, SAMPLES, accounted, parts
from tests.transcripts import essence, transcripts

ROOT = Path(__file__).parent.parent.parent
_OWN = sorted(path for path in (ROOT / "samples").iterdir() if path.suffix in {".txt", ".json"})
_FILES = [*_OWN, *sorted(path for path in SAMPLES.iterdir() if path.is_file())]
_REAL = sorted(path for path in CORPUS.rglob("*.json*") if path.stat().st_size < 1 << 20)


def _converted(transcript: Transcript, form: str) -> str:
    return "".join(converter(form).convert(transcript))


def _read(path: Path) -> Transcript:
    return read_transcript(Source(path.name, path.read_bytes()))


def _holds_as_atif(transcript: Transcript) -> None:
    text = _converted(transcript, "atif")
    atif.Trajectory.model_validate_json(text)
    again = read_transcript(Source("again", text), "atif")
    assert essence(again) == essence(transcript)
    assert accounted(again) == again.ledger.records


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_a_sample_in_atif_is_the_same_session(path: Path) -> None:
    _holds_as_atif(_read(path))


@given(transcripts())
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_any_session_in_atif_is_the_same_session(transcript: Transcript) -> None:
    _holds_as_atif(transcript)


@pytest.mark.skipif(not _REAL, reason="the corpus of real sessions is not beside this checkout")
@pytest.mark.parametrize("path", _REAL, ids=lambda path: path.name)
def test_a_real_session_in_atif_is_the_same_session(path: Path) -> None:
    try:
        transcript = _read(path)
    except LoganalystError:
        pytest.skip("it is no session")
    _holds_as_atif(transcript)


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_every_line_is_one_message_in_order(path: Path) -> None:
    transcript = _read(path)
    lines = [json.loads(line) for line in _converted(transcript, "jsonl").split("\n")[:-1]]
    mine = [line for line in lines if line["transcript"] == transcript.id]
    assert {line["schema_version"] for line in lines} == {1}
    assert [line["message_index"] for line in mine] == [message.index for message in transcript.messages]
    assert [[part.get("text") for part in line["parts"]] for line in mine] == [
        [getattr(part, "text", None) for part in message.parts] for message in transcript.messages
    ]
    told = [part.get("exit_status") for line in mine for part in line["parts"] if part["kind"] == "tool_result"]
    assert told == [result.exit_status for result in parts(transcript, ToolResult)]


def test_a_sub_agents_lines_name_the_session() -> None:
    transcript = _read(SAMPLES / "claude_code.jsonl")
    lines = [json.loads(line) for line in _converted(transcript, "jsonl").split("\n")[:-1]]
    assert [line["parent"] for line in lines if "parent" in line]
    assert {line["parent"] for line in lines if "parent" in line} == {transcript.id}


@given(transcripts(), st.data())
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], max_examples=30)
def test_a_converted_session_that_others_changed_is_still_read(transcript: Transcript, data: st.DataObject) -> None:
    document = json.loads(_converted(transcript, "atif"))
    places = list(_places(document))
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places))
        holder[key] = data.draw(st.none() | st.integers() | st.text(max_size=3) | st.just([]) | st.just({}))
    again = read_transcript(Source("again", json.dumps(document)), "atif")
    assert accounted(again) == again.ledger.records


def _places(value: object) -> list[tuple[dict[str, object], str]]:
    if isinstance(value, list):
        return [place for item in value for place in _places(item)]
    if not isinstance(value, dict):
        return []
    return [(value, key) for key in value] + [place for item in value.values() for place in _places(item)]


def test_another_form_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ConfigError) as caught:
        converter("yaml")
    assert "atif, jsonl" in caught.value.hint


@pytest.mark.parametrize("form", ["atif", "jsonl"])
def test_secrets_are_hidden_unless_asked_for(form: str, tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 4
    session = tmp_path / "session.txt"
    session.write_text(f"[msg 1] [user] use {secret}\n[msg 2]\n[bash] curl -H 'Authorization: token {secret}' h\n")
    command = [sys.executable, "-m", "loganalyst", "convert", str(session), "--to", form]
    hidden = subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout
    shown = subprocess.run([*command, "--no-redact"], check=True, capture_output=True, cwd=ROOT).stdout
    assert (secret.encode() in hidden, secret.encode() in shown) == (False, True)
    assert "‹secret-1›".encode() in hidden


def test_a_converted_file_is_our_own_and_may_be_replaced(tmp_path: Path) -> None:
    target = tmp_path / "session.json"
    command = [sys.executable, "-m", "loganalyst", "convert", str(_OWN[0]), "--to", "atif", "-o", str(target)]
    for _ in range(2):
        assert subprocess.run(command, check=False, capture_output=True, cwd=ROOT).returncode == 0
    assert json.loads(target.read_text("utf-8"))["schema_version"] == "ATIF-v1.8"
