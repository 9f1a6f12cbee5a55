"""Kinds of sessions beyond the examples of the rules on time limits and memory."""

import json

import pytest

from loganalyst import pipeline
from loganalyst.detectors.run import find_findings
from loganalyst.events.chain import derive_events
from loganalyst.ledgers.book import build_ledgers
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source
from loganalyst.resources import find_resources
from loganalyst.ruleset.loader import load_rule
from loganalyst.ruleset.rule import RuleSet

SETTINGS = Settings(input_format="plain_text", builtin_rules=False)
SETTINGS_OF_ANY = Settings(builtin_rules=False)
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)
PACKS = find_resources("rules")
CUT = "[result limit=60s by=tool timed-out]"


def found(rule: str, transcript: str, settings: Settings = SETTINGS) -> list[tuple[int, str]]:
    """Return where a rule fires, by message, with what it quotes."""
    pack = next(pack for pack in ("timeouts", "resources") if PACKS.joinpath(pack, f"{rule}.yaml").is_file())
    rules = RuleSet((load_rule(PACKS.joinpath(pack, f"{rule}.yaml"), pack),))
    events = derive_events(pipeline.read(Source("story", transcript), settings), KNOWLEDGE.vocabulary)
    ledgers = build_ledgers(events, KNOWLEDGE.symptoms)
    return [(one.message_index, one.span.quote) for one in find_findings(events, ledgers, rules)]


def test_a_stored_line_of_the_kernel_is_told_once_however_often_it_is_read() -> None:
    line = "[Sat Jan  3 13:18:02 2026] Out of memory: Killed process 7 (cicc) total-vm:9kB, anon-rss:8kB"
    look = f"[assistant] Again:\n[bash] sudo dmesg -T | grep -i 'killed process'\n[result exit=0]\n\\{line}\n"
    assert [message for message, _ in found("oom-kill", look * 3)] == [1]


def test_a_log_of_the_session_or_of_the_system_is_no_mere_file() -> None:
    told = "[result exit=0]\ng++: fatal error: Killed signal terminated program cc1plus\n"
    started = "[bash] nohup make > build.log 2>&1 < /dev/null &\n[result exit=0]\n"
    assert len(found("oom-kill", f"{started}[bash] tail -1 build.log\n{told}")) == 1
    assert found("oom-kill", f"{started}[bash] tail -1 notes.md\n{told}") == []
    assert len(found("oom-kill", f"[bash] grep terminated /var/log/build/7\n{told}")) == 1


def test_a_kill_before_explains_what_a_log_says_afterwards() -> None:
    started = "[bash] nohup make > build.log 2>&1 < /dev/null &\n[result exit=0]\n"
    kill = "[bash] pkill -9 cc1plus\n[result exit=0]\n"
    told = "[bash] tail -1 build.log\n[result exit=0]\ng++: fatal error: Killed signal terminated program cc1plus\n"
    assert found("oom-kill", started + kill + told) == []


def test_a_page_that_is_fetched_tells_nothing_of_this_machine() -> None:
    page = "[bash] curl -s https://example.org/faq\n[result exit=0]\nRuntimeError: CUDA out of memory.\n"
    assert found("oom-kill", page) == []


def test_an_edit_bears_on_an_installation_only_where_that_reads_the_file() -> None:
    install = f"[bash] pip install -r requirements.txt\n{CUT}\n"
    elsewhere = "[bash] sed -i 's/a/b/' app.py\n[result exit=0]\n"
    read = "[bash] sed -i 's/a/b/' requirements.txt\n[result exit=0]\n"
    assert len(found("retry-after-timeout-unchanged", install + elsewhere + install)) == 1
    assert found("retry-after-timeout-unchanged", install + read + install) == []


def test_a_limit_that_the_retry_does_not_know_to_be_larger_is_not_called_unchanged() -> None:
    first = "[bash] make\n[result by=tool timed-out]\n"
    assert found("retry-after-timeout-unchanged", first + "[bash timeout=600s] make\n[result exit=0]\n") == []
    assert len(found("retry-after-timeout-unchanged", first + "[bash] make\n[result exit=0]\n")) == 1


@pytest.mark.parametrize("between", ["[bash] ssh h 'pkill make'", "[bash] ssh h 'tail -1 build.log'"])
def test_a_kill_or_a_look_at_the_log_ends_the_doubt_about_remote_work(between: str) -> None:
    start = f"[bash] ssh h 'make -j 4'\n{CUT}\n"
    assert len(found("remote-left-running", start + start)) == 1
    assert found("remote-left-running", f"{start}{between}\n[result exit=0]\n{start}") == []


def test_a_terminal_takes_the_remote_work_along() -> None:
    start = f"[bash] ssh -tt h 'make -j 4'\n{CUT}\n"
    assert found("remote-left-running", start + start) == []


def test_a_short_command_that_answers_breaks_the_row_of_thrashing() -> None:
    heavy = f"[bash] ssh h 'make -j 64'\n{CUT}\n"
    cut, answered = f"[bash] ssh h uptime\n{CUT}\n", "[bash] ssh h uptime\n[result exit=0]\nup\n"
    assert len(found("thrashing", heavy + cut + cut)) == 1
    assert found("thrashing", heavy + cut + answered + cut) == []


def test_a_sweep_is_told_where_its_direction_holds() -> None:
    runs = "".join(f"[assistant] {jobs}:\n[bash] make -j {jobs}\n[result exit=2]\n" for jobs in (4, 8, 64, 32, 16))
    assert [message for message, _ in found("parameter-sweep", runs)] == [3, 5]


def test_a_bare_number_says_which_one_is_meant_and_is_no_knob() -> None:
    runs = "".join(f"[bash] python3 solve.py {day}\n[result exit=1]\n" for day in (1, 2, 3))
    assert found("parameter-sweep", runs) == []


def test_inline_code_that_differs_is_other_work() -> None:
    first = f"[bash] python3 -c 'import a; a.run()'\n{CUT}\n"
    other = f"[bash] python3 -c 'import b; b.run()'\n{CUT}\n"
    assert found("long-job-in-foreground", first + other) == []
    assert len(found("long-job-in-foreground", first + first)) == 1


def test_a_limit_that_stands_beside_the_output_is_quoted_and_not_what_was_printed() -> None:
    output = "Exit code: 124\nWall time: 10 seconds\nOutput:\nNow using node v22.20.0\nchmod: Operation not permitted\n"
    arguments = json.dumps({"command": "chmod -R u+w ."})
    items = (
        {"type": "function_call", "name": "shell_command", "arguments": arguments, "call_id": "a"},
        {"type": "function_call_output", "call_id": "a", "output": output},
    )
    meta = {"id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/", "originator": "codex_cli_rs"}
    records = [{"type": "session_meta", "payload": meta}, *({"type": "response_item", "payload": one} for one in items)]
    text = "\n".join(json.dumps({"timestamp": "2026-01-01T00:00:00Z", **record}) for record in records)
    assert found("tool-timeout", text, SETTINGS_OF_ANY) == [(1, "Exit code: 124")]
