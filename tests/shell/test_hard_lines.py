"""Here-documents, broken, hostile and huge lines."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.knowledge.vocabulary import Vocabulary, load_vocabulary
from loganalyst.model.command import CommandLine
from loganalyst.model.limits import COMMAND_CHARACTERS, LINE_COMMANDS
from loganalyst.resources import find_resources
from loganalyst.shell.heredocs import lift_heredocs
from loganalyst.shell.line import parse_command_line

VOCABULARY = load_vocabulary(find_resources("rules").joinpath("vocabulary"))
# fmt: off
PIECES = [
    "ssh h ", "sudo ", "bash -c ", "'", '"', "`", "$(", ")", "(", "{ ", "; }", "<<EOF\n", "\nEOF\n", "<<-'X' ",
    "\tX\n",
    " && ", " || ", " | ", " & ", "; ", "\n", "\\", "a", " -x ", "--y=1 ", "$X ", "2>/dev/null ", ">f ",
    "for i in 1 2;",
    "do ", "done ", "if ", "then ", "fi ", "case x in ", "esac ", "é", "\U0001f600", "\x00", "\r\n", "find . -exec ",
    " \\;", "pkill -f ", "(a+)+$", "[[ ", " ]]", "((", "))", "#", "timeout 5 ", "xargs ", "eval ",
    "\ud800", "<<<", "<(",
]
# fmt: on


def check(line: CommandLine) -> None:
    assert [command.position for command in line.commands] == list(range(len(line.commands)))
    for command in line.commands:
        assert 0 <= command.start <= command.end <= len(line.text)
        assert command.decided_by is None or command.decided_by < command.position
        assert all(wrapper.position < command.position for wrapper in command.wrappers)
    assert line.parsed == (not line.problems)


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
def test_no_mixture_of_shell_signs_breaks_the_reading(text: str) -> None:
    check(parse_command_line(text, VOCABULARY, own_shell="per_call"))


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    check(parse_command_line(text, VOCABULARY))


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
def test_lifting_keeps_every_place(text: str) -> None:
    lifted, found = lift_heredocs(text)
    assert len(lifted) == len(text)
    assert all(not one.literal or text[one.start :].startswith(one.body) for one in found.values())


@given(st.lists(st.sampled_from(["a", "b c", "d 'e f'", "é", 'g "h"']), min_size=1, max_size=6).map("; ".join))
def test_what_stands_literally_in_a_line_is_quoted_from_it(text: str) -> None:
    for command in parse_command_line(text, VOCABULARY).commands:
        assert text[command.start : command.end] == command.text


@pytest.mark.parametrize(
    ("text", "programs"),
    [
        ("python3 - <<'EOF' 2>&1 | tail -5\nprint('a')\nEOF", "python3 tail"),
        ("cat <<EOF; a\nx\nEOF\nb", "cat a b"),
        ("cat <<EOF & a\nx\nEOF", "cat a"),
        ("(cat <<EOF)\nx\nEOF\na", "cat a"),
        ("cat <<A <<B\nx\nA\ny\nB\na", "cat a"),
        ("cat <<-EOF\n\tx\n\tEOF\na", "cat a"),
        ("cat > f <<\\EOF && a\n$x ' \"\nEOF\nb", "cat a b"),
        ("git commit -m \"$(cat <<'EOF'\nIt's (a) fix; rm -rf /\nEOF\n)\" && a", "cat git a"),
        ("a <<EOF\nno end", "a"),
        ("echo $((1<<2)); a", "echo a"),
        ("cat <<< x; a", "cat a"),
        ("a 'x <<EOF'\nb", "a b"),
        ("# it's <<EOF\na", "a"),
        ("cat <<EOF | ssh h bash\na; b\nEOF", "cat ssh bash a b"),
        ("cat > x.sh <<'EOF'\nrm -rf /\nEOF\na", "cat a"),
        ("if a <<EOF\nx\nEOF\nthen b; fi", "a b"),
        ("cat 3<<EOF\nx\nEOF\na", "cat a"),
        ("echo 'a\\' && b", "echo b"),
        ("a && b &&\nc", "a b c"),
    ],
)
def test_heads_of_here_documents_hide_nothing(vocabulary: Vocabulary, text: str, programs: str) -> None:
    line = parse_command_line(text, vocabulary)
    assert line.parsed, line.problems
    assert " ".join(command.program for command in line.commands) == programs


def test_words_behind_a_redirection_belong_to_the_command(vocabulary: Vocabulary) -> None:
    for text in ("grep > f -v x y", "a && grep > f -v x y", ">f grep -v x y", "grep -v x <<EOF y\nz\nEOF"):
        command = parse_command_line(text, vocabulary).commands[-1]
        assert command.words == ("grep", "-v", "x", "y"), text
        assert [(option.name, operand.value) for option in command.options for operand in command.operands] == [
            ("invert", "x"),
            ("invert", "y"),
        ]


@pytest.mark.parametrize(
    "text", ["tar '' x", "pkill -f '[[a--b]&&c]'", "ps ''", "<<< docker exec c a", "ssh h <<<'a' -p 2 b"]
)
def test_odd_words_are_read(vocabulary: Vocabulary, text: str) -> None:
    check(parse_command_line(text, vocabulary, own_shell="per_call"))


def test_the_body_of_a_here_document_is_kept_as_its_target(vocabulary: Vocabulary) -> None:
    command = parse_command_line("python3 - <<'EOF' > f\nprint(1)\nEOF", vocabulary).commands[0]
    assert [(one.stream, one.operator, one.target) for one in command.redirects] == [
        ("0", "<<", "print(1)\n"),
        ("1", ">", "f"),
    ]


@pytest.mark.parametrize(
    ("text", "problem", "programs"),
    [
        ('echo "unterminated', '"unterminated', ["echo", ""]),
        ("a)) ; b", "))", ["a", "", "b"]),
        ("a; if b", "if", ["", "a"]),
    ],
)
def test_what_cannot_be_parsed_is_quoted_and_the_rest_is_listed(
    vocabulary: Vocabulary, text: str, problem: str, programs: list[str]
) -> None:
    line = parse_command_line(text, vocabulary)
    assert not line.parsed
    assert any(problem in one for one in line.problems)
    assert [command.program for command in line.commands][: len(programs)] == programs
    assert any(not command.parsed for command in line.commands)


def test_a_line_of_another_shell_is_kept_whole(vocabulary: Vocabulary) -> None:
    line = parse_command_line("if ($x) { Get-Item y }", vocabulary, shell="powershell")  # noqa: S604 - a name; no shell is started
    assert [(one.program, one.text, one.parsed) for one in line.commands] == [("", "if ($x) { Get-Item y }", False)]


def test_a_line_beyond_the_limit_is_kept_whole(vocabulary: Vocabulary) -> None:
    text = "a;" * (COMMAND_CHARACTERS // 2 + 1)
    line = parse_command_line(text, vocabulary)
    assert (len(line.commands), line.parsed, line.commands[0].text) == (1, False, text)


@pytest.mark.parametrize("text", ["a;", "a | ", "a && ", "$(a) ", "if a; then b; fi; "])
def test_a_line_of_more_commands_than_anyone_writes_is_kept_whole_and_says_so(
    vocabulary: Vocabulary, text: str
) -> None:
    line = parse_command_line(text * (LINE_COMMANDS + 1) + "a", vocabulary)
    assert (len(line.commands), line.parsed, line.commands[0].text) == (1, False, line.text)
    assert line.problems


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "a" + ")" * 5000,
        "$(" * 500 + "a" + ")" * 500,
        "a | " * 3000 + "b",
        "a && " * 3000 + "b",
        "a 2>&1 | " * 1000 + "b",
        "if a; then " * 300 + "b" + "; fi" * 300,
        "ssh h pkill -f " + "a" * 20000 + ".*b.*c.*d; x",
        "'" * 10001,
        '"$(' * 300,
        "<<EOF " * 2000,
        "sudo " * 5000,
        "eval " * 5000 + "a",
        "echo " + "x" * 150_000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_lines_end_soon(vocabulary: Vocabulary, text: str) -> None:
    start = time.process_time()
    check(parse_command_line(text, vocabulary, own_shell="per_call"))
    assert time.process_time() - start < 10
