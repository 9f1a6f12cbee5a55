import pytest

from loganalyst.detectors.run import find_findings
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.ledger import Ledgers
from loganalyst.model.transcript import Role
from loganalyst.ruleset.rule import RuleSet
from tests.detectors.rule_texts import rule
from tests.detectors.story import Story, command

BODY = """
detection:
  first: {{kind: command, program: make}}
  other: {{{other}}}
  condition: first and other
finding: {{at: first, cases: [{{severity: note, confidence: high, message: found}}]}}
"""
MAKE = command("make -j8", role=CommandRole.LAUNCH)
LOOK = command("free", role=CommandRole.PROBE)


def found(story: Story, other: str) -> int:
    return len(find_findings(story.events(), Ledgers(), RuleSet((rule(BODY.format(other=other)),)), detectors={}))


def spaced(*commands: Command) -> Story:
    """Return a session with one command a turn, and a user's message before each."""
    story = Story()
    for one in commands:
        story.say("Go on.", Role.USER).say("Yes.").run(one)
    return story


@pytest.mark.parametrize(
    ("within", "hits"),
    [
        ("assistant_messages: 2", 1),
        ("assistant_messages: 1", 0),
        ("messages: 4", 1),
        ("messages: 3", 0),
        ("calls: 2", 1),
        ("calls: 1", 0),
    ],
)
def test_a_window_counts_in_its_unit_both_ways(within: str, hits: int) -> None:
    ls = command("ls")
    later = f"kind: command, program: free, after: first, within: {{{within}}}"
    earlier = f"kind: command, program: free, before: first, within: {{{within}}}"
    assert found(spaced(MAKE, ls, LOOK), later) == hits
    assert found(spaced(LOOK, ls, MAKE), earlier) == hits
    assert found(spaced(LOOK, ls, MAKE), later) == 0


@pytest.mark.parametrize(
    ("text", "host", "hits"),
    [("make   -j8", None, 1), ("make -j4", None, 0), ("make -j8", "192.0.2.1", 0)],
)
def test_a_repetition_is_the_same_words_on_the_same_host(text: str, host: str | None, hits: int) -> None:
    assert found(spaced(MAKE, command(text, host=host)), "kind: command, repeats: first") == hits


def test_names_of_logs_do_not_make_another_command() -> None:
    story = spaced(command("make all >one.log"), command("make all >two.log"))
    assert found(story, "kind: command, repeats: first") == 1


@pytest.mark.parametrize(("host", "hits"), [(None, 1), ("192.0.2.1", 0)])
def test_the_own_machine_is_one_host(host: str | None, hits: int) -> None:
    other = "kind: command, program: free, after: first, same: {host: first}"
    assert found(spaced(MAKE, command("free", host=host)), other) == hits


def test_the_parts_of_a_call_belong_together() -> None:
    story = Story().say().run(MAKE, LOOK, result="done").run(command("ls"), result="other")
    assert found(story, "kind: command, in_call: first") == 1
    assert found(story, "kind: result, answers: first, text|contains: done") == 1
    assert found(story, "kind: result, answers: first, text|contains: other") == 0
    assert found(story, "kind: call, in_call: first, program: ls") == 0
    assert found(story, "kind: command, after: first, same: {message: first}, program: ls") == 1


@pytest.mark.parametrize(
    ("tests", "hits"),
    [
        ("any: [{program: ls}, {program: free}]", 1),
        ("any: [{program: ls}, {program: cp}]", 0),
        ("not: {program: make}", 1),
        ("not: {role: [probe, launch]}", 0),
    ],
)
def test_tests_can_be_alternatives_and_turned_round(tests: str, hits: int) -> None:
    assert found(spaced(MAKE, LOOK), f"kind: command, after: first, {tests}") == hits
