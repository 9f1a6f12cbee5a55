"""Where each rule fires besides its own examples, and whether its status says so."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from loganalyst.evaluation.figures import Figures, figures_of
from loganalyst.evaluation.matching import Judged
from loganalyst.evaluation.specimens import SpecimenVerdict, Trial
from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Verdict
from loganalyst.ruleset.rule import Rule
from loganalyst.ruleset.schema import Status


@dataclass(frozen=True, slots=True)
class Hits:
    """What the rules found in some sessions."""

    findings: Counter[str]
    """How many findings a rule has."""
    sessions: Counter[str]
    """In how many sessions it has one."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Where one rule fires."""

    rule: Rule
    labelled: Figures
    specimens: Counter[SpecimenVerdict]
    """Of the specimens that expect this rule, alone or beside others."""
    findings: int
    sessions: int

    @property
    def fired(self) -> bool:
        """Tell whether it fired anywhere outside its own examples."""
        return self.findings > 0 or self.specimens[SpecimenVerdict.FOUND] > 0

    @property
    def misfit(self) -> str:
        """Return how its status differs from what is known, or the empty text."""
        if self.rule.status is Status.STABLE and not self.fired:
            return "is stable, and never fired outside its own examples"
        if self.rule.status is Status.EXPERIMENTAL and self.fired:
            return "is experimental, and fired outside its own examples"
        return ""


def count_hits(analyses: Iterable[Analysis]) -> Hits:
    """Return what was found in some sessions; findings whose evidence does not decide are not counted."""
    findings: Counter[str] = Counter()
    sessions: Counter[str] = Counter()
    for analysis in analyses:
        found = Counter(finding.rule for finding in analysis.findings if finding.verdict is Verdict.MATCH)
        findings.update(found)
        sessions.update(found.keys())
    return Hits(findings, sessions)


def usage_of(
    rules: Iterable[Rule], hits: Hits, judged: Sequence[Judged] = (), trials: Sequence[Trial] = ()
) -> tuple[Usage, ...]:
    """Return where each rule fires: in sessions, at labels and on specimens."""
    return tuple(
        Usage(
            rule,
            figures_of(one for one in judged if one.rule == rule.name),
            _trials_of(rule.name, trials),
            hits.findings[rule.name],
            hits.sessions[rule.name],
        )
        for rule in rules
    )


def _trials_of(name: str, trials: Iterable[Trial]) -> Counter[SpecimenVerdict]:
    """Return how a rule did on the specimens that expect it; one that another rule met counts neither way."""
    count: Counter[SpecimenVerdict] = Counter()
    for trial in trials:
        expected = trial.specimen.expect or ()
        if name in expected and (name in trial.rules or trial.verdict is not SpecimenVerdict.FOUND):
            count[trial.verdict] += trial.verdict is not SpecimenVerdict.FALSE or name in trial.rules
    return count


def usage_text(usages: Sequence[Usage]) -> Iterator[str]:
    """Yield a table of where each rule fires; pairs are found/labelled, hit/labelled and fired/expected."""
    heads = ("labels", "false", "near", "specimens", "findings", "sessions")
    width = max((len(usage.rule.name) for usage in usages), default=4)
    yield f"{'rule':{width}} {'status':12}" + "".join(f" {head:>9}" for head in heads) + "\n"
    for usage in usages:
        figures, tried = usage.labelled, usage.specimens
        expected = tried[SpecimenVerdict.FOUND] + tried[SpecimenVerdict.MISSED]
        cells = (
            f"{figures.found}/{figures.labels}",
            str(figures.false),
            f"{figures.near_miss_hits}/{figures.near_misses}",
            f"{tried[SpecimenVerdict.FOUND]}/{expected}",
            str(usage.findings),
            str(usage.sessions),
        )
        yield f"{usage.rule.name:{width}} {usage.rule.status:12}" + "".join(f" {cell:>9}" for cell in cells) + "\n"


def misfit_text(usages: Sequence[Usage]) -> Iterator[str]:
    """Yield the rules whose status does not fit where they fire."""
    misfits = [usage for usage in usages if usage.misfit]
    yield f"\n{len(misfits)} rules whose status does not fit\n"
    yield from (f"{usage.rule.name} {usage.misfit}\n" for usage in misfits)
