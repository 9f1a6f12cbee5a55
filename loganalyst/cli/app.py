"""The command line: the verbs, the verb that is meant when none is named, and the exit codes.

Heavy libraries are imported inside the verbs, so that ``--help`` answers at once.
"""

import os
import sys
from collections.abc import Sequence

import typer

from loganalyst.cli.check import check
from loganalyst.cli.complaints import confess, print_error, print_usage_error
from loganalyst.cli.convert import convert
from loganalyst.cli.discover import discover
from loganalyst.cli.explain import explain
from loganalyst.cli.formats import formats
from loganalyst.cli.graph import graph
from loganalyst.cli.lint import lint
from loganalyst.cli.report import report
from loganalyst.cli.rules import rules
from loganalyst.cli.schema import schema
from loganalyst.cli.show import show
from loganalyst.cli.validate import validate
from loganalyst.cli.why import why
from loganalyst.errors import ConfigError, LoganalystError

INTERRUPTED = 130
PIPE_CLOSED = 141

app = typer.Typer(
    name="loganalyst",
    help="Read the transcript of a set-up or troubleshooting session and write up what each step could show.",
    epilog="Examples:  loganalyst session.txt   |   loganalyst check sessions/*.jsonl --fail-on error",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(report)
app.command()(check)
app.command()(show)
app.command()(graph)
app.command()(why)
app.command()(lint)
app.command()(convert)
app.command()(discover)
app.command()(explain)
app.command()(formats)
app.command()(validate)
app.command()(schema)
app.add_typer(rules, name="rules")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code (DESIGN, "Contracts").

    A first argument that is neither an option nor a verb is a path, and ``report`` is put before it.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(with_default_verb(given), prog_name="loganalyst", standalone_mode=False)
        sys.stdout.flush()  # here a closed pipe is still ours to answer for
    except LoganalystError as error:
        print_error(error)
        code = error.exit_code
    except typer.TyperException as error:
        code = print_usage_error(error)
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        code = leave_pipe()
    except SystemExit as ended:
        # typer turns a closed pipe into an exit of its own.
        code = leave_pipe() if isinstance(ended.__context__, BrokenPipeError) else ended.code
    except Exception as error:  # the one place where a bug becomes an exit code
        code = confess(error)
    return int(code or 0)


def leave_pipe() -> int:
    """Send what is still buffered where nobody misses it, so that Python does not complain at its exit; return 141."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return PIPE_CLOSED


def with_default_verb(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with ``report`` in front where they begin with a path or ``-``."""
    first = arguments[0] if arguments else ""
    is_path = first == "-" or (first and not first.startswith("-") and first not in verbs())
    if is_path and len(arguments) > 1 and (near := _verbs_like(first)):
        raise ConfigError(f"there is no verb {first}, nor a file of that name", hint=f"did you mean {near}?")
    return ["report", *arguments] if is_path else list(arguments)


def _verbs_like(word: str) -> str:
    """Return the verbs that a word which names no file may be meant for."""
    from difflib import get_close_matches
    from pathlib import Path

    return "" if Path(word).exists() else " or ".join(get_close_matches(word, verbs(), n=2))


def verbs() -> frozenset[str]:
    """Return the names of all verbs."""
    commands = (command.name or command.callback.__name__ for command in app.registered_commands if command.callback)
    return frozenset((*commands, *(group.name or "" for group in app.registered_groups)))
