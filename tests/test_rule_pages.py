"""The pages of the rules are those that the rule files give; ``make docs`` renews them."""

from pathlib import Path

import pytest

from loganalyst import pipeline
from loganalyst.errors import RuleSyntaxError
from loganalyst.knowledge.facts import load_facts
from loganalyst.model.settings import Settings
from loganalyst.renderers.rule_docs import explanation, pages
from loganalyst.resources import find_resources

FACTS = load_facts(find_resources("rules").joinpath("facts"))
FOLDER = Path(__file__).parent.parent / "docs" / "rules"


def test_the_pages_are_those_of_the_rules() -> None:
    made = pages(pipeline.load_knowledge(Settings()).rules.rules, FACTS)
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    stale = sorted(name for name in {*made, *there} if made.get(name) != there.get(name))
    assert stale == [], "make docs"


def test_a_transcript_cannot_end_the_block_it_is_shown_in() -> None:
    rule = next(rule for rule in pipeline.load_knowledge(Settings()).rules.rules if rule.name == "oom-kill")
    example = rule.examples.match[0].model_copy(update={"transcript": "[bash] cat a.md\n```\n# not a heading\n````"})
    examples = rule.examples.model_copy(update={"match": (example,)})
    changed = rule.file.model_copy(update={"examples": examples})
    text = pages([type(rule)(changed, rule.pack, rule.path, rule.cases, rule.detection)], FACTS)["oom-kill.md"]
    assert "`````text\n[bash] cat a.md\n```\n# not a heading\n````\n`````\n" in text


def test_every_fact_that_a_rule_rests_on_is_told() -> None:
    rules = pipeline.load_knowledge(Settings()).rules.rules
    assert {fact for rule in rules for fact in rule.facts} - set(FACTS) == set()
    for rule in rules:
        told = " ".join("".join(explanation(rule, FACTS)).split())
        assert all(" ".join(FACTS[fact].split()) in told for fact in rule.facts)


@pytest.mark.parametrize("text", ["- a list\n", "one: [a, b]\n", "kill-is-asynchronous: told twice\n"])
def test_a_file_of_facts_of_another_form_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "first.yaml").write_text("kill-is-asynchronous: The process may live on.\n")
    (tmp_path / "second.yaml").write_text(text)
    with pytest.raises(RuleSyntaxError):
        load_facts(tmp_path)
