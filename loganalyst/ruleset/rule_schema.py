"""The JSON Schema of a rule file, for editors; the loader says more than a schema can."""

from loganalyst.ruleset.items import LEDGERS, LOG_KINDS
from loganalyst.ruleset.schema import KEBAB, RuleFile
from loganalyst.ruleset.selectors import Relation, Unit

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def rule_schema() -> dict[str, object]:
    """Return the schema: the form of the file with, inside ``detection``, the kinds and relations of selectors."""
    schema = RuleFile.model_json_schema()
    properties = schema["properties"]
    assert isinstance(properties, dict)  # noqa: S101 - a form has fields
    properties["detection"] = _detection()
    properties["detector"] = {"type": "string", "pattern": KEBAB}
    ways = [{"required": [way]} for way in ("detection", "detector")]
    return {"$schema": DIALECT, "title": "A rule of loganalyst", **_without_title(schema), "oneOf": ways}


def _without_title(schema: dict[str, object]) -> dict[str, object]:
    return {name: part for name, part in schema.items() if name != "title"}


def _detection() -> dict[str, object]:
    """Return the schema of ``detection``: selectors by name, their condition, and comparisons between them."""
    return {
        "type": "object",
        "required": ["condition"],
        "properties": {"condition": {"type": "string"}, "where": {"type": ["object", "array"]}},
        "additionalProperties": _selector(),
    }


def _selector() -> dict[str, object]:
    """Return the schema of a selector; its other keys are tests of fields, which the loader knows by kind."""
    name = {"type": "string"}
    units = {unit.value: {"type": "integer"} for unit in Unit}
    return {
        "type": "object",
        # In a row of a ledger, kind is a field like others.
        "if": {"required": ["ledger"]},
        "then": {"properties": {"ledger": {"enum": list(LEDGERS)}}},
        "else": {"required": ["kind"], "properties": {"kind": {"enum": [*LOG_KINDS, "hypothesis"]}}},
        "properties": {
            **{relation.value: name for relation in Relation},
            "within": {"type": "object", "properties": units, "additionalProperties": False, "maxProperties": 1},
            "same": {"type": "object", "additionalProperties": name},
            "any": {"type": "array", "items": {"type": "object"}},
            "not": {"type": "object"},
        },
    }
