"""``loganalyst rules``: the rules themselves."""

from enum import StrEnum
from typing import Annotated

import typer

from loganalyst.cli import options
from loganalyst.cli.rules_accuracy import count_firings
from loganalyst.cli.rules_docs import write_pages
from loganalyst.cli.rules_examples import run_examples
from loganalyst.cli.rules_new import new_rule

rules = typer.Typer(help="List, test, document and begin rules.", no_args_is_help=True, rich_markup_mode=None)


class ListForm(StrEnum):
    """How the rules are listed."""

    TEXT = "text"
    JSON = "json"


Form = Annotated[ListForm, typer.Option("--format", "-f", help="How to print the list.")]


@rules.command("list")
def list_rules(*, form: Form = ListForm.TEXT, folders: options.Rules = None) -> None:
    """List all rules with pack, severity and title."""
    from loganalyst import pipeline
    from loganalyst.renderers.rule_docs import rule_entries, rule_table

    found = pipeline.load_knowledge(options.settings(rules=folders)).rules.rules
    if form is ListForm.JSON:
        import json

        document = {"schema_version": 1, "tool": "loganalyst", "rules": rule_entries(found)}
        typer.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        typer.echo("".join(rule_table(found)), nl=False)


@rules.command("schema")
def print_schema() -> None:
    """Print the JSON Schema of a rule file."""
    import json

    from loganalyst.ruleset.rule_schema import rule_schema

    typer.echo(json.dumps(rule_schema(), ensure_ascii=False, indent=2))


rules.command("test")(run_examples)
rules.command("new")(new_rule)
rules.command("docs")(write_pages)
rules.command("accuracy")(count_firings)
