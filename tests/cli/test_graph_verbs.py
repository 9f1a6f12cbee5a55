"""``graph``, ``why`` and ``show --pivots`` from the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = str(Path(__file__).parents[2] / "samples" / "stuck-install.txt")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "loganalyst", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_a_graph_goes_to_standard_output_in_the_form_asked_for() -> None:
    done = run("graph", SAMPLE, "-f", "json")
    assert (done.returncode, json.loads(done.stdout)["schema_version"]) == (0, 1)


@pytest.mark.parametrize(
    ("name", "begin"), [("a.html", "<!doctype html>"), ("a.svg", "<!-- loganalyst"), ("a.dot", "// <!-- loganalyst")]
)
def test_the_ending_of_the_file_chooses_the_form_and_our_own_file_is_replaced(
    name: str, begin: str, tmp_path: Path
) -> None:
    target = tmp_path / name
    assert run("graph", SAMPLE, "-o", str(target)).returncode == 0
    assert run("graph", SAMPLE, "-o", str(target), "--evidence-only").returncode == 0
    assert target.read_text("utf-8").startswith(begin)


@pytest.mark.parametrize("wrong", [["-f", "gif"], ["--episode", "99"], ["--around", "3"], ["--agent", "nobody"]])
def test_an_unknown_form_episode_message_or_agent_is_wrong_usage(wrong: list[str]) -> None:
    done = run("graph", SAMPLE, *wrong)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr


def test_why_tells_each_link_with_its_reason_and_the_first_wrong_turn() -> None:
    told = run("why", SAMPLE, "--message", "496").stdout
    assert "m491 symptom: stalled install" in told
    assert "was acted upon by (inferred, medium)" in told
    assert "No wrong turn shows before it, but it holds one itself: m496" in told
    assert "After it: 909 s to the last message" in told


def test_why_knows_that_a_message_is_not_there() -> None:
    done = run("why", SAMPLE, "--message", "3")
    assert (done.returncode, "no message 3" in done.stderr) == (2, True)


def test_pivots_are_shown_with_their_reasons() -> None:
    told = run("show", SAMPLE, "--pivots").stdout
    assert "m495" in told
    assert "a guess is acted upon" in told
    assert "the first 8 are shown" in told
