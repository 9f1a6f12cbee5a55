"""A failing status is told with what it means for the program whose status it is, and for no other."""

import pytest

from loganalyst.model.report import Known
from loganalyst.narrative.phrases import EXHIBIT_NOTICE
from loganalyst.narrative.walk import walk_statements
from tests.narrative.test_printed import report_on, told


def session(command: str, status: int) -> str:
    return (
        "[msg 1] [user] See to it.\n"
        f"[msg 2] [assistant] A look:\n[bash id=a] {command}\n[result of=a exit={status}]\n\n"
        "[msg 3] [assistant] Next:\n[bash id=b] uptime\n[result of=b exit=0]\n 10:00:00 up 3 days\n"
    )


def meanings(command: str, status: int) -> list[str]:
    statements = told(session(command, status), 3, "ladder.attempt", about=2)
    return [slot.text for one in statements for slot in (one.slots.get("means"),) if isinstance(slot, Known)]


@pytest.mark.parametrize(
    ("command", "status", "means"),
    [
        ("pgrep -x trainer", 1, "nothing matched"),
        ("ssh h 'pgrep -x trainer'", 1, "nothing matched"),
        ("curl -sS http://h/", 6, "the name of the host was not resolved"),
    ],
)
def test_a_status_is_told_with_its_meaning(command: str, status: int, means: str) -> None:
    assert meanings(command, status) == [means]


@pytest.mark.parametrize(("command", "status"), [("pgrep -x trainer | sort", 1), ("make", 2), ("pgrep -x trainer", 2)])
def test_a_status_of_another_program_or_another_number_has_no_meaning_told(command: str, status: int) -> None:
    assert meanings(command, status) == []


def test_what_a_stopped_call_brought_back_is_told_as_a_notice_of_the_tool() -> None:
    log = "[msg 1] [assistant] A look:\n[bash id=a] free -h\n[result of=a {end}]\nTool execution aborted\n"
    told_of = [
        [one.template for one in walk_statements(report_on(log.format(end=end), 1)) if one.key == "exhibit.status"]
        for end in ("cancelled", "exit=0")
    ]
    assert told_of == [[EXHIBIT_NOTICE], []]
