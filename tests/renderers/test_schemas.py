"""The published schemas are those of the documents: nothing written is refused, and no key is left out."""

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from loganalyst import pipeline
from loganalyst.graph.view import Choice
from loganalyst.model.settings import Settings
from loganalyst.model.span import Line, Pointer
from loganalyst.model.transcript import Damage, RecordLedger, Tally
from loganalyst.readers.source import Source
from loganalyst.renderers.json import findings_document, render
from loganalyst.renderers.rule_docs import rule_entries
from loganalyst.renderers.schemas import Schema, check_schema, graph_schema, report_schema, rules_schema

SAMPLES = Path(__file__).parent.parent.parent / "samples"
FILES = sorted(path for path in SAMPLES.iterdir() if path.suffix in {".txt", ".jsonl"})
SETTINGS = Settings()
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)


def closed(schema: object) -> object:
    """Return a schema in which no object may have a key that it does not name."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {name: closed(part) for name, part in schema.items()}
    return whole | {"additionalProperties": False} if "required" in schema and "properties" in schema else whole


def faults(schema: Schema, document: object) -> list[str]:
    seen = json.loads(json.dumps(document))
    return [f"{fault.json_path}: {fault.message}" for fault in Draft202012Validator(closed(schema)).iter_errors(seen)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_check_and_report_write_is_described_key_by_key(file: Path) -> None:
    analyses = pipeline.check(Source(file.name, file.read_bytes()), KNOWLEDGE, SETTINGS)
    assert faults(check_schema(), findings_document(analyses)) == []
    report = pipeline.plan(analyses[0], KNOWLEDGE, SETTINGS)
    assert faults(report_schema(), json.loads("".join(render(report)))) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_graph_is_described_key_by_key(file: Path) -> None:
    (analysis, *_) = pipeline.check(Source(file.name, file.read_bytes()), KNOWLEDGE, SETTINGS)
    view = pipeline.graph(analysis, KNOWLEDGE, SETTINGS, Choice(picture=False))
    document = json.loads("".join(pipeline.draw(view, "json")))
    assert document["edges"]
    assert faults(graph_schema(), document) == []


def test_damage_sub_agents_and_suppressed_findings_are_described() -> None:
    file = SAMPLES / "stuck-install.txt"
    (analysis,) = pipeline.check(Source(file.name, file.read_bytes()), KNOWLEDGE, SETTINGS)
    ledger = RecordLedger(9, 6, (Tally("hook", 1, Line(3)),), (), (Damage(Pointer("/4", member="a"), 9, "no JSON"),))
    transcript = replace(analysis.transcript, ledger=ledger, parent="whole")
    findings = tuple(replace(finding, suppressed="known") for finding in analysis.findings)
    odd = replace(analysis, transcript=transcript, findings=findings)
    assert findings
    assert faults(check_schema(), findings_document([odd])) == []


def test_the_list_of_rules_is_described() -> None:
    document = {"schema_version": 1, "tool": "loganalyst", "rules": rule_entries(KNOWLEDGE.rules.rules)}
    assert faults(rules_schema(), document) == []


@pytest.mark.parametrize("make", [check_schema, graph_schema, report_schema, rules_schema])
def test_a_schema_is_one_and_refuses_another_version(make: Callable[[], Schema]) -> None:
    Draft202012Validator.check_schema(make())
    assert any("schema_version" in fault for fault in faults(make(), {"schema_version": 2, "tool": "x"}))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("findings", 0, "severity"), "fatal"),
        (("findings", 0, "location"), {"line": 1, "pointer": "/1"}),
        (("findings", 0, "location"), {"table": "parts"}),
        (("findings", 0, "captures"), {"pid": 634}),
        (("ledgers", "waits", 0, "spent", "number"), "1e3"),
        (("ledger", "read"), "6"),
    ],
    ids=str,
)
def test_what_is_not_of_the_form_is_refused(path: Iterable[str | int], value: object) -> None:
    file = SAMPLES / "stuck-install.txt"
    analyses = pipeline.check(Source(file.name, file.read_bytes()), KNOWLEDGE, SETTINGS)
    document = json.loads(json.dumps(findings_document(analyses)))
    broken = deepcopy(document)
    *steps, last = path
    place = broken["transcripts"][0]
    for step in steps:
        place = place[step]
    place[last] = value
    assert Draft202012Validator(check_schema()).is_valid(document)
    assert not Draft202012Validator(check_schema()).is_valid(broken)
