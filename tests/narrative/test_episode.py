"""What a report tells of the way to its message: the same episode, each thing once, and nothing that does not bear."""

from loganalyst.model.analysis import Analysis
from loganalyst.model.report import Report, Statement
from loganalyst.narrative.checks import check_report
from tests.narrative.test_teaching import analyse, plan, said, sources, words

LOOK = (
    "[msg {number}] [assistant] Look {number}:\n"
    "[bash] cat /etc/app/part{number}.conf\n"
    "[result exit=0]\n"
    "value {number}\n"
)


def told(text: str, message: int) -> Report:
    analysis: Analysis = analyse("made.txt", text.encode())
    report = plan(analysis, message)
    check_report(report, analysis.transcript)
    return report


def attempts(report: Report) -> set[str]:
    return {one.subject.name for key in ("ladder.attempt", "limit.who") for one in said(report, key) if one.subject}


def quoted_figures(statements: list[Statement]) -> list[str]:
    return [str(getattr(slot, "number", "")) for one in statements for slot in one.slots.values()]


def test_a_long_session_is_not_told_call_by_call() -> None:
    first = "[msg 1] [user] Set it up.\n"
    looks = "".join(LOOK.format(number=number) for number in range(2, 40))
    install = "[bash] pip install flask\n[result exit=1]\nno such version\n"
    report = told(f"{first}{looks}[msg 40] [assistant] Now:\n{install}[msg 41] [assistant]\n{install}", 41)
    assert attempts(report) == {"37", "38", "39", "40"}
    assert quoted_figures(said(report, "ladder.left-out")) == ["35"]


def test_an_early_call_for_the_same_end_is_told_with_the_nearest() -> None:
    install = "[bash] pip install flask\n[result exit=1]\nno such version\n"
    looks = "".join(LOOK.format(number=number) for number in range(3, 30))
    report = told(f"[msg 1] [user] Go.\n[msg 2] [assistant]\n{install}{looks}[msg 30] [assistant]\n{install}", 30)
    assert attempts(report) == {"2", "26", "27", "28", "29"}


def test_all_calls_since_a_request_are_told_where_they_are_few() -> None:
    looks = "".join(LOOK.format(number=number) for number in range(3, 9))
    report = told(
        f"[msg 1] [user] Go.\n[msg 2] [user] Look.\n{looks}[msg 9] [assistant]\n[bash] uptime\n up 1 min\n", 9
    )
    assert attempts(report) == {"3", "4", "5", "6", "7", "8"}


def test_the_words_of_a_message_stand_beside_its_first_call_only() -> None:
    text = "[msg 1] [user] Go.\n[msg 2] [assistant] Two looks:\n[bash] uptime\n up\n[bash] free -h\n Mem: 1Gi\n"
    report = told(text + "[msg 3] [assistant]\n[bash] uptime\n up\n", 3)
    assert words(said(report, "ladder.attempt")).count("Two looks:") == 1


def test_a_passing_status_that_hides_that_of_the_work_is_said_to() -> None:
    text = "[msg 1] [assistant]\n[bash] pip install flask 2>&1 | tail -1\n[result exit=0 took=9s]\nERROR: no\n"
    report = told(text + "[msg 2] [assistant]\n[bash] pip install flask\n[result exit=0]\n", 2)
    (row,) = [one for one in said(report, "ladder.attempt", "1") if "work" in one.slots]
    assert getattr(row.slots["work"], "quote", "").startswith("pip install flask")
    assert "report:ok" in sources([row])


def test_a_passing_status_of_the_work_itself_is_not_doubted() -> None:
    text = (
        "[msg 1] [assistant]\n[bash] pip install flask\n[result exit=0]\n[msg 2] [assistant]\n[bash] pip check\n ok\n"
    )
    assert [one for one in said(told(text, 2), "ladder.attempt") if "work" in one.slots] == []


def test_a_short_duration_is_not_told() -> None:
    text = "[msg 1] [assistant]\n[bash] pip list\n[result exit=0 took={}]\nflask\n"
    text += "[msg 2] [assistant]\n[bash] pip check\nok\n"
    rows = [said(told(text.format(took), 2), "ladder.attempt", "1") for took in ("2s", "20s")]
    assert [any("took" in one.slots for one in row) for row in rows] == [False, True]


def test_a_change_is_told_against_a_try_that_failed_and_not_against_one_that_came_right() -> None:
    text = "[msg 1] [assistant]\n[bash] pip install flask\n[result exit={}]\nout\n"
    later = "[msg 2] [assistant]\n[bash] pip install --no-cache-dir flask\n[result exit=0]\nout\n"
    assert "--no-cache-dir" in words(said(told(text.format(1) + later, 2), "change.command"))
    assert said(told(text.format(0) + later, 2), "change.command") == []


def test_a_variable_is_told_by_the_value_it_had_and_the_one_it_has() -> None:
    run = "[msg {0}] [assistant]\n[bash] MAX_JOBS={1} pip install flask 2>&1 | tail -1\n[result exit=1]\nout\n"
    report = told(run.format(1, 64) + run.format(2, 32), 2)
    (change,) = said(report, "change.command")
    assert [getattr(slot, "quote", "") for slot in change.slots.values()] == ["MAX_JOBS", "64", "32"]
    rows = [one for one in said(report, "ladder.attempt", "2") if "value" in one.slots]
    assert quoted_figures(rows) == ["32"]


def test_a_status_that_hides_the_work_names_its_program_and_not_the_values_set_before_it() -> None:
    text = "[msg 1] [assistant]\n[bash] MAX_JOBS=64 pip install flask 2>&1 | tail -1\n[result exit=0]\nout\n"
    rows = said(told(text + "[msg 2] [assistant]\n[bash] free -h\n", 2), "ladder.attempt", "1")
    assert [getattr(one.slots["work"], "quote", "") for one in rows if "work" in one.slots] == [
        "pip install flask 2>&1"
    ]


def test_a_look_behind_a_kill_that_is_for_other_names_is_told_with_what_it_shows() -> None:
    text = "[msg 1] [assistant]\n[bash] pkill -f 'pip install'; pgrep -c '{}'\n[result exit=1]\n0\n"
    text += "[msg 2] [assistant] The count is 0.\n[bash] free -h\n"
    (other,) = said(told(text.format("ninja"), 2), "ladder.kill")
    assert getattr(other.slots["shown_a"], "quote", "") == "0"
    (same,) = said(told(text.format("pip"), 2), "ladder.kill")
    assert "shown_a" not in same.slots


def test_a_kill_names_the_look_that_shows_what_became_of_it() -> None:
    text = "[msg 1] [assistant]\n[bash] pkill -x ninja\n[result exit=0]\n"
    text += "[msg 2] [assistant]\n[bash] pgrep -c ninja\n[result exit=0]\n37\n[msg 3] [assistant]\n[bash] free -h\n"
    (kill,) = said(told(text, 3), "ladder.kill")
    assert getattr(kill.slots["seen"], "quote", "") == "37"
    assert getattr(kill.slots["look"], "index", 0) == 2


def test_a_look_at_another_file_does_not_repeat_the_question() -> None:
    text = "[msg 1] [assistant]\n[bash] cat /etc/a\na\n[msg 2] [assistant]\n[bash] cat /etc/b\nb\n"
    text += "".join(LOOK.format(number=number) for number in range(3, 12))
    later = said(told(text, 1), "outcome.later", "2")
    assert later == []


def test_a_look_that_repeats_the_question_is_told_wherever_it_stands() -> None:
    memory = "              total        used        free\nMem:          {}Gi        1Gi        1Gi\n"
    text = f"[msg 1] [assistant]\n[bash] free -h\n[result exit=0]\n{memory.format(16)}"
    text += "".join(LOOK.format(number=number) for number in range(2, 12))
    text += f"[msg 12] [assistant]\n[bash] free -h\n[result exit=0]\n{memory.format(64)}[msg 13] [user] Well.\n"
    report = told(text, 1)
    assert "64Gi" in words(said(report, "outcome.later", "12"))
    assert [one for one in said(report, "known.not-shown") if one.subject and one.subject.name == "free"] == []


def test_because_is_no_word_on_a_cause() -> None:
    text = "[msg 1] [assistant]\n[bash] uptime\n up\n[msg 2] [assistant] It does not start because no file is there.\n"
    assert said(told(text, 1), "cause.not-shown") == []


def test_what_speakers_say_of_themselves_is_no_assumption() -> None:
    text = "[msg 1] [assistant] I have not looked at the disk. The disk is not full.\n[bash] uptime\n up\n"
    assert "I have not" not in words(said(told(text, 1), "assumption"))
