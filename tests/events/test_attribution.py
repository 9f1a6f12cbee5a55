"""Whose output a line is."""

from collections.abc import Callable

import pytest

from loganalyst.model.event import Attribution, Events

Derive = Callable[[str], Events]
BUNDLE = (
    "ls /tmp/uv-* 2>/dev/null | head -5; strace -p 634 -c 2>&1 & sleep 5 && kill %1 2>/dev/null; "
    "ps aux | grep gcc | grep -v grep"
)
STRACE = "strace: Process 634 attached\nstrace: Process 634 detached"


@pytest.mark.parametrize(
    ("command", "output", "expected"),
    [
        ("free -h", "Mem: 1", {"free": (True, "sole")}),
        ("cd /x && free -h", "Mem: 1", {"cd": (False, "recognised"), "free": (True, "sole")}),
        ("ls /a; ls /b", "", {"ls": (False, "nothing")}),
        ("ssh h 'ls /a'", "f", {"ssh": (True, "sole"), "ls": (True, "sole")}),
        ("ps aux | grep x | head -3", "", {"ps": (False, "nothing"), "head": (False, "nothing")}),
        ("ps aux | grep x", "a x", {"ps": (True, "sole"), "grep": (True, "sole")}),
        (
            "(cd /x; foo) | tail -3",
            "line",
            {"cd": (False, "recognised"), "foo": (True, "sole"), "tail": (None, "shared")},
        ),
        ("foo; bar", "line", {"foo": (None, "shared"), "bar": (None, "shared")}),
        ("foo; echo ---; bar", "a\n---\nb", {"foo": (True, "marked"), "bar": (True, "marked")}),
        ("foo; echo ---; bar", "---\nb", {"foo": (False, "marked"), "echo": (True, "marked"), "bar": (True, "marked")}),
        ("foo; echo done", "a", {"foo": (True, "sole"), "echo": (False, "marked")}),
        (
            BUNDLE,
            STRACE,
            {"ls": (False, "recognised"), "strace": (True, "recognised"), "ps": (False, "recognised")},
        ),
        ("pkill -f x; ls /a", "ls: cannot access '/a'", {"pkill": (False, "recognised"), "ls": (True, "sole")}),
        ("ls /a > /tmp/f 2>&1 & echo $!", "12", {"ls": (False, "recognised"), "echo": (True, "sole")}),
        ("ls /a", "[1]+  Done                    make -j4", {"ls": (False, "sole")}),
        ("free -h", "[1]-  Exit 1                  make\nMem: 1", {"free": (True, "sole")}),
        ("jobs", "[1]+  Running                 make -j4 &", {"jobs": (True, "sole")}),
        ("cd /x; free", "bash: cd: /x: No such file\nMem: 1", {"cd": (True, "recognised"), "free": (True, "sole")}),
    ],
)
def test_lines_belong_to_a_command_only_where_that_is_shown(
    derive: Derive, command: str, output: str, expected: dict[str, tuple[bool | None, str]]
) -> None:
    events = derive(f"[assistant] x\n[bash] {command}\n[result]\n{output}\n")
    found = {event.command.program: (event.printed, event.attribution.value) for event in events.commands}
    assert {name: found[name] for name in expected} == expected


def test_output_spans_quote_the_result(derive: Derive) -> None:
    events = derive("[bash] foo; echo ---; bar\na\nb\n---\nc\n")
    foo, _, bar = events.commands
    assert [span.quote for span in foo.output] == ["a\nb"]
    assert [span.quote for span in bar.output] == ["c"]
    for span in (*foo.output, *bar.output):
        assert events.results[0].text[span.start : span.end] == span.quote


def test_blank_lines_do_not_cut_an_output(derive: Derive) -> None:
    events = derive("[bash] free -h\n[result]\na\n\nb\n")
    assert [span.quote for span in events.commands[0].output] == ["a\n\nb"]


def test_a_truncated_result_leaves_silence_unknown(derive: Derive) -> None:
    events = derive("[bash] foo; echo done\n[result truncated]\na\n")
    assert events.commands[1].printed is None


def test_a_call_that_goes_on_may_print_later(derive: Derive) -> None:
    events = derive("[bash] foo; echo done\n[result background]\na\n")
    assert [event.printed for event in events.commands] == [True, None]


def test_a_call_without_result_leaves_everything_unknown(derive: Derive) -> None:
    events = derive("[bash] free -h\n")
    assert [(event.printed, event.attribution) for event in events.commands] == [(None, Attribution.SHARED)]


def test_a_loop_may_print_its_marker_again(derive: Derive) -> None:
    events = derive("[bash] for i in 1 2; do echo ---; foo; done\n---\na\n---\nb\n")
    (foo,) = [event for event in events.commands if event.command.program == "foo"]
    assert [span.quote for span in foo.output] == ["a", "b"]


def test_observations_stand_on_the_command_whose_lines_they_are(derive: Derive) -> None:
    events = derive(f"[bash] ssh h 'strace -p 634 -c 2>&1'\n{STRACE}\n")
    kinds = {observation.kind: observation for observation in events.observations}
    attached = kinds["strace.attached"]
    assert attached.command is not None
    assert events.commands[attached.command].command.program == "strace"
    assert attached.span.quote in events.results[0].text
    assert attached.subject is not None
    assert attached.subject.host == "h"
