"""Ten times the session makes about ten times the work: in lines of the program that are run, which no machine changes.

The sessions have short outputs, so that there are many events, and the same exchanges come round again and again.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import loganalyst
from loganalyst import pipeline
from loganalyst.events.chain import derive_events
from loganalyst.ledgers.book import build_ledgers
from loganalyst.model.settings import Settings
from loganalyst.model.transcript import Transcript
from loganalyst.readers.source import Source
from tests.bench.generator import Variant, write_session
from tests.bench.woven import woven

SHORT = Variant((20, 60, 200, 500, 500), reads_per_shell=0.3, metadata_per_shell=0, metadata_bytes=0)
SIZE = 80_000
TIMES = 10
MOST_TIMES = 11
ROUND = 20
"""How many exchanges come round, so that the large session holds no other sort of events than the small one."""
PACKAGE = str(Path(loganalyst.__file__).parent)


def test_events_and_ledgers_take_about_ten_times_the_lines_for_ten_times_the_session() -> None:
    knowledge = pipeline.load_knowledge(Settings())

    def work(transcript: Transcript) -> tuple[int, int]:
        """Return the lines that are run for the events and for the ledgers."""
        found = []
        events_lines = lines_run(lambda: found.append(derive_events(transcript, knowledge.vocabulary)))
        return events_lines, lines_run(lambda: build_ledgers(found[0], knowledge.symptoms))

    work(session(SIZE, seed=1))  # what is made once for all sessions is made here
    small, large = work(session(SIZE, seed=4)), work(session(TIMES * SIZE, seed=14))
    assert large[0] <= MOST_TIMES * small[0]
    assert large[1] <= MOST_TIMES * small[1]


def session(size: int, seed: int) -> Transcript:
    every_sort = woven()
    exchanges = every_sort[:: len(every_sort) // ROUND] * 50
    data = b"".join(write_session(size, SHORT, exchanges, seed))
    return pipeline.read(Source("session.jsonl", data), Settings())


def lines_run(work: Callable[[], object]) -> int:
    """Return how many lines of the package a piece of work runs, those of comprehensions once for each round."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Callable[..., object] | None:
        nonlocal count
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
