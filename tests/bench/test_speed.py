"""How long reading and checking take: against a bare decoding of the same file, and ten times the session against one.

Ratios hold on a busy machine too, seconds do not. The ratio grows with the number of rules; who lifts the limit says
in the commit by what.
"""

import subprocess
import sys
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

MEASURED = 38
"""What ``check`` of 3 MB took with start-up, in times of the decoding alone (2026-11-30, 93 rules, a busy machine)."""
READING = 5
"""What reading 20 MB without any rule took, in times of the decoding alone (2026-11-30)."""
SLACK = 1.5
SIZE = 2_000_000
TIMES = 10
MOST_TIMES = 11
"""For ten times the session: linear, with something over for a memory that is ten times as large."""
SORTS = 20
"""How many stretches come round again and again in both sessions, so that the large one holds no other sort."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_a_check_keeps_its_ratio_to_a_bare_decoding(tmp_path: Path) -> None:
    times, _ = ratio("check", generated(tmp_path, 3_000_000), pairs=3)
    assert times <= MEASURED * SLACK


def test_reading_keeps_its_ratio_to_a_bare_decoding_and_its_bound_of_memory(tmp_path: Path) -> None:
    # In a process of its own, as a child counts the memory of its parent; what this one used says nothing of ours.
    asked = (
        f"from tests.bench.measure import ratio; print(*ratio('read', {generated(tmp_path, 20_000_000)!r}, pairs=3))"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    times, megabytes = map(float, told.split())
    assert times <= READING * SLACK
    assert megabytes <= 80 + 1.5 * 20


def test_ten_times_the_session_takes_at_most_eleven_times_as_long() -> None:
    every_sort = woven()
    stretches = every_sort[:: max(1, len(every_sort) // SORTS)] * (ROUND // SIZE)
    small = min(seconds_to_check(SIZE, stretches) for _ in range(3))
    large = seconds_to_check(SIZE * TIMES, stretches)
    assert large <= MOST_TIMES * small


def generated(folder: Path, size: int) -> str:
    session = folder / "session.jsonl"
    with session.open("wb") as file:
        file.writelines(write_session(size, woven=woven()))
    return str(session)


def seconds_to_check(size: int, stretches: tuple[Stretch, ...]) -> float:
    knowledge = pipeline.load_knowledge(Settings())
    data = b"".join(write_session(size, HEAVY, stretches))
    with without_collection():
        start = time.process_time()
        pipeline.check(Source("session.jsonl", data), knowledge, Settings())
        return time.process_time() - start
