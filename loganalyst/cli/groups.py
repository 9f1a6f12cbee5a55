"""Groups of verbs that load a verb when it is named, and answer for the others from a table."""

from collections.abc import Mapping, Sequence
from importlib import import_module

import typer
from typer._click import Command, Context, HelpFormatter
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from loganalyst.cli.verbs import Verb

HELP = ("-h", "--help")


class Named(TyperCommand):
    """A verb by its name and first line, which stands for it until it is loaded."""

    verb: Verb

    def load(self) -> Command:
        """Return the verb itself."""
        function = getattr(import_module(f"loganalyst.cli.{self.verb.home}"), self.verb.function)
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(self.name, cls=Loaded)(function)
        return get_command(alone)


class LightHelp(Command):
    """A command whose own options are truth values from the start, so that no pydantic is loaded to make them so."""

    def get_help_option(self, ctx: Context) -> TyperOption | None:
        """Return the option that prints help."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.default = False
        return option


class Loaded(LightHelp, TyperCommand):
    """A verb whose module is loaded."""


class Group(LightHelp, TyperGroup):
    """A group whose verbs are not loaded before they are named."""

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """Return the name of the verb that the arguments begin with, the verb itself, and the other arguments."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, found.load() if isinstance(found, Named) else found, rest

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:  # noqa: ARG002  the signature is typer's
        """Write the names of the verbs with the whole of their first lines."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb.help or "") for name, verb in self.commands.items()])


def group(name: str, title: str, verbs: Mapping[str, Verb], groups: Sequence[Group] = (), epilog: str = "") -> Group:
    """Return a group of verbs and of other groups, listed in this order."""
    commands: dict[str, Command] = {one: named(one, verb) for one, verb in verbs.items()}
    commands.update({inner.name or "": inner for inner in groups})
    return Group(
        name=name,
        help=title,
        commands=commands,
        epilog=epilog,
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": list(HELP)},
    )


def named(name: str, verb: Verb) -> Named:
    """Return what stands for a verb until it is loaded."""
    stand_in = Named(name, help=verb.first_line)
    stand_in.verb = verb
    return stand_in
