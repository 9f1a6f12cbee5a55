"""A causal graph with its edges by end, for queries that do not walk the whole of it."""

from dataclasses import dataclass
from functools import cached_property

from loganalyst.model.graph import CausalGraph, Edge, Node


@dataclass(frozen=True)
class Walk:
    """A graph with what queries look up in it; each index is made once, in linear time."""

    graph: CausalGraph

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """Return the nodes by id."""
        return {node.id: node for node in self.graph.nodes}

    @cached_property
    def rank(self) -> dict[str, int]:
        """Return the place of each node in transcript order, from 0."""
        return {node.id: number for number, node in enumerate(self.graph.nodes)}

    @cached_property
    def incoming(self) -> dict[str, list[Edge]]:
        """Return the edges that end at each node."""
        found: dict[str, list[Edge]] = {node.id: [] for node in self.graph.nodes}
        for edge in self.graph.edges:
            found[edge.target].append(edge)
        return found

    @cached_property
    def outgoing(self) -> dict[str, list[Edge]]:
        """Return the edges that begin at each node."""
        found: dict[str, list[Edge]] = {node.id: [] for node in self.graph.nodes}
        for edge in self.graph.edges:
            found[edge.source].append(edge)
        return found

    def in_message(self, message: int) -> list[Node]:
        """Return the nodes of a message, by its index."""
        return self._by_message.get(message, [])

    @cached_property
    def _by_message(self) -> dict[int, list[Node]]:
        found: dict[int, list[Node]] = {}
        for node in self.graph.nodes:
            found.setdefault(node.message_index, []).append(node)
        return found
