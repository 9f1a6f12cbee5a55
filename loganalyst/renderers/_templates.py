"""Templates of pages: where they are, how strict they are, and what those of every form can ask for."""

from jinja2 import Environment, FunctionLoader, StrictUndefined

from loganalyst.renderers._blocks import (
    cut_excerpt,
    finding_anchor,
    message_anchor,
    message_name,
    show_unseen,
    write_location,
)
from loganalyst.resources import find_resources


def make_environment(*, is_markup: bool) -> Environment:
    """Return an environment whose templates escape what they are given if they are markup of HTML or SVG.

    Others fence and escape by filters of their own, and keep the line break at their end.
    """
    environment = Environment(
        autoescape=is_markup,  # noqa: S701 - Markdown is escaped by its filters
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=not is_markup,
        loader=FunctionLoader(read_template),
    )
    environment.filters.update(
        show=show_unseen,
        location=write_location,
        name=message_name,
        anchor=message_anchor,
        finding_anchor=finding_anchor,
        excerpt=cut_excerpt,
        kind=lambda value: type(value).__name__,
    )
    return environment


def read_template(name: str) -> str:
    """Return the text of a file of ``templates/``."""
    return find_resources("templates").joinpath(*name.split("/")).read_text(encoding="utf-8")
