"""JSON Schemas of the documents that are written; they name every key, and leave room for those of later versions.

Values of the model are described from their classes, as the writer of JSON reads them, what is around them by hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import StrEnum
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from loganalyst.model.finding import Confidence, Severity, Verdict
from loganalyst.model.gaps import Gaps
from loganalyst.model.graph import EdgeBasis, EdgeKind, NodeKind
from loganalyst.model.ledger import Ledgers
from loganalyst.model.report import Report
from loganalyst.model.span import Line, Pointer, Row, Span
from loganalyst.model.transcript import Tally
from loganalyst.renderers._blocks import MEMBER_KINDS, Json
from loganalyst.ruleset.schema import Status

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Json]

_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_DECIMAL: Schema = {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$"}
_PLAIN: Mapping[object, Schema] = {
    NoneType: {"type": "null"},
    bool: {"type": "boolean"},
    int: _NUMBER,
    str: _TEXT,
    Decimal: _DECIMAL,
}
_PLACES = frozenset({Line, Pointer, Row})
_LEDGERS = ("hypotheses", "claims", "kills", "waits", "sweeps", "changes", "loose_ends")


class _Definitions:
    """The schemas of classes by name, each written once and referred to from everywhere."""

    def __init__(self) -> None:
        self.known: Schema = {"Location": _location()}

    def of(self, hint: object) -> Schema:
        """Return the schema of what a type hint allows; raise TypeError for a type that has no JSON form."""
        origin, inner = get_origin(hint), get_args(hint)
        if isinstance(hint, type) and origin is None:
            return self._of_class(hint)
        if origin in {Union, UnionType}:
            return self._of_union(inner)
        if origin in {tuple, frozenset, list}:
            if origin is tuple and inner[-1] is not Ellipsis:
                return {"type": "array", "prefixItems": [self.of(item) for item in inner], "items": False}
            return _list(self.of(inner[0]))
        if origin is Mapping:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        raise TypeError(f"{hint} has no JSON form")

    def _of_union(self, members: Iterable[object]) -> Schema:
        kept = [member for member in members if member not in _PLACES]
        places: list[Json] = [_reference("Location")] if len(kept) < len(tuple(members)) else []
        every = places + [self.of(member) for member in kept]
        return {"anyOf": every} if len(every) > 1 else _reference("Location")

    def _of_class(self, hint: type) -> Schema:
        if hint in _PLAIN:
            return _PLAIN[hint]
        if hint in _PLACES:
            return _reference("Location")
        if hint.__name__ not in self.known:
            self.known[hint.__name__] = {}  # known while its own fields are read, which may hold it again
            self.known[hint.__name__] = self._definition(hint)
        return _reference(hint.__name__)

    def _definition(self, hint: type) -> Schema:
        if issubclass(hint, StrEnum):
            return _words(hint)
        if not is_dataclass(hint):
            raise TypeError(f"{hint.__name__} has no JSON form")
        hints = get_type_hints(hint)
        kind = MEMBER_KINDS.get(hint.__name__)
        head: Schema = {} if kind is None else {"kind": {"const": kind}}
        return _object(head | {item.name: self.of(hints[item.name]) for item in fields(hint)})


def report_schema() -> Schema:
    """Return the schema of ``report -f json``."""
    definitions = _Definitions()
    _finding(definitions)
    return _document(definitions, {"report": definitions.of(Report)})


def check_schema() -> Schema:
    """Return the schema of ``check -f json``."""
    definitions = _Definitions()
    tallies: Schema = _list(definitions.of(Tally))
    damaged: Schema = _list(_location({"byte": definitions.of(int | None), "why": _TEXT}))
    ledger: Schema = {
        "read": _NUMBER,
        "ignored": tallies,
        "unknown": tallies,
        "damaged": damaged,
        "notes": _TEXTS,
        "torn_end": {"type": "boolean"},
        **{item.name: _NUMBER for item in fields(Gaps)},
    }
    transcript: Schema = {
        "path": _TEXT,
        "format": _TEXT,
        "transcript": _TEXT,
        "messages": _NUMBER,
        "records": _NUMBER,
        "ledger": _object(ledger),
        "ledgers": _ledgers(definitions),
        "findings": _list(_finding(definitions)),
        "parent": _TEXT,
    }
    return _document(definitions, {"transcripts": _list(_object(transcript, optional=("parent",)))})


def graph_schema() -> Schema:
    """Return the schema of ``graph -f json``."""
    definitions = _Definitions()
    spans: Schema = _list(definitions.of(Span))
    node: Schema = {
        "id": _TEXT,
        "kind": _words(NodeKind),
        "transcript": _TEXT,
        "message_index": _NUMBER,
        "location": _reference("Location"),
        "label": _TEXT,
    }
    edge: Schema = {
        "source": _TEXT,
        "target": _TEXT,
        "kind": _words(EdgeKind),
        "basis": _words(EdgeBasis),
        "confidence": _words(Confidence),
        "because": _TEXT,
        "evidence": spans,
    }
    return _document(
        definitions, {"nodes": _list(_object(node)), "edges": _list(_object(edge)), "ledgers": _ledgers(definitions)}
    )


def rules_schema() -> Schema:
    """Return the schema of ``rules list -f json``."""
    rule: Schema = {
        "name": _TEXT,
        "pack": _TEXT,
        "title": _TEXT,
        "status": _words(Status),
        "severity": _words(Severity),
        "facts": _TEXTS,
        "references": _TEXTS,
    }
    return _document(_Definitions(), {"rules": _list(_object(rule))})


def _finding(definitions: _Definitions) -> Schema:
    """Return the schema of one finding."""
    place: Schema = {"transcript": _TEXT, "message_index": _NUMBER, "location": _reference("Location")}
    finding: Schema = {
        "rule": _TEXT,
        "pack": _TEXT,
        "severity": _words(Severity),
        "confidence": _words(Confidence),
        "verdict": _words(Verdict),
        **place,
        "quote": _TEXT,
        "message": _TEXT,
        "related": _list(_object({**place, "why": _TEXT})),
        "captures": {"type": "object", "additionalProperties": _TEXT},
        "about": definitions.of(str | None),
        "fingerprint": _TEXT,
        "suppressed": _TEXT,
    }
    definitions.known["Finding"] = _object(finding, optional=("suppressed",))
    return _reference("Finding")


def _ledgers(definitions: _Definitions) -> Schema:
    hints = get_type_hints(Ledgers)
    return _object({name: definitions.of(hints[name]) for name in _LEDGERS})


def _location(further: Schema | None = None) -> Schema:
    """Return the schema of a place in the input: a line, a pointer or a row; ``further`` keys stand beside."""
    ways: list[Json] = [{"required": ["line"]}, {"required": ["pointer"]}, {"required": ["table", "rowid"]}]
    keys: Schema = {"line": _NUMBER, "pointer": _TEXT, "table": _TEXT, "rowid": _NUMBER, "file": _TEXT, "member": _TEXT}
    return {"type": "object", "oneOf": ways, "required": list(further or ()), "properties": keys | (further or {})}


def _document(definitions: _Definitions, body: Schema) -> Schema:
    """Return the schema of a whole document around its own keys."""
    head: Schema = {"schema_version": {"const": 1}, "tool": _TEXT}
    return {"$schema": DIALECT, **_object(head | body), "$defs": definitions.known}


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "required": [name for name in properties if name not in optional],
        "properties": properties,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _words(words: type[StrEnum]) -> Schema:
    return {"enum": [word.value for word in words]}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
