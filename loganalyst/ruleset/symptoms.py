"""Symptoms with their rival explanations, read from ``rules/symptoms``."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath

from pydantic import ValidationError

from loganalyst.errors import DuplicateRule, FilePlace, RuleError, RuleSyntaxError
from loganalyst.knowledge.yaml_lines import Path, YamlDocument, read_yaml
from loganalyst.model.ledger import Reading as ProbeAnswer
from loganalyst.ruleset.clauses import Found, Reading
from loganalyst.ruleset.faults import Faults
from loganalyst.ruleset.items import LOG_KINDS
from loganalyst.ruleset.patterns import PatternError, compile_pattern
from loganalyst.ruleset.selectors import Selector, resolver
from loganalyst.ruleset.symptom_schema import ProbeForm, RivalForm, SymptomExamples, SymptomFile


@dataclass(frozen=True, slots=True)
class SymptomProbe:
    """A probe that can tell of a rival."""

    probe: Selector
    """Picks the command that looks."""
    sees: tuple[Selector, ...]
    """Any of them in the probe's output is a hit."""
    hit: ProbeAnswer
    miss: ProbeAnswer
    silence: ProbeAnswer
    facts: tuple[str, ...]
    because: str | None
    """Why a hit says what it says, as a clause."""


@dataclass(frozen=True, slots=True)
class Rival:
    """One explanation of a symptom."""

    name: str
    title: str
    says: tuple[re.Pattern[str], ...]
    """Words by which a speaker voices it, in any case."""
    common: int
    """1 where it is common, 3 where it is rare; orders rivals and is never printed."""
    acts: tuple[Selector, ...]
    """Commands that take it for true."""
    probes: tuple[SymptomProbe, ...]
    ask: str | None


@dataclass(frozen=True, slots=True)
class SymptomRule:
    """A symptom: how it is recognised, and what may lie behind it."""

    name: str
    title: str
    recognise: tuple[Selector, ...]
    subject: tuple[str, ...]
    general: bool
    """It gives way to a more special symptom that shows on the same host at that time."""
    signs: int
    """How many signs on one subject make it."""
    rivals: tuple[Rival, ...]
    """The more common first, then as written."""
    facts: tuple[str, ...]
    examples: SymptomExamples
    path: str

    @property
    def patterns(self) -> Iterator[re.Pattern[str]]:
        """Yield the expressions for which its selectors look."""
        probes = [probe for rival in self.rivals for probe in rival.probes]
        acts = (act for rival in self.rivals for act in rival.acts)
        looks = (selector for probe in probes for selector in (probe.probe, *probe.sees))
        for selector in (*self.recognise, *acts, *looks):
            for test in selector.asked:
                yield from test.patterns

    def rival(self, name: str) -> Rival | None:
        """Return a rival by its name."""
        return next((rival for rival in self.rivals if rival.name == name), None)


def load_symptoms(folder: Traversable | FilePath) -> tuple[SymptomRule, ...]:
    """Return the symptoms of all YAML files in a folder, by name.

    Raise RuleError with every fault of every file, each with its line, if there is any; DuplicateRule is one of them.
    """
    faults: list[RuleError] = []
    rules: dict[str, SymptomRule] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".yaml"):
            continue
        try:
            rule = read_symptom(file.read_bytes(), file.name)
        except RuleError as error:
            faults.extend((error, *error.others))
            error.others = ()
            continue
        if rule.name in rules:
            faults.append(DuplicateRule(f"the symptom '{rule.name}' is also in {rules[rule.name].path}"))
        else:
            rules[rule.name] = rule
    if faults:
        raise RuleError.gather(faults)
    return tuple(rules[name] for name in sorted(rules))


def read_symptom(data: bytes, path: str) -> SymptomRule:
    """Return the symptom in a file's bytes; raise RuleSyntaxError with every fault of it."""
    try:
        document = read_yaml(data.decode(), path)
    except UnicodeDecodeError as error:
        raise RuleSyntaxError(
            "the file is not UTF-8", place=FilePlace(path, data.count(b"\n", 0, error.start) + 1)
        ) from error
    faults = Faults(document)
    try:
        form = SymptomFile.model_validate(document.data)
    except ValidationError as error:
        faults.refused(error, "the symptom")
        raise RuleSyntaxError.gather(faults.found) from error
    rule = _Compiler(document, faults).rule(form)
    if faults.found:
        raise RuleSyntaxError.gather(faults.found)
    return rule


class _Compiler:
    """Turns the form of one file into a rule and notes what is wrong with it."""

    def __init__(self, document: YamlDocument, faults: Faults) -> None:
        self.path = document.path
        self.faults = faults

    def rule(self, form: SymptomFile) -> SymptomRule:
        """Return the rule."""
        rivals = [self._rival(name, rival) for name, rival in form.rivals.items()]
        stem = FilePath(self.path).stem
        if form.name != stem:
            self.faults.add(("name",), f"the file is called '{stem}' and the symptom '{form.name}'")
        return SymptomRule(
            name=form.name,
            title=form.title,
            recognise=tuple(
                self._selector(node, ("recognise", number), "command") for number, node in enumerate(form.recognise)
            ),
            subject=form.subject,
            general=form.general,
            signs=form.signs,
            rivals=tuple(sorted(rivals, key=lambda rival: rival.common)),
            facts=form.facts,
            examples=form.examples,
            path=self.path,
        )

    def _rival(self, name: str, form: RivalForm) -> Rival:
        at: Path = ("rivals", name)
        return Rival(
            name=name,
            title=form.title,
            says=tuple(self._words(text, (*at, "says", number)) for number, text in enumerate(form.says)),
            common=form.common,
            acts=self._selectors(form.acts, (*at, "acts"), "command") if form.acts is not None else (),
            probes=tuple(self._probe(probe, (*at, "probes", number)) for number, probe in enumerate(form.probes)),
            ask=form.ask,
        )

    def _probe(self, form: ProbeForm, at: Path) -> SymptomProbe:
        return SymptomProbe(
            probe=self._selector(form.probe, (*at, "probe"), "command"),
            sees=self._selectors(form.sees, (*at, "sees"), "observation"),
            hit=form.hit,
            miss=form.miss,
            silence=form.silence,
            facts=form.facts,
            because=form.because,
        )

    def _selectors(self, node: object, at: Path, kind: str) -> tuple[Selector, ...]:
        """Return one selector or a list of them."""
        if isinstance(node, list):
            return tuple(self._selector(item, (*at, number), kind) for number, item in enumerate(node))
        return (self._selector(node, at, kind),)

    def _selector(self, node: object, at: Path, kind: str) -> Selector:
        """Return a selector that looks at one event alone."""
        tests = dict(node) if isinstance(node, Mapping) else node
        if isinstance(tests, dict):
            kind = str(tests.pop("kind", kind))
        if kind not in LOG_KINDS:
            self.faults.unknown((*at, "kind"), "the kind", kind, LOG_KINDS)
            kind = "command"
        reading = Reading(
            self.faults, _resolve(kind), lambda _: "a symptom's selectors stand alone and refer to no other"
        )
        return Selector(".".join(str(step) for step in at), kind, reading.clause(tests, at))

    def _words(self, text: str, at: Path) -> re.Pattern[str]:
        try:
            return compile_pattern(f"(?i){text}")
        except PatternError as error:
            self.faults.add(at, f"the regular expression '{text}' is refused: {error}")
            return re.compile("(?!)")


def _resolve(kind: str) -> Callable[[str], Found | str]:
    """Return what finds the field of a path, or says that there is none."""
    find = resolver(kind)

    def resolve(path: str) -> Found | str:
        return find(path) or f"a {kind} has no field '{path}'"

    return resolve
