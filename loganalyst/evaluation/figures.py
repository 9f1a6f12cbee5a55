"""Precision, recall and F1 with their intervals, from counts."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from loganalyst.evaluation.matching import Judged

FEWEST_LABELS = 3
"""Rules with fewer labels do not enter the macro-average."""
_Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of ``n`` with its 95 % interval after Wilson."""

    hits: int
    n: int

    @property
    def value(self) -> float | None:
        """Return the share, or None of nothing."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the bounds (E. B. Wilson 1927, doi:10.1080/01621459.1927.10502953), or None of nothing."""
        if not self.n:
            return None
        share, z2 = self.hits / self.n, _Z * _Z
        middle = share + z2 / (2 * self.n)
        reach = _Z * sqrt(share * (1 - share) / self.n + z2 / (4 * self.n * self.n))
        low, high = (middle - reach) / (1 + z2 / self.n), (middle + reach) / (1 + z2 / self.n)
        return max(low, 0.0), min(high, 1.0)


@dataclass(frozen=True, slots=True)
class Figures:
    """How one rule, or all together, did."""

    found: int = 0
    missed: int = 0
    false: int = 0
    near_miss_hits: int = 0
    near_misses: int = 0
    unknown: int = 0
    unlabelled: int = 0

    @property
    def labels(self) -> int:
        """Return how many places were labelled as matches and decided."""
        return self.found + self.missed

    @property
    def precision(self) -> Share:
        """Return the share of true findings among those that count."""
        return Share(self.found, self.found + self.false)

    @property
    def recall(self) -> Share:
        """Return the share of labelled places that were found."""
        return Share(self.found, self.labels)

    @property
    def f1(self) -> float | None:
        """Return the harmonic mean of both, or None where there is nothing to find and nothing was."""
        total = 2 * self.found + self.false + self.missed
        return 2 * self.found / total if total else None


def figures_of(judged: Iterable[Judged]) -> Figures:
    """Return the figures of some verdicts; a near miss that was hit is false as well where its rule is complete."""
    count = Counter(one.kind for one in judged)
    return Figures(
        found=count["found"],
        missed=count["missed"],
        false=count["false"] + count["near_miss_hit"],
        near_miss_hits=count["near_miss_hit"],
        near_misses=count["near_miss_hit"] + count["near_miss_passed"],
        unknown=count["unknown"],
        unlabelled=count["unlabelled"],
    )


def macro_f1(by_rule: Iterable[Figures]) -> tuple[float | None, int]:
    """Return the mean F1 over rules with enough labels, and how many these are."""
    scores = [figures.f1 for figures in by_rule if figures.labels >= FEWEST_LABELS and figures.f1 is not None]
    return (sum(scores) / len(scores) if scores else None), len(scores)
