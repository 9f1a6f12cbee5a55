"""The stores of agents, found below a made-up home."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from loganalyst.cli.stores import find_sessions

KEPT = {
    ".claude/projects/-srv-app/0b1c.jsonl": '{"type":"summary","summary":"A full disk"}\n{"type":"user"}\n',
    ".codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-ab.jsonl": '{"type":"session_meta","payload":{}}\n',
    ".local/share/opencode/opencode.db": "SQLite format 3\0",
    ".local/share/opencode/storage/session/p/ses_1.json": '{"id":"ses_1","title":"An older session"}',
    ".gemini/tmp/abc/chats/session-1.json": '{"sessionId":"s","messages":[]}',
    ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/ui_messages.json": "[]",
    ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1/api_conversation_history.json": "[]",
    ".config/Code/User/workspaceStorage/w/chatSessions/c.json": '{"customTitle":"Chat","requests":[]}',
    ".config/Cursor/User/globalStorage/state.vscdb": "SQLite format 3\0",
    ".copilot/session-state/u/events.jsonl": '{"type":"session.start"}\n',
    ".local/share/goose/sessions/20260102.jsonl": '{"working_dir":"/srv","description":"Disk is full"}\n{}\n',
}
AGENTS = {
    "Claude Code",
    "Cline",
    "Codex",
    "Copilot CLI",
    "Copilot in VS Code",
    "Cursor",
    "Gemini CLI",
    "Goose",
    "Roo Code",
    "aider",
    "opencode",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    root = tmp_path / "home"
    for number, (name, text) in enumerate(KEPT.items()):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (1_700_000_000 + number, 1_700_000_000 + number))
    (root / ".claude/projects/-srv-app/agent-1.jsonl").write_text("{}")
    (root / ".claude/history.jsonl").write_text("{}")
    work = tmp_path / "work"
    work.mkdir()
    (work / ".aider.chat.history.md").write_text("# aider chat started at 2026-01-02 03:04:05\n")
    return root


def test_every_agents_store_is_found_and_nothing_else(home: Path) -> None:
    found = find_sessions(home, home.parent / "work", {})
    names = {str(one.path.relative_to(home)) for one in found if one.path.is_relative_to(home)}
    assert (names, {one.agent for one in found}) == (set(KEPT), AGENTS)


def test_a_move_to_a_database_hides_no_session(home: Path) -> None:
    names = [one.path.name for one in find_sessions(home, home.parent, {}) if one.agent == "opencode"]
    assert names == ["ses_1.json", "opencode.db"]


def test_titles_are_those_that_the_agent_wrote(home: Path) -> None:
    titles = {one.path.name: one.title for one in find_sessions(home, home.parent, {}) if one.title}
    assert titles == {
        "0b1c.jsonl": "A full disk",
        "ses_1.json": "An older session",
        "c.json": "Chat",
        "20260102.jsonl": "Disk is full",
    }


def test_the_latest_comes_first_with_its_size(home: Path) -> None:
    found = [one for one in find_sessions(home, home.parent, {}) if one.path.is_relative_to(home)]
    assert [str(one.path.relative_to(home)) for one in found] == list(reversed(KEPT))
    assert [one.size for one in found] == [len(text) for text in reversed(KEPT.values())]


def test_a_store_that_the_environment_names_is_looked_into(home: Path) -> None:
    moved = home.parent / "moved"
    (home / ".codex").rename(moved)
    found = find_sessions(home, home.parent, {"CODEX_HOME": str(moved)})
    assert [one.path.is_relative_to(moved) for one in found if one.agent == "Codex"] == [True]


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HOME": str(home), "USERPROFILE": str(home)}
    environment = {name: text for name, text in environment.items() if name not in {"CODEX_HOME", "CLAUDE_CONFIG_DIR"}}
    command = [sys.executable, "-m", "loganalyst", "discover", *arguments]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment, cwd=home.parent / "work"
    )


def test_the_list_says_when_and_how_large_and_no_message_of_a_session(home: Path) -> None:
    chat = home / ".claude/projects/-srv-app/0b1c.jsonl"
    chat.write_text(chat.read_text() + '{"type":"user","message":{"content":"never shown"}}\n')
    text = run(home).stdout
    assert all(str(home / name) in text for name in KEPT)
    assert "2023-11-14 22:1" in text
    assert "A full disk" in text
    assert "never shown" not in text


def test_the_list_as_json(home: Path) -> None:
    document = json.loads(run(home, "--format", "json").stdout)
    assert document["schema_version"] == 1
    entry = next(one for one in document["sessions"] if one["agent"] == "Goose")
    assert entry == {
        "agent": "Goose",
        "path": str(home / ".local/share/goose/sessions/20260102.jsonl"),
        "modified": "2023-11-14T22:13:30+00:00",
        "bytes": 55,
        "title": "Disk is full",
    }


def test_a_secret_in_a_title_is_hidden(home: Path) -> None:
    chat = home / ".claude/projects/-srv-app/0b1c.jsonl"
    chat.write_text('{"type":"summary","summary":"use ghp_' + "a1B2c3D4e5" * 4 + '"}')
    assert "use ‹secret›" in run(home).stdout


def test_an_empty_home_has_no_sessions_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "work").mkdir()
    done = run(tmp_path / "home")
    assert done.stdout == ""
    assert "no sessions in any of" in done.stderr
