"""``loganalyst rules new``: a first file for a new rule."""

from pathlib import Path
from typing import Annotated

import typer

from loganalyst.errors import ConfigError, FilePlace

Address = Annotated[str, typer.Argument(metavar="PACK/NAME", help="Pack and name of the rule.", show_default=False)]
Into = Annotated[Path, typer.Option("--into", metavar="DIR", help="The folder of the packs.")]


def new_rule(address: Address, *, into: Into = Path("rules")) -> None:
    """Write a rule that loads and whose examples hold, to write your own over.

    A file that is there is left alone.
    """
    from loganalyst import __version__
    from loganalyst.ruleset.skeleton import write_skeleton

    pack, slash, name = address.partition("/")
    if not slash:
        raise ConfigError(f"'{address}' names no pack", hint="give PACK/NAME, such as timeouts/lost-signal")
    text = write_skeleton(pack, name, __version__)
    path = into / pack / f"{name}.yaml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as error:
        raise ConfigError("a file stands there already", place=FilePlace(str(path))) from error
    except OSError as error:
        raise ConfigError(f"cannot write: {error.strerror or error}", place=FilePlace(str(path))) from error
    typer.echo(str(path))
