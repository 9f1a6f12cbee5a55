"""Ledgers of sessions that are damaged, odd or long."""

import cProfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.events.chain import derive_events
from loganalyst.ledgers.book import build_ledgers
from loganalyst.model.ledger import ClaimStatus, Ledgers
from loganalyst.model.span import Line
from loganalyst.model.transcript import Damage
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.ledgers.told import SAMPLES, events_of, ledgers_of, symptoms, vocabulary


@pytest.mark.parametrize(
    "text",
    [
        "[msg 1] [assistant] Hello.\n",
        "[msg 1] [assistant] Look:\n[bash id=a] ps aux\n",
        "[msg 1] [assistant] Late:\n[result of=nothing exit=0]\nstatus: running\n",
        "[msg 1] [assistant] Odd:\n[bash id=a] ssh h 'kill $(\n[result of=a exit=2]\n",
        "[msg 1] [assistant] Twice:\n[bash id=a] kill 1\n[result of=a exit=0]\n[result of=a exit=1]\n",
        "[msg 1] [user] Only a user speaks.\n",
    ],
)
def test_odd_sessions_have_ledgers(text: str) -> None:
    ledgers_of(text)


@given(st.lists(st.sampled_from([
    "[assistant] It works now.", "[assistant] It is probably stuck on a lock.", "[user] rebooted",
    "[bash] kill 700", "[bash] ps aux", "[result exit=0]", "[result limit=5s by=tool timed-out]", "700 uv",
    "status: running",
    "[bash] ssh h 'sleep 5; free -h'", "[bash] make -j4", "[bash] make -j8", "Out of memory: Killed process 7 (cc1)",
]), max_size=25))  # fmt: skip
def test_any_order_of_records_has_ledgers_with_ids_in_order(lines: list[str]) -> None:
    ledgers = ledgers_of("\n".join(["[assistant] Begin.", *lines]) + "\n")
    for rows in (ledgers.hypotheses, ledgers.claims, ledgers.kills, ledgers.waits, ledgers.sweeps, ledgers.changes):
        assert [int(row.id[1:]) for row in rows] == list(range(1, len(rows) + 1))
    for rows in (ledgers.kills, ledgers.waits, ledgers.changes, ledgers.hypotheses):
        messages = [row.message for row in rows]
        assert messages == sorted(messages)


def test_the_same_events_give_the_same_ledgers() -> None:
    data = (SAMPLES / "thrashing-build.json").read_bytes()
    first = build_ledgers(derive_events(read_transcript(Source("a.json", data)), vocabulary()), symptoms())
    second = build_ledgers(derive_events(read_transcript(Source("a.json", data)), vocabulary()), symptoms())
    assert first == second


def lose(text: str, *places: int, torn: bool = False) -> Ledgers:
    """Return the ledgers of a session that lost records before some messages, or its end."""
    events = events_of(text)
    damage = tuple(Damage(Line(1), 0, "no JSON", place) for place in places)
    ledger = replace(events.transcript.ledger, damaged=damage, torn_end=torn)
    return build_ledgers(replace(events, transcript=replace(events.transcript, ledger=ledger)), symptoms())


def test_a_claim_after_a_lost_record_is_unknown_where_nothing_bears_on_it() -> None:
    text = "[msg 1] [assistant] Look:\n[bash id=a] true\n[result of=a exit=0]\n[msg 2] [assistant] The tests pass.\n"
    assert lose(text).claims[-1].status is ClaimStatus.UNSUPPORTED
    assert lose(text, 2).claims[-1].status is ClaimStatus.UNKNOWN


def test_an_announcement_before_a_torn_end_or_a_lost_record_is_not_called_open() -> None:
    text = (
        "[msg 1] [user] Go on.\n"
        "[msg 2] [assistant] Let me check the disk space.\n[bash id=a] true\n[result of=a exit=0]\n"
    )
    assert [row.kind for row in lose(text).loose_ends] == ["announced-not-done"]
    assert lose(text, torn=True).loose_ends == ()
    more = text + "[msg 3] [user] Yes.\n[msg 4] [assistant] Done so.\n"
    assert [row.kind for row in lose(more).loose_ends] == ["announced-not-done"]
    assert lose(more, 3).loose_ends == ()


def session(rounds: int) -> str:
    piece = """[assistant] It might be building something from source. Let me look:
[bash timeout=60s] ssh 192.0.2.1 'uv pip install pkg{n} 2>&1 | tail -5'
[result limit=60s by=tool timed-out]
[assistant] Stopping it:
[bash] ssh 192.0.2.1 'pkill -9 -f job{n}; nohup make -C dir{n} > log{n} 2>&1 &'
[result exit=0]
[assistant] The job is stopped and the server works.
[bash] ssh 192.0.2.1 'sleep 2; free -h; python3 train.py --batch-size {n}'
[result exit=1]
CUDA out of memory
"""
    return "".join(piece.replace("{n}", str(number)) for number in range(rounds))


def steps(rounds: int) -> int:
    """Return how many functions are called for a session: unlike a time, the same on a busy machine."""
    events = events_of(session(rounds))
    build_ledgers(events, symptoms())
    profile = cProfile.Profile()
    profile.runcall(build_ledgers, events, symptoms())
    return sum(entry.callcount for entry in profile.getstats())


def test_ten_times_the_events_take_about_ten_times_as_many_steps() -> None:
    assert steps(400) <= 11 * steps(40)
