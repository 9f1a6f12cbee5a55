"""Questions to a causal graph: turning points, dead ends, the critical path, time lost, what excluded what."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from loganalyst.graph.walk import Walk
from loganalyst.model.analysis import Analysis
from loganalyst.model.graph import Edge, EdgeKind, Node, NodeKind
from loganalyst.model.ledger import Hypothesis, HypothesisStatus, Ledgers, Reading

_TURNS = {
    EdgeKind.CONTRADICTS: "it contradicts what was held before",
    EdgeKind.ACTS_ON: "a guess is acted upon",
    EdgeKind.SUPERSEDES: "it takes the place of what was held or done before",
}
_WORK = frozenset({EdgeKind.RETRIES, EdgeKind.REFINES, EdgeKind.FOLLOWS_UP, EdgeKind.ENABLES})
_STEPS = frozenset({NodeKind.PROBE, NodeKind.INTERVENTION})


@dataclass(frozen=True, slots=True)
class Point:
    """A node with what makes it an answer."""

    node: Node
    why: str


@dataclass(frozen=True, slots=True)
class Branch:
    """Steps at one piece of work, with the time that was waited in it."""

    first: Node
    steps: tuple[Node, ...]
    seconds: Decimal


@dataclass(frozen=True, slots=True)
class Excluded:
    """An explanation of a symptom with what came of it."""

    guess: Hypothesis
    telling: tuple[int, ...]
    """Messages of probes whose reading says something."""
    blind: tuple[int, ...]
    """Messages of probes that could not tell."""


def find_turning_points(walk: Walk) -> tuple[Point, ...]:
    """Return the nodes at which what was held or done changes: evidence against, deeds on a guess, replacements."""
    found: dict[str, str] = {}
    for edge in walk.graph.edges:
        because = _TURNS.get(edge.kind)
        if because is not None:
            turn = edge.source if edge.kind is EdgeKind.CONTRADICTS else edge.target
            found.setdefault(turn, because)
    return _in_order(walk, found)


def find_dead_ends(walk: Walk) -> tuple[Point, ...]:
    """Return the steps from which, and from whose answers, nothing in another message follows as far as is known."""
    found = {}
    for node in walk.graph.nodes:
        if node.kind in _STEPS and not any(_goes_on(walk, edge, node) for edge in _edges_of(walk, node)):
            found[node.id] = "no later step, statement or reading rests on it, as far as words and subjects show"
    return _in_order(walk, found)


def _edges_of(walk: Walk, node: Node) -> Iterable[Edge]:
    for edge in walk.outgoing[node.id]:
        yield edge
        if edge.kind is EdgeKind.ANSWERS:
            yield from walk.outgoing[edge.target]


def _goes_on(walk: Walk, edge: Edge, node: Node) -> bool:
    away = walk.nodes[edge.target].message_index != node.message_index
    return edge.kind is not EdgeKind.ANSWERS and (away or walk.nodes[edge.target].kind is NodeKind.SYMPTOM)


def _in_order(walk: Walk, found: dict[str, str]) -> tuple[Point, ...]:
    return tuple(Point(walk.nodes[name], found[name]) for name in sorted(found, key=lambda name: walk.rank[name]))


def find_critical_path(walk: Walk) -> tuple[Edge, ...]:
    """Return the longest chain of edges that run with time; of equally long ones that which ends first."""
    length: dict[str, int] = {}
    last: dict[str, Edge] = {}
    for node in walk.graph.nodes:
        length[node.id] = 0
        for edge in walk.incoming[node.id]:
            earlier = walk.rank[edge.source] < walk.rank[node.id]
            if earlier and length[edge.source] + 1 > length[node.id]:
                length[node.id] = length[edge.source] + 1
                last[node.id] = edge
    if not last:
        return ()
    at = max(walk.graph.nodes, key=lambda node: (length[node.id], -walk.rank[node.id])).id
    chain = []
    while at in last:
        chain.append(last[at])
        at = last[at].source
    return tuple(reversed(chain))


def find_time_lost(analysis: Analysis, walk: Walk) -> tuple[Branch, ...]:
    """Return the branches of work with the seconds waited in each, the longest first.

    A branch is what retries, refinements and steps on the same thing join; a wait counts for the branch of the first
    step of its call.
    """
    head: dict[str, str] = {node.id: node.id for node in walk.graph.nodes if node.kind in _STEPS}

    def find(name: str) -> str:
        while head[name] != name:
            head[name] = head[head[name]]
            name = head[name]
        return name

    for edge in walk.graph.edges:
        if edge.kind in _WORK and edge.source in head and edge.target in head:
            first, second = sorted((find(edge.source), find(edge.target)), key=lambda name: walk.rank[name])
            head[second] = first
    members: dict[str, list[Node]] = defaultdict(list)
    for name in head:
        members[find(name)].append(walk.nodes[name])
    seconds: dict[str, Decimal] = defaultdict(Decimal)
    for wait in analysis.ledgers.waits:
        steps = [node for node in walk.in_message(wait.message) if node.span is not None and node.id in head]
        own = next((node for node in steps if node.span is not None and node.span.part == wait.span.part), None)
        if own is not None:
            seconds[find(own.id)] += wait.spent.number
    branches = (Branch(walk.nodes[name], tuple(members[name]), spent) for name, spent in seconds.items())
    return tuple(sorted(branches, key=lambda branch: (-branch.seconds, walk.rank[branch.first.id])))


def map_elimination(ledgers: Ledgers) -> tuple[Excluded, ...]:
    """Return the explanations of all symptoms that were voiced or looked at, with the probes that told and did not."""
    found = []
    for row in ledgers.hypotheses:
        if row.symptom is not None and (row.voiced or row.tested_by or row.status is not HypothesisStatus.UNTESTED):
            telling = tuple(one.message for one in row.tested_by if one.reading is not Reading.NOTHING)
            blind = tuple(one.message for one in row.tested_by if one.reading is Reading.NOTHING)
            found.append(Excluded(row, telling, blind))
    return tuple(found)
