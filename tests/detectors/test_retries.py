"""Attempts that end alike, and what lies among them."""

import pytest

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source

SETTINGS = Settings(input_format="plain_text")
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)
BRACE = "[bash] }\n[result exit=2]\nbash: -c: line 1: syntax error near unexpected token `}'\n"
BRACKET = "[bash] ]}\n[result exit=127]\nbash: line 1: ]}: command not found\n"


def loops(transcript: str) -> list[str]:
    """Return the sentences of what is found to be a loop."""
    (analysis,) = pipeline.check(Source("story", transcript), KNOWLEDGE, SETTINGS)
    return [one.message for one in analysis.findings if one.rule == "retry-loop"]


def test_attempts_with_other_failures_between_each_are_no_loop() -> None:
    assert loops(BRACE + BRACKET + BRACE + BRACKET + BRACE) == []


def test_three_attempts_side_by_side_are_said_to_be_in_a_row() -> None:
    assert [one.partition(" ends")[0] for one in loops(BRACE * 3)] == ["Attempt 3 in a row"]


def test_an_attempt_right_after_another_is_the_third_but_not_in_a_row_where_one_lies_further_back() -> None:
    (sentence,) = loops(BRACE + BRACKET + BRACE + BRACE)
    assert "for the third time" in sentence
    assert "in a row" not in sentence


def test_a_loop_is_told_once_however_long_it_goes_on() -> None:
    assert len(loops(BRACE * 6)) == 1


def failed(command: str, error: str, status: int = 1) -> str:
    return f"[bash] {command}\n[result exit={status}]\n{error}\n"


@pytest.mark.parametrize(
    ("commands", "error"),
    [
        (
            ("ssh root@h uptime", "ssh root@h 'free -h'", "ssh root@h hostname"),
            "root@h: Permission denied (publickey).",
        ),
        (("sudo systemctl restart web", "sudo -n nginx -s reload", "sudo reboot"), "sudo: a password is required"),
        (
            ("git push origin main", "git push -u origin main", "git push origin HEAD:main"),
            "fatal: unable to access 'https://github.com/a/b.git/': The requested URL returned error: 403",
        ),
        (("python3 a.py", "python3 tools/b.py", "python3 c.py -v"), "ModuleNotFoundError: No module named 'yaml'"),
    ],
)
def test_what_the_stage_that_failed_did_not_read_makes_no_other_attempt(commands: tuple[str, ...], error: str) -> None:
    assert len(loops("".join(failed(command, error) for command in commands))) == 1


def test_another_host_another_interpreter_or_an_installation_between_begins_anew() -> None:
    denied = "{}: Permission denied (publickey)."
    assert loops("".join(failed(f"ssh {host} uptime", denied.format(host)) for host in ("a", "b", "c"))) == []
    missing = "ModuleNotFoundError: No module named 'yaml'"
    programs = ("python3", ".venv/bin/python3", "/opt/py/bin/python3")
    assert loops("".join(failed(f"{program} a.py", missing) for program in programs)) == []
    install = "[bash] pip install pyyaml\n[result exit=0]\nSuccessfully installed pyyaml-6\n"
    twice = failed("python3 a.py", missing) + failed("python3 b.py", missing)
    assert loops(twice + install + failed("python3 c.py", missing)) == []


LIMIT = "[result limit=60s by=tool timed-out]"
CUT = "[bash] conda env create -f environment.yml{}\n[result limit=30s by=tool timed-out]\n{}\n"
EDIT = "[call Edit path=environment.yml] {}\n[result]\nFile edited\n"


def test_no_local_file_bears_on_work_that_is_cut_while_it_fetches() -> None:
    stage = "Collecting package metadata (repodata.json): ...working..."
    assert len(loops(EDIT.join(CUT.format(flag, stage) for flag in ("", " --dry-run", "")))) == 1
    other = "Solving environment: ...working..."
    assert loops(EDIT.join(CUT.format(flag, other) for flag in ("", " --dry-run", ""))) == []
    faster = "[bash] conda install -y -n base conda-libmamba-solver\n[result exit=0]\ndone\n"
    assert loops(faster.join(CUT.format("", stage) for _ in range(3))) == []


def test_a_tool_that_says_that_its_own_limit_fired_is_called_again_like_a_command() -> None:
    click = "[call browser] click('32')\n[result exit=1]\nTimeoutError: Locator.click: Timeout 500ms exceeded.\n"
    (analysis,) = pipeline.check(Source("story", click * 2), KNOWLEDGE, SETTINGS)
    assert [one.rule for one in analysis.findings if one.rule.startswith("retry")] == ["retry-after-timeout-unchanged"]


@pytest.mark.parametrize(
    ("commands", "error"),
    [
        (
            ("cd /srv/ap && npm test", "cd /srv/ap && npx jest", "cd /srv/ap && ls"),
            "bash: cd: /srv/ap: No such file or directory",
        ),
        (("npm run dev", "node server.js", "npm start"), "Error: listen EADDRINUSE: address already in use :::3000"),
        (
            ("git add .", "git commit -m a", "git commit -am b"),
            "fatal: Unable to create '/srv/a/.git/index.lock': File exists.",
        ),
        (
            ("docker ps", "docker info", "docker compose up -d"),
            "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        ),
    ],
)
def test_what_stands_in_the_way_of_every_command_alike_makes_them_one_attempt(
    commands: tuple[str, ...], error: str
) -> None:
    assert len(loops("".join(failed(command, error) for command in commands))) == 1


def test_another_port_is_another_attempt() -> None:
    taken = "Error: listen EADDRINUSE: address already in use :::{}"
    assert loops("".join(failed(f"PORT={port} node a.js", taken.format(port)) for port in (3000, 3001, 3002))) == []


def test_a_status_that_a_filter_hides_hides_no_failure_that_the_lines_tell() -> None:
    install = "[bash] pip install foo 2>&1 | tail -{}\n[result exit=0]\nERROR: No matching distribution found for foo\n"
    assert len(loops("".join(install.format(lines) for lines in (2, 3, 5)))) == 1
    done = "[bash] pip install foo 2>&1 | tail -{}\n[result exit=0]\nSuccessfully installed foo-1.0\n"
    assert loops("".join(done.format(lines) for lines in (2, 3, 5))) == []


def test_a_filter_of_the_output_changes_nothing_about_a_limit() -> None:
    runs = "".join(f"[bash] pytest -q{tail}\n{limit}\n" for tail in ("", " 2>&1 | tail -20") for limit in [LIMIT])
    (analysis,) = pipeline.check(Source("story", runs), KNOWLEDGE, SETTINGS)
    assert "retry-after-timeout-unchanged" in [one.rule for one in analysis.findings]


def test_a_line_that_the_shell_could_not_read_changed_nothing() -> None:
    again = failed("node run.js --fast", "Error: Cannot find module 'left-pad'")
    complaint = "bash: -c: line 1: syntax error near unexpected token `|'"
    unread = f"[bash] | > notes.txt mv new.js run.js\n[result exit=2]\n{complaint}\n"
    (analysis,) = pipeline.check(Source("story", again + unread + again), KNOWLEDGE, SETTINGS)
    assert "retry-unchanged" in [one.rule for one in analysis.findings]


@pytest.mark.parametrize(("beside", "repeated"), [("cd app && ", True), (". env/bin/activate && ", False)])
def test_a_script_is_repeated_from_another_folder_but_not_in_another_environment(
    beside: str, *, repeated: bool
) -> None:
    error = "ModuleNotFoundError: No module named 'torch'"
    story = failed("python3 train.py", error) + failed(f"{beside}python3 ../train.py --fast", error)
    (analysis,) = pipeline.check(Source("story", story), KNOWLEDGE, SETTINGS)
    assert ("retry-unchanged" in [one.rule for one in analysis.findings]) == repeated


def test_another_end_of_the_same_tool_among_attempts_leaves_none_in_a_row() -> None:
    click = "[call browser] click('{}')\n[result exit=1]\n{}\n[assistant] Again:\n"
    limit = click.format(32, "TimeoutError: Locator.click: Timeout 500ms exceeded.")
    other = click.format(33, "ValueError: no element has the id 33")
    (sentence,) = loops(limit * 2 + other + limit)
    assert "for the third time" in sentence
    assert "Attempt 3 in a row" in loops(limit * 3)[0]


def refuted(last: str) -> list[str]:
    """Return what is said against a cause whose remedy is followed by the same error and some last words."""
    error = "[result exit=1]\nerror: schema version 12 is not known to the migrator\n"
    cause = "[assistant] Found the cause: the migrator reads an old lock file. I put another one there:\n"
    change = "[bash] cp new.lock /srv/app/migrate.lock\n[result exit=0]\n[assistant] Again:\n"
    story = f"[bash] ./deploy.sh\n{error}{cause}{change}[bash] ./deploy.sh\n{error}[assistant] {last}\n"
    (analysis,) = pipeline.check(Source("story", story), KNOWLEDGE, SETTINGS)
    return [one.message for one in analysis.findings if one.rule == "claim-contradicted-later"]


def test_a_cause_is_not_refuted_where_its_remedy_did_not_stay() -> None:
    assert len(refuted("The lock file is the new one.")) == 1
    assert refuted("The lock file was restored by the service.") == []
