"""Ten times the session makes about ten times the work: in lines of the program that are run, which no machine changes.

The same stretches come round in both sessions, so that the larger holds more events and no other sort of them.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import loganalyst
from loganalyst import pipeline
from loganalyst.events.chain import derive_events
from loganalyst.ledgers.book import build_ledgers
from loganalyst.model.settings import Settings
from loganalyst.model.transcript import Transcript
from loganalyst.readers.source import Source
from tests.bench.generator import write_stretches
from tests.bench.woven import woven

if TYPE_CHECKING:
    from _typeshed import TraceFunction

STRETCHES = 10
ROUNDS = 10
"""So many that what is looked at around an event is as much as it ever becomes."""
TIMES = 10
MOST_TIMES = 11
PACKAGE = str(Path(loganalyst.__file__).parent)


def test_events_and_ledgers_take_about_ten_times_the_lines_for_ten_times_the_session() -> None:
    knowledge = pipeline.load_knowledge(Settings())

    def work(transcript: Transcript) -> tuple[int, int]:
        """Return the lines that are run for the events and for the ledgers."""
        found = []
        events_lines = lines_run(lambda: found.append(derive_events(transcript, knowledge.vocabulary)))
        return events_lines, lines_run(lambda: build_ledgers(found[0], knowledge.symptoms))

    work(session(1))  # what is made once for all sessions is made here
    small, large = work(session(ROUNDS)), work(session(TIMES * ROUNDS))
    assert large[0] <= MOST_TIMES * small[0]
    assert large[1] <= MOST_TIMES * small[1]


def session(rounds: int) -> Transcript:
    every_sort = woven()
    stretches = every_sort[:: len(every_sort) // STRETCHES] * rounds
    return pipeline.read(Source("session.jsonl", b"".join(write_stretches(stretches))), Settings())


def lines_run(work: Callable[[], object]) -> int:
    """Return how many lines of the package a piece of work runs, those of comprehensions once for each round."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: object) -> "TraceFunction | None":
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
