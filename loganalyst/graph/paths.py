"""The way back from a message to the first symptom, and the first wrong turn on it."""

from collections import deque
from dataclasses import dataclass
from decimal import Decimal

from loganalyst.graph.walk import Walk
from loganalyst.model.analysis import Analysis
from loganalyst.model.graph import Edge, EdgeKind, Node, NodeKind
from loganalyst.model.ledger import ClaimStatus, Hypothesis, HypothesisStatus, Reading

_WRONG_CLAIMS = frozenset({ClaimStatus.TOO_WEAK, ClaimStatus.CONTRADICTED, ClaimStatus.UNSUPPORTED})
_CLAIMS = {
    ClaimStatus.TOO_WEAK: "the statement rests on something that would look the same if it were false",
    ClaimStatus.CONTRADICTED: "what was there before the statement says the opposite",
    ClaimStatus.UNSUPPORTED: "nothing in the log stands behind the statement",
}
_START = (NodeKind.INTERVENTION, NodeKind.CLAIM, NodeKind.HYPOTHESIS, NodeKind.DECISION, NodeKind.PROBE)
"""What a question about a message is most likely about, first to last."""


@dataclass(frozen=True, slots=True)
class WrongTurn:
    """A step on the way that rests on something that does not bear it."""

    node: Node
    why: str
    untested: tuple[Hypothesis, ...]
    """Explanations of the symptom that no probe had told of by then, those that were voiced first."""
    seconds: Decimal | None
    """Time from its message to the last message, where both have one in one zone."""
    waited: Decimal
    """Seconds of waits in later messages."""


@dataclass(frozen=True, slots=True)
class WayBack:
    """Edges from the first symptom to a node of a message, in order."""

    start: Node | None
    """The node of the message that the way leads to; None where the message has none."""
    edges: tuple[Edge, ...]
    symptom: Node | None
    """The symptom where it begins; None where no way leads to one."""
    turn: WrongTurn | None


def find_way_back(analysis: Analysis, walk: Walk, message: int) -> WayBack:
    """Return the shortest way from the first symptom that leads to a message.

    Nothing after the message is used. Where no symptom leads to it, the way goes as far back as edges lead.
    """
    ways = [_way_to(walk, node, message) for node in _starts(analysis, walk, message)]
    led = [way for way in ways if way.symptom is not None]
    if led:
        way = min(led, key=lambda one: (_begin(walk, one), _preference(one), len(one.edges)))
    elif ways:
        way = max(ways, key=lambda one: len(one.edges))
    else:
        return WayBack(None, (), None, None)
    return WayBack(way.start, way.edges, way.symptom, _first_wrong_turn(analysis, walk, way))


def _begin(walk: Walk, way: WayBack) -> int:
    return walk.rank[way.symptom.id] if way.symptom is not None else len(walk.rank)


def _preference(way: WayBack) -> int:
    return _START.index(way.start.kind) if way.start is not None else len(_START)


def _starts(analysis: Analysis, walk: Walk, message: int) -> list[Node]:
    """Return the nodes of a message that a question about it may mean; explanations that nobody voiced are none."""
    silent = {row.id for row in analysis.ledgers.hypotheses if not row.voiced}
    nodes = [node for node in walk.in_message(message) if node.kind in _START and node.id not in silent]
    return sorted(nodes, key=lambda node: _START.index(node.kind))


def _way_to(walk: Walk, start: Node, message: int) -> WayBack:
    """Return the shortest way back from a node to the earliest symptom that leads to it."""
    # Each node is mapped to the edge by which the way goes on from it towards the start.
    step: dict[str, Edge | None] = {start.id: None}
    queue = deque([start.id])
    symptoms: list[str] = []
    while queue:
        here = queue.popleft()
        if walk.nodes[here].kind is NodeKind.SYMPTOM:
            symptoms.append(here)
            continue
        for edge in walk.incoming[here]:
            if edge.source not in step and walk.nodes[edge.source].message_index <= message:
                step[edge.source] = edge
                queue.append(edge.source)
    ends = symptoms or list(step)
    first = min(ends, key=lambda name: walk.rank[name])
    edges = []
    onward = step[first]
    while onward is not None:
        edges.append(onward)
        onward = step[onward.target]
    return WayBack(start, tuple(edges), walk.nodes[first] if symptoms else None, None)


def _first_wrong_turn(analysis: Analysis, walk: Walk, way: WayBack) -> WrongTurn | None:
    """Return the first step on a way that rests on a guess or a statement which nothing bore."""
    guesses = {row.id: row for row in analysis.ledgers.hypotheses}
    claims = {row.id: row for row in analysis.ledgers.claims}
    names = [edge.source for edge in way.edges[:1]] + [edge.target for edge in way.edges]
    for node in (walk.nodes[name] for name in names):
        for edge in walk.incoming[node.id]:
            guess = guesses.get(edge.source)
            if edge.kind is EdgeKind.ACTS_ON and guess is not None and not _borne(analysis, guess, node):
                why = f"it acts on a guess that no probe had borne out: {guess.text}"
                return _turn(analysis, node, why, guess.symptom)
            dropped = edge.kind is EdgeKind.SUPERSEDES and guess is not None
            if dropped and guess is not None and guess.status is HypothesisStatus.EXCLUDED_INVALIDLY:
                why = f"it takes the place of a guess that was dropped on readings that say nothing: {guess.text}"
                return _turn(analysis, node, why, guess.symptom)
        told = claims.get(node.id)
        if told is not None and (told.status in _WRONG_CLAIMS or told.fate == "contradicted"):
            later = "; a later result shows the opposite" if told.fate == "contradicted" else ""
            why = f"{_CLAIMS.get(told.status, 'the statement was made')}{later}: {told.text}"
            return _turn(analysis, node, why, _symptom_of(way))
    return None


def _borne(analysis: Analysis, guess: Hypothesis, deed: Node) -> bool:
    """Return whether a probe before a deed supported the guess, which one sentence may voice for several symptoms."""
    same = (row for row in analysis.ledgers.hypotheses if row.id == guess.id or row.raised_at == guess.raised_at)
    readings = (one for row in same for one in row.tested_by)
    return any(one.reading is Reading.SUPPORTS and one.message <= deed.message_index for one in readings)


def _symptom_of(way: WayBack) -> str | None:
    return way.symptom.label.replace(" ", "-") if way.symptom is not None else None


def _turn(analysis: Analysis, node: Node, why: str, symptom: str | None) -> WrongTurn:
    rivals = [
        row for row in analysis.ledgers.hypotheses if row.symptom == symptom and row.message <= node.message_index
    ]
    open_ = [
        row
        for row in rivals
        if not any(one.reading is not Reading.NOTHING and one.message <= node.message_index for one in row.tested_by)
    ]
    unlike = {row.rival: row for row in sorted(open_, key=lambda row: row.voiced)}
    ordered = tuple(sorted(unlike.values(), key=lambda row: not row.voiced))
    waited = sum(
        (wait.spent.number for wait in analysis.ledgers.waits if wait.message > node.message_index), Decimal(0)
    )
    return WrongTurn(node, why, ordered, _seconds_after(analysis, node.message_index), waited)


def _seconds_after(analysis: Analysis, message: int) -> Decimal | None:
    """Return the seconds from a message to the last one, where the log has both times in one zone."""
    then = analysis.transcript.message(message)
    times = [one.time for one in analysis.transcript.messages if one.time is not None]
    if then is None or then.time is None or not times or (times[-1].tzinfo is None) != (then.time.tzinfo is None):
        return None
    return Decimal(str((times[-1] - then.time).total_seconds()))
