"""Write reports, and what ``check`` found, as JSON of schema version 1; later versions only add to it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from pydantic_core import PydanticSerializationError, to_json

from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Finding
from loganalyst.model.gaps import Gaps, count_gaps
from loganalyst.model.ledger import Ledgers
from loganalyst.model.report import Report
from loganalyst.model.span import Line, Pointer, Row
from loganalyst.model.transcript import Damage, RecordLedger
from loganalyst.narrative.wording import write_number
from loganalyst.renderers._blocks import GENERATOR, MEMBER_KINDS, Json, location_document

if TYPE_CHECKING:  # what findings are written without
    from loganalyst.graph.view import View
    from loganalyst.model.graph import Node

NAME = "json"
SUFFIX = ".json"
SCHEMA_VERSION = 1


def render(report: Report) -> Iterator[str]:
    """Yield a report as JSON; figures are strings of decimal digits, so that none is rounded."""
    body = write_json(report)
    assert isinstance(body, dict)  # noqa: S101 - a dataclass is an object
    body["findings"] = [finding_document(finding) for finding in report.findings]
    yield from _encode({"schema_version": SCHEMA_VERSION, "tool": GENERATOR, "report": body})


def render_findings(analyses: Iterable[Analysis]) -> Iterator[str]:
    """Yield the document of ``check --format json``."""
    yield from _encode(findings_document(analyses))


def findings_document(analyses: Iterable[Analysis]) -> dict[str, Json]:
    """Return what ``check`` found in several transcripts; a session's sub-agents are analyses of their own."""
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": GENERATOR,
        "transcripts": [_transcript_document(analysis) for analysis in analyses],
    }


def _transcript_document(analysis: Analysis) -> dict[str, Json]:
    transcript = analysis.transcript
    entry: dict[str, Json] = {
        "path": transcript.path,
        "format": transcript.format,
        "transcript": transcript.id,
        "messages": len(transcript.messages),
        "records": transcript.ledger.records,
        "ledger": _ledger_document(transcript.ledger) | _gaps_document(count_gaps(transcript)),
        "ledgers": ledgers_document(analysis.ledgers),
        "findings": [finding_document(finding) for finding in analysis.findings],
    }
    if transcript.parent is not None:
        entry["parent"] = transcript.parent
    return entry


def _ledger_document(ledger: RecordLedger) -> dict[str, Json]:
    return {
        "read": ledger.read,
        "ignored": write_json(ledger.ignored),
        "unknown": write_json(ledger.unknown),
        "damaged": [_damage_document(damage) for damage in ledger.damaged],
        "notes": list(ledger.notes),
        "torn_end": ledger.torn_end,
    }


def _gaps_document(gaps: Gaps) -> dict[str, Json]:
    return {item.name: getattr(gaps, item.name) for item in fields(gaps)}


def _damage_document(damage: Damage) -> dict[str, Json]:
    return {**location_document(damage.location), "byte": damage.byte, "why": damage.why}


def ledgers_document(ledgers: Ledgers) -> dict[str, Json]:
    """Return the seven ledgers, each a list of rows."""
    names = ("hypotheses", "claims", "kills", "waits", "sweeps", "changes", "loose_ends")
    return {name: write_json(getattr(ledgers, name)) for name in names}


def finding_document(finding: Finding) -> dict[str, Json]:
    """Return one finding with the keys that every JSON of ours gives it."""
    document: dict[str, Json] = {
        "rule": finding.rule,
        "pack": finding.pack,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "verdict": finding.verdict.value,
        "transcript": finding.transcript,
        "message_index": finding.message_index,
        "location": location_document(finding.location),
        "quote": finding.span.quote,
        "message": finding.message,
        "related": [
            {
                "transcript": related.span.transcript,
                "message_index": related.message_index,
                "location": location_document(related.location),
                "why": related.why,
            }
            for related in finding.related
        ],
        "captures": {capture.name: capture.text for capture in finding.captures},
        "about": finding.about,
        "fingerprint": finding.fingerprint,
    }
    if finding.suppressed is not None:
        document["suppressed"] = finding.suppressed
    return document


def draw_graph(view: "View") -> Iterator[str]:
    """Yield the document of ``graph -f json``: a graph's nodes and edges, and the ledgers of its session."""
    yield from _encode(
        {
            "schema_version": SCHEMA_VERSION,
            "tool": GENERATOR,
            "nodes": [_node_document(node) for node in view.graph.nodes],
            "edges": [write_json(edge) for edge in view.graph.edges],
            "ledgers": ledgers_document(view.ledgers),
        }
    )


def _node_document(node: "Node") -> dict[str, Json]:
    return {
        "id": node.id,
        "kind": node.kind.value,
        "transcript": node.transcript,
        "message_index": node.message_index,
        "location": location_document(node.location),
        "label": node.label,
    }


def write_json(value: object) -> Json:
    """Return a value of the model as JSON: objects by their field names, members of a union with their ``kind``."""
    match value:
        case StrEnum():
            body: Json = value.value
        case None | bool() | int() | str():
            body = value
        case Decimal():
            body = write_number(value).replace(",", "")
        case Line() | Pointer() | Row():
            body = location_document(value)
        case Mapping():
            body = {str(name): write_json(item) for name, item in value.items()}
        case tuple() | list():
            body = [write_json(item) for item in value]
        case frozenset():
            body = sorted((write_json(item) for item in value), key=str)
        case _:
            body = _object_document(value)
    return body


def _object_document(value: object) -> dict[str, Json]:
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} has no JSON form")
    kind = MEMBER_KINDS.get(type(value).__name__)
    head: dict[str, Json] = {} if kind is None else {"kind": kind}
    return head | {field.name: write_json(getattr(value, field.name)) for field in fields(value)}


def _encode(document: dict[str, Json]) -> Iterator[str]:
    """Yield JSON text; lone surrogates are escaped, as no encoding has them."""
    try:
        yield to_json(document, indent=1).decode()
    except PydanticSerializationError:
        text = json.dumps(document, ensure_ascii=False, indent=1)
        yield text.encode("utf-8", errors="backslashreplace").decode("utf-8")
    yield "\n"


DRAWS = {"json": draw_graph}
