"""A folder is taken for the one transcript in it; where there are several, they are named."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "samples"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "loganalyst", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    (tmp_path / "agent").mkdir()
    shutil.copy(SAMPLES / "clean-session.txt", tmp_path / "agent")
    (tmp_path / "config.json").write_text('{"cpus": 2}')
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    return tmp_path


def test_the_one_transcript_of_a_folder_is_found(trial: Path) -> None:
    assert run("show", str(trial)).stdout == run("show", str(trial / "agent" / "clean-session.txt")).stdout
    assert run("report", str(trial), "-f", "md").returncode == 0


def test_of_several_one_has_to_be_named(trial: Path) -> None:
    shutil.copy(SAMPLES / "stuck-install.txt", trial)
    done = run("show", str(trial))
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds 2 transcripts" in done.stderr
    assert "stuck-install.txt" in done.stderr


def test_a_folder_without_any_is_told(tmp_path: Path) -> None:
    done = run("show", str(tmp_path))
    assert done.returncode == 2
    assert "holds no transcripts" in done.stderr
