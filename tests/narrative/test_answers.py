"""Whose lines a shared output holds, by the filters of the line, and whether a look was answered at all."""

import pytest

from loganalyst.narrative.walk import walk_statements
from loganalyst.narrative.wording import read_pieces
from tests.narrative.test_episode import told
from tests.stories.points import show

KILLED = "g++: fatal error: Killed signal terminated program cc1plus"


def rows(line: str, end: str, output: str = KILLED) -> list[str]:
    """Return the cells on what a call printed."""
    log = f"[msg 1] [assistant] The build:\n[bash timeout=600s] {line}\n[result {end}]\n{output}\n"
    found = [one for one in walk_statements(told(log, 1)) if one.key == "probe.reading"]
    return ["".join(piece if isinstance(piece, str) else show(piece) for piece in read_pieces(one)) for one in found]


def test_a_look_whose_filter_lets_no_line_through_gave_none_before_the_limit() -> None:
    told_rows = rows('make 2>&1 | grep Killed; dmesg -T | grep -i "out of memory"', "limit=600s by=tool timed-out")
    assert any("no line of it" in row for row in told_rows)
    assert any(row.startswith(KILLED) for row in told_rows)
    assert not any("cannot be told" in row for row in told_rows)


@pytest.mark.parametrize(
    "line",
    [
        "make 2>&1 | grep Killed; dmesg -T",
        "make 2>&1 | grep Killed; dmesg -T | grep -i killed",
        "make 2>&1 | grep Killed; dmesg -T | grep -E 'out.*memory'",
        "make 2>&1 | grep Killed; dmesg -T | grep -v usb",
    ],
)
def test_a_look_that_may_have_printed_the_line_is_not_called_unanswered(line: str) -> None:
    assert not any("no line of it" in row for row in rows(line, "limit=600s by=tool timed-out"))


def test_a_look_with_an_error_of_its_own_is_not_called_unanswered() -> None:
    error = "dmesg: read kernel buffer failed: Operation not permitted"
    line = "make 2>&1 | grep Killed; dmesg -T | grep oom"
    assert not any("no line of it" in row for row in rows(line, "limit=600s by=tool timed-out", f"{KILLED}\n{error}"))
