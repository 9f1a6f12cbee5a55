"""How long a check takes: against a bare decoding of the same file, and ten times the session against one.

Ratios hold on a busy machine too, seconds do not. The ratio grows with the number of rules; who lifts the limit says
in the commit by what.
"""

import time
from pathlib import Path

import pytest

from loganalyst import pipeline
from loganalyst.cli.memory import without_collection
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source
from tests.bench.generator import HEAVY, ROUND, Stretch, write_session
from tests.bench.measure import ratio
from tests.bench.woven import woven

MEASURED = 55
"""What ``check`` of 3 MB took with start-up, in times of the decoding alone (2026-11-30, 93 rules, a busy machine)."""
SLACK = 1.5
SIZE = 2_000_000
TIMES = 10
MOST_TIMES = 11
"""For ten times the session: linear, with something over for a memory that is ten times as large."""
SORTS = 20
"""How many stretches come round again and again in both sessions, so that the large one holds no other sort."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_a_check_keeps_its_ratio_to_a_bare_decoding(tmp_path: Path) -> None:
    session = tmp_path / "session.jsonl"
    session.write_bytes(b"".join(write_session(3_000_000, woven=woven())))
    times, _ = ratio("check", str(session), pairs=3)
    assert times <= MEASURED * SLACK


def test_ten_times_the_session_takes_at_most_eleven_times_as_long() -> None:
    every_sort = woven()
    stretches = every_sort[:: max(1, len(every_sort) // SORTS)] * (ROUND // SIZE)
    small = min(seconds_to_check(SIZE, stretches) for _ in range(3))
    large = seconds_to_check(SIZE * TIMES, stretches)
    assert large <= MOST_TIMES * small


def seconds_to_check(size: int, stretches: tuple[Stretch, ...]) -> float:
    knowledge = pipeline.load_knowledge(Settings())
    data = b"".join(write_session(size, HEAVY, stretches))
    with without_collection():
        start = time.process_time()
        pipeline.check(Source("session.jsonl", data), knowledge, Settings())
        return time.process_time() - start
