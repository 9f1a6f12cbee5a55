"""What the command line says when it is asked for what is not there, and how wide it speaks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = str(Path(__file__).parents[2] / "samples" / "stuck-install.txt")


def run(*arguments: str, columns: int | None = None) -> subprocess.CompletedProcess[str]:
    width = {"COLUMNS": str(columns)} if columns else {}
    command = [sys.executable, "-m", "loganalyst", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **width})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", SAMPLE, "-f", "pdf"], "invalid value for '--format' / '-f': 'pdf' is not one of 'text', 'json'."),
        (["convert", SAMPLE], "missing option '--to'. Choose from: atif, jsonl"),
        (["show", SAMPLE, "--messages", "9-3"], "3 comes before 9"),
        (["check", SAMPLE, "--rules", "/nowhere"], "/nowhere: there is no such folder of rules"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_wrong_usage_is_told_in_one_line(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr.splitlines()[0]


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", SAMPLE, "-m", "9999", "-f", "md"],
        ["show", SAMPLE, "--messages", "9999"],
        ["graph", SAMPLE, "--around", "9999"],
        ["why", SAMPLE, "-m", "9999"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_verb_says_alike_that_there_is_no_such_message(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "there is no message 9999" in done.stderr
    assert "the last one is 505" in done.stderr


def test_a_range_may_end_behind_the_last_message() -> None:
    assert "m505" in run("show", SAMPLE, "--messages", "505-9999").stdout


@pytest.mark.parametrize("width", [50, 72])
def test_prose_keeps_to_the_width_of_the_terminal(width: int) -> None:
    prose = run("explain", "kill-result-hidden", columns=width).stdout.partition("\nFound in\n")[0]
    assert max(map(len, prose.splitlines())) <= width
    said, command, _ = run("show", SAMPLE, "--messages", "497", columns=width).stdout.partition("    $ ")
    assert max(map(len, said.splitlines())) <= width
    assert command


def test_of_a_long_output_both_ends_are_shown(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("[bash] make\n" + "\n".join(f"step {number}" for number in range(100)) + "\nmake: *** failed\n")
    shown = run("show", str(log)).stdout
    assert "| step 0\n" in shown
    assert "… 61 lines left out …" in shown
    assert "| make: *** failed\n" in shown
