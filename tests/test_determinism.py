"""The same input gives the same bytes, whatever the run, the hash seed or the clock's zone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parent.parent / "samples"
SESSIONS = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in {".txt", ".json"})
WAYS = (
    ("report", "-f", "html"),
    ("report", "-f", "md"),
    ("report", "-f", "json"),
    ("check", "-f", "json", "--fail-on", "never"),
    ("check", "--fail-on", "never"),
)


def output(session: str, way: tuple[str, ...], seed: str, zone: str) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}
    command = [sys.executable, "-m", "loganalyst", way[0], f"samples/{session}", *way[1:]]
    done = subprocess.run(command, cwd=SAMPLES.parent, env=environment, capture_output=True, check=True)
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
@pytest.mark.parametrize("session", SESSIONS)
def test_the_same_session_gives_the_same_bytes(session: str, way: tuple[str, ...]) -> None:
    first = output(session, way, seed="0", zone="UTC")
    assert first
    assert output(session, way, seed="4711", zone="Pacific/Auckland") == first
