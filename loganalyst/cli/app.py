"""The command line: the verbs, the verb that is meant when none is named, and the exit codes.

Heavy libraries are imported inside the verbs, so that ``--help`` answers at once.
"""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import typer
from typer.main import get_install_completion_arguments

from loganalyst.cli.complaints import confess, print_error, print_usage_error
from loganalyst.cli.groups import group
from loganalyst.cli.memory import without_collection
from loganalyst.cli.verbs import RULES, VERBS
from loganalyst.errors import ConfigError, LoganalystError

INTERRUPTED = 130
PIPE_CLOSED = 141

app = group(
    "loganalyst",
    "Read the transcript of a set-up or troubleshooting session and write up what each step could show.",
    VERBS,
    [group("rules", "List, test, document and begin rules.", RULES)],
    epilog="Examples:  loganalyst session.txt   |   loganalyst check sessions/*.jsonl --fail-on error",
)
for option in get_install_completion_arguments():
    option.default = False  # a flag that is False needs no pydantic to become one
    app.params.append(option)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code (DESIGN, "Contracts").

    A first argument that is neither an option nor a verb is a path, and ``report`` is put before it.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    speak_utf8()
    try:
        with without_collection():  # loading rules makes much that stays, and nothing that goes
            code = app.main(with_default_verb(given), prog_name="loganalyst", standalone_mode=False)
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


def speak_utf8() -> None:
    """Make the standard streams UTF-8 whatever the locale, so that the same input gives the same bytes everywhere.

    What is no UTF-8 stops nothing: a character stands for it where it comes in, its number where it goes out.
    """
    for stream, instead in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=instead)


def leave_pipe() -> int:
    """Send what is still buffered where nobody misses it, so that Python does not complain at its exit; return 141."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return PIPE_CLOSED


def with_default_verb(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with ``report`` in front where they begin with a path or ``-``."""
    first = arguments[0] if arguments else ""
    is_path = first == "-" or (first and not first.startswith("-") and first not in app.commands)
    if is_path and len(arguments) > 1 and (near := _verbs_like(first)):
        raise ConfigError(f"there is no verb {first}, nor a file of that name", hint=f"did you mean {near}?")
    return ["report", *arguments] if is_path else list(arguments)


def _verbs_like(word: str) -> str:
    """Return the verbs that a word which names no file may be meant for."""
    from difflib import get_close_matches
    from pathlib import Path

    return "" if Path(word).exists() else " or ".join(get_close_matches(word, app.commands, n=2))
