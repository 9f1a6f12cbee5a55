"""Command lines of real sessions, read as a person reads them."""

from decimal import Decimal

from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.command import CommandRole, Join, LimitKind, RunsIf
from loganalyst.model.trait import Trait
from loganalyst.shell.line import parse_command_line

FOUR_PROBES = (
    "ssh root@192.0.2.74 \"ls /tmp/uv-* 2>/dev/null | head -5; find /tmp -name '*.log' -newer /tmp -mmin -5 2>/dev/null"
    " | head -5; strace -p 634 -e trace=write -c 2>&1 & sleep 5 && kill %1 2>/dev/null; ps aux"
    " | grep -E 'cc1|gcc|g\\+\\+|ninja|cmake|nvcc' | grep -v grep | head -10\""
)


def test_four_probes_in_one_line(vocabulary: Vocabulary) -> None:
    line = parse_command_line(FOUR_PROBES, vocabulary)
    assert line.parsed
    probes = [one for one in line.commands if one.role is CommandRole.PROBE]
    assert [one.program for one in probes] == ["ls", "find", "strace", "ps"]
    assert [one.errors_hidden for one in probes] == [True, True, False, False]
    assert [one.output_cut for one in probes] == ["head -5", "head -5", None, "head -10"]
    assert {one.host for one in line.commands[1:]} == {"192.0.2.74"}
    listing, search, trace, processes = probes
    assert [str(one) for one in trace.subjects] == ["pid:634@192.0.2.74"]
    assert trace.silence == "zero-counted"
    assert {one.fact for one in trace.blind} >= {"strace-no-f-traces-one-thread", "strace-trace-write-misses-io"}
    assert trace.background
    assert "find-newer-dir-compares-dir-mtime" in {one.fact for one in search.blind}
    assert Trait.COMPARES_MTIME in search.traits
    assert [str(one) for one in listing.subjects] == ["path:/tmp/uv-*@192.0.2.74"]
    assert {one.fact for one in processes.blind} == {"ps-compiler-grep-is-a-snapshot"}
    sleep, kill = (next(one for one in line.commands if one.program == name) for name in ("sleep", "kill"))
    assert (sleep.join, sleep.runs_if) == (Join.AFTER_BACKGROUND, RunsIf.ALWAYS)
    assert (kill.join, kill.runs_if, kill.decided_by) == (Join.AND, RunsIf.AFTER_SUCCESS, sleep.position)
    assert kill.errors_hidden
    assert not sleep.errors_hidden
    assert line.wait_seconds == Decimal(5)


def test_start_then_sleep_then_status(vocabulary: Vocabulary) -> None:
    line = parse_command_line('ssh root@192.0.2.6 "pct start 129 && sleep 3 && pct status 129"', vocabulary)
    ssh, start, sleep, status = line.commands
    assert [one.role for one in (ssh, start, sleep, status)] == [
        CommandRole.WRAPPER,
        CommandRole.INTERVENTION,
        CommandRole.WAIT,
        CommandRole.PROBE,
    ]
    assert Trait.STARTS_SERVICE in start.traits
    assert Trait.SHOWS_SERVICE_STATUS in status.traits
    assert str(start.subjects[0]) == str(status.subjects[0]) == "container:129@192.0.2.6"
    assert (status.runs_if, status.decided_by) == (RunsIf.AFTER_SUCCESS, sleep.position)
    assert line.wait_seconds == line.limit_seconds == Decimal(3)


def test_a_kill_that_stands_behind_an_echo(vocabulary: Vocabulary) -> None:
    line = parse_command_line(
        "ssh -o ConnectTimeout=30 192.0.2.75 'echo alive && killall -9 ptxas nvcc cicc ninja cc1plus 2>/dev/null;"
        " sleep 2 && free -h'",
        vocabulary,
    )
    ssh, echo, kill, sleep, free = line.commands
    assert [(one.kind, one.seconds, one.text) for one in ssh.limits] == [
        (LimitKind.CONNECT, Decimal(30), "ConnectTimeout=30")
    ]
    assert (kill.runs_if, kill.decided_by, kill.errors_hidden, kill.status_hidden) == (
        RunsIf.AFTER_SUCCESS, echo.position, True, True,
    )  # fmt: skip
    assert not echo.errors_hidden
    assert Trait.SIGNAL_KILL in kill.traits
    assert [one.name for one in kill.subjects] == ["ptxas", "nvcc", "cicc", "ninja", "cc1plus"]
    assert kill.matches_own_wrapper is False
    assert (sleep.runs_if, free.decided_by) == (RunsIf.ALWAYS, sleep.position)
    assert line.limit_seconds == Decimal(30)


def test_kills_that_match_their_own_shell(vocabulary: Vocabulary) -> None:
    line = parse_command_line("ssh h 'pkill -9 -f ptxas; pkill -9 -f nvcc; echo done'", vocabulary)
    first, second, echo = line.commands[1:]
    assert first.matches_own_wrapper
    assert second.matches_own_wrapper
    assert (echo.runs_if, Trait.ALWAYS_PRINTS in echo.traits) == (RunsIf.ALWAYS, True)
    assert {first.host, second.host, echo.host} == {"h"}
