"""The rules' own examples as records, so that a generated session gives every rule something to find."""

import json
from collections.abc import Iterator

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.model.transcript import Transcript
from loganalyst.readers.source import Source
from loganalyst.ruleset.rule import Rule
from tests.bench.generator import Record, Stretch, as_line, written_again
from tests.writers import claude_code

SETTINGS = Settings()
PLAIN = Settings(input_format="plain_text")


NEVER_LOOKED = (
    "absence-from-one-sample", "chain-skips-probe", "hypothesis-never-tested", "kill-not-verified",
    "status-read-as-health",
)  # fmt: skip
"""Rules about what nobody looks at afterwards, or before."""
AT_THE_END = "silent-end"


def woven() -> tuple[Stretch, ...]:
    """Return a matching example of each bundled rule, those about what nobody looks at together."""
    knowledge = pipeline.load_knowledge(SETTINGS)
    rules = sorted(knowledge.rules.rules, key=lambda rule: (rule.name == AT_THE_END, rule.name not in NEVER_LOOKED))
    return tuple(stretch for rule in rules for stretch in _matching(rule, knowledge))


def _matching(rule: Rule, knowledge: pipeline.Knowledge) -> Iterator[Stretch]:
    """Yield the first example in which a rule finds something when it is written as Claude Code does.

    Of a rule about what nobody looks at these are all, as the steps of other stretches may be looks for one of them.
    """
    for example in rule.examples.match:
        records = _records(pipeline.read(Source("example", example.transcript), PLAIN))
        session = pipeline.read(Source("example", b"".join(map(as_line, records))), SETTINGS)
        if any(finding.rule == rule.name for finding in pipeline.analyse(session, knowledge, SETTINGS).findings):
            yield Stretch(records, calm=rule.name in NEVER_LOOKED)
            if rule.name not in NEVER_LOOKED:
                return


def _records(transcript: Transcript) -> tuple[Record, ...]:
    """Return a transcript as records of Claude Code, each result with the copy that stands beside it."""
    records = tuple(map(json.loads, claude_code(transcript).splitlines()))
    for record in records:
        for block in record["message"]["content"]:
            if "tool_use_id" in block:
                record["toolUseResult"] |= written_again(block["content"])
    return records
