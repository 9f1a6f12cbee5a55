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
    """What an edge says; edges run with time, or from evidence to what it bears on, whichever end the verb names."""

    ANSWERS = "answers"
    """The target is what came back from the source."""
    FOLLOWS_UP = "follows_up"
    """The target goes on where the source stopped: the same subject, later."""
    TESTS = "tests"
    """The source is a probe that bears on the target."""
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    WEAKENS = "weakens"
    RETRIES = "retries"
    """The target does the work of the source again, unchanged."""
    REFINES = "refines"
    """The target does the work of the source again, with something changed."""
    ACTS_ON = "acts_on"
    """The target takes the source for true."""
    PROMPTED_BY = "prompted_by"
    """The source is why the target was done or said."""
    SUPERSEDES = "supersedes"
    """The target takes the place of the source."""
    ENABLES = "enables"
    """The source made what the target uses."""
    ANNOUNCES = "announces"
    """The source says that the target will be done, and it is done at once."""
    FULFILS = "fulfils"
    """The source says that the target will be done, and it is done later."""


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


@dataclass(frozen=True, slots=True)
class Episode:
    """One question pursued over consecutive messages."""

    id: str
    """``e1``, ``e2`` … in transcript order."""
    question: str
    """What was pursued, as far as it is known: a symptom's name, the user's words, or what the work was about."""
    first_message: int
    last_message: int
    begins_with: str
    """Why it begins there: ``start``, ``request``, ``symptom`` or ``subject``."""
    symptoms: tuple[str, ...] = ()
    """Ids of the symptoms whose first sign stands in it."""


@dataclass(frozen=True, slots=True)
class PivotReason:
    """One reason for which a message is worth an essay."""

    key: str
    """``finding``, ``first-sign``, ``wait`` …, a closed list."""
    text: str
    weight: int
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Pivot:
    """A message worth an essay."""

    message: int
    score: int
    """Sum of the weights of its reasons."""
    reasons: tuple[PivotReason, ...]
    """The weightier first."""
    episode: str | None = None
