"""The forms a report can be written in, found by walking this package."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from loganalyst.errors import ConfigError
from loganalyst.model.report import Report


class Renderer(Protocol):
    """A module that writes reports in one form."""

    NAME: str
    """What ``--format`` calls it."""
    SUFFIX: str
    """Ending of its files, with the dot."""

    def render(self, report: Report) -> Iterator[str]:
        """Yield the report piece by piece."""
        ...


def find_renderers() -> dict[str, Renderer]:
    """Return every renderer of the package by its name."""
    package = __name__.rpartition(".")[0]
    paths = import_module(package).__path__
    names = sorted(found.name for found in iter_modules(paths) if not found.name.startswith("_"))
    modules = (import_module(f"{package}.{name}") for name in names)
    return {module.NAME: cast("Renderer", module) for module in modules if hasattr(module, "NAME")}


def renderer(name: str) -> Renderer:
    """Return a renderer by name; raise ConfigError with the names there are when there is none."""
    known = find_renderers()
    if name not in known:
        raise ConfigError(f"there is no report form {name!r}", hint=f"one of {', '.join(known)}")
    return known[name]


def renderer_of_suffix(suffix: str) -> Renderer:
    """Return the renderer for a file ending such as ``.html``; raise ConfigError when no form has it."""
    found = next((form for form in find_renderers().values() if suffix == form.SUFFIX), None)
    if found is None:
        raise ConfigError(f"no report form ends in {suffix!r}", hint="name one with --format")
    return found
