"""Other tools, programs and wordings of what the examples of the rules show, and what looks like them."""

import json

import pytest

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source

PLAIN = Settings(input_format="plain_text")
OPENHANDS = Settings(input_format="openhands")
KNOWLEDGE = pipeline.load_knowledge(PLAIN)


def fired(transcript: str, settings: Settings = PLAIN) -> dict[str, list[int]]:
    """Return the messages in which rules fire in a transcript, by rule."""
    found: dict[str, list[int]] = {}
    for analysis in pipeline.check(Source("story", transcript), KNOWLEDGE, settings):
        for finding in analysis.findings:
            if finding.verdict == "match":
                found.setdefault(finding.rule, []).append(finding.message_index)
    return found


@pytest.mark.parametrize(
    ("killing", "reading", "answer"),
    [
        ("[bash] taskkill /F /IM node.exe", "[bash] cat kill.log", 'ERROR: The process "node.exe" not found.'),
        ('[call KillShell] {"shell_id": "abc1"}', '[call Read] {"path": "kill.log"}', "No shell found with ID: abc1"),
        ("[bash] kill 812", "[bash] cat kill.log", "zsh: kill: kill 812 failed: no such process"),
    ],
)
def test_a_kill_that_reached_nothing_may_say_so_in_other_words(killing: str, reading: str, answer: str) -> None:
    assert "failed-kill" in fired(f"{killing}\n[result exit=1]\n{answer}")
    assert "failed-kill" not in fired(f"{reading}\n[result exit=1]\n{answer}")


def interrupted(suffix: str, status: int) -> str:
    """Return a session of OpenHands in which an interrupt is typed to what runs."""
    shell = {"action": "run", "source": "agent"}
    seen = {"observation": "run", "source": "agent"}
    waits = "\n[The command has no new output after 10 seconds. You may wait longer to see additional output.]"
    meta = {"exit_code": -1, "suffix": waits}
    last = {"exit_code": status, "suffix": suffix or waits}
    events = [
        {"id": 0, **shell, "args": {"command": "python3 train.py", "thought": ""}},
        {
            "id": 1,
            **seen,
            "cause": 0,
            "content": "epoch 1",
            "extras": {"command": "python3 train.py", "metadata": meta},
        },
        {"id": 2, **shell, "args": {"command": "C-c", "is_input": True, "thought": ""}},
        {"id": 3, **seen, "cause": 2, "content": "^C", "extras": {"command": "C-c", "metadata": last}},
    ]
    return json.dumps(events)


def test_an_interrupt_after_which_the_command_still_runs_has_failed() -> None:
    assert "failed-kill" in fired(interrupted("", -1), OPENHANDS)
    ended = "\n[The command completed with exit code 130.]"
    assert "failed-kill" not in fired(interrupted(ended, 130), OPENHANDS)


@pytest.mark.parametrize("line", ['"', ">>> python3 --version", "> >> apt update", "ls -la /srv]]>", "$ npm install"])
def test_what_is_no_command_of_any_shell_is_told_by_its_ends(line: str) -> None:
    assert "garbled-command" in fired(f"[bash] {line}\n[result exit=2]\nbash: syntax error")


@pytest.mark.parametrize(
    "line", ["> /var/log/app.log", "> out.txt ls", ">log ./run", "printf '<command>ls</command>\\n' > job.xml"]
)
def test_a_redirection_in_front_and_markup_in_quotes_are_no_garbage(line: str) -> None:
    assert "garbled-command" not in fired(f"[bash] {line}\n[result exit=0]")


def test_three_looks_with_waits_of_their_own_calls_between_are_a_poll() -> None:
    wait = "[bash] sleep 60\n[result exit=0]\n"
    look = "[bash] tail -2 build.log\n[result exit=0]\nCollecting torch\n"
    assert "poll-without-progress" in fired((wait + look) * 3)
    assert "poll-without-progress" not in fired(wait + look * 3)


def test_an_age_that_grows_is_no_progress() -> None:
    look = "[bash] sleep 30; kubectl get pods\n[result exit=0]\nweb-1   0/1     {}     0          {}\n"
    assert "poll-without-progress" in fired("".join(look.format("Pending", age) for age in ("30s", "1m", "1m30s")))
    states = ("Pending", "ContainerCreating", "Running")
    assert "poll-without-progress" not in fired("".join(look.format(state, "1m") for state in states))


def test_a_rollout_that_is_looked_at_once_is_no_more_ready_than_a_unit() -> None:
    look = "sleep 15 && kubectl get pods\n[result exit=0]\nweb-1   1/1     Running     0          15s\n"
    assert "one-shot-readiness" in fired(f"[bash] kubectl rollout restart deploy/web && {look}")
    assert "one-shot-readiness" not in fired(f"[bash] kubectl config use-context lab && {look}")


def test_names_of_a_library_that_are_guessed_one_after_another_are_a_guessed_interface() -> None:
    guess = (
        "[bash] python3 -c 'import foo; foo.{0}()'\n[result exit=1]\n"
        "AttributeError: module 'foo' has no attribute '{0}'\n"
    )
    help_of_it = "[bash] python3 -c 'import foo; print(dir(foo))'\n[result exit=0]\n['parse']\n"
    guesses = [guess.format(name) for name in ("load", "read", "open_file")]
    assert "guessed-interface" in fired("".join(guesses))
    assert "guessed-interface" not in fired(guesses[0] + guesses[1] + help_of_it + guesses[2])
    nothing = "".join(guesses).replace("module 'foo'", "'NoneType' object")
    assert "guessed-interface" not in fired(nothing)


def test_a_heading_alone_shows_that_the_target_of_a_kill_is_gone() -> None:
    kill = "[bash] kill 812; sleep 1; ps -p 812\n[result exit=1]\n    PID TTY          TIME CMD\n"
    assert "failed-kill" not in fired(kill)
    assert "failed-kill" in fired(kill + "    812 pts/0    00:00:03 python3\n")


def test_a_log_that_speaks_of_requests_is_more_than_a_status() -> None:
    start = "[bash] docker compose up -d && sleep 5 && docker compose {}\n[result exit=0]\n{}\n"
    said = "[assistant] The web service is up and serving requests.\n"
    logs = start.format("logs --tail 5 web", "web-1  | GET /health 200")
    assert fired(logs + said).keys().isdisjoint({"status-read-as-health", "one-shot-readiness"})
    assert "status-read-as-health" in fired(start.format("ps", "web-1   Up 4 seconds") + said)


def test_versions_that_are_looked_up_or_given_are_no_sweep() -> None:
    for line in ("npm view react@{}.0 dependencies", "docker build -t app:{}.0 .", "git tag v{}.0"):
        runs = (f"[bash] {line.format(number)}\n[result exit=0]\ndone\n" for number in (16, 17, 18))
        assert "parameter-sweep" not in fired("".join(runs))


def test_a_kill_by_pattern_that_ends_with_one_has_matched_no_process() -> None:
    assert "failed-kill" in fired("[bash] pkill -x gone\n[result exit=1]")
    assert "failed-kill" not in fired("[bash] pkill -x vite\n[result exit=0]")
    assert "failed-kill" not in fired("[bash] pkill -x vite || true\n[result exit=0]")
    assert "failed-kill" not in fired("[bash] pgrep -x gone\n[result exit=1]")
