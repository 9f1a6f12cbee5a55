"""The ledgers of the samples, against what a person reads in them."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from loganalyst.model.ledger import Ledgers
from tests.ledgers.told import sample

EXPECTED = Path(__file__).parent / "expected"
NAMES = {"stuck-install": "txt", "started-container": "txt", "thrashing-build": "json"}


def rows(name: str) -> tuple[Ledgers, dict[str, Any]]:
    return sample(f"{name}.{NAMES[name]}"), yaml.safe_load((EXPECTED / f"{name}.yaml").read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_the_symptoms_of_a_sample_are_those_that_a_reader_sees(name: str) -> None:
    ledgers, expected = rows(name)
    assert [[row.name, row.message] for row in ledgers.symptoms] == expected["symptoms"]


@pytest.mark.parametrize("name", NAMES)
def test_the_explanations_of_a_sample_stand_where_its_probes_leave_them(name: str) -> None:
    ledgers, expected = rows(name)
    voiced = [
        [row.message, row.rival, row.status.value, row.acted_on_message] for row in ledgers.hypotheses if row.voiced
    ]
    assert voiced == expected["voiced"]
    for symptom, rivals in expected["unvoiced"].items():
        silent = {
            row.rival: row.status.value for row in ledgers.hypotheses if row.symptom == symptom and not row.voiced
        }
        assert silent == rivals


@pytest.mark.parametrize("name", NAMES)
def test_the_kills_of_a_sample_show_their_effect(name: str) -> None:
    ledgers, expected = rows(name)
    assert [
        [row.message, list(row.targets), row.matched_by, row.signal, row.effect.value, row.result_hidden]
        for row in ledgers.kills
    ] == expected["kills"]


@pytest.mark.parametrize("name", NAMES)
def test_the_waits_of_a_sample_are_as_long_as_the_log_says(name: str) -> None:
    ledgers, expected = rows(name)
    assert [
        [row.message, f"{row.spent.number.normalize():f}", row.reason, row.on] for row in ledgers.waits
    ] == expected["waits"]


@pytest.mark.parametrize("name", NAMES)
def test_the_sweeps_of_a_sample_show_what_was_tried(name: str) -> None:
    ledgers, expected = rows(name)
    assert [
        [row.parameter, row.parameter_role, row.one_direction, [
            [str(point.value.number), point.message, point.outcome, point.asked_by.quote if point.asked_by else None]
            for point in row.points
        ]]
        for row in ledgers.sweeps
    ] == expected["sweeps"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_telling_claims_of_a_sample_stand_as_their_evidence_leaves_them(name: str) -> None:
    ledgers, expected = rows(name)
    for message, words, status, fate, later in expected["claims"]:
        found = [row for row in ledgers.claims if row.message == message and words in row.text]
        assert len(found) == 1, words
        assert [found[0].status.value, found[0].fate, found[0].later_message] == [status, fate, later], words


@pytest.mark.parametrize("name", NAMES)
def test_the_loose_ends_of_a_sample_are_those_left_open(name: str) -> None:
    ledgers, expected = rows(name)
    assert [[row.message, row.kind] for row in ledgers.loose_ends] == expected["loose_ends"]


def test_a_session_that_checks_its_steps_has_no_symptom_and_no_open_guess() -> None:
    ledgers = sample("clean-session.txt")
    assert ledgers.symptoms == ()
    assert [row for row in ledgers.hypotheses if row.voiced] == []
    assert ledgers.loose_ends == ()
    assert [row.effect.value for row in ledgers.kills] == ["gone"]
    assert [row for row in ledgers.claims if row.fate == "contradicted"] == []
