"""How the steps of a session hang together."""

from dataclasses import dataclass
from enum import StrEnum

from loganalyst.model.finding import Confidence
from loganalyst.model.span import Location, Span


class NodeKind(StrEnum):
    """What a node stands for."""

    SYMPTOM = "symptom"
    HYPOTHESIS = "hypothesis"
    PROBE = "probe"
    OBSERVATION = "observation"
    CLAIM = "claim"
    DECISION = "decision"
    INTERVENTION = "intervention"
    OUTCOME = "outcome"


class EdgeKind(StrEnum):
    """What an edge says."""

    ANSWERS = "answers"
    FOLLOWS_UP = "follows_up"
    TESTS = "tests"
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    WEAKENS = "weakens"
    RETRIES = "retries"
    REFINES = "refines"
    ACTS_ON = "acts_on"
    PROMPTED_BY = "prompted_by"
    SUPERSEDES = "supersedes"
    ENABLES = "enables"
    ANNOUNCES = "announces"
    FULFILS = "fulfils"


class EdgeBasis(StrEnum):
    """How an edge is known."""

    RECORDED = "recorded"
    TEXTUAL = "textual"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Node:
    """A step or a thought, tied to a message."""

    id: str
    kind: NodeKind
    transcript: str
    message_index: int
    location: Location
    label: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A link from an earlier to a later node, or from evidence to what it bears on."""

    source: str
    target: str
    kind: EdgeKind
    basis: EdgeBasis
    confidence: Confidence
    because: str
    evidence: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class CausalGraph:
    """Nodes and edges in transcript order."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
