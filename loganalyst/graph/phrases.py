"""What an edge says between its two ends, read from the source to the target."""

from collections.abc import Mapping
from types import MappingProxyType

from loganalyst.model.graph import EdgeKind

BETWEEN: Mapping[EdgeKind, str] = MappingProxyType(
    {
        EdgeKind.ANSWERS: "was answered by",
        EdgeKind.FOLLOWS_UP: "was followed up by",
        EdgeKind.TESTS: "bears on",
        EdgeKind.SUPPORTS: "supports",
        EdgeKind.CONTRADICTS: "contradicts",
        EdgeKind.WEAKENS: "weakens",
        EdgeKind.RETRIES: "was done again by",
        EdgeKind.REFINES: "was done again, changed, by",
        EdgeKind.ACTS_ON: "was acted upon by",
        EdgeKind.PROMPTED_BY: "led to",
        EdgeKind.SUPERSEDES: "gave way to",
        EdgeKind.ENABLES: "prepared",
        EdgeKind.ANNOUNCES: "announced",
        EdgeKind.FULFILS: "was carried out by",
    }
)
AGAINST: Mapping[EdgeKind, str] = MappingProxyType({EdgeKind.SUPPORTS: "showed in", EdgeKind.ANSWERS: "came of"})
"""What stands between a symptom, its first sign and the step of that, against the direction of the edges."""
