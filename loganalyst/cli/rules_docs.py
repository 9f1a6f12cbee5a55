"""``loganalyst rules docs``: a page of documentation for each rule."""

from pathlib import Path
from typing import Annotated

import typer

from loganalyst.cli import options

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Where the pages go.")]


def write_pages(
    folder: Folder = Path("docs/rules"),
    *,
    rules: options.Rules = None,
    no_builtin_rules: options.NoBuiltinRules = False,
    force: options.Force = False,
) -> None:
    """Write one Markdown page for each rule, and an index by pack.

    Pages of rules that are gone are removed.
    """
    from loganalyst.cli.output import write
    from loganalyst.errors import ConfigError, FilePlace
    from loganalyst.knowledge.facts import load_facts
    from loganalyst.renderers.rule_docs import MARK, pages
    from loganalyst.resources import find_resources
    from loganalyst.ruleset.files import rule_folders
    from loganalyst.ruleset.loader import load_rules

    chosen = options.settings(rules=rules, no_builtin_rules=no_builtin_rules)
    written = pages(load_rules(rule_folders(chosen)).rules, load_facts(find_resources("rules").joinpath("facts")))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot write: {error.strerror or error}", place=FilePlace(str(folder))) from error
    for name, text in written.items():
        write([text], str(folder / name), force=force)
    for path in sorted(folder.glob("*.md")):
        if path.name not in written and path.read_text("utf-8").startswith(MARK):
            path.unlink()
    typer.echo(f"{len(written)} pages in {folder}")
