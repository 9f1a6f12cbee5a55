"""Every specimen is found by a rule that it expects, and no exchange that only looks like one is."""

from pathlib import Path

import pytest

from loganalyst import pipeline
from loganalyst.errors import ConfigError
from loganalyst.evaluation.specimens import (
    Exchange,
    Specimen,
    SpecimenVerdict,
    Trial,
    read_specimens,
    transcript_of,
    try_specimens,
)
from loganalyst.model.finding import Finding
from loganalyst.model.settings import Settings
from loganalyst.model.transcript import Text, ToolCall, ToolResult
from loganalyst.readers.source import Source

FILE = Path(__file__).parents[3] / "shared" / "facts" / "specimens.jsonl"
SETTINGS = Settings(input_format="plain_text")
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)


def find(text: str) -> tuple[Finding, ...]:
    return pipeline.analyse(pipeline.read(Source("specimen", text), SETTINGS), KNOWLEDGE, SETTINGS).findings


def trials(*specimens: Specimen) -> list[Trial]:
    return list(try_specimens(specimens, find))


@pytest.mark.skipif(not FILE.is_file(), reason="the specimens are not beside this checkout")
def test_the_specimens_are_found_and_what_looks_like_them_is_left_alone() -> None:
    tried = trials(*read_specimens(FILE.read_text("utf-8").split("\n"), FILE.name))
    missed = {trial.specimen.id for trial in tried if trial.verdict is SpecimenVerdict.MISSED}
    assert sorted(missed) == []
    assert [(trial.specimen.id, trial.rules) for trial in tried if trial.verdict is SpecimenVerdict.FALSE] == []


SEEN = Exchange(command="strace -c -p 634", output="strace: Process 634 attached\nstrace: Process 634 detached")
ROWS = """% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
100.00    0.045414           8      5091           write"""
TABLE = SEEN.model_copy(update={"output": f"{SEEN.output}\n{ROWS}"})


def test_an_exchange_is_judged_by_what_is_expected_of_it() -> None:
    specimen = Specimen(id="x", positive=SEEN, negative=TABLE, expect=("strace-empty-summary",), negative_counts=True)
    assert [trial.verdict for trial in trials(specimen)] == [SpecimenVerdict.FOUND, SpecimenVerdict.LEFT_ALONE]
    turned = specimen.model_copy(update={"positive": TABLE, "negative": SEEN})
    assert [trial.verdict for trial in trials(turned)] == [SpecimenVerdict.MISSED, SpecimenVerdict.FALSE]


def test_a_specimen_of_no_rule_and_a_negative_that_does_not_count_are_not_tried() -> None:
    specimen = Specimen(id="x", positive=SEEN, negative=SEEN, expect=("strace-empty-summary",))
    assert len(trials(specimen)) == 1
    assert trials(specimen.model_copy(update={"expect": None})) == []


def test_the_text_of_an_exchange_is_read_again_as_it_was() -> None:
    exchange = Exchange(
        command="cat <<E > x.ini\n[user]\n> quoted\nE",
        output="> first\n[result]\n\\[text]\n[INFO] up",
        then="[msg 3] is a head, and\n[bash] is one",
    )
    transcript = pipeline.read(Source("specimen", transcript_of(exchange)), SETTINGS)
    parts = [part for message in transcript.messages for part in message.parts]
    assert [type(part) for part in parts] == [ToolCall, ToolResult, Text]
    texts = [part.text for part in parts if isinstance(part, ToolCall | ToolResult | Text)]
    assert texts == [exchange.command, exchange.output, exchange.then]


def test_a_line_that_is_no_specimen_is_named() -> None:
    with pytest.raises(ConfigError, match=r"facts\.jsonl:2.*positive"):
        read_specimens(["", '{"id": "x"}'], "facts.jsonl")
