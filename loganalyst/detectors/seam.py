"""What a code detector is: a module of this package with ``RULE`` and ``find``.

``RULE`` is the name that a rule file gives as its ``detector``. ``find(context)`` yields a Hit for each place; the
words, severities and examples stand in the rule file, whose cases ask about the captures of the hit.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules

from loganalyst.detectors.between import Between
from loganalyst.detectors.failures import Failures
from loganalyst.detectors.mentions import Mentions
from loganalyst.detectors.reruns import Reruns
from loganalyst.detectors.steps import Step, steps_in
from loganalyst.knowledge.redaction import Secrets
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.event import Events, Place
from loganalyst.model.finding import Capture, Related
from loganalyst.model.ledger import Ledgers
from loganalyst.model.span import Span
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item


@dataclass(frozen=True)
class Context:
    """What a detector may read; what several of them need is worked out once."""

    index: EventIndex
    secrets: Secrets = field(default_factory=dict)
    """The secrets of the transcript, for the one detector that tells of them."""

    @property
    def events(self) -> Events:
        """Return the events of the transcript."""
        return self.index.events

    @cached_property
    def failures(self) -> Failures:
        """Return how its calls failed."""
        return Failures(self.events)

    @cached_property
    def reruns(self) -> Reruns:
        """Return what compares its calls."""
        return Reruns(self.events)

    @cached_property
    def between(self) -> Between:
        """Return what tells of two calls whether something between them may bear on the later one."""
        return Between(self.events, self.reruns, self.failures)

    @cached_property
    def mentions(self) -> Mentions:
        """Return what the assistant says and runs, by the words that tell what it is about."""
        return Mentions(self.events)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Return its steps as they bear on what is said."""
        return tuple(steps_in(self.events))

    @cached_property
    def timeline(self) -> Timeline:
        """Return its events with their relations."""
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
