"""The chain as a whole: what claims are about, late polls, spans, and that nothing makes it raise."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loganalyst.errors import LoganalystError
from loganalyst.events.chain import derive_events
from loganalyst.events.draft import part_text
from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.event import Act, Claim, Events, Stance
from loganalyst.model.span import Line, Span, find_line
from loganalyst.model.transcript import Message, Part, RecordLedger, Role, Text, ToolCall, ToolResult, Transcript
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source

Derive = Callable[[str], Events]
ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
"""Not part of a checkout: without it these tests have no cases."""
FOLDERS = sorted(one for one in CORPUS.glob("*") if one.is_dir())
SAMPLES = sorted([*(ROOT / "samples").glob("*.txt"), *(ROOT / "samples").glob("*.json*")])
SESSION = """\
[msg 1] [user] Install it on 192.0.2.74.
[msg 2] [assistant] Installing sglang:
[bash timeout=300s] ssh root@192.0.2.74 'uv pip install sglang 2>&1 | tail -5'
[result limit=300s by=tool timed-out]
[msg 3] [assistant] Is it alive?
[bash] ssh root@192.0.2.74 "pgrep -a uv"
634 uv pip install sglang
[msg 4] [assistant] It's been running a very long time. It might be building something from source. \
Let me strace PID 634 and test SSH:
[bash] ssh root@192.0.2.74 "strace -p 634 -c"
strace: Process 634 attached
strace: Process 634 detached
[msg 5] [assistant] sglang is not compiling.
"""


def spans(events: Events) -> Iterator[Span]:
    yield from (one.span for one in events.messages)
    yield from (one.span for one in events.claims)
    yield from (one.span for one in events.calls)
    yield from (one.span for one in events.limits)
    yield from (one.span for one in events.results)
    yield from (one.span for one in events.observations)
    yield from (span for one in events.commands for span in (one.span, *one.output))


def field_text(part: Part, name: str) -> str:
    if name == "text":
        return part_text(part)
    assert isinstance(part, ToolCall | ToolResult)
    return part.fields.items[name]


def assert_quotes_hold(events: Events) -> None:
    """Find each span in the transcript by its message, part and characters."""
    for span in spans(events):
        message = events.transcript.message(span.message)
        assert message is not None
        part = message.parts[span.part]
        assert field_text(part, span.field)[span.start : span.end] == span.quote
        text = field_text(part, span.field) or ""
        assert span.location == (
            find_line(part.location, text[: span.start]) if span.field == "text" else part.location
        )


def claim(events: Events, text: str) -> Claim:
    return next(one for one in events.claims if one.text.startswith(text))


def test_claims_are_tied_to_what_they_are_about(derive: Derive) -> None:
    events = derive(SESSION)
    long_one = claim(events, "It's been running")
    assert "installs-packages" in long_one.traits
    assert long_one.about_call == 0
    guess = claim(events, "It might be building")
    assert (guess.about_call, "installs-packages" in guess.traits) == (2, True)
    step = claim(events, "Let me strace")
    assert step.about_call == 2
    assert [str(subject) for subject in step.subjects] == ["pid:634@192.0.2.74"]
    check = claim(events, "test SSH")
    assert (check.act, check.topics) == (Act.CHECK, ("ssh",))
    conclusion = claim(events, "sglang is not")
    assert (conclusion.polarity, conclusion.topics) == ("absent", ("sglang",))
    assert [str(subject) for subject in conclusion.subjects] == ["package:sglang@192.0.2.74"]


def test_all_quotes_of_a_session_stand_where_they_say(derive: Derive) -> None:
    assert_quotes_hold(derive(SESSION))


def test_injected_text_makes_no_claim(vocabulary: Vocabulary) -> None:
    parts = (Text("It works.", Line(1), injected=True), Text("It failed.", Line(2)))
    events = derive_events(transcript(Message(1, Role.ASSISTANT, parts, Line(1))), vocabulary)
    assert [one.text for one in events.claims] == ["It failed."]
    assert [one.text for one in events.messages] == ["It failed."]


def test_other_languages_make_no_claims(derive: Derive) -> None:
    events = derive("[assistant] Попробую обновить Python. Видео скачано, всё работает.\n")
    assert (events.language, events.claims) == ("other", ())
    german = "Ich habe das Paket installiert und den Dienst neu gestartet, aber er läuft nicht. " * 5
    assert derive(f"[assistant] {german}\n").language == "other"


def test_headings_and_lists_of_english_are_english(derive: Derive) -> None:
    lists = (
        "Module status: complete. Network bridge, kernel modules, storage pools, snapshot rotation, audit trail. " * 5
    )
    assert derive(f"[assistant] {lists} It is ready for the next build and all of it works.\n").language == "en"


def test_a_late_status_is_given_to_the_first_command(vocabulary: Vocabulary) -> None:
    first = ToolCall("a", "bash", "make", Line(1), is_shell=True, background=True)
    poll = ToolCall("b", "poll", "a", Line(3), polls="a")
    events = derive_events(
        transcript(
            Message(1, Role.ASSISTANT, (first, ToolResult("a", "started", Line(2), 1)), Line(1)),
            Message(2, Role.ASSISTANT, (poll, ToolResult("b", "error", Line(4), 2, exit_status=2)), Line(3)),
        ),
        vocabulary,
    )
    assert events.calls[0].outcome.exit_status == 2
    assert events.calls[0].ended_by == 1
    assert events.results[1].span.location == Line(4)


def test_a_plan_is_intended_but_not_announced_for_now(derive: Derive) -> None:
    events = derive("[assistant] My plan:\n1. Run the tests\n2. Restart the server\n")
    assert {(one.stance, one.act) for one in events.claims[1:]} == {(Stance.INTENDED, Act.NONE)}


@pytest.mark.parametrize("path", SAMPLES, ids=[path.name for path in SAMPLES])
def test_samples_are_derived_and_quoted(path: Path, vocabulary: Vocabulary) -> None:
    try:
        read = read_transcript(Source(path.name, path.read_bytes()))
    except LoganalystError:
        pytest.skip("no reader knows this sample yet")
    assert_quotes_hold(derive_events(read, vocabulary))


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_no_real_session_makes_the_chain_raise(folder: Path, vocabulary: Vocabulary) -> None:
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        try:
            read = read_transcript(Source(path.name, path.read_bytes()))
        except LoganalystError:
            continue
        assert_quotes_hold(derive_events(read, vocabulary))


SAID = [
    "let me", "I'll", "check", "test", "and", "then", ",", ".", "?", "!", "it", "works", "fails", "not", "no", "if",
    "once", "`code`", '"said"', "□", "fixed", "the", "is", "running", "because", "due to", "all", "rest",
    "probably", "-", ":", ";", "\n", "```", "#", "1.", "*", "http://h/", "PID", "634", "/tmp/x", "don't", "né",
]  # fmt: skip
TYPED = [
    "ls /a", ";", "&&", "||", "|", "echo x", "$?", "'", '"', "ssh h", "sleep 5", "&", "2>/dev/null", "(", ")",
    "for i in 1; do", "done",
]  # fmt: skip
WORDS = st.lists(st.sampled_from(SAID), max_size=40).map(" ".join)
COMMANDS = st.lists(st.sampled_from(TYPED), max_size=12).map(" ".join)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(WORDS | st.text(max_size=80), COMMANDS, st.text(max_size=60) | WORDS, st.sampled_from([None, 0, 1, 124, 255]))
def test_no_message_makes_the_chain_raise(
    vocabulary: Vocabulary, said: str, command: str, output: str, status: int | None
) -> None:
    parts = (
        Text(said, Line(1)),
        ToolCall("a", "bash", command, Line(2), is_shell=True),
        ToolResult("a", output, Line(3), 1, exit_status=status),
    )
    assert_quotes_hold(derive_events(transcript(Message(1, Role.ASSISTANT, parts, Line(1))), vocabulary))


def transcript(*messages: Message) -> Transcript:
    return Transcript("t", "test", "t", "", 0, messages, RecordLedger(1, 1))
