"""Every point of the essays is told by the report on its message, and no longer where the log is changed."""

import pytest

from tests.stories.points import (
    Point,
    Wanted,
    counter_of,
    find,
    find_any,
    holds,
    load_points,
    read_bytes,
    report_on,
)

POINTS = load_points()


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
def test_the_report_brings_out_the_point(point: Point) -> None:
    assert find(report_on(point.sample, read_bytes(point.sample), point.message), point.wanted)


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
def test_the_point_goes_with_its_grounds(point: Point) -> None:
    before = report_on(point.sample, read_bytes(point.sample), point.message)
    after = report_on(point.sample, counter_of(point), point.message)
    told = [group.said() for group in find(before, point.wanted)]
    left = find_any(after, point.wanted)
    assert told
    if point.expect == "gone":
        assert left == []
        return
    assert left, "it is gone, and should be told otherwise"
    assert [group for group in left if group.said() in told] == []
    assert point.becomes or not point.wanted.values or find(after, point.wanted) == []
    assert any(holds(group, point.becomes) for group in left)
