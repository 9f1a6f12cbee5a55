"""What does not fit together in a log is counted, and shown beside its records."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from loganalyst.model.gaps import Gaps, count_gaps
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from loganalyst.renderers.session import record_lines

LOG = """[user] @2026-01-02T03:04:05Z Look.
[assistant] Two things.
[bash id=a] ls
[bash id=b] df
[result of=a exit=0]
[result of=lost]
words
"""
SESSIONS = Path(__file__).parent / "readers" / "samples"


@pytest.fixture
def gaps() -> Gaps:
    return count_gaps(read_transcript(Source("log", LOG)))


def test_what_is_missing_is_counted(gaps: Gaps) -> None:
    assert (gaps.messages_without_time, gaps.calls_without_result, gaps.results_without_call) == (1, 1, 1)


def test_a_sub_agent_that_was_joined_is_counted() -> None:
    path = SESSIONS / "claude_code.jsonl"
    assert count_gaps(read_transcript(Source(path.name, path.read_bytes()))).sub_agents == 1


def test_no_call_lacks_a_result_where_the_format_keeps_none() -> None:
    path = SESSIONS / "cursor.md"
    transcript = read_transcript(Source(path.name, path.read_bytes()))
    assert not transcript.outputs_recorded
    assert count_gaps(transcript).calls_without_result == 0


def test_the_records_of_a_session_show_what_is_missing() -> None:
    text = "".join(record_lines(read_transcript(Source("log", LOG))))
    assert "1  calls without a result" in text
    assert "1  results without a call" in text
    assert "sub-agents" not in text


def test_what_is_missing_stands_in_the_findings_as_json() -> None:
    command = [sys.executable, "-m", "loganalyst", "check", "-", "--format", "json", "--fail-on", "never"]
    done = subprocess.run(command, input=LOG.encode(), capture_output=True, check=True, cwd=SESSIONS.parents[2])
    ledger = json.loads(done.stdout)["transcripts"][0]["ledger"]
    assert ledger["sub_agents"] == 0
    names = ("messages_without_time", "calls_without_result", "results_without_call")
    assert [ledger[name] for name in names] == [1, 1, 1]
