"""The way back from a message to the first symptom, and the first wrong turn on it."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from loganalyst.graph.walk import Walk
from loganalyst.ledgers.voices import DIAGNOSES
from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import Edge, EdgeKind, Node, NodeKind
from loganalyst.model.ledger import ClaimStatus, Hypothesis, HypothesisStatus, Reading
from loganalyst.ruleset.symptoms import SymptomRule

_WRONG_CLAIMS = frozenset({ClaimStatus.TOO_WEAK, ClaimStatus.CONTRADICTED, ClaimStatus.UNSUPPORTED})
_CLAIMS = {
    ClaimStatus.TOO_WEAK: "the statement rests on something that would look the same if it were false",
    ClaimStatus.CONTRADICTED: "what was there before the statement says the opposite",
    ClaimStatus.UNSUPPORTED: "nothing in the log stands behind the statement",
}
_TELLING = frozenset({EdgeKind.ACTS_ON, EdgeKind.PROMPTED_BY, EdgeKind.SUPERSEDES})
"""Edges that say why; of two ways of one length the one that begins with these is taken."""
_START = (NodeKind.INTERVENTION, NodeKind.CLAIM, NodeKind.HYPOTHESIS, NodeKind.DECISION, NodeKind.PROBE)
"""What a question about a message is most likely about, first to last."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A probe that would have told of an explanation."""

    explanation: str
    ask: str


@dataclass(frozen=True, slots=True)
class WrongTurn:
    """A step on the way that rests on something that does not bear it."""

    node: Node
    why: str
    probes: tuple[Telling, ...]
    """What would have told of the explanations that no probe had told of by then, those that were voiced first."""
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
    """In order of the way; one between a sign and its symptom is walked against its direction."""
    nodes: tuple[Node, ...]
    """The nodes on it, one more than edges."""
    symptom: Node | None
    """The symptom where it begins; None where no way leads to one."""
    turn: WrongTurn | None


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a session and of symptoms."""

    analysis: Analysis
    symptoms: tuple[SymptomRule, ...]


def find_way_back(analysis: Analysis, walk: Walk, message: int, symptoms: Iterable[SymptomRule] = ()) -> WayBack:
    """Return the shortest way from the first sign of a symptom to a message, of one that showed before it if there is.

    Weak links are used only if there is no other way, so that a symptom far back to which nothing else leads gives way
    to a nearer one. Nothing after the message is used. Where no symptom leads to it, the way goes as far back as edges
    lead. The symptom files name the probes that would have told.
    """
    starts = _starts(analysis, walk, message)
    ways: list[WayBack] = []
    for least in (Confidence.MEDIUM, Confidence.LOW):
        ways = [_way_to(walk, node, message, least) for node in starts]
        if any(way.symptom is not None for way in ways):
            break
    led = [way for way in ways if way.symptom is not None]
    if led:
        way = min(led, key=lambda one: (_is_own(one, message), _preference(one), len(one.edges)))
    elif ways:
        way = max(ways, key=lambda one: len(one.edges))
    else:
        return WayBack(None, (), (), None, None)
    return replace(way, turn=_first_wrong_turn(_Known(analysis, tuple(symptoms)), walk, way))


def _is_own(way: WayBack, message: int) -> bool:
    return way.symptom is not None and way.symptom.message_index == message


def _preference(way: WayBack) -> int:
    return _START.index(way.start.kind) if way.start is not None else len(_START)


def _starts(analysis: Analysis, walk: Walk, message: int) -> list[Node]:
    """Return the nodes of a message that a question about it may mean; explanations that nobody voiced are none."""
    silent = {row.id for row in analysis.ledgers.hypotheses if not row.voiced}
    nodes = [node for node in walk.in_message(message) if node.kind in _START and node.id not in silent]
    return sorted(nodes, key=lambda node: _START.index(node.kind))


def _way_to(walk: Walk, start: Node, message: int, least: Confidence) -> WayBack:
    """Return the shortest way back from a node to a symptom before the message, or to one that shows in it.

    Links of less than the `least` confidence are not used.
    """
    # Each node is mapped to the edge by which the way goes on from it, and to the node that the edge leads to then.
    step: dict[str, tuple[Edge, str] | None] = {start.id: None}
    queue = deque([start.id])
    symptoms: list[str] = []
    while queue:
        here = queue.popleft()
        if walk.nodes[here].kind is NodeKind.SYMPTOM:
            symptoms.append(here)
            continue
        for edge, other in _backward(walk, here):
            if edge.confidence.rank >= least.rank and other not in step and walk.nodes[other].message_index <= message:
                step[other] = edge, here
                queue.append(other)
    before = [name for name in symptoms if walk.nodes[name].message_index < message]
    first = next(iter(before or symptoms), None) or min(step, key=lambda name: walk.rank[name])
    names, edges = [first], []
    onward = step[first]
    while onward is not None:
        edges.append(onward[0])
        names.append(onward[1])
        onward = step[onward[1]]
    nodes = tuple(walk.nodes[name] for name in names)
    return WayBack(start, tuple(edges), nodes, nodes[0] if symptoms else None, None)


def _backward(walk: Walk, name: str) -> Iterator[tuple[Edge, str]]:
    """Yield the edges that lead to a node, the more telling first, and those to a symptom of which it is a sign.

    A step is so by its answer as well: the way goes on to that, and from there to the symptom.
    """
    for edge in sorted(walk.incoming[name], key=lambda edge: edge.kind not in _TELLING):
        yield edge, edge.source
    for edge in walk.outgoing[name]:
        if _is_sign_of(walk, edge) or (
            edge.kind is EdgeKind.ANSWERS and any(_is_sign_of(walk, on) for on in walk.outgoing[edge.target])
        ):
            yield edge, edge.target


def _is_sign_of(walk: Walk, edge: Edge) -> bool:
    return edge.kind is EdgeKind.SUPPORTS and walk.nodes[edge.target].kind is NodeKind.SYMPTOM


def _first_wrong_turn(known: _Known, walk: Walk, way: WayBack) -> WrongTurn | None:
    """Return the first step on a way that rests on a guess or a statement which nothing bore."""
    guesses = {row.id: row for row in known.analysis.ledgers.hypotheses}
    claims = {row.id: row for row in known.analysis.ledgers.claims}
    for node in way.nodes:
        for edge in walk.incoming[node.id]:
            guess = guesses.get(edge.source)
            if edge.kind is EdgeKind.ACTS_ON and guess is not None and not _borne(known.analysis, guess, node):
                why = f"it acts on a guess that no probe had borne out: {guess.text}"
                return _turn(known, node, why, guess.symptom)
            dropped = edge.kind is EdgeKind.SUPERSEDES and guess is not None
            if dropped and guess is not None and guess.status is HypothesisStatus.EXCLUDED_INVALIDLY:
                why = f"it takes the place of a guess that was dropped on readings that say nothing: {guess.text}"
                return _turn(known, node, why, guess.symptom)
        told = claims.get(node.id)
        if told is not None and (told.status in _WRONG_CLAIMS or told.fate == "contradicted"):
            later = "; a later result shows the opposite" if told.fate == "contradicted" else ""
            why = f"{_CLAIMS.get(told.status, 'the statement was made')}{later}: {told.text}"
            return _turn(known, node, why, _symptom_of(way) if told.predicate in DIAGNOSES else None)
    return None


def _borne(analysis: Analysis, guess: Hypothesis, deed: Node) -> bool:
    """Return whether a probe before a deed supported the guess, which one sentence may voice for several symptoms."""
    same = (row for row in analysis.ledgers.hypotheses if row.id == guess.id or row.raised_at == guess.raised_at)
    readings = (one for row in same for one in row.tested_by)
    return any(one.reading is Reading.SUPPORTS and one.message <= deed.message_index for one in readings)


def _symptom_of(way: WayBack) -> str | None:
    return way.symptom.label.replace(" ", "-") if way.symptom is not None else None


def _turn(known: _Known, node: Node, why: str, symptom: str | None) -> WrongTurn:
    waits = known.analysis.ledgers.waits
    waited = sum((wait.spent.number for wait in waits if wait.message > node.message_index), Decimal(0))
    seconds = _seconds_after(known.analysis, node.message_index)
    return WrongTurn(node, why, tuple(_probes(known, node, symptom)), seconds, waited)


def _probes(known: _Known, node: Node, symptom: str | None) -> Iterator[Telling]:
    """Yield what asks about each explanation of a symptom that no probe had told of before a node."""
    rule = next((rule for rule in known.symptoms if rule.name == symptom), None)
    open_: dict[str | None, bool] = {}
    for row in known.analysis.ledgers.hypotheses:
        if row.symptom == symptom and row.message <= node.message_index:
            readings = [one for one in row.tested_by if one.message <= node.message_index]
            if all(one.reading is Reading.NOTHING for one in readings):
                open_[row.rival] = open_.get(row.rival, False) or row.voiced
            else:
                open_.pop(row.rival, None)
    for rival in sorted(rule.rivals if rule is not None else (), key=lambda rival: not open_.get(rival.name, False)):
        if rival.name in open_ and rival.ask is not None:
            yield Telling(rival.title, rival.ask)


def _seconds_after(analysis: Analysis, message: int) -> Decimal | None:
    """Return the seconds from a message to the last one, where the log has both times in one zone."""
    then = analysis.transcript.message(message)
    times = [one.time for one in analysis.transcript.messages if one.time is not None]
    if then is None or then.time is None or not times or (times[-1].tzinfo is None) != (then.time.tzinfo is None):
        return None
    return Decimal(str((times[-1] - then.time).total_seconds()))
