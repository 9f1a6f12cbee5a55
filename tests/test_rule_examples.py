"""Every rule does what its own examples say."""

import pytest

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.ruleset.rule import Rule

SETTINGS = Settings()
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)


@pytest.mark.parametrize("rule", KNOWLEDGE.rules.rules, ids=lambda rule: rule.name)
def test_a_rule_lives_up_to_its_examples(rule: Rule) -> None:
    assert pipeline.broken_examples(rule, KNOWLEDGE, SETTINGS) == ()
