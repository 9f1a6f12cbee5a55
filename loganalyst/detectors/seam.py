"""What a code detector is: a module of this package with ``RULE`` and ``find``.

``RULE`` is the name that a rule file gives as its ``detector``. ``find(context)`` yields a Hit for each place; the
words, severities and examples stand in the rule file, whose cases ask about the captures of the hit.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules

from loganalyst.knowledge.redaction import SecretForm
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import Events, Place
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import Ledgers
from loganalyst.model.span import Span
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item


@dataclass(frozen=True)
class Context:
    """What a detector may read."""

    index: EventIndex
    secrets: tuple[SecretForm, ...] = ()
    """Forms of secrets, for the one detector that looks for them."""

    @property
    def events(self) -> Events:
        """Return the events of the transcript."""
        return self.index.events

    @cached_property
    def timeline(self) -> Timeline:
        """Return its events with their relations, worked out once for all detectors."""
        return Timeline(self.events)

    @property
    def ledgers(self) -> Ledgers:
        """Return its ledgers."""
        return self.index.ledgers


@dataclass(frozen=True, slots=True)
class Hit:
    """One place that a rule speaks of, before its words are chosen."""

    place: Place
    span: Span
    related: tuple[Related, ...] = ()
    captures: tuple[Capture, ...] = ()
    about: str | None = None
    missing: tuple[str, ...] = ()
    """Phrases such as "whether it printed"; with any, the hit's verdict is unknown."""


Detector = Callable[[Context], Iterator[Hit]]


def related_to(item: Item, why: str) -> Related | None:
    """Return an item as a related record; None for one that stands nowhere."""
    span = item.span
    return None if span is None else Related(span, item.place.message, item.place.location, why)


@cache
def code_detectors() -> Mapping[str, Detector]:
    """Return the detectors of this package by the names of their rules."""
    package = __name__.rpartition(".")[0]
    names = sorted(module.name for module in iter_modules(import_module(package).__path__))
    modules = [import_module(f"{package}.{name}") for name in names]
    return {module.RULE: module.find for module in modules if hasattr(module, "RULE")}
