"""Lists, pipelines, groups, loops: what runs if, and whose status, output and errors can be seen."""

from decimal import Decimal

import pytest

from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.command import Command, CommandLine, Join, RunsIf
from loganalyst.shell.line import parse_command_line

ALWAYS, SUCCESS, FAILURE = RunsIf.ALWAYS, RunsIf.AFTER_SUCCESS, RunsIf.AFTER_FAILURE


def flags_of(line: CommandLine, name: str) -> str:
    """Return the programs for which a flag is set."""
    return " ".join(command.program for command in line.commands if getattr(command, name))


def named(line: CommandLine, program: str) -> Command:
    return next(command for command in line.commands if command.program == program)


@pytest.mark.parametrize(
    ("text", "joins"),
    [
        ("a; b", "first then"),
        ("a\nb", "first then"),
        ("a && b || c", "first and or"),
        ("a | b |& c", "first pipe pipe"),
        ("a & b", "first after_background"),
        ("a && b & c", "first and after_background"),
        ("(a; b) && c", "first then and"),
        ("a |\n b &&\n c", "first pipe and"),
        ("a \\\n -x", "first"),
        ("a # b; c\nd", "first then"),
    ],
)
def test_joins(vocabulary: Vocabulary, text: str, joins: str) -> None:
    line = parse_command_line(text, vocabulary)
    assert [command.join for command in line.commands] == [Join(join) for join in joins.split()]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("a; b", [(ALWAYS, None), (ALWAYS, None)]),
        ("a && b || c", [(ALWAYS, None), (SUCCESS, 0), (FAILURE, 1)]),
        ("a && (b; c)", [(ALWAYS, None), (SUCCESS, 0), (SUCCESS, 0)]),
        ("a | b && c", [(ALWAYS, None), (ALWAYS, None), (SUCCESS, 1)]),
        ("a & b && c; d", [(ALWAYS, None), (ALWAYS, None), (SUCCESS, 1), (ALWAYS, None)]),
        ("if a; then b; elif c; then d; else e; fi; f",
         [(ALWAYS, None), (SUCCESS, 0), (FAILURE, 0), (SUCCESS, 2), (FAILURE, 2), (ALWAYS, None)]),
        ("while a; do b; done", [(ALWAYS, None), (SUCCESS, 0)]),
        ("until a; do b; done", [(ALWAYS, None), (FAILURE, 0)]),
        ("case $x in a) b;; esac", [(SUCCESS, None)]),
        ("f() { a; }; b", [(SUCCESS, None), (ALWAYS, None)]),
        ("a && ssh h 'b; c'", [(ALWAYS, None), (SUCCESS, 0), (SUCCESS, 0), (SUCCESS, 0)]),
    ],
)  # fmt: skip
def test_what_runs_if(vocabulary: Vocabulary, text: str, runs: list[tuple[RunsIf, int | None]]) -> None:
    line = parse_command_line(text, vocabulary)
    assert [(command.runs_if, command.decided_by) for command in line.commands] == runs


@pytest.mark.parametrize(
    ("text", "background"),
    [
        ("a & b", "a"),
        ("a && b & c", "a b"),
        ("a; b & c", "b"),
        ("a | b & c", "a b"),
        ("(a &); b", "a"),
        ("ssh h 'a & b' & c", "ssh a b"),
        ("nohup a > log 2>&1 &", "nohup a"),
    ],
)
def test_an_ampersand_sends_the_whole_list_before_it_to_the_background(
    vocabulary: Vocabulary, text: str, background: str
) -> None:
    assert flags_of(parse_command_line(text, vocabulary), "background") == background


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("a", ""),
        ("a; b", "a"),
        ("a && b", ""),
        ("a || b", "a"),
        ("a || true", "a"),
        ("a | b", "a"),
        ("set -o pipefail; a | b", "set"),
        ("set -e; a; b", "set"),
        ("a &", "a"),
        ("b $(a)", "a"),
        ("if a; then b; fi", "a"),
        ("for i in 1 2; do a; done", "a"),
        ("ssh h 'a; b'", "a"),
        ("ssh h 'a && b'; c", "ssh a b"),
        ("docker run -d x a", "docker a"),
        ("bash -ec 'a; b'", ""),
    ],
)
def test_whose_status_is_hidden(vocabulary: Vocabulary, text: str, hidden: str) -> None:
    assert flags_of(parse_command_line(text, vocabulary), "status_hidden") == hidden


@pytest.mark.parametrize(
    ("text", "tested"),
    [
        ("a || echo none", "a"),
        ("a && echo yes || echo no", "a echo"),
        ("a | b || echo none", "b"),
        ("a; echo $?", "a"),
        ("if a | b; then c; fi", "b"),
        ("while a; do b; done", "a"),
        ("a || true", ""),
        ("a; b", ""),
        ("a && b", ""),
        ("a || { b; echo none; }", "a"),
        ("a || echo none >/dev/null", ""),
    ],
)
def test_whose_status_is_told(vocabulary: Vocabulary, text: str, tested: str) -> None:
    assert flags_of(parse_command_line(text, vocabulary), "status_tested") == tested


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("a 2>/dev/null", "a"),
        ("a >/dev/null 2>&1", "a"),
        ("a 2>&1 >/dev/null", ""),
        ("a &>/dev/null", "a"),
        ("a && b 2>/dev/null", "b"),
        ("a | b 2>/dev/null", "b"),
        ("a 2>/dev/null | b", "a"),
        ("(a && b) 2>/dev/null", "a b"),
        ("{ a; b; } 2>/dev/null; c", "a b"),
        ("for i in 1; do a; done 2>/dev/null", "a"),
        ("ssh h 'a; b' 2>/dev/null", "ssh a b"),
        ("ssh h 'a; b 2>/dev/null'", "b"),
        ("a || true", "a"),
        ("a 2>&1 | grep x", "a"),
        ("a | grep x", ""),
        ("a 2>&1 | tail -5", ""),
        ("a 2>err.txt", ""),
        ("a 2>&-", "a"),
        ("exec 2>/dev/null; a", "exec a"),
        ("echo a; cat <<EOF 2>/dev/null | b\nx\nEOF\n", "cat"),
    ],
)
def test_whose_errors_are_hidden(vocabulary: Vocabulary, text: str, hidden: str) -> None:
    hits = flags_of(parse_command_line(text, vocabulary), "errors_hidden")
    assert hits.removeprefix("exec ") == hidden.removeprefix("exec ")


@pytest.mark.parametrize(
    ("text", "discarded"),
    [
        ("a > f", "a"),
        ("a >/dev/null; b", "a"),
        ("a >&2", ""),
        ("a &> f", "a"),
        ("a && b > f", "b"),
        ("a | b > f", "b"),
        ("a > >(tee f)", ""),
        ("(a; b) > f", "a b"),
    ],
)
def test_whose_output_goes_elsewhere(vocabulary: Vocabulary, text: str, discarded: str) -> None:
    line = parse_command_line(text, vocabulary)
    assert " ".join(one.program for one in line.commands if one.output_discarded and one.program != "tee") == discarded


@pytest.mark.parametrize(
    ("text", "cuts"),
    [
        ("a | head -5", ["head -5", None]),
        ("a | b | tail -n 20", ["tail -n 20", "tail -n 20", None]),
        ("a | grep x", [None, None]),
        ("(a; b) | head", ["head", "head", None]),
        ("ssh h 'a; b' | tail -3", ["tail -3", "tail -3", "tail -3", None]),
        ("python3 - <<'EOF' 2>&1 | tail -5\nprint(1)\nEOF", ["tail -5", None]),
    ],
)
def test_what_cuts_the_output(vocabulary: Vocabulary, text: str, cuts: list[str | None]) -> None:
    assert [command.output_cut for command in parse_command_line(text, vocabulary).commands] == cuts


@pytest.mark.parametrize(
    ("text", "loop_count", "wait"),
    [
        ("for i in 1 2 3; do sleep 5; done", 3, 15),
        ("for i in $(seq 60); do a; sleep 10; done", 60, 600),
        ("for i in `seq 2 4`; do sleep 1; done", 3, 3),
        ("for i in {1..30}; do a && break; sleep 2; done", 30, 60),
        ("for ((i=0; i<12; i++)); do sleep 5; done", 12, 60),
        ("for f in *.log; do sleep 5; done", None, 5),
        ("while ! a; do sleep 5; done", None, 5),
        ("for i in 1 2; do for j in 1 2 3; do sleep 1m; done; done", 3, 360),
        ("sleep 5 & sleep 2; sleep 1m 30s", None, 92),
        ("ssh h 'sleep 300; a'; sleep 1", None, 301),
    ],
)
def test_loops_of_sleep_are_folded(vocabulary: Vocabulary, text: str, loop_count: int | None, wait: int) -> None:
    line = parse_command_line(text, vocabulary)
    sleeps = [command for command in line.commands if command.program == "sleep"]
    assert sleeps[-1].loop_count == loop_count
    assert line.wait_seconds == Decimal(wait)


def test_the_largest_limit_counts_with_its_loop(vocabulary: Vocabulary) -> None:
    line = parse_command_line("for i in 1 2 3; do timeout 30 a; sleep 1; done", vocabulary)
    assert line.limit_seconds == Decimal(90)
    assert parse_command_line("a; b", vocabulary).limit_seconds is None


def test_pipelines_are_numbered(vocabulary: Vocabulary) -> None:
    line = parse_command_line("a | b; c", vocabulary)
    places = [(one.pipeline, one.pipe_index, one.pipe_length) for one in line.commands]
    assert places == [(0, 0, 2), (0, 1, 2), (1, 0, 1)]


@pytest.mark.parametrize("rest", ["d", "d || e", "d | f | g && h"])
def test_a_pipeline_of_three_in_front_of_a_list_stays_one(vocabulary: Vocabulary, rest: str) -> None:
    line = parse_command_line(f"a | b | c && {rest}", vocabulary)
    assert [(command.pipeline, command.pipe_index, command.pipe_length) for command in line.commands[:3]] == [
        (0, 0, 3),
        (0, 1, 3),
        (0, 2, 3),
    ]
    after = named(line, "d")
    assert (after.join, after.decided_by, after.pipeline) == (Join.AND, 2, 1)


@pytest.mark.parametrize("rest", ["", " && d", " | f | g || d"])
def test_a_pipeline_with_a_redirection_at_the_end_of_a_list_stays_one(vocabulary: Vocabulary, rest: str) -> None:
    line = parse_command_line(f"a && b 2>&1 | tail -5{rest}", vocabulary)
    before, first, second = line.commands[:3]
    assert (before.pipeline, before.pipe_length, before.output_cut) == (0, 1, None)
    assert (first.pipeline, first.pipe_index, first.join, first.decided_by) == (1, 0, Join.AND, 0)
    assert (first.output_cut, second.pipeline, second.pipe_index) == ("tail -5", 1, 1)
    assert [after.join for after in line.commands if after.program == "d"] == [
        Join.AND if "&&" in rest else Join.OR
    ] * ("d" in rest)


def test_substitutions_run_before_the_command_they_stand_in(vocabulary: Vocabulary) -> None:
    line = parse_command_line('kill $(pgrep -x uv) && echo "at `date`"', vocabulary)
    assert [command.program for command in line.commands] == ["pgrep", "kill", "date", "echo"]
    assert named(line, "kill").words == ("kill", "$(pgrep -x uv)")


def test_assignments_and_exports_are_kept(vocabulary: Vocabulary) -> None:
    line = parse_command_line("A=1 make MAX_JOBS=4; export B='x y'; C=3", vocabulary)
    assert [command.assignments for command in line.commands] == [
        (("A", "1"), ("MAX_JOBS", "4")),
        (("B", "x y"),),
        (("C", "3"),),
    ]


def test_filters_behind_a_pipe_are_plumbing(vocabulary: Vocabulary) -> None:
    line = parse_command_line("dmesg | grep -i oom; grep -i oom /var/log/syslog", vocabulary)
    assert [command.role.value if command.role else None for command in line.commands] == ["probe", "plumbing", "probe"]


def test_paths_are_taken_from_a_literal_cd(vocabulary: Vocabulary) -> None:
    line = parse_command_line("cd /srv/app && ls logs ../x; (cd /opt; ls a); ls b; cd $X; ls c", vocabulary)
    subjects = [[str(one) for one in command.subjects] for command in line.commands if command.program == "ls"]
    assert subjects == [
        ["path:/srv/app/logs", "path:/srv/x"],
        ["path:/opt/a"],
        ["path:/srv/app/b"],
        ["path:c"],
    ]


def test_a_listing_that_is_filtered_is_about_what_the_pattern_names(vocabulary: Vocabulary) -> None:
    line = parse_command_line("ps aux | grep '[n]inja' | grep -v root", vocabulary)
    assert [str(subject) for subject in line.commands[0].subjects] == ["process:ninja"]
