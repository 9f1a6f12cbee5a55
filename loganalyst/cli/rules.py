"""``loganalyst rules``: the rules themselves."""

from enum import StrEnum
from typing import Annotated

import typer

from loganalyst.cli import options
from loganalyst.errors import ConfigError, ExampleFailed

rules = typer.Typer(help="List the rules, or run their own examples.", no_args_is_help=True, rich_markup_mode=None)


class ListForm(StrEnum):
    """How the rules are listed."""

    TEXT = "text"
    JSON = "json"


Form = Annotated[ListForm, typer.Option("--format", "-f", help="How to print the list.")]
Names = Annotated[list[str] | None, typer.Argument(help="Names of rules; all when none is given.", show_default=False)]


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


@rules.command("test")
def run_examples(names: Names = None, *, folders: options.Rules = None) -> None:
    """Run the examples that stand in the rules; exit with 3 where one fails."""
    from loganalyst import pipeline

    chosen = options.settings(rules=folders)
    knowledge = pipeline.load_knowledge(chosen)
    known = {rule.name: rule for rule in knowledge.rules.rules}
    if unknown := sorted(set(names or ()) - set(known)):
        raise ConfigError(f"there is no rule {', '.join(unknown)}", hint="`loganalyst rules list` shows all of them")
    faults: list[str] = []
    for name in names or sorted(known):
        faults += pipeline.broken_examples(known[name], knowledge, chosen)
    if faults:
        raise ExampleFailed.gather([ExampleFailed(fault) for fault in faults])
    typer.echo(f"{len(names or known)} rules, all of their examples hold")
