"""``loganalyst rules list`` and ``rules schema``: the rules, and the form of a rule file."""

from enum import StrEnum
from typing import Annotated

import typer

from loganalyst.cli import options


class ListForm(StrEnum):
    """How the rules are listed."""

    TEXT = "text"
    JSON = "json"


Form = Annotated[ListForm, typer.Option("--format", "-f", help="How to print the list.")]


def list_rules(*, form: Form = ListForm.TEXT, folders: options.Rules = None) -> None:
    """List all rules with pack, severity and title."""
    from loganalyst.renderers.rule_docs import rule_entries, rule_table
    from loganalyst.ruleset.files import rule_folders
    from loganalyst.ruleset.loader import load_rules

    found = load_rules(rule_folders(options.settings(rules=folders))).rules
    if form is ListForm.JSON:
        import json

        document = {"schema_version": 1, "tool": "loganalyst", "rules": rule_entries(found)}
        typer.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        typer.echo("".join(rule_table(found)), nl=False)


def print_schema() -> None:
    """Print the JSON Schema of a rule file."""
    import json

    from loganalyst.ruleset.rule_schema import rule_schema

    typer.echo(json.dumps(rule_schema(), ensure_ascii=False, indent=2))
