"""``loganalyst explain``: what a rule looks for, why it matters, and what to do instead."""

from typing import Annotated

import typer

from loganalyst.cli import options
from loganalyst.cli.completions import rule_names
from loganalyst.errors import ConfigError

Name = Annotated[
    str, typer.Argument(metavar="NAME", autocompletion=rule_names, help="Name of a rule.", show_default=False)
]


def explain(name: Name, *, rules: options.Rules = None) -> None:
    """Explain a rule: what, why, instead, when it does not apply, and its examples."""
    from difflib import get_close_matches

    from loganalyst.cli.terminal import columns
    from loganalyst.knowledge.facts import load_facts
    from loganalyst.renderers.rule_docs import explanation
    from loganalyst.resources import find_resources
    from loganalyst.ruleset.files import named_files
    from loganalyst.ruleset.loader import load_rule

    known = named_files(options.settings(rules=rules))
    if name not in known:
        near = [one for one in sorted(known) if one.startswith(name)][:3] or get_close_matches(name, known, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "`loganalyst rules list` shows all of them"
        raise ConfigError(f"there is no rule {name}", hint=hint)
    pack, file = known[name]
    facts = load_facts(find_resources("rules").joinpath("facts"))
    typer.echo("".join(explanation(load_rule(file, pack), facts, columns())), nl=False)
