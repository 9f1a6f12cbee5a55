"""The forms that a session can be converted to, found by walking this package."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from loganalyst.errors import ConfigError
from loganalyst.model.transcript import Transcript


class Converter(Protocol):
    """A module that writes whole sessions in one form."""

    FORM: str
    """What ``convert --to`` calls it."""

    def convert(self, transcript: Transcript) -> Iterator[str]:
        """Yield a session with its sub-agents piece by piece."""
        ...


def converter(name: str) -> Converter:
    """Return a converter by name; raise ConfigError with the names there are when there is none."""
    known = _find_converters()
    if name not in known:
        raise ConfigError(f"sessions are not converted to {name!r}", hint=f"one of {', '.join(known)}")
    return known[name]


def _find_converters() -> dict[str, Converter]:
    package = __name__.rpartition(".")[0]
    paths = import_module(package).__path__
    names = sorted(found.name for found in iter_modules(paths) if not found.name.startswith("_"))
    modules = (import_module(f"{package}.{name}") for name in names)
    return {module.FORM: cast("Converter", module) for module in modules if hasattr(module, "FORM")}
