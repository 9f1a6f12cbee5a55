"""``loganalyst explain``: what a rule looks for, why it matters, and what to do instead."""

from typing import Annotated

import typer

from loganalyst.cli import options
from loganalyst.errors import ConfigError

Name = Annotated[str, typer.Argument(help="Name of a rule.", show_default=False)]


def explain(name: Name, *, rules: options.Rules = None) -> None:
    """Explain a rule: what, why, instead, when it does not apply, and its examples."""
    from difflib import get_close_matches

    from loganalyst import pipeline
    from loganalyst.renderers.rule_docs import explanation

    knowledge = pipeline.load_knowledge(options.settings(rules=rules))
    known = {rule.name: rule for rule in knowledge.rules.rules}
    if name not in known:
        near = [one for one in known if one.startswith(name)][:3] or get_close_matches(name, known, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "`loganalyst rules list` shows all of them"
        raise ConfigError(f"there is no rule {name}", hint=hint)
    typer.echo("".join(explanation(known[name])), nl=False)
