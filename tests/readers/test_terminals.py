"""Recordings, panes and pasted text of terminals."""

import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Line, Pointer
from loganalyst.model.transcript import Role, Text, ToolCall, ToolResult
from loganalyst.readers.detection import detect, read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import CORPUS, SAMPLES, accounted, parts, read_sample


def _commands(name: str) -> list[str]:
    return [call.text for call in parts(read_sample(name), ToolCall)]


def _outputs(name: str) -> list[str]:
    return [result.text for result in parts(read_sample(name), ToolResult)]


@pytest.mark.parametrize("name", ["asciicast.cast", "typescript.typescript", "terminal_text.txt", "pane.txt"])
def test_the_ledger_adds_up(name: str) -> None:
    transcript = read_sample(name)
    assert accounted(transcript) == transcript.ledger.records
    assert transcript.ledger.unknown == ()


def test_a_line_that_was_edited_is_the_command_that_was_entered() -> None:
    assert _commands("asciicast.cast") == [
        "make all",
        "vim Makefile",
        "ssh deploy@web1 'systemctl restart shop.service && echo done'",
        "exit",
    ]


def test_a_command_stands_at_the_event_that_completed_it_and_has_its_time() -> None:
    transcript = read_sample("asciicast.cast")
    first = transcript.messages[0]
    assert (first.location, first.role) == (Line(6), Role.ASSISTANT)
    assert first.time == datetime(2026, 1, 1, 0, 0, 1, 300000, UTC)
    result = parts(transcript, ToolResult)[0]
    assert (result.text, result.location) == ("100% [Done]\nmake: *** [all] Error 2", Line(7))
    assert (result.duration, result.exit_status) == (Decimal("1.8"), None)


def test_the_alternate_screen_is_left_out_and_noted() -> None:
    transcript = read_sample("asciicast.cast")
    assert not any("hidden" in output for output in _outputs("asciicast.cast"))
    assert any("took the whole screen" in note for note in transcript.ledger.notes)
    assert {tally.kind for tally in transcript.ledger.ignored} == {
        "key that was pressed",
        "marker",
        "change of the terminal's size",
        "output on the alternate screen of an editor or pager",
    }


def test_version_3_counts_from_the_event_before_and_tells_the_status() -> None:
    lines = [
        {"version": 3, "term": {"cols": 80, "rows": 24}, "timestamp": 1767225600},
        [0.5, "o", "$ "],
        [0.5, "o", "false\r\n"],
        [2.0, "o", "$ "],
        [0.1, "x", "1"],
    ]
    transcript = read_transcript(Source("a", "# remark\n".join(json.dumps(line) + "\n" for line in lines)))
    (result,) = parts(transcript, ToolResult)
    assert (result.text, result.duration) == ("", Decimal("2.0"))
    assert transcript.messages[-1].fields.get("exit_status") == "1"
    assert [tally.count for tally in transcript.ledger.ignored] == [4]


def test_version_1_is_a_document_whose_events_have_pointers() -> None:
    document = {"version": 1, "width": 80, "height": 24, "stdout": [[0.1, "$ ls\r\n"], [0.2, "a\r\n$ "]]}
    transcript = read_transcript(Source("a", json.dumps(document)))
    (call,) = parts(transcript, ToolCall)
    assert (transcript.format, call.text, call.location) == ("asciicast", "ls", Pointer("/stdout/0"))
    assert accounted(transcript) == transcript.ledger.records == 2


def test_a_torn_event_is_damage_at_its_line() -> None:
    data = (SAMPLES / "asciicast.cast").read_bytes()[:-20]
    ledger = read_transcript(Source("a", data)).ledger
    assert [damage.location for damage in ledger.damaged] == [Line(19)]
    assert ledger.torn_end


def test_a_typescript_has_its_commands_at_their_lines_and_its_frame_as_words_of_the_program() -> None:
    transcript = read_sample("typescript.typescript")
    assert [(call.text, call.location, call.cwd) for call in parts(transcript, ToolCall)] == [
        ("cd /srv", Line(2), "~"),
        ("tar xf backup.tar", Line(3), "/srv"),
        ("less notes", Line(6), "/srv"),
        ("exit", Line(8), "/srv"),
    ]
    framed = [text.text for text in parts(transcript, Text)]
    assert (len(framed), transcript.messages[-1].fields.get("exit_status")) == (2, "0")
    assert transcript.messages[0].time == datetime(2026, 1, 5, 9, tzinfo=UTC)


def test_a_timing_file_beside_gives_durations() -> None:
    text = "Script started on 2026-01-05 09:00:00+00:00\n$ make\r\nok\r\n$ \r\n"
    timing = b"0.5 8\n2.0 4\n0.25 4\n"
    source = Source("a.typescript", text, {"a.timing": timing}.get)
    (result,) = parts(read_transcript(source), ToolResult)
    assert (result.text, result.duration) == ("ok", Decimal("2.25"))


def test_continued_lines_belong_to_the_command_and_hosts_are_told_apart() -> None:
    calls = parts(read_sample("terminal_text.txt"), ToolCall)
    assert [(call.text, call.host) for call in calls] == [
        ("sudo systemctl status shop", None),
        ("ssh web1", None),
        ("cat <<EOF > note\ntwo\nlines\nEOF", "web1"),
        ("df -h /", "web1"),
        ("exit", "web1"),
    ]


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("$ ls -l\ntotal 0\n$ false\n", ["ls -l", "false"]),
        ("[root@lvm vagrant]# lsblk\nNAME\n# a remark in the output\n[root@lvm vagrant]# exit\n", ["lsblk", "exit"]),
        ("PS C:\\Users\\kim> Get-Process\nnone\nPS C:\\Users\\kim> \n", ["Get-Process"]),
        ("C:\\Temp>dir\n File Not Found\n\nC:\\Temp>exit\n", []),
        ("(base) kim@box:~/a b$ true\nkim@box:~$ id\nuid=0\n", ["id"]),
        ("┌──(kim㉿kali)-[~]\n└─$ whoami\nkim\n┌──(kim㉿kali)-[~]\n└─$ \n", ["whoami"]),
        ("bash-5.1$ echo 'a\n> b'\na\nb\nbash-5.1$ exit\n", ["echo 'a\nb'", "exit"]),
    ],
)
def test_prompts_of_many_kinds_begin_commands(text: str, commands: list[str]) -> None:
    transcript = read_transcript(Source("a", text), "terminal_text")
    assert [call.text for call in parts(transcript, ToolCall)] == commands


def test_a_status_is_known_only_where_a_prompt_shows_it() -> None:
    text = "kim@box ~> false\nkim@box ~ [1]> true\nkim@box ~> ls\na\n"
    results = parts(read_transcript(Source("a", text), "terminal_text"), ToolResult)
    assert [(result.exit_status, result.fields.get("exit_status")) for result in results] == [
        (1, "1"),
        (None, None),
        (None, None),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\nSome words, then `$ ls`.\n",
        "Dear all,\n\nno prompt here.\n",
        '{"a": "$ ls"}\n',
        "# one\n# two\n",
        '{"version": 3, "id": "x"}\n',
    ],
)
def test_other_texts_are_not_taken_for_a_terminal(text: str) -> None:
    assert all(guess.score < 40 for guess in detect(Source("a", text)))


def test_the_steps_of_mini_swe_agent_in_a_pane_are_messages_with_their_observations() -> None:
    transcript = read_sample("pane.txt")
    mini = [message for message in transcript.messages if message.native_id]
    assert [message.native_id for message in mini] == ["step 1", "step 2", "step 3"]
    first = mini[0].parts
    assert isinstance(first[1], ToolCall)
    assert first[1].text.endswith("--name a-rather-long-name-for-an-environment-of --solver classic")
    assert isinstance(first[2], ToolResult)
    assert (first[2].timed_out, first[2].limited_by, first[2].limit) == (True, LimitedBy.TOOL, None)
    assert "timed out and has been killed." in (first[2].fields.get("status") or "")
    assert [result.exit_status for result in parts(transcript, ToolResult)] == [None, None, None, 1]


def test_a_command_that_the_edge_of_the_pane_cut_is_whole() -> None:
    shell = parts(read_sample("pane.txt"), ToolCall)[0]
    assert shell.text.endswith("and say what it was.' -y; tmux wait -S done")


def test_records_of_claude_code_that_the_pane_cut_are_put_together() -> None:
    record = {
        "type": "assistant",
        "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": "word  " * 30}]},
        "session_id": "s",
        "uuid": "u",
    }
    line = json.dumps(record, separators=(",", ":"))
    rows = "\n".join(line[start : start + 80].rstrip() for start in range(0, len(line), 80))
    dump = "[log_0a1b2c] sending request {\n  method: 'post'\n}\n"
    pane = f"{dump}{rows}\n{dump}" + "\n".join("x" * 80 for _ in range(2))
    transcript = read_transcript(Source("a", pane))
    assert (transcript.format, transcript.id) == ("pane", "s")
    assert [text.text for text in parts(transcript, Text)] == ["word  " * 30]
    assert accounted(transcript) == transcript.ledger.records


_PANE = CORPUS / "terminal_bench/mini__conda-env/panes/post-agent.txt"
_LABELS = CORPUS.parent / "labels/labels.jsonl"


@pytest.mark.skipif(not _PANE.exists(), reason="the corpus of real sessions is not beside this checkout")
def test_every_label_of_a_real_pane_meets_the_part_that_holds_its_quote() -> None:
    transcript = read_transcript(Source(_PANE.name, _PANE.read_bytes()))
    placed = []
    for part in (part for message in transcript.messages for part in message.parts):
        fields = list(part.fields.items.values()) if isinstance(part, ToolCall | ToolResult) else []
        assert isinstance(part.location, Line)
        placed.append((part.location.line, "\n".join([getattr(part, "text", ""), *fields])))
    placed.sort()
    labels = [json.loads(line) for line in _LABELS.read_text().splitlines()]
    missed = []
    for label in labels:
        if label["file"] != "terminal_bench/mini__conda-env/panes/post-agent.txt" or not label.get("quote"):
            continue
        holder = [text for line, text in placed if line <= label["at"]][-1]
        if label["quote"] not in holder:
            missed.append((label["at"], label["quote"]))
    assert missed == []
