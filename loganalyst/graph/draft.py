"""A causal graph while it is being made: nodes by what they stand for, edges each once."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from loganalyst.graph.errors import FAILED, ErrorLine, find_errors
from loganalyst.graph.tokens import stands_in, telling
from loganalyst.ledgers.timeline import Timeline
from loganalyst.model.analysis import Analysis
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Call, CommandEvent, Observation
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import CausalGraph, Edge, EdgeBasis, EdgeKind, Node, NodeKind
from loganalyst.model.ledger import Hypothesis, Symptom
from loganalyst.model.span import Span, Subject

_LABEL_CHARACTERS = 90
_MISSED = frozenset({"command-not-found", "ModuleNotFoundError"})
_LOST = "; records between the two are lost, so that something else may lie there"

Key = tuple[int, int, int]
"""Order of the record, part of the message, first character: what nodes are sorted by."""


@dataclass(frozen=True, slots=True)
class Why:
    """What makes an edge more than two steps that follow each other."""

    basis: EdgeBasis
    confidence: Confidence
    because: str
    evidence: tuple[Span, ...] = ()


@dataclass
class Draft:
    """Nodes and edges found so far, with the indices that the links are found by."""

    analysis: Analysis
    hide: Callable[[str], str]
    """Hides secrets; labels are cut and words compared after it, so that no piece of a secret is left."""
    nodes: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Key] = field(default_factory=dict)
    edges: dict[tuple[str, str, EdgeKind], Edge] = field(default_factory=dict)
    step_of_command: dict[int, str] = field(default_factory=dict)
    """Node of each command that is a step, by its ``seq``."""
    steps_of_call: dict[int, list[str]] = field(default_factory=dict)
    outcome_of_call: dict[int, str] = field(default_factory=dict)
    node_of_claim: dict[int, str] = field(default_factory=dict)
    """Node of a claim, decision or hypothesis, by the number of the claim in ``Events.claims``."""
    observed: dict[str, Observation] = field(default_factory=dict)
    """The first fact of each observation node."""
    _shown: dict[int, str] = field(default_factory=dict)
    _words: dict[str, frozenset[str]] = field(default_factory=dict)
    _places: dict[tuple[int, int], list[tuple[int, int, str]]] = field(default_factory=dict)

    @cached_property
    def timeline(self) -> Timeline:
        """Return the events by call."""
        return Timeline(self.analysis.events)

    @cached_property
    def orders(self) -> dict[tuple[int, int], int]:
        """Return the order of the record in which each part of a message stands."""
        events = self.analysis.events
        found = {(event.place.message, -1): event.place.order for event in events.messages}
        found |= {(claim.span.message, claim.span.part): claim.place.order for claim in events.claims}
        found |= {(call.span.message, call.span.part): call.place.order for call in events.calls}
        return found | {(result.span.message, result.span.part): result.place.order for result in events.results}

    def add(self, name: str, kind: NodeKind, label: str, span: Span, *more: Span) -> str:
        """Add a node that stands where a span is (and at ``more`` of them), and return its id."""
        words = " ".join(self.hide(label).split())
        short = words if len(words) <= _LABEL_CHARACTERS else words[: _LABEL_CHARACTERS - 1] + "…"
        self.nodes[name] = Node(name, kind, span.transcript, span.message, span.location, short, span)
        self.keys[name] = (self.order_of(span), span.part, span.start)
        for number, place in enumerate((span, *more)):
            # Of nodes that stand at one place the first is found, and the narrower ones before the wider ones.
            self._places.setdefault((place.message, place.part), []).append((place.start, number, name))
        return name

    def add_apart(self, name: str, kind: NodeKind, label: str, span: Span) -> str:
        """Add a node that stands for something seen at a span and is not what stands there itself."""
        added = self.add(name, kind, label, span)
        self._places[span.message, span.part].pop()
        return added

    def order_of(self, span: Span) -> int:
        """Return the order of the record in which a span stands."""
        order = self.orders.get((span.message, span.part))
        return order if order is not None else self.orders.get((span.message, -1), 0)

    def at(self, span: Span | None) -> str | None:
        """Return the node that stands where a span begins, or nearest before it in the same part, else the first."""
        places = self._sorted_places.get((span.message, span.part)) if span is not None else None
        if not places or span is None:
            return None
        at = bisect_right(places, span.start, key=lambda place: place[0])
        same = [name for start, _, name in places[max(0, at - 3) : at] if start == span.start]
        return same[0] if same else places[max(0, at - 1)][2]

    def node_at(self, span: Span) -> str | None:
        """Return the node that stands for just what a span says, if there is one."""
        name = self.at(span)
        return name if name is not None and self.nodes[name].span == span else None

    @cached_property
    def _sorted_places(self) -> dict[tuple[int, int], list[tuple[int, int, str]]]:
        return {part: sorted(places, key=lambda place: place[0]) for part, places in self._places.items()}

    @cached_property
    def call_at(self) -> dict[tuple[int, int], int]:
        """Return the call that stands in a part of a message."""
        return {(call.span.message, call.span.part): call.seq for call in self.analysis.events.calls}

    def call_of(self, span: Span) -> Call | None:
        """Return the call that a span stands in, or whose result it stands in."""
        part = span.message, span.part
        seq = self.call_at.get(part, self._answered_at.get(part))
        return self.timeline.calls[seq] if seq is not None else None

    def observed_at(self, message: int) -> frozenset[tuple[int, int, int]]:
        """Return part, start and end of everything that was observed in a message."""
        return self._observed_at.get(message, frozenset())

    @cached_property
    def _observed_at(self) -> dict[int, frozenset[tuple[int, int, int]]]:
        found: dict[int, set[tuple[int, int, int]]] = {}
        for seen in self.analysis.events.observations:
            found.setdefault(seen.span.message, set()).add((seen.span.part, seen.span.start, seen.span.end))
        return {message: frozenset(places) for message, places in found.items()}

    @cached_property
    def _answered_at(self) -> dict[tuple[int, int], int]:
        results = self.analysis.events.results
        return {(one.span.message, one.span.part): one.call for one in results if one.call is not None}

    @cached_property
    def symptoms_of(self) -> dict[tuple[str | None, Subject | None], list[Symptom]]:
        """Return the rows of each symptom on each subject, in order."""
        found: dict[tuple[str | None, Subject | None], list[Symptom]] = {}
        for row in self.analysis.ledgers.symptoms:
            found.setdefault((row.name, row.subject), []).append(row)
        return found

    def symptom_of(self, guess: Hypothesis) -> Symptom | None:
        """Return the symptom that a hypothesis belongs to: the last one of its name and subject before it."""
        rows = self.symptoms_of.get((guess.symptom, guess.subject), [])
        before = bisect_right(rows, guess.message, key=lambda row: row.message)
        return rows[max(0, before - 1)] if rows else None

    def is_joined(self, sources: Iterable[str], targets: Iterable[str]) -> bool:
        """Return whether an edge leads from any of some nodes to any of others."""
        ends = [(source, target) for source in sources for target in targets]
        return any((*pair, kind) in self.edges for pair in ends for kind in EdgeKind)

    def comes_before(self, first: str, second: str) -> bool:
        """Return whether one node stands before another."""
        return self.keys[first] < self.keys[second]

    def outcome_of_command(self, seq: int) -> str | None:
        """Return the node of the result that holds a command's output."""
        command = self.timeline.commands.get(seq)
        return self.outcome_of_call.get(command.call) if command is not None else None

    def changes(self, call: Call) -> bool:
        """Return whether a call runs something that changes the machine."""
        commands = self.timeline.in_call.get(call.seq, ())
        return any(event.command.role is CommandRole.INTERVENTION for event in commands)

    def is_started_between(self, first: CommandEvent, second: CommandEvent) -> bool:
        """Return whether anything was started between two commands, so that processes may be others by then."""
        at = bisect_right(self._launches, first.place.order)
        return at < len(self._launches) and self._launches[at] < second.place.order

    @cached_property
    def _launches(self) -> list[int]:
        commands = self.analysis.events.commands
        started = (one for one in commands if one.command.background or one.command.role is CommandRole.LAUNCH)
        return [event.place.order for event in started]

    def missed_in(self, call: Call) -> list[Observation]:
        """Return what the answer of a call says is not there: commands and modules."""
        return [seen for seen in self.timeline.seen_in_call.get(call.seq, ()) if seen.value in _MISSED]

    def words_of(self, text: str) -> frozenset[str]:
        """Return the words by which a text can name something of the session, without secrets."""
        if text not in self._words:
            self._words[text] = telling(self.hide(text))
        return self._words[text]

    def shown_by(self, call: int) -> str:
        """Return in lower case what a call's result shows, without secrets."""
        if call not in self._shown:
            text = self.timeline.text_of(call)
            hidden = self.hide(text)
            self._shown[call] = hidden.lower() if hidden != text else self.timeline.lower_text_of(call)
        return self._shown[call]

    def shown_of(self, words: Iterable[str], call: int) -> frozenset[str]:
        """Return those of some words that a call's result shows."""
        shown = self.shown_by(call)
        return frozenset(word for word in words if stands_in(word, shown))

    @cached_property
    def errors(self) -> tuple[ErrorLine, ...]:
        """Return the error lines of all calls."""
        return tuple(find_errors(self.timeline))

    @cached_property
    def gone_wrong(self) -> frozenset[int]:
        """Return the calls that failed, or whose answer reports an error."""
        failed = (call.seq for call in self.analysis.events.calls if call.outcome.kind in FAILED)
        return frozenset(failed) | {error.call for error in self.errors}

    def link(self, source: str | None, target: str | None, kind: EdgeKind, why: Why) -> None:
        """Add an edge, unless an end is missing, both are one node, or the edge is there already.

        Where records between the two messages are lost the confidence is low, and the reason says so.
        """
        if source is None or target is None or source == target or (source, target, kind) in self.edges:
            return
        confidence, because = why.confidence, why.because
        if self.analysis.transcript.ledger.damaged and self._is_lost_between(source, target):
            confidence, because = Confidence.LOW, because + _LOST
        self.edges[source, target, kind] = Edge(source, target, kind, why.basis, confidence, because, why.evidence)

    def _is_lost_between(self, source: str, target: str) -> bool:
        first, last = sorted((self.nodes[source].message_index, self.nodes[target].message_index))
        return self.timeline.damaged(first, last)

    def finish(self) -> CausalGraph:
        """Return the graph, nodes in transcript order and edges in the order of their targets."""
        ordered = sorted(self.nodes.values(), key=lambda node: (self.keys[node.id], node.id))
        rank = {node.id: number for number, node in enumerate(ordered)}
        edges = sorted(self.edges.values(), key=lambda edge: (rank[edge.target], rank[edge.source], edge.kind))
        return CausalGraph(tuple(ordered), tuple(edges))


def recorded(confidence: Confidence, because: str, *evidence: Span | None) -> Why:
    """Return a reason that ids or the structure of the log give."""
    return Why(EdgeBasis.RECORDED, confidence, because, tuple(span for span in evidence if span is not None))


def textual(confidence: Confidence, because: str, *evidence: Span | None) -> Why:
    """Return a reason that the words give."""
    return Why(EdgeBasis.TEXTUAL, confidence, because, tuple(span for span in evidence if span is not None))


def inferred(confidence: Confidence, because: str, *evidence: Span | None) -> Why:
    """Return a reason that shared subjects and order give; ``because`` names the rule that says so."""
    return Why(EdgeBasis.INFERRED, confidence, because, tuple(span for span in evidence if span is not None))
