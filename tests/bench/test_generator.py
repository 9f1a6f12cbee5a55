"""The generated session has the sizes of real ones (heavy and light), and is the same every time."""

import json
from itertools import islice

import pytest

from loganalyst import pipeline
from loganalyst.model.finding import Verdict
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source
from tests.bench.generator import HEAVY, LIGHT, ROUND, Variant, quantiles, write_session
from tests.bench.woven import woven

NEED_A_STATUS = {"own-change-not-suspected", "success-by-accident"}
"""Rules that need the exit status of what went well, which this agent does not record."""
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


@pytest.mark.slow
def test_ten_megabytes_give_nearly_every_rule_something_to_find() -> None:
    knowledge = pipeline.load_knowledge(Settings())
    session = Source("session.jsonl", b"".join(write_session(ROUND, woven=woven())))
    (analysis,) = pipeline.check(session, knowledge, Settings())
    found = {finding.rule for finding in analysis.findings if finding.verdict is Verdict.MATCH}
    lacking = {rule.name for rule in knowledge.rules.rules} - found - NEED_A_STATUS
    assert len(lacking) <= len(found) / 30, sorted(lacking)


def test_the_same_arguments_give_the_same_bytes() -> None:
    assert list(islice(write_session(MEGABYTE), 200)) == list(islice(write_session(MEGABYTE), 200))
