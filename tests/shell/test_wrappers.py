"""Wrappers: what runs where, in which shell, and whether a pattern matches the shell that carries it."""

import pytest

from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.command import Command, CommandRole
from loganalyst.shell.line import parse_command_line


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        ("ssh h free -h", ["h: ssh > free -h"]),
        ("ssh -p 22 root@h 'free -h; df'", ["h: ssh > free -h", "h: ssh > df"]),
        ("ssh h -p 22 free", ["h: ssh > free"]),
        ("ssh h echo a '&&' b", ["h: ssh > echo a", "h: ssh > b"]),
        ("ssh h a && b", ["h: ssh > a", "-: b"]),
        ("ssh h \"sudo bash -c 'a; b'\"", ["h: ssh,sudo,bash > a", "h: ssh,sudo,bash > b"]),
        ("ssh h1 'ssh h2 \"a\"'", ["h2: ssh,ssh > a"]),
        ("H=192.0.2.1; ssh root@$H a", ["-: H=192.0.2.1", "192.0.2.1: ssh > a"]),
        ("ssh $HOST a", ["host:?: ssh > a"]),
        ("timeout -s KILL 5 sudo -u x a -b", ["-: timeout,sudo > a -b"]),
        ("env A=1 nohup nice -n 5 stdbuf -oL a", ["-: env,nohup,nice,stdbuf > a"]),
        ("time a", ["-: time > a"]),
        ("su - app -c 'a; b'", ["-: su > a", "-: su > b"]),
        ("a | xargs -r -n1 kill -9", ["-: a", "-: xargs > kill -9"]),
        ("docker exec -it c sh -c 'a | b'", ["-/c: docker,sh > a", "-/c: docker,sh > b"]),
        ("ssh h docker exec c a", ["h/c: ssh,docker > a"]),
        ("podman run --rm -v /a:/b img a -x", ["-/img: podman > a -x"]),
        ("kubectl exec -n ns pod -c web -- a -x", ["-/pod: kubectl > a -x"]),
        ("pct exec 129 -- bash -c 'a'", ["-/129: pct,bash > a"]),
        ("lxc-attach -n 129 -- a", ["-/129: lxc-attach > a"]),
        ("lxc exec c -- a", ["-/c: lxc > a"]),
        ("chroot /mnt a", ["-//mnt: chroot > a"]),
        ("systemd-run --unit=x a", ["-: systemd-run > a"]),
        ("tmux send-keys -t w 'a; b' Enter", ["-: tmux > a", "-: tmux > b"]),
        ("watch -n1 'a | b'", ["-: watch > a", "-: watch > b"]),
        ("flock /l a", ["-: flock > a"]),
        ("eval 'a; b'", ["-: eval > a", "-: eval > b"]),
        ("find . -exec a {} \\; -print", ["-: find > a {}"]),
        ("bash -lc 'a'", ["-: bash > a"]),
        ("bash script.sh -c 'a'", []),
        ("ssh h bash -s <<'EOF'\na 'b'\nc\nEOF\n", ["h: ssh,bash > a 'b'", "h: ssh,bash > c"]),
        ("ssh h <<EOF\na\nEOF\nb", ["h: ssh > a", "-: b"]),
        ("cat <<EOF | ssh h bash\na\nEOF", ["-: cat <<EOF", "h: ssh,bash > a"]),
        ("bash <<< 'a'", ["-: bash > a"]),
        ("echo 'a' | bash", ["-: echo 'a'", "-: bash > a"]),
        ("python3 - <<EOF\na\nEOF", ["-: python3 - <<EOF"]),
        ("sudo tee f <<EOF\na\nEOF", ["-: sudo > tee f"]),
    ],
)
def test_what_runs_where(vocabulary: Vocabulary, text: str, chains: list[str]) -> None:
    line = parse_command_line(text, vocabulary)
    assert line.parsed
    ends = [one for one in line.commands if one.role is not CommandRole.WRAPPER and not _wraps(one, line.commands)]
    found = [f"{_place(one)}: {_chain(one)}{one.text}" for one in ends if one.text != "bash script.sh -c 'a'"]
    assert found == chains


def _wraps(command: Command, commands: tuple[Command, ...]) -> bool:
    return any(wrapper.position == command.position for one in commands for wrapper in one.wrappers)


def _place(command: Command) -> str:
    return (command.host or "-") + (f"/{command.container}" if command.container else "")


def _chain(command: Command) -> str:
    return ",".join(wrapper.program for wrapper in command.wrappers) + " > " if command.wrappers else ""


def test_a_wrapper_says_which_shell_reads_its_line(vocabulary: Vocabulary) -> None:
    inner = parse_command_line("ssh h 'sudo sh -c \"a\"'", vocabulary).commands[-1]
    assert [(one.program, one.shell, one.host, one.position) for one in inner.wrappers] == [
        ("ssh", "login", "h", 0),
        ("sudo", None, None, 1),
        ("sh", "sh", None, 2),
    ]


def test_redirections_of_a_wrapper_hold_for_what_it_runs_here(vocabulary: Vocabulary) -> None:
    line = parse_command_line("nohup a > log 2>&1 < /dev/null & ssh h b > log", vocabulary)
    found = [[one.operator + one.target for one in command.redirects] for command in line.commands]
    assert found == [[">log", ">&1", "</dev/null"], [">log", ">&1", "</dev/null"], [">log"], []]


def test_substitutions_in_double_quotes_run_on_this_side(vocabulary: Vocabulary) -> None:
    line = parse_command_line("ssh h \"kill $(pgrep uv)\"; ssh h 'kill $(pgrep uv)'", vocabulary)
    found = [(command.program, command.host) for command in line.commands]
    assert found == [
        ("pgrep", None), ("ssh", None), ("kill", "h"),
        ("ssh", None), ("pgrep", "h"), ("kill", "h"),
    ]  # fmt: skip
    assert line.commands[2].words == ("kill", "$(pgrep uv)")


@pytest.mark.parametrize(
    ("text", "expansions"),
    [
        ("ssh h \"echo a | awk '{print $1}'; $(date) ${X:-y}\"", ("$1", "$(date)", "${X:-y}")),
        ("ssh h \"awk '{print \\$1}'\"", ()),
        ("ssh h 'echo $X'", ()),
        ("ssh $H 'echo a'", ()),
        ('bash -c "kill $!"', ("$!",)),
        ("sudo echo $X", ()),
    ],
)
def test_expansions_of_this_side_in_a_line_for_the_other_are_told(
    vocabulary: Vocabulary, text: str, expansions: tuple[str, ...]
) -> None:
    commands = parse_command_line(text, vocabulary).commands
    assert sum((command.expanded_here for command in commands), ()) == expansions


def test_what_stands_literally_keeps_its_place(vocabulary: Vocabulary) -> None:
    text = "ssh h 'a; bash -c \"b c\"'"
    for command in parse_command_line(text, vocabulary).commands:
        assert text[command.start : command.end] == command.text


def test_what_does_not_stand_literally_has_the_place_of_its_wrapper(vocabulary: Vocabulary) -> None:
    text = 'ssh h "echo \\"x\\"; b"'
    wrapper, first, second = parse_command_line(text, vocabulary).commands
    assert (first.start, first.end) == (second.start, second.end) == (wrapper.start, wrapper.end)
    assert first.text == 'echo "x"'


def test_shells_in_shells_are_followed_to_a_limit_that_is_told(vocabulary: Vocabulary) -> None:
    text = "sudo " * 12 + "a"
    line = parse_command_line(text, vocabulary)
    assert len(line.commands) == 9
    assert not line.parsed
    assert line.problems == ("sudo " * 4 + "a",)


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("ssh h 'pkill -9 -f ptxas; pkill -9 -f nvcc; echo done'", [True, True]),
        ("ssh h 'pkill -f zz'", [False]),
        ("ssh h 'cd /tmp; pkill -f zz'", [False]),
        ("ssh h 'cd / && pkill -f zz'", [False]),
        ("ssh h 'pkill -f zz || true'", [True]),
        ("ssh h 'pkill -f zz; echo after'", [True]),
        ("ssh h 'pkill -f \"[z]z\"; echo after'", [False]),
        ("ssh h 'pkill -f \"[z]z\"; echo zz'", [True]),
        ("ssh h 'pkill -f zz 2>/dev/null'", [True]),
        ("ssh h '! pkill -f zz'", [True]),
        ("ssh h 'sleep 1 & pkill -f zz'", [True]),
        ("ssh h 'true | pkill -f zz'", [True]),
        ("ssh h '(pkill -f zz)'", [True]),
        ("ssh h 'if true; then pkill -f zz; fi'", [True]),
        ("ssh h 'echo $(pgrep -f zz)'", [True]),
        ("ssh h 'pkill zz; echo zz'", [False]),
        ("ssh h 'pkill bash; echo zz'", [True]),
        ("ssh h 'killall -9 zz; echo zz'", [False]),
        ("ssh h 'killall bash; echo zz'", [True]),
        ("ssh h 'sudo pkill -f zz'", [True]),
        ("sudo pkill -f zz", [True]),
        ("timeout 5 pkill -f zz", [True]),
        ("env A=1 pkill -f zz", [False]),
        ("nohup pkill -f zz", [False]),
        ("bash -c 'pkill -f zz'", [False]),
        ("bash -c 'pkill -f zz; true'", [True]),
        ("sh -c 'pkill -f zz'", [True]),
        ("dash -c 'pkill -f zz'", [True]),
        ("zsh -c 'pkill -f zz; true'", [None]),
        ("bash -c \"bash -c 'pkill -f zz'\"", [False]),
        ("pkill -f zz; echo zz", [False]),
        ("ssh h pkill -f zz; echo zz", [False]),
        ("ssh h 'pkill -f \"z(\"; a'", [None]),
        ("ssh h 'pkill -f \"(z+)+$\"; a'", [None]),
        ("ssh h 'pkill -f $P; a'", [None]),
        ("ssh h 'pgrep -f zz || echo NOT RUNNING'", [True]),
        ("bash -c 'while pgrep -f zz; do sleep 1; done'", [True]),
        ("ps aux | grep zz", [True]),
        ("ps aux | grep '[z]z'", [False]),
        ("ps aux | grep zz | grep -v grep", [False, None]),
        ("ssh h 'ps aux | grep [z]z | wc -l; echo zz'", [True]),
        ("grep zz f", [None]),
        ("docker exec c pkill -f zz", [False]),
        ("docker exec c sh -c 'pkill -f zz'", [True]),
        ("ssh h bash -s <<EOF\npkill -f zz\na\nEOF", [False]),
    ],
)
def test_which_patterns_match_the_shell_that_carries_them(
    vocabulary: Vocabulary, text: str, matches: list[bool | None]
) -> None:
    line = parse_command_line(text, vocabulary)
    programs = {"pkill", "pgrep", "killall", "grep"}
    assert [one.matches_own_wrapper for one in line.commands if one.program in programs] == matches


def test_the_agents_own_shell_counts_only_where_it_is_made_for_each_call(vocabulary: Vocabulary) -> None:
    text = "pkill -f zz; echo after"
    unknown = parse_command_line(text, vocabulary).commands[0]
    per_call = parse_command_line(text, vocabulary, own_shell="per_call").commands[0]
    last = parse_command_line("pkill -f zz", vocabulary, own_shell="per_call").commands[0]
    assert (unknown.matches_own_wrapper, per_call.matches_own_wrapper, last.matches_own_wrapper) == (False, True, False)
    dash = parse_command_line("pkill -f zz", vocabulary, "sh", own_shell="per_call").commands[0]
    assert dash.matches_own_wrapper
