"""What is said on standard error when something goes wrong."""

import typer

from loganalyst.errors import LoganalystError

OUR_BUG = 70


def print_error(error: LoganalystError) -> None:
    """Print an error for people: what, where, and what to do; nothing of a traceback.

    Names of files and words of an input stand in it, so that nothing of it may steer the terminal.
    """
    from loganalyst.renderers._blocks import show_unseen

    for one in (error, *getattr(error, "others", ())):
        typer.echo(show_unseen(f"error: {one}"), err=True)
    if error.hint:
        typer.echo(show_unseen(f"hint: {error.hint}"), err=True)


def print_usage_error(error: typer.TyperException) -> int:
    """Print what is wrong with the arguments and return the exit code; no arguments at all ask for help only."""
    # pydantic begins its own errors so, and typer breaks lists of choices into lines.
    message = error.format_message().replace("Value error, ", "")
    if message.lower().startswith("usage:"):
        typer.echo(message, err=True)
    elif message:
        from loganalyst.renderers._blocks import show_unseen

        message = show_unseen(" ".join(message.split()))
        typer.echo(f"error: {message[:1].lower()}{message[1:]}", err=True)
        typer.echo("hint: `loganalyst --help` and `loganalyst VERB --help` show what can be given", err=True)
    return error.exit_code


def confess(error: Exception) -> int:
    """Say where loganalyst itself failed, without values, which could hold text of a transcript; return 70."""
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{frame.filename.rpartition('loganalyst')[2].lstrip('/')}:{frame.lineno}, in {frame.name}"
    typer.echo(f"error: loganalyst itself failed: {type(error).__name__} at {where}", err=True)
    typer.echo("hint: this is a bug; please report it with this line and the version", err=True)
    return OUR_BUG
