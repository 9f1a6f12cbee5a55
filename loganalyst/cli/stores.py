"""Where agents keep their sessions, and what lies there: names, dates, sizes and titles, nothing else.

The places are those that the agents' own documentation and sources name for Linux, macOS and Windows. A title is taken
from a field that the agent itself wrote as one, and only where it stands in the first bytes of the file.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic_core import from_json

_HEAD_BYTES = 1 << 16


class _Store(NamedTuple):
    """A place below the home folder, and the sessions in it."""

    agent: str
    folder: str
    files: tuple[str, ...]
    """Patterns below the folder."""
    variable: str | None = None
    """The environment variable that names another folder."""


@dataclass(frozen=True, slots=True)
class Session:
    """A file that an agent keeps a session, or several, in."""

    agent: str
    path: Path
    modified: datetime | None
    """None where the file's details cannot be read."""
    size: int | None
    """Bytes."""
    title: str | None


_EDITORS = (
    *(f".config/{name}/User" for name in ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")),
    *(f"Library/Application Support/{name}/User" for name in ("Code", "Code - Insiders", "VSCodium", "Cursor")),
    *(f"AppData/Roaming/{name}/User" for name in ("Code", "Code - Insiders", "VSCodium", "Cursor")),
    *(f"{name}/data/User" for name in (".vscode-server", ".vscode-server-insiders", ".cursor-server")),
)
"""Where VS Code and its kin keep a user's data."""

_TASKS = ("tasks/*/ui_messages.json", "tasks/*/api_conversation_history.json")
_EXTENSIONS = {
    "Cline": "saoudrizwan.claude-dev",
    "Roo Code": "rooveterinaryinc.roo-cline",
    "Kilo Code": "kilocode.kilo-code",
}
_CHATS = ("workspaceStorage/*/chatSessions/*.json*", "globalStorage/emptyWindowChatSessions/*.json*")

_STORES = (
    _Store("Claude Code", ".claude", ("projects/*/*.jsonl",), "CLAUDE_CONFIG_DIR"),
    _Store("Claude Code", ".config/claude", ("projects/*/*.jsonl",)),
    _Store("Codex", ".codex", ("sessions/**/*.jsonl", "archived_sessions/*.jsonl"), "CODEX_HOME"),
    _Store("opencode", ".local/share/opencode", ("opencode*.db", "storage/session/**/*.json")),
    _Store("Gemini CLI", ".gemini/tmp", ("*/chats/*.json*",)),
    _Store("Cline", ".cline/data", _TASKS),
    _Store("Copilot CLI", ".copilot", ("session-state/**/*.jsonl", "history-session-state/*.json")),
    _Store("Cursor", ".cursor", ("chats/*/*/store.db", "projects/*/agent-transcripts/**/*.*")),
    _Store("Goose", ".local/share/goose/sessions", ("*.jsonl", "sessions.db")),
    _Store("Goose", "AppData/Roaming/Block/goose/data/sessions", ("*.jsonl", "sessions.db")),
    *(
        _Store(agent, f"{editor}/globalStorage/{extension}", _TASKS)
        for editor in _EDITORS
        for agent, extension in _EXTENSIONS.items()
    ),
    *(_Store("Copilot in VS Code", editor, _CHATS) for editor in _EDITORS),
    *(
        _Store("Cursor", editor, ("globalStorage/state.vscdb", "workspaceStorage/*/state.vscdb"))
        for editor in _EDITORS
        if "ursor" in editor
    ),
)
_BESIDE = {"aider": (".aider.chat.history.md",), "SpecStory": (".specstory/history/*.md",)}
"""What agents keep in the folder that they work in."""
_OF_SUB_AGENTS = "agent-"
"""Claude Code's files of sub-agents are read with the session that they belong to."""
_TITLES = ("title", "customTitle", "aiTitle", "summary", "description")
_TITLE_RECORDS = frozenset({"summary", "ai-title", "custom-title"})


def find_sessions(home: Path, folder: Path, environment: Mapping[str, str]) -> list[Session]:
    """Return the sessions below a home folder and in a working folder, the latest first."""
    found = {path: agent for agent, path in _paths(home, folder, environment)}
    sessions = (_session(agent, path) for path, agent in found.items())
    return sorted(sessions, key=lambda one: (-(one.modified.timestamp() if one.modified else 0), str(one.path)))


def places(home: Path, folder: Path, environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders that are looked into, whether they exist or not."""
    return (*dict.fromkeys(_folder(store, home, environment) for store in _STORES), folder)


def _paths(home: Path, folder: Path, environment: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    for store in _STORES:
        root = _folder(store, home, environment)
        yield from ((store.agent, path) for path in _files(root, store.files))
    for agent, patterns in _BESIDE.items():
        yield from ((agent, path) for path in _files(folder, patterns))


def _folder(store: _Store, home: Path, environment: Mapping[str, str]) -> Path:
    named = environment.get(store.variable) if store.variable else None
    return Path(named) if named else home / store.folder


def _files(folder: Path, patterns: Iterable[str]) -> Iterator[Path]:
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            if path.is_file() and not path.name.startswith(_OF_SUB_AGENTS):
                yield path


def _session(agent: str, path: Path) -> Session:
    try:
        details = path.stat()
        modified = datetime.fromtimestamp(details.st_mtime, UTC)
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return Session(agent, path, None, None, None)
    return Session(agent, path, modified, details.st_size, _title(head))


def _title(head: bytes) -> str | None:
    """Return the title that the first record of a file has, or a later one that is about the session."""
    records = [_value(head, partial=True), *(_value(line) for line in head.split(b"\n") if b'"type"' in line)]
    for number, record in enumerate(records):
        if isinstance(record, dict) and (number == 0 or record.get("type") in _TITLE_RECORDS):
            texts = (record.get(name) for name in _TITLES)
            title = next((" ".join(text.split()) for text in texts if isinstance(text, str) and text.strip()), None)
            if title:
                return title
    return None


def _value(data: bytes, *, partial: bool = False) -> object:
    try:
        return from_json(data, allow_partial=partial)
    except ValueError:
        return None
