"""Made-up transcripts, and what two of them have to have in common."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, timedelta, timezone

from hypothesis import strategies as st

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Fields, Line
from loganalyst.model.transcript import (
    Media,
    Message,
    Part,
    Reasoning,
    RecordLedger,
    Role,
    ShellSession,
    Text,
    ToolCall,
    ToolResult,
    Transcript,
)

_NOWHERE = Line(0)
_words = st.text(max_size=30).filter(lambda text: text.isprintable())
_names = st.text("abcdefghij-_", min_size=1, max_size=8)
_seconds = st.none() | st.decimals(0, 10**6, places=3, allow_nan=False)
_fields = st.dictionaries(st.sampled_from(["limit", "exit_status", "status", "took"]), _words, max_size=2).map(Fields)
_zones = st.sampled_from([None, UTC, timezone(timedelta(hours=2))])
_times = st.none() | st.datetimes(timezones=_zones)


def _calls(call_id: str) -> st.SearchStrategy[ToolCall]:
    return st.builds(
        ToolCall,
        id=st.just(call_id),
        name=st.sampled_from(["bash", "Bash", "Edit", "shell", "look"]),
        text=_words | st.sampled_from(['{"a":[1,2.5]}', '{"a": "b"}', '{"a":1e999}', '{"input":"x"}', "[1]", "{"]),
        location=st.just(_NOWHERE),
        is_shell=st.booleans(),
        host=st.none() | _names,
        cwd=st.none() | _names,
        timeout=_seconds,
        background=st.booleans(),
        shell=st.sampled_from(ShellSession),
        path=st.none() | _names,
        changes_file=st.booleans(),
        fields=_fields,
    )


def _results(call_id: str | None, arrived: int) -> st.SearchStrategy[ToolResult]:
    return st.builds(
        ToolResult,
        call_id=st.just(call_id),
        text=_words,
        location=st.just(_NOWHERE),
        arrived=st.just(arrived),
        exit_status=st.none() | st.integers(-1, 255),
        signal=st.none() | st.integers(1, 31),
        limit=_seconds,
        limited_by=st.none() | st.sampled_from(LimitedBy),
        timed_out=st.booleans(),
        moved_to_background=st.booleans(),
        cancelled=st.booleans(),
        refused=st.booleans(),
        failed=st.booleans(),
        truncated=st.booleans(),
        duration=_seconds,
        time=_times,
        fields=_fields,
    )


@st.composite
def transcripts(draw: st.DrawFn, name: str = "made", parent: str | None = None) -> Transcript:
    """Draw a transcript of a few messages, with results that come late, and perhaps a sub-agent."""
    count = draw(st.integers(1, 4))
    indices = sorted(draw(st.sets(st.integers(1, 500), min_size=count, max_size=count)))
    messages = []
    for index in indices:
        role = draw(st.sampled_from(Role))
        parts: list[Part] = draw(
            st.lists(
                st.builds(Text, _words.filter(bool), st.just(_NOWHERE), injected=st.booleans())
                | st.builds(Reasoning, _words.filter(bool), st.just(_NOWHERE))
                | st.builds(Media, st.just("image"), st.just(_NOWHERE)),
                max_size=3,
            )
        )
        for number in range(draw(st.integers(0, 2)) if role in {Role.ASSISTANT, Role.USER} else 0):
            call = draw(_calls(f"{name}-{index}-{number}"))
            parts.append(call)
            if draw(st.booleans()):
                arrived = draw(st.sampled_from([late for late in indices if late >= index]))
                parts.append(draw(_results(call.id, arrived)))
        if role is Role.TOOL:
            parts.append(draw(_results(draw(st.none() | st.just("lost")), index)))
        messages.append(Message(index, role, tuple(draw(st.permutations(parts))), _NOWHERE, time=draw(_times)))
    children = () if parent or draw(st.booleans()) else (draw(transcripts(f"{name}-child", name)),)
    return Transcript(
        id=name,
        format="made",
        path="made",
        sha256="",
        size=0,
        messages=tuple(messages),
        ledger=RecordLedger(count, count),
        title=draw(st.none() | _words.filter(bool)),
        agent=draw(st.none() | st.sampled_from(["someone", "claude-code 2.1", "a b c"])),
        zone=draw(st.sampled_from(["UTC", "unknown"])),
        outputs_recorded=draw(st.booleans()),
        parent=parent,
        children=children,
    )


def essence(transcript: Transcript) -> list[Transcript]:
    """Return a session and its sub-agents without what belongs to the file: places, sums, raw forms, the ledger."""
    return [_essence(one) for one in _with_children(transcript)]


def _with_children(transcript: Transcript) -> Iterator[Transcript]:
    yield transcript
    for child in transcript.children:
        yield from _with_children(child)


def _essence(transcript: Transcript) -> Transcript:
    messages = tuple(
        replace(message, location=_NOWHERE, parts=tuple(map(_placeless, message.parts)))
        for message in transcript.messages
    )
    ledger = RecordLedger(0, 0)
    return replace(transcript, format="", path="", sha256="", size=0, messages=messages, ledger=ledger, children=())


def _placeless(part: Part) -> Part:
    placeless = replace(part, location=_NOWHERE)
    return replace(placeless, raw=None) if isinstance(placeless, Text | ToolResult) else placeless
