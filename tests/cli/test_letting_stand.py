"""Suppressions need a reason and are counted; baselines let what was there before stand."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SAMPLE = str(ROOT / "samples" / "thrashing-build.json")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "loganalyst", "check", SAMPLE, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def ignore(folder: Path, text: str) -> None:
    (folder / "loganalyst.toml").write_text(text)


def test_a_suppressed_finding_is_kept_with_its_reason_and_does_not_fail_the_gate(tmp_path: Path) -> None:
    ignore(tmp_path, '[[ignore]]\nrule = "tool-timeout"\nreason = "known"\n')
    done = run(tmp_path, "--select", "tool-timeout", "-f", "json")
    (entry,) = json.loads(done.stdout)["transcripts"]
    assert {finding["suppressed"] for finding in entry["findings"]} == {"known"}
    assert done.returncode == 0
    assert "suppressed" in run(tmp_path, "--select", "tool-timeout").stdout


def test_without_the_file_the_same_findings_count(tmp_path: Path) -> None:
    ignore(tmp_path, '[[ignore]]\nrule = "tool-timeout"\nreason = "known"\n')
    assert run(tmp_path, "--select", "tool-timeout", "--no-config").returncode == 1


def test_a_suppression_whose_day_has_passed_counts_no_more(tmp_path: Path) -> None:
    ignore(tmp_path, '[[ignore]]\nrule = "tool-timeout"\nreason = "known"\nuntil = 2020-01-01\n')
    assert run(tmp_path, "--select", "tool-timeout").returncode == 1


def test_one_that_covers_nothing_is_named(tmp_path: Path) -> None:
    ignore(tmp_path, '[[ignore]]\nrule = "tool-timeout"\nmessage = 9999\nreason = "gone"\n')
    assert "unused-ignore" in run(tmp_path).stderr


@pytest.mark.parametrize(
    "text",
    ['[[ignore]]\nrule = "tool-timeout"\n', '[[ignore]]\nreason = "all"\n', 'colour = "blue"\n', "[[ignore]\n"],
    ids=["no reason", "nothing named", "unknown key", "no TOML"],
)
def test_a_broken_settings_file_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    ignore(tmp_path, text)
    done = run(tmp_path)
    assert done.returncode == 2
    assert "loganalyst.toml" in done.stderr


def test_only_what_is_new_against_a_baseline_fails(tmp_path: Path) -> None:
    base = str(tmp_path / "base.json")
    assert run(tmp_path, "--select", "tool-timeout", "--write-baseline", base).returncode == 1
    assert run(tmp_path, "--select", "tool-timeout", "--baseline", base).returncode == 0
    assert run(tmp_path, "--baseline", base).returncode == 1


def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]")
    done = run(tmp_path, "--baseline", str(wrong))
    assert (done.returncode, "wrong.json" in done.stderr) == (2, True)
