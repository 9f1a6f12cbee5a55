import json
from dataclasses import replace

import pytest

from loganalyst.model.analysis import Analysis
from loganalyst.model.event import Events
from loganalyst.model.ledger import Ledgers, Wait
from loganalyst.model.span import Line, Location, Pointer, Row
from loganalyst.model.transcript import Damage, RecordLedger, Tally
from loganalyst.renderers._blocks import location_document
from loganalyst.renderers.json import findings_document, render, render_findings
from tests.narrative.made import cut, make_finding, make_report, make_transcript, waited

MADE = make_transcript()
WAIT = Wait("w1", 0, 491, cut(MADE, 491, 1, "uv pip install"), waited(MADE).inputs[0], "limit", "uv")
LEDGER = RecordLedger(
    9, 6, (Tally("hook", 1, Line(3)),), (), (Damage(Line(7), 120, "no JSON"), Damage(Pointer("/4"), 9, "no"))
)
ANALYSIS = Analysis(replace(MADE, ledger=LEDGER), Events(MADE), Ledgers(waits=(WAIT,)), (make_finding(MADE),))


def test_what_check_found_has_the_promised_keys() -> None:
    document = json.loads("".join(render_findings([ANALYSIS])))
    assert (document["schema_version"], document["tool"].split()[0]) == (1, "loganalyst")
    (entry,) = document["transcripts"]
    assert list(entry) == ["path", "format", "transcript", "messages", "records", "ledger", "ledgers", "findings"]
    assert entry["ledger"]["damaged"] == [
        {"line": 7, "byte": 120, "why": "no JSON"},
        {"pointer": "/4", "byte": 9, "why": "no"},
    ]
    assert entry["ledgers"]["waits"][0]["spent"]["number"] == "300"
    assert list(entry["ledgers"]) == ["hypotheses", "claims", "kills", "waits", "sweeps", "changes", "loose_ends"]
    (finding,) = entry["findings"]
    assert list(finding) == [
        "rule",
        "pack",
        "severity",
        "confidence",
        "verdict",
        "transcript",
        "message_index",
        "location",
        "quote",
        "message",
        "related",
        "captures",
        "about",
        "fingerprint",
    ]
    assert finding["location"] == {"line": 10}
    assert finding["captures"] == {"program": "ls"}
    assert finding["related"][0] == {
        "transcript": "made",
        "message_index": 493,
        "location": {"line": 11},
        "why": "what came back",
    }


def test_a_sub_agent_names_its_parent() -> None:
    child = replace(ANALYSIS, transcript=replace(MADE, parent="whole"))
    (entry,) = json.loads(json.dumps(findings_document([child])))["transcripts"]
    assert entry["parent"] == "whole"


@pytest.mark.parametrize(
    ("location", "document"),
    [
        (Line(3), {"line": 3}),
        (Pointer("/messages/2", file="a.json"), {"pointer": "/messages/2", "file": "a.json"}),
        (Row("parts", 8, member="x.db"), {"table": "parts", "rowid": 8, "member": "x.db"}),
    ],
)
def test_each_kind_of_place_has_its_own_keys(location: Location, document: dict[str, object]) -> None:
    assert location_document(location) == document


def test_a_report_tells_its_slots_apart() -> None:
    document = json.loads("".join(render(make_report(MADE))))
    kinds = {
        slot["kind"]
        for section in document["report"]["sections"]
        for block in section["blocks"]
        if block["kind"] == "paragraph"
        for statement in block["statements"]
        for slot in statement["slots"].values()
    }
    assert kinds == {"message", "figure", "quotation", "words"}


def test_text_that_no_encoding_has_is_escaped() -> None:
    made = make_transcript("torn \ud800 half")
    text = "".join(render(make_report(made)))
    assert text.encode()
    assert "\\ud800" in text
