"""Edges that findings give: from a record that proves a finding to the one that it is about."""

from loganalyst.graph.draft import Draft, inferred
from loganalyst.model.finding import Finding, Verdict
from loganalyst.model.graph import EdgeKind, NodeKind

_STATED = frozenset({NodeKind.CLAIM, NodeKind.HYPOTHESIS})
_LOOKED = frozenset({NodeKind.PROBE, NodeKind.OBSERVATION, NodeKind.OUTCOME})


def link_findings(draft: Draft) -> None:
    """Link the places of each finding, in order of time, unless another edge joins them already."""
    joined = {(source, target) for source, target, _ in draft.edges}
    for finding in draft.analysis.findings:
        if finding.verdict is not Verdict.MATCH or finding.transcript != draft.analysis.transcript.id:
            continue
        place = draft.at(finding.span)
        for related in finding.related:
            other = draft.at(related.span)
            if place is None or other is None or (place, other) in joined or (other, place) in joined:
                continue
            _link(draft, finding, place, other, related.why)
            joined.add((place, other))


def _link(draft: Draft, finding: Finding, place: str, other: str, because: str) -> None:
    """Add the edge: what was said is weakened by what a finding names after it; all else follows up what it names."""
    why = inferred(finding.confidence, f"{because} (rule: {finding.rule})", finding.span)
    first, second = sorted((place, other), key=lambda name: draft.keys[name])
    kinds = draft.nodes[first].kind, draft.nodes[second].kind
    if kinds[0] in _STATED and kinds[1] in _LOOKED:
        draft.link(second, first, EdgeKind.WEAKENS, why)
    else:
        draft.link(first, second, EdgeKind.FOLLOWS_UP, why)
