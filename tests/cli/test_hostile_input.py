"""Sessions made to harm or to confuse: nothing of them steers the terminal, leaks, or stops the program."""

import json
from pathlib import Path

import pytest

from tests.cli.test_verbs import SAMPLE, run

STEERING = "\x1b]0;title\x07\x1b[31m\u202e"
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"  # no real one
ODD_BREAKS = "\x85\u2028\x1d\x0b"
"""Characters at which Python, but no shell and no terminal, breaks lines."""

BUNDLE = """\
[bash] ls src/training && ls src/models
[result exit=124]
[bash] ls src/training && ls src/models
[result exit=0]
main.py
metrics.py
model.py
"""


def steers(printed: bytes) -> bool:
    """Return whether something that a terminal or a reader of mixed scripts obeys stands in what was printed."""
    return bool({"\x1b", "\x07", "\u202e"} & set(printed.decode()))


def claude_session(folder: Path, words: str) -> str:
    """Return the path of a session in which words stand where people do not look for them."""
    told = {"uuid": "u1", "sessionId": "s1", "isSidechain": False, "version": "2.1.30"}
    call = {"type": "tool_use", "id": "t1", "name": f"Tool{words}", "input": {"key": words}}
    records = [
        told | {"type": "user", "message": {"role": "user", "content": "Is the disk full?"}},
        told | {"type": "assistant", "message": {"id": "m1", "role": "assistant", "content": [call]}},
        told | {"type": "system", "subtype": words, "content": words},
        told | {"type": f"kind{words}"},
    ]
    path = folder / "session.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), "utf-8")
    return str(path)


@pytest.mark.parametrize("asked", [(), ("--records", "--ledgers", "--pivots")])
def test_names_of_tools_and_of_records_steer_no_terminal(tmp_path: Path, asked: tuple[str, ...]) -> None:
    done = run("show", claude_session(tmp_path, STEERING), *asked)
    assert (done.returncode, steers(done.stdout + done.stderr)) == (0, False)


def test_the_name_of_a_file_steers_no_terminal(tmp_path: Path) -> None:
    unknown, told = tmp_path / f"{STEERING}.bin", tmp_path / f"{STEERING}.txt"
    unknown.write_bytes(b"\0\1\2")
    told.write_text("[bash] pkill -f train.py; echo started\n[result exit=143]\n")
    done = run("check", str(unknown), str(told))
    assert (done.returncode, steers(done.stdout + done.stderr)) == (2, False)
    assert b"pkill-matches-own-shell" in done.stdout
    assert not steers(run("why", str(told), "-m", STEERING).stderr)


@pytest.mark.parametrize("verb", [("show", "--records"), ("check", "--format=json", "--fail-on=never")])
def test_a_secret_in_the_name_of_a_record_kind_does_not_leave(tmp_path: Path, verb: tuple[str, ...]) -> None:
    done = run(*verb, claude_session(tmp_path, SECRET))
    assert (done.returncode, done.stderr) == (0, b"")
    assert SECRET not in done.stdout.decode()


def test_lines_are_counted_as_a_shell_counts_them(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    output = "\n".join(f"FAILED{character}tests{character}1 failed{character}" for character in ODD_BREAKS)
    path.write_text(f"[user] Well?\n[bash] pytest -q\n[result exit=1]\n{output}\n[assistant] All pass.\n", "utf-8")
    done = run("report", str(path), "-m", "2", "-o", "-")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_bundle_of_which_no_probe_printed_anything_is_told(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    path.write_text(BUNDLE)
    done = run("report", str(path), "-m", "1", "-o", "-")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_kill_by_a_pattern_without_a_name_is_no_riddle(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    kills = (f"[bash] pkill -f {pattern}\n[result exit=0]\n" for pattern in ("''", "/", "/opt/app/", "//", "'[]'"))
    path.write_text("[user] Stop it.\n" + "".join(kills))
    done = run("check", str(path), "--fail-on", "never")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_the_locale_changes_no_byte(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    usual = run("graph", SAMPLE, "-f", "svg")
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    odd = run("graph", SAMPLE, "-f", "svg")
    assert (odd.returncode, odd.stderr, odd.stdout) == (0, b"", usual.stdout)


@pytest.mark.parametrize("given", [b"pkill -f \xff\xfe; echo x\n", "pkill -f ä; echo x\n".encode("utf-16")])
def test_commands_in_another_encoding_are_looked_at(given: bytes) -> None:
    done = run("lint", "-", given=given)
    assert done.returncode in {0, 1}
    assert done.stderr == b""
