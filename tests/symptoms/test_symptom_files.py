"""The symptom files that ship: their own examples, their facts, and what faults in such a file are told."""

import json
from pathlib import Path

import pytest

from loganalyst.errors import RuleError
from loganalyst.ledgers.book import build_ledgers
from loganalyst.resources import find_resources
from loganalyst.ruleset.symptoms import SymptomRule, load_symptoms, read_symptom
from tests.ledgers.told import events_of, symptoms

FIRST = {"stalled-install", "host-stops-answering", "container-up-not-serving", "cuda-not-available"}
FACTS = Path(__file__).parents[3] / "shared" / "facts" / "command_facts.jsonl"


def shipped(name: str) -> bytes:
    return (find_resources("rules") / "symptoms" / f"{name}.yaml").read_bytes()


def seen(rule: SymptomRule, transcript: str) -> list[int]:
    return [row.message for row in build_ledgers(events_of(transcript), (rule,)).symptoms]


@pytest.mark.parametrize("rule", symptoms(), ids=lambda rule: rule.name)
def test_a_symptom_is_recognised_in_its_examples_and_left_alone_in_the_others(rule: SymptomRule) -> None:
    for match in rule.examples.match:
        assert seen(rule, match.transcript)[:1] == [match.expect.message], match.title
    for other in rule.examples.no_match:
        assert seen(rule, other.transcript) == [], other.title


def test_the_symptoms_that_ship_are_many_and_told_apart() -> None:
    names = {rule.name for rule in symptoms()}
    assert len(names) >= 25
    assert names >= FIRST
    assert all(len({rival.name for rival in rule.rivals}) >= 2 for rule in symptoms())


def test_every_fact_that_a_symptom_names_is_known() -> None:
    if not FACTS.is_file():
        pytest.skip("the facts are not here")
    known = {json.loads(line)["id"] for line in FACTS.read_text("utf-8").splitlines()}
    named = {
        fact
        for rule in symptoms()
        for facts in (rule.facts, *(probe.facts for rival in rule.rivals for probe in rival.probes))
        for fact in facts
    }
    assert named - known == set()


def test_the_more_common_rival_stands_first() -> None:
    for rule in symptoms():
        order = [rival.common for rival in rule.rivals]
        assert order == sorted(order)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("title: An installer", "titel: An installer", "titel"),
        ("hit: supports", "hit: proves", ".hit: Input should be"),
        ("trait: lists-process-tree", "trait: lists-proces-tree", "lists-proces-tree"),
        ("reads: install.still-running}", "raeds: install.still-running}", "raeds"),
        ("'\\bdownload'", "'(a+)+b'", "refused"),
        ("name: stalled-install", "name: stalled", "stalled"),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, words: str) -> None:
    text = shipped("stalled-install").decode()
    assert old in text
    broken = text.replace(old, new, 1)
    with pytest.raises(RuleError) as caught:
        read_symptom(broken.encode(), "stalled-install.yaml")
    faults = (caught.value, *caught.value.others)
    assert any(words in fault.message or words in fault.hint for fault in faults)
    lines = {fault.place.line for fault in faults if fault.place is not None}
    assert any(line is not None and 1 <= line <= broken.count("\n") for line in lines)


def test_all_faults_of_a_folder_are_told_at_once(tmp_path: Path) -> None:
    text = shipped("stalled-install").decode()
    (tmp_path / "stalled-install.yaml").write_text(text.replace("trait: traces-calls", "trait: traces-cals"), "utf-8")
    (tmp_path / "lock-held.yaml").write_bytes(shipped("lock-held").replace(b"title: A lock", b"tilte: A lock"))
    (tmp_path / "bytes.yaml").write_bytes(b"name: \xff\n")
    with pytest.raises(RuleError) as caught:
        load_symptoms(tmp_path)
    places = {fault.place.path for fault in (caught.value, *caught.value.others) if fault.place is not None}
    assert places == {"stalled-install.yaml", "lock-held.yaml", "bytes.yaml"}


def test_a_folder_without_files_has_no_symptoms(tmp_path: Path) -> None:
    assert load_symptoms(tmp_path) == ()
