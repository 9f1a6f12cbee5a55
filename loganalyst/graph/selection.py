"""Parts of a causal graph: what bears on something, what lies around a message, one episode, or episodes as nodes."""

from collections import Counter, deque
from collections.abc import Callable

from loganalyst.graph.walk import Walk
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import CausalGraph, Edge, EdgeBasis, EdgeKind, Episode, Node, NodeKind
from loganalyst.model.ledger import Ledgers

AROUND_EDGES = 2
"""How many edges away from a message its surroundings reach."""
_EVIDENCE = frozenset(
    {EdgeKind.SUPPORTS, EdgeKind.CONTRADICTS, EdgeKind.WEAKENS, EdgeKind.TESTS, EdgeKind.ACTS_ON, EdgeKind.SUPERSEDES}
)
_TOLD = 3
"""Reasons told of an edge between episodes."""


def keep_nodes(graph: CausalGraph, wanted: Callable[[Node], bool]) -> CausalGraph:
    """Return the part of a graph that some nodes make, with the edges between them."""
    nodes = tuple(node for node in graph.nodes if wanted(node))
    kept = {node.id for node in nodes}
    return CausalGraph(nodes, tuple(edge for edge in graph.edges if edge.source in kept and edge.target in kept))


def keep_evidence(graph: CausalGraph) -> CausalGraph:
    """Return symptoms, hypotheses and claims with what bears on them and what was done on their strength."""
    kept = {end for edge in graph.edges if edge.kind in _EVIDENCE for end in (edge.source, edge.target)}
    kept |= {node.id for node in graph.nodes if node.kind is NodeKind.SYMPTOM}
    part = keep_nodes(graph, lambda node: node.id in kept)
    ties = _EVIDENCE | {EdgeKind.PROMPTED_BY, EdgeKind.ANSWERS}
    return CausalGraph(part.nodes, tuple(edge for edge in part.edges if edge.kind in ties))


def keep_around(graph: CausalGraph, message: int, reach: int = AROUND_EDGES) -> CausalGraph:
    """Return the nodes of a message and those that few edges lead to or from."""
    walk = Walk(graph)
    far = {node.id: 0 for node in walk.in_message(message)}
    queue = deque(far)
    while queue:
        here = queue.popleft()
        if far[here] < reach:
            ends = [edge.source for edge in walk.incoming[here]] + [edge.target for edge in walk.outgoing[here]]
            for end in ends:
                if end not in far:
                    far[end] = far[here] + 1
                    queue.append(end)
    return keep_nodes(graph, lambda node: node.id in far)


def keep_episode(graph: CausalGraph, episode: Episode) -> CausalGraph:
    """Return the nodes of the messages of an episode."""
    return keep_nodes(graph, lambda node: episode.first_message <= node.message_index <= episode.last_message)


def drop_loose(graph: CausalGraph, ledgers: Ledgers) -> CausalGraph:
    """Return a graph without what a picture of it does not need.

    That is nodes without an edge, answers of which nothing else follows and that report no failure, explanations
    that nobody voiced and no probe told of, links of low confidence that only say that two steps name one thing,
    and of a guess and the probe made for it the second line.
    """
    silent = {row.id for row in ledgers.hypotheses if not row.voiced and row.id not in _told(graph)}
    walk = Walk(keep_nodes(graph, lambda node: node.id not in silent))
    plain = {node.id for node in walk.graph.nodes if _is_plain(walk, node)}
    part = _without_asides(keep_nodes(walk.graph, lambda node: node.id not in plain))
    joined = {end for edge in part.edges for end in (edge.source, edge.target)}
    return keep_nodes(part, lambda node: node.id in joined)


def _without_asides(graph: CausalGraph) -> CausalGraph:
    """Return a graph without weak links between steps, and without those from a guess to a probe that tests it."""
    tested = {(edge.target, edge.source) for edge in graph.edges if edge.kind is EdgeKind.TESTS}

    def is_aside(edge: Edge) -> bool:
        weak = edge.confidence is Confidence.LOW and (
            edge.kind is EdgeKind.FOLLOWS_UP or (edge.kind is EdgeKind.PROMPTED_BY and edge.basis is EdgeBasis.TEXTUAL)
        )
        return weak or (edge.kind is EdgeKind.PROMPTED_BY and (edge.source, edge.target) in tested)

    return CausalGraph(graph.nodes, tuple(edge for edge in graph.edges if not is_aside(edge)))


def _told(graph: CausalGraph) -> frozenset[str]:
    telling = {EdgeKind.SUPPORTS, EdgeKind.WEAKENS, EdgeKind.CONTRADICTS}
    return frozenset(edge.target for edge in graph.edges if edge.kind in telling)


def _is_plain(walk: Walk, node: Node) -> bool:
    only_answers = all(edge.kind is EdgeKind.ANSWERS for edge in walk.incoming[node.id]) and not walk.outgoing[node.id]
    quiet = node.kind is NodeKind.OBSERVATION or not node.label.startswith(("cut off", "failed", "killed", "refused"))
    return only_answers and quiet and node.kind in {NodeKind.OUTCOME, NodeKind.OBSERVATION}


def fold_episodes(graph: CausalGraph, episodes: tuple[Episode, ...]) -> CausalGraph:
    """Return a graph in which each episode is one node and the edges between two of them are one edge."""
    home: dict[str, Episode] = {}
    number = 0
    for node in sorted(graph.nodes, key=lambda node: node.message_index):
        while number + 1 < len(episodes) and episodes[number].last_message < node.message_index:
            number += 1
        home[node.id] = episodes[number]
    inside: dict[str, list[Node]] = {}
    for node in graph.nodes:
        inside.setdefault(home[node.id].id, []).append(node)
    nodes = [_fold(episode, inside[episode.id]) for episode in episodes if episode.id in inside]
    between: dict[tuple[str, str], list[Edge]] = {}
    for edge in graph.edges:
        ends = home[edge.source].id, home[edge.target].id
        if ends[0] != ends[1]:
            between.setdefault(ends, []).append(edge)
    return CausalGraph(tuple(nodes), tuple(_bundle(ends, edges) for ends, edges in sorted(between.items())))


def _fold(episode: Episode, nodes: list[Node]) -> Node:
    counts = Counter(node.kind for node in nodes)
    told = ", ".join(f"{counts[kind]} × {kind}" for kind in NodeKind if counts[kind])
    kind = NodeKind.SYMPTOM if episode.symptoms else NodeKind.DECISION
    first = nodes[0]
    label = f"{episode.question} (to m{episode.last_message}): {told}"
    return Node(episode.id, kind, first.transcript, episode.first_message, first.location, label)


def _bundle(ends: tuple[str, str], edges: list[Edge]) -> Edge:
    """Return one edge for several: of the commonest kind, with what each of the first ones says."""
    kind = Counter(edge.kind for edge in edges).most_common(1)[0][0]
    told = list(dict.fromkeys(edge.because for edge in edges))
    because = "; ".join(told[:_TOLD])
    more = f"; and {len(told) - _TOLD} other reasons" if len(told) > _TOLD else ""
    sure = max((edge.confidence for edge in edges), key=lambda one: one.rank, default=Confidence.LOW)
    basis = edges[0].basis if len({edge.basis for edge in edges}) == 1 else EdgeBasis.INFERRED
    return Edge(ends[0], ends[1], kind, basis, sure, f"{because}{more}")
