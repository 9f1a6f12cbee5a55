"""The words that a report takes from the knowledge files: rules, symptoms, terms and assumptions."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from loganalyst.knowledge.teaching import Assumed, Teaching, Term
from loganalyst.ruleset.rule import RuleSet
from loganalyst.ruleset.symptoms import SymptomProbe, SymptomRule


@dataclass(frozen=True, slots=True)
class RuleWords:
    """What a rule says for people."""

    name: str
    title: str
    why: str
    instead: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RivalWords:
    """An explanation that a symptom may have."""

    name: str
    title: str
    ask: str | None = None
    """What to look at to tell it from others."""
    facts: tuple[str, ...] = ()
    says: tuple[re.Pattern[str], ...] = ()
    """Words by which a speaker voices it."""
    untelling: frozenset[str] = frozenset()
    """Facts of the looks of which no answer says anything of it."""
    because: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Why a hit says what it says, by the facts of the look."""


@dataclass(frozen=True, slots=True)
class SymptomWords:
    """A symptom by its title, with its rival explanations, the more common first."""

    name: str
    title: str
    rivals: tuple[RivalWords, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All words that a report can draw on."""

    rules: Mapping[str, RuleWords] = field(default_factory=dict)
    symptoms: Mapping[str, SymptomWords] = field(default_factory=dict)
    terms: tuple[Term, ...] = ()
    assumptions: tuple[Assumed, ...] = ()

    def rival(self, symptom: str | None, name: str | None) -> RivalWords | None:
        """Return the words for a rival of a symptom, or None."""
        known = self.symptoms.get(symptom or "")
        return next((rival for rival in known.rivals if rival.name == name), None) if known else None


def _is_untelling(probe: SymptomProbe) -> bool:
    return {str(probe.hit), str(probe.miss), str(probe.silence)} == {"nothing"}


def make_lexicon(ruleset: RuleSet, symptoms: Iterable[SymptomRule], teaching: Teaching) -> Lexicon:
    """Return the words of loaded rules, symptoms and teaching files."""
    rules = (
        RuleWords(rule.name, rule.title, rule.explain.why, rule.explain.instead, rule.facts) for rule in ruleset.rules
    )
    return Lexicon(
        {words.name: words for words in rules},
        {
            symptom.name: SymptomWords(
                symptom.name,
                symptom.title,
                tuple(
                    RivalWords(
                        rival.name,
                        rival.title,
                        rival.ask,
                        tuple(dict.fromkeys(fact for probe in rival.probes for fact in probe.facts)),
                        rival.says,
                        frozenset(fact for probe in rival.probes if _is_untelling(probe) for fact in probe.facts),
                        {probe.facts: probe.because for probe in rival.probes if probe.because},
                    )
                    for rival in symptom.rivals
                ),
            )
            for symptom in symptoms
        },
        teaching.terms,
        teaching.assumptions,
    )
