"""The pages of the rules are those that the rule files give; ``make docs`` renews them."""

from pathlib import Path

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.renderers.rule_docs import pages

FOLDER = Path(__file__).parent.parent / "docs" / "rules"


def test_the_pages_are_those_of_the_rules() -> None:
    made = pages(pipeline.load_knowledge(Settings()).rules.rules)
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    stale = sorted(name for name in {*made, *there} if made.get(name) != there.get(name))
    assert stale == [], "make docs"


def test_a_transcript_cannot_end_the_block_it_is_shown_in() -> None:
    rule = next(rule for rule in pipeline.load_knowledge(Settings()).rules.rules if rule.name == "oom-kill")
    example = rule.examples.match[0].model_copy(update={"transcript": "[bash] cat a.md\n```\n# not a heading\n````"})
    examples = rule.examples.model_copy(update={"match": (example,)})
    changed = rule.file.model_copy(update={"examples": examples})
    text = pages([type(rule)(changed, rule.pack, rule.path, rule.cases, rule.detection)])["oom-kill.md"]
    assert "`````text\n[bash] cat a.md\n```\n# not a heading\n````\n`````\n" in text
