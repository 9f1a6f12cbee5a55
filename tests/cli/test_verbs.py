"""The verbs as people use them: what goes to which stream, and the exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from loganalyst.cli import app

ROOT = Path(__file__).parent.parent.parent
SAMPLE = str(ROOT / "samples" / "stuck-install.txt")
CLEAN = str(ROOT / "samples" / "clean-session.txt")


def run(*arguments: str, folder: Path = ROOT, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "loganalyst", *arguments]
    return subprocess.run(command, cwd=folder, input=given, capture_output=True, check=False)


@pytest.fixture
def broken_rules(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "odd.yaml").write_text("name: odd\ntitle: 3\ncolour: blue\n")
    return folder


def test_a_session_alone_means_a_report_on_it(tmp_path: Path) -> None:
    done = run(SAMPLE, folder=tmp_path)
    assert (done.returncode, done.stdout.decode().split()) == (0, ["stuck-install.html", "stuck-install.md"])
    assert (tmp_path / "stuck-install.md").read_text("utf-8").startswith("<!-- loganalyst")


def test_a_form_without_a_file_goes_to_standard_output(tmp_path: Path) -> None:
    done = run("report", SAMPLE, "-f", "json", folder=tmp_path)
    assert json.loads(done.stdout)["schema_version"] == 1
    assert list(tmp_path.iterdir()) == []


def test_standard_input_is_a_dash() -> None:
    done = run("check", "-", "--fail-on", "never", given=Path(SAMPLE).read_bytes())
    assert done.returncode == 0
    assert b"strace-empty-summary" in done.stdout


def test_a_foreign_file_is_not_replaced_and_our_own_is(tmp_path: Path) -> None:
    target = tmp_path / "notes.md"
    target.write_text("mine")
    refused = run("report", SAMPLE, "-o", str(target))
    assert (refused.returncode, target.read_text()) == (2, "mine")
    assert b"--force" in refused.stderr
    assert run("report", SAMPLE, "-o", str(target), "--force").returncode == 0
    assert run("report", SAMPLE, "-o", str(target)).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", SAMPLE], 1),
        (["check", SAMPLE, "--fail-on", "never"], 0),
        (["check", CLEAN], 0),
        (["check", "nowhere.txt"], 2),
        (["check", "nowhere.txt", SAMPLE], 2),
        (["check", SAMPLE, "--format", "xml"], 2),
        (["check", SAMPLE, "--select", "no-such-rule"], 2),
        (["report", SAMPLE, "-m", "9999"], 2),
        (["report", SAMPLE, "-o", "x.docx"], 2),
        (["explain", "strace-empty"], 2),
        (["explain", "strace-empty-summary"], 0),
        (["rules", "test", "strace-empty-summary"], 0),
        (["--no-such-option"], 2),
        ([], 2),
    ],
    ids=lambda value: " ".join(Path(word).name for word in value) if isinstance(value, list) else str(value),
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    done = run(*arguments)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


def test_the_sound_inputs_are_done_beside_a_broken_one() -> None:
    done = run("check", "nowhere.txt", SAMPLE, "-f", "json")
    assert [entry["transcript"] for entry in json.loads(done.stdout)["transcripts"]] == ["stuck-install"]
    assert done.stderr.startswith(b"error: nowhere.txt")


def test_an_empty_file_is_nothing_to_analyse(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    assert run("check", str(empty)).returncode == 5
    assert run("report", str(empty)).returncode == 5


def test_a_broken_rule_stops_before_reading_with_all_its_faults(broken_rules: Path) -> None:
    done = run("check", SAMPLE, "--rules", str(broken_rules))
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.count(b"odd.yaml") > 3
    assert b"odd.yaml:3" in done.stderr


def test_a_near_name_is_suggested() -> None:
    assert b"strace-empty-summary" in run("explain", "strace-empty").stderr


def test_findings_are_the_same_documents_that_the_design_promises() -> None:
    document = json.loads(run("check", SAMPLE, "-f", "json").stdout)
    (entry,) = document["transcripts"]
    assert {"path", "format", "transcript", "messages", "records", "ledger", "ledgers", "findings"} <= set(entry)
    assert {"read", "ignored", "unknown", "damaged"} <= set(entry["ledger"])
    keys = {"rule", "pack", "severity", "confidence", "verdict", "transcript", "message_index", "location", "quote"}
    for finding in entry["findings"]:
        assert keys | {"message", "related", "captures", "about", "fingerprint"} <= set(finding)


def test_colours_follow_the_variables_and_not_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert b"\x1b[" in run("check", SAMPLE).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert b"\x1b[" not in run("check", SAMPLE).stdout


def test_a_closed_pipe_ends_silently() -> None:
    command = f"{sys.executable} -m loganalyst show {SAMPLE} | head -1"
    done = subprocess.run(["/bin/bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) in ((141, b""), (0, b""))


def test_messages_are_shown_with_their_findings() -> None:
    shown = run("show", SAMPLE, "--messages", "494-495").stdout.decode()
    assert "m494" in shown
    assert "m496" not in shown
    assert "warning[strace-empty-summary]" in shown


def test_the_records_of_an_input_add_up() -> None:
    words = run("show", SAMPLE, "--records").stdout.split()
    assert words[0] == words[2]


def test_a_verb_is_not_taken_for_a_path() -> None:
    assert app.with_default_verb(["check", "x"]) == ["check", "x"]
    assert app.with_default_verb(["./check"]) == ["report", "./check"]
    assert app.with_default_verb(["-"]) == ["report", "-"]
    assert app.with_default_verb(["--help"]) == ["--help"]
    assert app.with_default_verb([]) == []
