"""Commands are judged before they run, by what they are and by who will run them."""

import re
import subprocess
import sys

import pytest

from loganalyst.model.settings import Settings
from loganalyst.pipeline import lint, load_command_knowledge, load_knowledge

SELF_KILL = "pkill -f train.py; echo restarted"


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "loganalyst", "lint", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("way", "code"), [("ssh", 1), ("agent", 1), ("bash", 0)])
def test_who_runs_it_decides_whose_shell_holds_the_pattern(way: str, code: int) -> None:
    done = run(SELF_KILL, "--as", way, "--select", "pkill-matches-own-shell")
    assert (done.returncode, "pkill-matches-own-shell" in done.stdout) == (code, bool(code))


def test_a_harmless_command_is_passed_in_silence() -> None:
    done = run("ls -l /srv")
    assert (done.returncode, done.stdout) == (0, "")


def test_commands_come_one_a_line_from_standard_input() -> None:
    done = run("-", given="ls -l\nchmod -R 777 /srv\n\nkill -9 4102\n")
    assert done.returncode == 1
    assert any(line.startswith("line 2: ") and "blanket-permissions" in line for line in done.stdout.splitlines())


def test_a_hook_hands_over_what_the_agent_is_about_to_run() -> None:
    given = '{"tool_name": "Bash", "tool_input": {"command": "chmod -R 777 /srv"}}'
    done = run("--json", given=given)
    assert (done.returncode, "blanket-permissions" in done.stderr) == (1, True)


@pytest.mark.parametrize("given", ['{"tool_name": "Read", "tool_input": {"file_path": "/x"}}', "{}", "[]", '"text"'])
def test_a_hook_of_another_tool_is_passed(given: str) -> None:
    assert run("--json", given=given).returncode == 0


def test_a_hook_that_is_no_json_and_no_command_at_all_are_refused() -> None:
    assert run("--json", given="rm").returncode == 2
    assert run().returncode == 2


def test_a_line_that_cannot_be_parsed_is_no_crash() -> None:
    assert run("if then ( done '").returncode in (0, 1)


def test_what_is_known_of_symptoms_changes_nothing_for_a_command_that_has_not_run() -> None:
    settings = Settings()
    less, knowledge = load_command_knowledge(settings), load_knowledge(settings)
    commands = {
        command
        for rule in knowledge.rules.rules
        for example in rule.examples.match
        for command in re.findall(r"^\[bash[^]]*\] (.+)", example.transcript, re.MULTILINE)
    }
    assert commands
    for command in sorted(commands)[::8]:
        assert lint(command, "agent", less, settings) == lint(command, "agent", knowledge, settings)
