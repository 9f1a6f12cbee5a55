"""Every point of the essays is told by the report on its message, and no longer where the log is changed."""

import pytest

from tests.stories.points import Point, Wanted, counter_of, find, find_any, load_points, miss, read_bytes, report_on

POINTS = load_points()
SAMPLES = sorted({(point.sample, point.message) for point in POINTS})


def named(point: Point) -> str:
    return point.point


def changed(wanted: Wanted, **values: object) -> Wanted:
    return wanted.model_copy(update=values)


@pytest.mark.parametrize("point", POINTS, ids=named)
def test_the_report_brings_out_the_point(point: Point) -> None:
    assert find(report_on(point.sample, read_bytes(point.sample), point.message), point.statement)


@pytest.mark.parametrize("point", POINTS, ids=named)
def test_the_point_goes_with_its_grounds(point: Point) -> None:
    before = report_on(point.sample, read_bytes(point.sample), point.message)
    assert miss(point, before, report_on(point.sample, counter_of(point), point.message)) == ""


@pytest.mark.parametrize("point", POINTS, ids=named)
def test_a_counter_that_changes_nothing_is_noticed(point: Point) -> None:
    before = report_on(point.sample, read_bytes(point.sample), point.message)
    assert miss(point, before, before)


@pytest.mark.parametrize("point", POINTS, ids=named)
def test_a_point_that_is_not_told_is_noticed(point: Point) -> None:
    before = report_on(point.sample, read_bytes(point.sample), point.message)
    wanted = point.statement
    assert find(before, changed(wanted, key="ladder.nowhere")) == []
    assert find(before, changed(wanted, values={**wanted.values, "contains": "words that stand nowhere"})) == []
    assert find(before, changed(wanted, values={**wanted.values, "no_such_slot": "0"})) == []
    for subject in ("m999999", "pid:1", "words that stand nowhere"):
        assert find_any(before, changed(wanted, subject=subject)) == []


@pytest.mark.parametrize(("sample", "message"), SAMPLES)
def test_a_finding_that_no_rule_makes_is_noticed(sample: str, message: int) -> None:
    report = report_on(sample, read_bytes(sample), message)
    assert find_any(report, Wanted(key="finding.no-such-rule", about_rule="no-such-rule")) == []


def test_each_point_has_a_name_of_its_own() -> None:
    assert len({point.point for point in POINTS}) == len(POINTS) > 75
    assert {point.counter.expect for point in POINTS} == {"gone", "turned"}
