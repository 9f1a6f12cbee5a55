"""``loganalyst rules test``: the examples that stand in the rules, as tests of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loganalyst.cli import options
from loganalyst.errors import ConfigError, ExampleFailed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loganalyst.ruleset.rule import Rule

Which = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH|NAME", help="Rule files, folders or names; all when none is given."),
]
_SUFFIXES = (".yaml", ".yml")


def run_examples(which: Which = None, *, folders: options.Rules = None) -> None:
    """Run the examples that stand in the rules; exit with 3 if one fails."""
    from dataclasses import replace

    from loganalyst import pipeline
    from loganalyst.ruleset.rule import RuleSet

    words = which or []
    paths = [word for word in words if _is_path(word)]
    names = [word for word in words if not _is_path(word)]
    # Rules given by path are tested as they stand there, whatever state the bundled ones are in.
    chosen = options.settings(rules=folders, no_builtin_rules=bool(paths) and not names)
    knowledge = pipeline.load_knowledge(chosen)
    tested = [*_named(names, knowledge.rules.rules), *_found(paths)] if words else list(knowledge.rules.rules)
    faults: list[str] = []
    for rule in tested:
        faults += pipeline.broken_examples(rule, replace(knowledge, rules=RuleSet((rule,))), chosen)
    if faults:
        raise ExampleFailed.gather([ExampleFailed(fault) for fault in faults])
    typer.echo(f"{len(tested)} rules, all of their examples hold")


def _is_path(word: str) -> bool:
    return "/" in word or word.endswith(_SUFFIXES) or Path(word).is_dir()


def _named(names: list[str], rules: "Iterable[Rule]") -> "list[Rule]":
    """Return the rules of some names, each once."""
    known = {rule.name: rule for rule in rules}
    if unknown := sorted(set(names) - set(known)):
        raise ConfigError(f"there is no rule {', '.join(unknown)}", hint="`loganalyst rules list` shows all of them")
    return [known[name] for name in dict.fromkeys(names)]


def _found(paths: list[str]) -> "list[Rule]":
    """Return the rules in some files and folders."""
    from loganalyst.errors import FilePlace
    from loganalyst.ruleset.loader import load_rule, load_rules

    rules: list[Rule] = []
    for word in paths:
        path = Path(word)
        if path.is_dir():
            rules += load_rules([path.resolve()]).rules
        elif path.is_file():
            rules.append(load_rule(path, path.resolve().parent.name))
        else:
            raise ConfigError("there is no such file or folder", place=FilePlace(word))
    return rules
