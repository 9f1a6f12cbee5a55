"""What bounds a look is told where it bounds it, and not elsewhere."""

import pytest

from loganalyst.model.report import Report, Statement
from loganalyst.narrative.checks import check_report
from tests.narrative.test_teaching import analyse, plan, said, story, words
from tests.stories.points import SAMPLES, report_on


def report(call: str, before: str = "", claim: str = "I look:", printed: str = "x") -> Report:
    """Return the checked report on a call, after a message with another call where one is given."""
    log = "[msg 1] [user] Check it.\n"
    number = 2
    if before:
        log += f"[msg 2] [assistant] First:\n[bash id=a] {before}\n[result of=a exit=0]\n{printed}\n"
        number = 3
    log += f"[msg {number}] [assistant] {claim}\n[bash id=b] {call}\n[result of=b exit=0]\nx\n"
    analysis = analyse("looks.txt", log.encode())
    made = plan(analysis, number)
    check_report(made, analysis.transcript)
    return made


def limits(made: Report) -> str:
    return words([*said(made, "probe.blind"), *said(made, "probe.limits")])


def slots(statements: list[Statement], prefix: str) -> list[str]:
    return [
        getattr(slot, "quote", "") for one in statements for name, slot in one.slots.items() if name.startswith(prefix)
    ]


@pytest.mark.parametrize(
    ("call", "before"), [("pkill -9 worker; free -m", ""), ("free -m", "killall worker"), ("free -m", "reboot")]
)
def test_memory_looked_at_after_a_kill_does_not_show_how_it_was(call: str, before: str) -> None:
    assert "cannot show how it was before" in limits(report(call, before))


@pytest.mark.parametrize(
    ("call", "before"),
    [
        ("free -m; pkill -9 worker", ""),
        ("free -m", "uptime"),
        ("uptime", "killall worker"),
        ("free -m", "ssh h reboot"),
    ],
)
def test_memory_looked_at_before_a_kill_or_elsewhere_is_not_said_to_come_after_it(call: str, before: str) -> None:
    assert "how it was before" not in limits(report(call, before))


@pytest.mark.parametrize(
    "call", ["systemctl start web && systemctl status web", "pct start 7 && sleep 1 && pct status 7"]
)
def test_a_status_that_only_a_started_thing_is_asked_for_is_told(call: str) -> None:
    told = said(report(call), "chain.unasked")
    assert "is never asked" in words(told)
    assert "exit status of the line" in words(told)


@pytest.mark.parametrize(
    "call", ["pct start 7; pct status 7", "pct start 7 && uptime", "pct start 7 && pct status 7 || echo failed"]
)
def test_a_status_that_is_asked_in_any_case_or_answered_otherwise_is_not(call: str) -> None:
    assert said(report(call), "chain.unasked") == []


def test_a_later_part_of_the_line_has_the_last_exit_status() -> None:
    told = words(said(report("pct start 7 && pct status 7; uptime"), "chain.unasked"))
    assert "is never asked" in told
    assert "exit status" not in told


def test_the_parts_that_a_claim_on_the_rest_goes_by_are_named() -> None:
    told = said(story("started-container.txt", 463), "claim.stance")
    rest = [one for one in told if any("remaining files" in span.quote for span in one.spans)]
    assert slots(rest, "looked") == ["root", "etc"]
    assert slots([one for one in told if one not in rest], "looked") == []


def test_the_patterns_that_choose_the_lines_of_a_listing_are_named() -> None:
    made = report("ps aux | grep -E 'web|worker' | grep -v grep | head -5")
    told = [*said(made, "probe.blind"), *said(made, "probe.limits")]
    assert slots(told, "filter") == ["grep -E 'web|worker'", "grep -v grep"]


@pytest.mark.parametrize("call", ["ps aux; dmesg | grep oom", "ps aux | sort", "ps aux | grep -c web"])
def test_what_chooses_no_lines_of_the_listing_is_no_filter(call: str) -> None:
    assert "are kept" not in limits(report(call))


def test_how_to_keep_what_a_change_over_a_tree_takes_away_is_told_on_the_way() -> None:
    made = report_on("started-container.txt", (SAMPLES / "started-container.txt").read_bytes(), 463)
    told = words(said(made, "ladder.finding.blanket-permissions"))
    assert "Instead: " in told
    (one,) = said(made, "ladder.finding.blanket-permissions")
    assert "-perm /6000" in getattr(one.slots["instead"], "text", "")
    assert all("instead" not in other.slots for other in said(made, "ladder.finding.whole-tree-scan-loop"))
