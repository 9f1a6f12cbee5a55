"""What a reader needs to know, what was taken for granted, and the steps, on sessions made for one thing each."""

import json

import pytest

from loganalyst.knowledge.teaching import Teaching, load_teaching
from loganalyst.model.report import Report
from loganalyst.model.span import Value
from loganalyst.model.trait import Trait
from loganalyst.narrative.walk import walk_statements
from loganalyst.resources import find_resources
from tests.narrative.test_printed import report_on


def teaching() -> Teaching:
    return load_teaching(find_resources("rules").joinpath("teaching"))


def keys(report: Report, beginning: str) -> set[str]:
    return {one.key for one in walk_statements(report) if one.key.startswith(beginning)}


def terms(report: Report) -> set[str]:
    return {one.subject.name for one in walk_statements(report) if one.key == "glossary.term" and one.subject}


def session(*lines: str, output: str = "ok") -> str:
    calls = "".join(f"[bash id=c{n}] {line}\n[result of=c{n} exit=0]\n{output}\n" for n, line in enumerate(lines))
    return f"[msg 1] [user] See to it.\n[msg 2] [assistant] I look at it:\n{calls}[msg 3] [assistant] Seen.\n"


@pytest.mark.parametrize("entry", teaching().terms, ids=lambda entry: entry.term)
def test_a_term_is_told_in_at_most_two_sentences(entry: object) -> None:
    text = getattr(entry, "text", "")
    assert text.endswith(".")
    assert text.count(". ") <= 1


def test_names_of_terms_and_assumptions_are_given_once() -> None:
    known = teaching()
    names = [*(one.term for one in known.terms), *(one.name for one in known.assumptions)]
    assert len(names) == len(set(names))


def test_each_assumption_of_a_command_names_a_trait_that_there_is() -> None:
    given = {trait for one in teaching().assumptions for trait in (*one.trait, *one.behind)}
    assert given <= set(Trait)
    assert all(one.trait or one.text for one in teaching().assumptions)


def test_only_terms_that_the_report_uses_are_told() -> None:
    assert "zombie" in terms(report_on(session("ps -ef", output="root 7 1 0 10:00 ? 00:00:00 [sh] <defunct>"), 2))
    assert terms(report_on(session("ls /srv"), 2)) == set()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("systemctl start app && sleep 2 && systemctl status app", "fixed-wait"),
        ("systemctl start app", "started-stays-up"),
        ("kill 4711", "number-still-names-it"),
        ("ps aux | grep cc1", "sought-by-name"),
        ("killall worker", "exact-names"),
        ("pkill -f worker", "workers-stay-dead"),
        ("nvidia-smi -L", "listed-can-compute"),
        ("nvidia-smi topo -m", "distance-is-ability"),
        ("curl -s http://192.0.2.7/health", "answered-is-well"),
        ("nc -z 192.0.2.7 80", "open-port-serves"),
        ("rm -f /srv/app/app.lock", "lock-file-is-lock"),
        ("dmesg | tail -3", "kernel-log-readable"),
        ("uptime", "load-is-processors"),
    ],
)
def test_what_a_command_takes_for_granted_is_told(line: str, name: str) -> None:
    assert f"assumption.{name}" in keys(report_on(session(line), 2), "assumption.")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("sleep 2; echo done", "fixed-wait"),
        ("kill %1", "number-still-names-it"),
        ("ps aux", "sought-by-name"),
        ("nvidia-smi topo -p2p r", "distance-is-ability"),
        ("curl -fsS http://192.0.2.7/health", "answered-is-well"),
        ("rm -f /srv/app/app.log", "lock-file-is-lock"),
    ],
)
def test_what_it_does_not_take_for_granted_is_not(line: str, name: str) -> None:
    assert f"assumption.{name}" not in keys(report_on(session(line), 2), "assumption.")


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("ssh 192.0.2.7 'echo alive'", True),
        ("ssh 192.0.2.7 'echo alive && uptime'", True),
        ("ssh 192.0.2.7 'echo == load; uptime'", False),
        ("ssh 192.0.2.7 'uptime && echo done'", False),
        ("echo alive", False),
    ],
)
def test_a_word_from_another_machine_is_a_probe_only_in_front(line: str, asks: bool) -> None:  # noqa: FBT001 - parametrised
    report = report_on(session(line, output="alive"), 2)
    asked = [
        slot for one in walk_statements(report) for slot in one.slots.values() if "other machine answers" in str(slot)
    ]
    assert bool(asked) is asks


def test_the_steps_tell_a_guess_a_look_and_what_was_done() -> None:
    log = (
        "[msg 1] [user] See to it.\n"
        "[msg 2] [assistant] Installing it:\n[bash id=a timeout=60s] pip install flash-attn\n"
        "[result of=a limit=60s by=tool timed-out]\n"
        "[msg 3] [assistant] It may be compiling something. I look:\n[bash id=b] ps aux\n[result of=b exit=0]\n"
        "root 7 0.0 0.1 1 1 ? S 10:00 0:00 pip install flash-attn\n"
        "[msg 4] [assistant] I stop it:\n[bash id=c] kill 7\n[result of=c exit=0]\n"
    )
    steps = [one for one in walk_statements(report_on(log, 3)) if one.key == "method.step"]
    assert [one.subject.name for one in steps if one.subject] == ["2", "3", "3", "4"]
    assert {"stance", "rival"} <= set(steps[1].slots)


def rows(report: Report, key: str) -> list[str]:
    return [one.template for one in walk_statements(report) if one.key == key]


def test_a_call_that_was_refused_is_said_not_to_have_run() -> None:
    log = session("rm -rf /srv/old").replace("exit=0]\nok", "refused]\nThe user said no.")
    assert any("did not run" in template for template in rows(report_on(log, 2), "probe.reading"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ls /srv 2>/dev/null", "thrown away"),
        ("pkill worker || true", "passed over"),
        ("make 2>&1 | grep rror", "the same filter"),
    ],
)
def test_where_errors_go_is_told_as_the_line_has_it(line: str, words: str) -> None:
    told = [one for key in ("probe.limits", "probe.blind") for one in rows(report_on(session(line), 2), key)]
    assert any(words in template for template in told)


def test_many_sentences_on_which_the_log_does_not_tell_are_counted() -> None:
    said = " ".join(f"The part {name} is better made." for name in ("one", "two", "three", "four", "five", "six"))
    report = report_on(session("ls /srv").replace("I look at it:", said), 2)
    told = [one for one in walk_statements(report) if one.key == "claim.stance" and "words" in one.slots]
    more = [one for one in walk_statements(report) if one.key == "claim.untold"]
    assert len(told) + sum(int(one.slots["count"].number) for one in more if isinstance(one.slots["count"], Value)) == 6
    assert more


def test_a_tool_that_is_no_shell_is_named_with_what_it_was_given() -> None:
    call = {"type": "tool_use", "id": "a", "name": "Grep", "input": {"pattern": "listen", "path": "/srv/app"}}
    found = {"type": "tool_result", "tool_use_id": "a", "content": "listen 80"}
    turns = [
        {"role": "user", "content": "See to it."},
        {"role": "assistant", "content": [{"type": "text", "text": "A look:"}, call]},
        {"role": "user", "content": [found]},
        {"role": "assistant", "content": [{"type": "text", "text": "Seen."}]},
    ]
    report = report_on(json.dumps(turns), 3, "made.json")
    assert "Grep" in {getattr(one.slots.get("tool"), "text", None) for one in walk_statements(report)}
