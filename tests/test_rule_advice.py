"""What rules advise is shell that can be run, and no rule of ours speaks against it."""

import re

import pytest

from loganalyst import pipeline
from loganalyst.model.finding import Severity
from loganalyst.model.settings import Settings
from loganalyst.ruleset.rule import Rule
from loganalyst.shell.line import parse_command_line

SETTINGS = Settings()
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)
CODE = re.compile(r"`([^`]+)`")


def commands(rule: Rule) -> list[str]:
    """Return what stands in backticks; a lone sign such as ``;`` is no command."""
    found = (" ".join(text.split()) for text in CODE.findall(rule.explain.instead))
    return [text for text in found if re.search(r"\w", text)]


@pytest.mark.parametrize("rule", KNOWLEDGE.rules.rules, ids=lambda rule: rule.name)
def test_the_advice_of_a_rule_is_sound_shell(rule: Rule) -> None:
    lines = [parse_command_line(text, KNOWLEDGE.vocabulary) for text in commands(rule)]
    assert [line.problems for line in lines if not line.parsed] == []
    spoken = [
        (text, finding.rule)
        for text in commands(rule)
        for finding in pipeline.lint(text, "bash", KNOWLEDGE, SETTINGS)
        if finding.severity is not Severity.NOTE
    ]
    assert spoken == []


def test_advice_that_a_rule_speaks_against_would_be_seen() -> None:
    assert pipeline.lint("strace -p 634 -e trace=write -c; pkill -9 -f ptxas; echo done", "ssh", KNOWLEDGE, SETTINGS)
