"""Of an output the lines are shown that something rests on, else its ends, and how many there were."""

import pytest

from loganalyst import pipeline
from loganalyst.model.report import Report, Statement
from loganalyst.model.span import Span, Value
from loganalyst.narrative.walk import walk_statements
from loganalyst.readers.source import Source
from tests.stories.points import SETTINGS, knowledge


def report_on(log: str, message: int, name: str = "made.txt") -> Report:
    analysis = pipeline.analyse(pipeline.read(Source(name, log.encode()), SETTINGS), knowledge(), SETTINGS)
    return pipeline.plan(analysis, knowledge(), SETTINGS, message)


def told(log: str, message: int, key: str, *, about: int) -> list[Statement]:
    return [
        one
        for one in walk_statements(report_on(log, message))
        if one.key == key and one.subject is not None and one.subject.name == str(about)
    ]


def shown(log: str, message: int, *, about: int) -> tuple[list[str], list[int]]:
    """Return the lines that the row of an earlier call shows, and the number of lines that it says there were."""
    slots = {
        name: slot for one in told(log, message, "ladder.attempt", about=about) for name, slot in one.slots.items()
    }
    lines = [slot.quote for name in ("first", "last") if isinstance(slot := slots.get(name), Span)]
    return lines, [int(slot.number) for slot in slots.values() if isinstance(slot, Value) and slot.unit == "1"]


def session(output: str, after: str = "Next:") -> str:
    return (
        "[msg 1] [user] See to it.\n"
        f"[msg 2] [assistant] A look:\n[bash id=a] cat /srv/app/settings.conf\n[result of=a exit=0]\n{output}\n"
        f"[msg 3] [assistant] {after}\n[bash id=b] uptime\n[result of=b exit=0]\n 10:00:00 up 3 days\n"
    )


LINES = "alpha = one\nbeta = two\ngamma = three\ndelta = four\neps = five"


def test_a_short_output_is_shown_whole() -> None:
    assert shown(session("alpha = one\nbeta = two"), 3, about=2) == (["alpha = one", "beta = two"], [])


def test_a_longer_one_is_shown_by_its_ends_with_the_number_of_its_lines() -> None:
    assert shown(session(LINES), 3, about=2) == (["alpha = one", "eps = five"], [5])


def test_a_line_that_the_next_turn_takes_up_is_the_one_that_is_shown() -> None:
    assert shown(session(LINES, "It says gamma = three, and that is it. Next:"), 3, about=2) == (["gamma = three"], [5])


def test_a_line_that_shares_a_label_with_what_is_written_next_is_shown() -> None:
    output = LINES.replace("delta = four", "GPU2 PHB")
    assert shown(session(output, "PHB it is. Next:"), 3, about=2) == (["GPU2 PHB"], [5])


def test_headings_that_the_command_prints_itself_are_not_shown_for_an_end() -> None:
    log = session(f"== conf\n{LINES}").replace("cat /srv", "echo '== conf'; cat /srv")
    assert shown(log, 3, about=2) == (["alpha = one", "eps = five"], [6])


def test_the_line_of_an_error_stands_before_the_ends() -> None:
    output = "step 1\nstep 2\ng++: fatal error: Killed signal terminated program cc1plus\nstep 3\nend"
    log = session(output).replace("cat /srv/app/settings.conf", "make -j 8")
    assert shown(log, 3, about=2) == (["g++: fatal error: Killed signal terminated program cc1plus"], [5])


@pytest.mark.parametrize("number", [400, 401])
def test_of_very_many_lines_the_number_is_not_told(number: int) -> None:
    output = "\n".join(f"line {letter}" for letter in ["x"] * number)
    assert shown(session(output), 3, about=2)[1] == ([400] if number == 400 else [])


def test_of_a_call_that_was_cancelled_only_the_notice_is_told() -> None:
    log = session("Tool execution aborted").replace("[result of=a exit=0]", "[result of=a cancelled]")
    (row,) = [one for one in told(log, 3, "ladder.attempt", about=2) if "last" in one.slots]
    assert "brought back only the notice" in row.template
