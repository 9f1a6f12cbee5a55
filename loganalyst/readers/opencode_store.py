"""opencode's own store: a SQLite database with the tables ``session``, ``message`` and ``part``.

Read off the program's sources (since 1.2), not off a real file. A message is a row of ``message`` with its parts, rows
of ``part`` that name it; ``data`` holds both as JSON, without their ids. The database is opened in memory from a copy
of the bytes. Sessions with a parent are children of it; where several have none, the transcript of the store has no
messages of its own, and each session is a child.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from loganalyst.model.span import Location, Pointer, Row
from loganalyst.model.transcript import Transcript
from loganalyst.readers._blocks.content import string
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.opencode_parts import add_message, as_object
from loganalyst.readers._blocks.records import decode_record
from loganalyst.readers.source import Guess, Source

NAME = "opencode_store"
TITLE = "opencode SQLite store"
VERIFIED = False
IGNORED_KEYS = frozenset({
    "cost", "directory", "finish", "id", "metadata", "modelID", "projectID", "providerID", "reason", "slug",
    "snapshot", "tokens", "version",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_MAGIC = b"SQLite format 3\0"
_WAL = 2
_TABLES = ("session", "message", "part")
_QUERIES = {
    "session": "SELECT rowid AS row, * FROM session ORDER BY rowid",
    "message": "SELECT rowid AS row, * FROM message ORDER BY time_created, id, rowid",
    "part": "SELECT rowid AS row, * FROM part ORDER BY id, rowid",
}
_PLACELESS = Pointer("")
_Cells = dict[str, Any]


def recognise(source: Source) -> Guess:
    """Return how surely the input is such a database."""
    head = source.head(1 << 16)
    if not head.startswith(_MAGIC):
        return Guess(0, "it is no SQLite database")
    found = [name for name in _TABLES if f"CREATE TABLE `{name}`".encode() in head or _made(name) in head]
    if len(found) == len(_TABLES):
        return Guess(92, "the database has the tables session, message and part")
    return Guess(25, "the database lacks the tables session, message and part")


def read(source: Source) -> Transcript:
    """Return the sessions of the store."""
    draft = Draft(source, NAME)
    rows, error = _rows(source.read())
    if error:
        draft.ledger.seen()
        draft.ledger.damage(_PLACELESS, 0, error)
    store = _Store(source, draft, rows)
    return store.read()


def _made(name: str) -> bytes:
    return f"CREATE TABLE {name}".encode()


def _rows(data: bytes) -> tuple[dict[str, list[_Cells]], str]:
    """Return the rows of the tables, by table, and why some could not be read, or an empty string."""
    found: dict[str, list[_Cells]] = {name: [] for name in _TABLES}
    if not data.startswith(_MAGIC):
        return found, "it is no SQLite database"
    mended = bytearray(data)
    # A database in memory has no write-ahead log, so the marks that ask for one are taken out of the copy.
    mended[18:20] = b"\1\1" if mended[18:20] == bytes((_WAL, _WAL)) else mended[18:20]
    with closing(sqlite3.connect(":memory:")) as database:
        try:
            database.deserialize(bytes(mended))
            database.row_factory = sqlite3.Row
            for name in _TABLES:
                for row in database.execute(_QUERIES[name]):
                    found[name].append(dict(row))
        except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
            return found, f"the database cannot be read further: {error}"
        except MemoryError:
            return found, "the database cannot be read further: a damaged page asks for more memory than there is"
    return found, ""


class _Store:
    """The rows of a store on their way to transcripts."""

    def __init__(self, source: Source, draft: Draft, rows: dict[str, list[_Cells]]) -> None:
        self._source = source
        self._draft = draft
        self._sessions = rows["session"]
        self._parts: dict[object, list[_Cells]] = {}
        self._messages: dict[object, list[_Cells]] = {}
        for part in rows["part"]:
            self._parts.setdefault(part.get("message_id"), []).append(part)
        for message in rows["message"]:
            self._messages.setdefault(message.get("session_id"), []).append(message)

    def read(self) -> Transcript:
        """Return the one session without a parent, or a transcript with all of them as children."""
        known = {session.get("id") for session in self._sessions}
        roots = [session for session in self._sessions if session.get("parent_id") not in known]
        if len(roots) == 1:
            return self._session(roots[0], self._draft, {roots[0].get("id")})
        for root in roots:
            self._count(self._draft, root)
            child = Draft(self._source, NAME)
            self._draft.children.append(self._session(root, child, {root.get("id")}))
        return self._draft.finish(agent="opencode", zone="UTC")

    def _count(self, draft: Draft, session: _Cells) -> None:
        draft.ledger.seen()
        draft.ledger.ignore("session, read as a transcript of its own", _place("session", session))

    def _session(self, session: _Cells, draft: Draft, above: set[object]) -> Transcript:
        own = session.get("id")
        draft.ledger.seen()
        draft.ledger.read()
        for message in self._messages.get(own, ()):
            self._message(draft, message)
        for child in self._sessions:
            if child.get("parent_id") == own and child.get("id") not in above:
                self._count(draft, child)
                inner = Draft(self._source, NAME)
                draft.children.append(self._session(child, inner, above | {child.get("id")}))
        version = string(session.get("version"))
        return draft.finish(
            transcript_id=string(own),
            title=string(session.get("title")),
            agent=f"opencode {version}" if version else "opencode",
            zone="UTC",
            parent=string(session.get("parent_id")),
        )

    def _message(self, draft: Draft, message: _Cells) -> None:
        place = _place("message", message)
        draft.ledger.seen()
        info = _data(message)
        if info is None:
            draft.ledger.damage(place, 0, "its data are no JSON object")
            return
        info.setdefault("id", message.get("id"))
        info.setdefault("time", {"created": message.get("time_created")})
        add_message(draft, as_object(info), list(self._parts_of(draft, message)), place)

    def _parts_of(self, draft: Draft, message: _Cells) -> Iterator[tuple[Any, Location]]:
        for part in self._parts.get(message.get("id"), ()):
            place = _place("part", part)
            draft.ledger.seen()
            data = _data(part)
            if data is None:
                draft.ledger.damage(place, 0, "its data are no JSON object")
                continue
            draft.ledger.read()
            yield data, place


def _data(row: _Cells) -> dict[str, Any] | None:
    value = row.get("data")
    data = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
    return decode_record(data) if isinstance(data, bytes) else None


def _place(table: str, row: _Cells) -> Row:
    number = row.get("row")
    return Row(table, number if isinstance(number, int) else 0)
