"""``loganalyst lint``: the rules on a command that has not run yet."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer

from loganalyst.cli import options
from loganalyst.errors import ConfigError

FOUND = 1


class RunBy(StrEnum):
    """Who will run the command, which decides whose shell holds its text."""

    BASH = "bash"
    SSH = "ssh"
    AGENT = "agent"


Line = Annotated[
    str | None, typer.Argument(metavar="COMMAND", help="A command line, or - for one per line.", show_default=False)
]
As = Annotated[RunBy, typer.Option("--as", help="bash runs it here, ssh elsewhere, agent in a `bash -c` each.")]
Hook = Annotated[bool, typer.Option("--json", help="Read the JSON that an agent hands to a hook before a call.")]


def lint(
    command: Line = None,
    *,
    run_by: As = RunBy.BASH,
    hook: Hook = False,
    rules: options.Rules = None,
    select: options.Select = None,
    ignore: options.Ignore = None,
) -> None:
    """Say before a command runs what it could not show or could break; exit with 1 on a warning."""
    from loganalyst import pipeline
    from loganalyst.model.finding import Severity

    chosen = options.settings(rules=rules, select=select, ignore=ignore)
    knowledge = pipeline.load_command_knowledge(chosen)
    worst = Severity.NOTE
    for place, line in _lines(command, hook=hook):
        for finding in pipeline.lint(line, run_by.value, knowledge, chosen):
            worst = max(worst, finding.severity, key=lambda severity: severity.rank)
            typer.echo(f"{place}{finding.severity}[{finding.rule}]: {finding.message}", err=hook)
    raise typer.Exit(FOUND if worst.rank >= Severity.WARNING.rank else 0)


def _lines(command: str | None, *, hook: bool) -> Iterator[tuple[str, str]]:
    """Yield the commands to look at, each behind words that say where it stands if there may be several."""
    if hook:
        yield from (("", line) for line in _hook_command(sys.stdin.read()))
    elif command == "-":
        yield from ((f"line {n}: ", line.rstrip("\n")) for n, line in enumerate(sys.stdin, start=1) if line.strip())
    elif command is not None:
        yield "", command
    else:
        raise ConfigError("no command is given", hint="loganalyst lint 'COMMAND', or - for standard input")


def _hook_command(text: str) -> Iterator[str]:
    """Yield the command of a hook's input; a tool that runs none is nothing to look at."""
    import json

    try:
        given = json.loads(text)
    except ValueError as error:
        raise ConfigError(f"the hook's input is no JSON: {error}") from error
    arguments = given.get("tool_input", given) if isinstance(given, dict) else {}
    command = arguments.get("command") if isinstance(arguments, dict) else None
    if isinstance(command, str):
        yield command
