"""Options that several verbs share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loganalyst.cli.completions import input_formats, rule_names

if TYPE_CHECKING:
    from loganalyst.cli.config import Config
    from loganalyst.model.settings import Settings

Session = Annotated[
    str,
    typer.Argument(
        metavar="SESSION", help="A transcript, a folder with one, or - for standard input.", show_default=False
    ),
]
InputFormat = Annotated[
    str,
    typer.Option(
        "--input-format",
        metavar="NAME",
        autocompletion=input_formats,
        help="Format of the input; by default it is recognised by content.",
    ),
]
Rules = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="DIR", help="A folder with further rules; can be repeated.", show_default=False),
]
NoBuiltinRules = Annotated[
    bool, typer.Option("--no-builtin-rules", help="Leave out the rules that come with loganalyst.")
]
Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="NAME",
        autocompletion=rule_names,
        help="Rules, packs or tags to run; can be repeated.",
        show_default=False,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore",
        metavar="NAME",
        autocompletion=rule_names,
        help="Rules, packs or tags to leave out; can be repeated.",
        show_default=False,
    ),
]
NoRedact = Annotated[bool, typer.Option("--no-redact", help="Show secrets as they stand in the transcript.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file even if loganalyst did not write it.")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Say only what went wrong.")]
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="Settings; by default the nearest loganalyst.toml.", show_default=False
    ),
]
NoConfig = Annotated[bool, typer.Option("--no-config", help="Read no settings file.")]


def config(given: Path | None, *, no_config: bool) -> "Config":
    """Return what the settings file says: the one given, else the nearest, else nothing."""
    from datetime import UTC, datetime

    from loganalyst.cli.config import Config, find_config, read_config

    today = datetime.now(UTC).date()
    if no_config:
        return Config()
    return read_config(given, today) if given else find_config(Path.cwd(), today)


def settings(
    *,
    input_format: str = "auto",
    rules: list[Path] | None = None,
    no_builtin_rules: bool = False,
    select: list[str] | None = None,
    ignore: list[str] | None = None,
    no_redact: bool = False,
) -> "Settings":
    """Return the settings that the options of a verb ask for."""
    from platformdirs import user_cache_path

    from loganalyst.model.settings import Settings

    return Settings(
        input_format=input_format,
        select=names(select),
        ignore=names(ignore),
        rule_folders=tuple(rules or ()),
        builtin_rules=not no_builtin_rules,
        redact=not no_redact,
        cache=user_cache_path("loganalyst"),
    )


def names(given: list[str] | None) -> tuple[str, ...]:
    """Return the names of a repeatable option, in which commas separate as well."""
    return tuple(name.strip() for group in given or () for name in group.split(",") if name.strip())
