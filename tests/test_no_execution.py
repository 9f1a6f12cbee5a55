"""Analysing a session opens no socket, starts no process, and writes nothing but what was asked for."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parent.parent / "samples"
SESSIONS = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in {".txt", ".json"})
WATCHED = """
import json, os, sys
seen = []
def watch(event, arguments):
    started = ("socket.", "subprocess.", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.fork")
    if event.startswith(started):
        seen.append([event, ""])
    elif event in ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"):
        seen.append([event, str(arguments[0])])
    elif event == "open":
        path, mode, flags = arguments
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND):
            seen.append([event, str(path)])
from loganalyst.cli import app
sys.addaudithook(watch)
code = app.main(sys.argv[1:])
sys.stderr.write("\\n" + json.dumps([code, seen]))
"""


def run(folder: Path, *arguments: str) -> tuple[int, list[list[str]]]:
    command = [sys.executable, "-B", "-c", WATCHED, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    code, seen = json.loads(done.stderr.rpartition("\n")[2])
    return code, seen


@pytest.mark.parametrize("session", SESSIONS)
def test_a_check_opens_starts_and_writes_nothing(session: str, tmp_path: Path) -> None:
    code, seen = run(tmp_path, "check", str(SAMPLES / session))
    assert code in (0, 1)
    assert seen == []


@pytest.mark.parametrize("session", SESSIONS)
def test_a_report_writes_only_its_own_files(session: str, tmp_path: Path) -> None:
    code, seen = run(tmp_path, "report", str(SAMPLES / session), "-o", "out.html", "-o", "out.md")
    assert code == 0
    assert {event for event, _ in seen} <= {"open", "os.rename"}
    assert {Path(path).name.lstrip(".").partition(".")[0] for _, path in seen} == {"out"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.html", "out.md"]


def test_the_watch_itself_sees_what_it_must() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run(
            [sys.executable, "-c", WATCHED.replace("code =", "open('/nonexistent/x', 'w'); code =")],
            check=True,
            capture_output=True,
        )
