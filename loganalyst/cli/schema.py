"""``loganalyst schema``: the JSON Schemas of what is written and read."""

from enum import StrEnum
from typing import Annotated

import typer


class Document(StrEnum):
    """A kind of document that has a schema."""

    REPORT = "report"
    CHECK = "check"
    GRAPH = "graph"
    RULE = "rule"
    RULES = "rules"
    CONFIG = "config"


Which = Annotated[Document, typer.Argument(help="What to describe.", show_default=False)]


def schema(document: Which) -> None:
    """Print the JSON Schema of a document: what -f json writes, a rule file, or a settings file."""
    import json

    typer.echo(json.dumps(schema_of(document), ensure_ascii=False, indent=2))


def schema_of(document: Document) -> dict[str, object]:
    """Return the schema of a kind of document."""
    from loganalyst.cli.config import ConfigFile
    from loganalyst.renderers import schemas
    from loganalyst.ruleset.rule_schema import rule_schema

    match document:
        case Document.REPORT:
            return {**schemas.report_schema()}
        case Document.CHECK:
            return {**schemas.check_schema()}
        case Document.GRAPH:
            return {**schemas.graph_schema()}
        case Document.RULE:
            return rule_schema()
        case Document.RULES:
            return {**schemas.rules_schema()}
        case Document.CONFIG:
            return {"$schema": schemas.DIALECT, **ConfigFile.model_json_schema()}
