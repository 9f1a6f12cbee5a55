"""The generated session has the sizes of real ones (heavy and light), and is the same every time."""

import json
from itertools import islice

import pytest

from tests.bench.generator import HEAVY, LIGHT, Variant, quantiles, write_session

MEGABYTE = 1024 * 1024


@pytest.mark.parametrize(
    ("variant", "records_per_100_mb", "shell_calls", "results"),
    [
        (HEAVY, 30_639, 6_896, (800, 12_500, 30_000, 30_000)),
        (LIGHT, 39_232, 8_945, (160, 3_000, 19_000, 30_000)),
    ],
    ids=["heavy", "light"],
)
def test_sizes_match_those_measured(
    variant: Variant, records_per_100_mb: int, shell_calls: int, results: tuple[int, ...]
) -> None:
    size = 20 * MEGABYTE
    lines = list(write_session(size, variant))
    records = [json.loads(line) for line in lines]
    blocks = [
        b for r in records if isinstance(r.get("message", {}).get("content"), list) for b in r["message"]["content"]
    ]
    shell = [b for b in blocks if b.get("name") == "Bash"]
    commands = quantiles(len(b["input"]["command"]) for b in shell)
    assert quantiles(len(b["content"].encode()) for b in blocks if b["type"] == "tool_result") == pytest.approx(
        results, rel=0.25
    )
    assert commands[0] == pytest.approx(61, rel=0.35)
    assert commands[2] == pytest.approx(696, rel=0.35)
    scale = 100_000_000 / sum(map(len, lines))
    assert len(records) * scale == pytest.approx(records_per_100_mb, rel=0.25)
    assert len(shell) * scale == pytest.approx(shell_calls, rel=0.25)


def test_the_same_arguments_give_the_same_bytes() -> None:
    assert list(islice(write_session(MEGABYTE), 200)) == list(islice(write_session(MEGABYTE), 200))
