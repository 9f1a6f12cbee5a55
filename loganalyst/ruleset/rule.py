"""A rule ready to run, and the set of them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from loganalyst.errors import ConfigError
from loganalyst.model.finding import Confidence, Severity
from loganalyst.ruleset.operators import Test
from loganalyst.ruleset.schema import Examples, Explain, RuleFile, Status
from loganalyst.ruleset.selectors import Selector
from loganalyst.ruleset.table import Field
from loganalyst.ruleset.truth import Clause, leaves


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a sentence: a capture, or a field of a selector's event."""

    name: str
    selector: str | None = None
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One of the sentences that a rule can say, with when it says it."""

    when: Clause[Test] | None
    severity: Severity
    confidence: Confidence
    message: str
    """With ``{slots}``."""
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Detection:
    """How a declarative rule finds what it looks for."""

    selectors: tuple[Selector, ...]
    """The first is the trigger."""
    condition: Clause[str]
    where: Clause[Test] | None
    at: str
    also: tuple[tuple[str, str], ...]
    """Selectors of related records, each with why."""
    about: str | None

    @property
    def tests(self) -> Iterator[Test]:
        """Yield all that it asks of events."""
        for selector in self.selectors:
            yield from selector.asked
        if self.where is not None:
            yield from leaves(self.where)

    @property
    def trigger(self) -> Selector:
        """Return the selector whose hits start everything."""
        return self.selectors[0]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule file, understood."""

    file: RuleFile
    pack: str
    path: str
    cases: tuple[Case, ...]
    detection: Detection | None
    """None where a code detector finds it; then ``file.detector`` names that."""

    @property
    def name(self) -> str:
        """Return the rule's identity."""
        return self.file.name

    @property
    def title(self) -> str:
        """Return its short title."""
        return self.file.title

    @property
    def status(self) -> Status:
        """Return how far it is trusted."""
        return self.file.status

    @property
    def tags(self) -> tuple[str, ...]:
        """Return its tags."""
        return self.file.tags

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the ids of the facts that bound its words."""
        return self.file.facts

    @property
    def references(self) -> tuple[str, ...]:
        """Return links to documentation."""
        return self.file.references

    @property
    def explain(self) -> Explain:
        """Return what it finds, why that matters, and what to do instead."""
        return self.file.explain

    @property
    def falsepositives(self) -> tuple[str, ...]:
        """Return when it may be wrong."""
        return self.file.falsepositives

    @property
    def examples(self) -> Examples:
        """Return its examples."""
        return self.file.examples

    @property
    def severity(self) -> Severity:
        """Return the greatest severity of its cases."""
        return max((case.severity for case in self.cases), key=lambda severity: severity.rank)


@dataclass(frozen=True)
class RuleSet:
    """Rules in order of their names."""

    rules: tuple[Rule, ...] = ()

    @cached_property
    def _by_name(self) -> dict[str, Rule]:
        return {rule.name: rule for rule in self.rules}

    @property
    def patterns(self) -> Iterator[re.Pattern[str]]:
        """Yield the expressions that the rules look for in events."""
        for rule in self.rules:
            for test in rule.detection.tests if rule.detection is not None else ():
                yield from test.patterns

    def get(self, name: str) -> Rule | None:
        """Return the rule of a name, or None."""
        return self._by_name.get(name)

    def chosen(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> tuple[Rule, ...]:
        """Return the rules that any word of ``select`` (all, when empty) and none of ``ignore`` names.

        A word is the name of a rule, a pack or a tag; raise ConfigError for one that names nothing.
        """
        wanted, unwanted = frozenset(select), frozenset(ignore)
        known = {word for rule in self.rules for word in _words(rule)}
        for word in sorted((wanted | unwanted) - known):
            raise ConfigError(f"no rule, pack or tag is called '{word}'", hint="loganalyst rules list shows them")
        return tuple(
            rule for rule in self.rules if (not wanted or wanted & _words(rule)) and not unwanted & _words(rule)
        )


def _words(rule: Rule) -> frozenset[str]:
    """Return all words that choose a rule."""
    return frozenset({rule.name, rule.pack, *rule.tags})
