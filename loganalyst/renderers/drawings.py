"""The forms that a causal graph can be written in, found by walking this package."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

from loganalyst.errors import ConfigError
from loganalyst.graph.view import View

Draw = Callable[[View], Iterator[str]]


def drawing_form(name: str) -> Draw:
    """Return what writes a graph in a form; raise ConfigError with the names there are when there is none."""
    known = find_drawing_forms()
    if name not in known:
        raise ConfigError(f"graphs are not written as {name!r}", hint=f"one of {', '.join(known)}")
    return known[name]


def find_drawing_forms() -> dict[str, Draw]:
    """Return every form by its name; a module of the package has them as ``DRAWS``."""
    package = __name__.rpartition(".")[0]
    names = sorted(found.name for found in iter_modules(import_module(package).__path__) if found.name[0] != "_")
    forms: dict[str, Draw] = {}
    for name in names:
        forms |= getattr(import_module(f"{package}.{name}"), "DRAWS", {})
    return dict(sorted(forms.items()))
