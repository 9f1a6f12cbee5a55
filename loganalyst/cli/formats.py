"""``loganalyst formats``: the formats that can be read, and what a file is taken for."""

from typing import Annotated

import typer

Session = Annotated[
    str | None,
    typer.Argument(metavar="FILE", help="A file to recognise; without one, all formats.", show_default=False),
]


def formats(session: Session = None) -> None:
    """List the formats, or show for a file how surely each reader knows it by its content, and why."""
    from loganalyst.cli.inputs import source
    from loganalyst.readers.detection import detect, readers

    known = {reader.NAME: reader for reader in readers()}
    if session is None:
        for name, reader in known.items():
            mark = "" if reader.VERIFIED else "  (unverified against a real file)"
            typer.echo(f"{name:20} {reader.TITLE}{mark}")
        return
    guesses = [guess for guess in detect(source(session)) if guess.score]
    for guess in guesses:
        typer.echo(f"{guess.score:3} {guess.format:20} {guess.reason}")
    if not guesses:
        typer.echo("no reader knows it; text can be read with --input-format plain_text or terminal_text")
