"""What users of other readers reported as lost or wrong: each report is a session in which it could happen again."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from loganalyst.errors import LoganalystError
from loganalyst.model.span import Line
from loganalyst.model.transcript import Role, Text, ToolResult
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import parts
from tests.readers.made import Record, claude, codex, lines, read, texts

ROOT = Path(__file__).parents[2]


def test_an_unknown_type_of_record_does_not_end_the_reading() -> None:
    transcript = read(lines(claude(0), {"type": "hologram", "uuid": "h", "sessionId": "s"}, claude(1)))
    assert texts(transcript) == ["message 0", "message 1"]
    assert [(tally.kind, tally.first) for tally in transcript.ledger.unknown] == [("type hologram", Line(2))]


@pytest.mark.parametrize("wrapped", [True, False])
def test_a_codex_session_of_either_generation_is_not_empty(wrapped: bool) -> None:  # noqa: FBT001 - a case of the test
    head: Record = {"id": "c", "timestamp": "2025-08-20T01:42:25Z", "instructions": None, "git": {}}
    items: list[Record] = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "why?"}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command":["bash","-lc","ls"]}', "call_id": "1"},
        {"type": "function_call_output", "call_id": "1", "output": '{"output":"a","metadata":{"exit_code":0}}'},
    ]
    records = [codex("session_meta", 0, **head), *(codex("response_item", 1, **item) for item in items)]
    transcript = read(lines(*(records if wrapped else [head, *items])))
    assert texts(transcript) == ["why?", "ls", "a"]
    assert [result.exit_status for result in parts(transcript, ToolResult)] == [0]


def test_sessions_of_opencode_are_found_in_its_database_too(tmp_path: Path) -> None:
    file = tmp_path / "opencode.db"
    with sqlite3.connect(file) as store:
        store.executescript(
            "CREATE TABLE session (id TEXT, parent_id TEXT, title TEXT, version TEXT);"
            "CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);"
            "CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);"
        )
        for number in range(2):
            store.execute("INSERT INTO session VALUES (?, NULL, ?, '1.2')", (f"s{number}", f"Session {number}"))
            store.execute("INSERT INTO message VALUES (?, ?, 1, ?)", (f"m{number}", f"s{number}", '{"role":"user"}'))
            part = json.dumps({"type": "text", "text": f"talk {number}"})
            store.execute("INSERT INTO part VALUES (?, ?, ?, ?)", (f"p{number}", f"m{number}", f"s{number}", part))
    store.close()
    transcript = read(file.read_bytes())
    assert [(child.title, texts(child)) for child in transcript.children] == [
        ("Session 0", ["talk 0"]),
        ("Session 1", ["talk 1"]),
    ]


def test_blocks_of_nul_bytes_and_separators_of_unicode_lose_no_record() -> None:
    first, second = lines(claude(0, "a\u2028b\u2029c")), lines(claude(1))
    transcript = read(first + b"\0" * 4096 + b"\n" + b"\0" * 512 + second)
    assert texts(transcript) == ["a\u2028b\u2029c", "message 1"]
    assert [lost.why for lost in transcript.ledger.damaged] == ["4096 NUL bytes", "512 NUL bytes"]


def test_branches_of_a_session_are_kept_beside_its_last_thread() -> None:
    count = 132
    # Every other record hangs on the first one, so that a walk from the last to the root meets two.
    records = [claude(number, parentUuid="u0" if number else None) for number in range(count)]
    assert len(read(lines(*records)).messages) == count


def test_no_message_is_dropped_where_the_parent_is_in_another_file() -> None:
    count = 69
    records = [
        claude(number, parentUuid="elsewhere" if number % 10 == 0 else f"u{number - 1}") for number in range(count)
    ]
    assert texts(read(lines(*records))) == [f"message {number}" for number in range(count)]


def test_a_message_in_several_records_keeps_all_of_them() -> None:
    blocks: list[object] = [
        [{"type": "thinking", "thinking": "hm", "signature": ""}],
        [{"type": "text", "text": "I look."}],
        [{"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "ls"}}],
    ]
    records = [claude(number, block, speaker="assistant") for number, block in enumerate(blocks)]
    for record in records:
        record["message"]["id"] = "one"
    (message,) = read(lines(*records)).messages
    assert [getattr(part, "text", "") for part in message.parts] == ["hm", "I look.", "ls"]


def test_sub_agents_are_read_wherever_their_records_stand() -> None:
    task = {"type": "tool_use", "id": "t", "name": "Task", "input": {"prompt": "find it"}}
    answer = {"type": "tool_result", "tool_use_id": "t", "content": "found"}
    inside = [
        claude(number, isSidechain=True, parentUuid=f"u{number - 1}" if number > 10 else None) for number in (10, 11)
    ]
    beside = lines(*(claude(number, isSidechain=True, agentId="b7") for number in (20, 21)))
    session = lines(
        claude(0), claude(1, [task]), *inside, claude(2, [answer], toolUseResult={"agentId": "b7", "content": "found"})
    )
    source = Source("s.jsonl", session, {"agent-b7.jsonl": beside}.get)
    children = read_transcript(source).children
    assert [texts(child) for child in children] == [["message 10", "message 11"], ["message 20", "message 21"]]
    assert {child.parent for child in children} == {"s"}


def test_a_fork_repeats_no_compaction() -> None:
    boundary = {
        "type": "system",
        "subtype": "compact_boundary",
        "content": "Conversation compacted",
        "uuid": "b",
        "sessionId": "s",
    }
    summary = claude(0, "This session is being continued from a previous conversation", isCompactSummary=True)
    transcript = read(lines(boundary, summary, claude(1), boundary, summary, claude(2)))
    assert texts(transcript).count("This session is being continued from a previous conversation") == 1
    assert texts(transcript).count("Conversation compacted") == 1


def test_what_lies_behind_eight_megabytes_is_read() -> None:
    filler = [{"type": "text", "text": "x" * 900_000}]
    transcript = read(lines(*(claude(number, filler) for number in range(1, 20, 2)), claude(20, "the end")))
    assert transcript.size > 8 << 20
    assert texts(transcript)[-1] == "the end"


LITTLE_MEMORY = """
import resource, sys
from loganalyst.readers.detection import read_transcript, readers
from loganalyst.readers.source import Source
readers()
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
print(len(read_transcript(Source("large", open(sys.argv[1], "rb"))).messages))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory this way")
def test_a_session_of_21_megabytes_fits_into_a_gigabyte(tmp_path: Path) -> None:
    file = tmp_path / "large.jsonl"
    output = "word " * 4_000
    with file.open("wb") as large:
        for number in range(1_100):
            large.write(lines(claude(number, [{"type": "text", "text": output}])))
    assert file.stat().st_size > 21_000_000
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_MEMORY, str(file)], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("1100", "")


def test_a_session_that_cannot_be_read_is_an_error_and_not_an_empty_one(tmp_path: Path) -> None:
    torn = tmp_path / "torn.db"
    torn.write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)
    for path in (torn, tmp_path / "gone.jsonl"):
        command = [sys.executable, "-m", "loganalyst", "check", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        assert (done.returncode, path.name in done.stderr) == (2, True)
    with pytest.raises(LoganalystError):
        read(torn.read_bytes())


def test_torn_lines_are_listed_with_their_places() -> None:
    whole = lines(claude(0), claude(1), claude(2))
    first, second, third = whole.splitlines(keepends=True)
    transcript = read(first + second[:100] + b"\n" + third[:100])
    assert texts(transcript) == ["message 0"]
    assert [(lost.location, lost.byte) for lost in transcript.ledger.damaged] == [
        (Line(2), len(first)),
        (Line(3), len(first) + 101),
    ]
    assert transcript.ledger.torn_end


SUMMARY = "This session is being continued from a previous conversation that ran out of context."


@pytest.mark.parametrize(
    "data",
    [
        lines(claude(0), claude(2, SUMMARY, isCompactSummary=True)),
        lines(claude(0), claude(2, SUMMARY)),
        lines(codex("session_meta", id="c", cli_version="0.60.0"), codex("compacted", message=SUMMARY)),
        json.dumps({"messages": [{"role": "user", "content": "why?"}, {"role": "user", "content": SUMMARY}]}).encode(),
    ],
    ids=["claude_code marked", "claude_code", "codex", "messages"],
)
def test_the_summary_of_a_compaction_is_not_the_users_word(data: bytes) -> None:
    transcript = read(data)
    found = [
        (message.role, part)
        for message in transcript.messages
        for part in message.parts
        if isinstance(part, Text) and part.text == SUMMARY
    ]
    assert len(found) == 1
    assert all(part.injected or role is not Role.USER for role, part in found)
