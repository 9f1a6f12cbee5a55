"""What is shown of a causal graph: the part that was asked for, folded where it is too large to be read."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath

from loganalyst.errors import ConfigError
from loganalyst.graph.build import build_graph
from loganalyst.graph.episodes import find_episodes
from loganalyst.graph.layout import lay_out, lay_out_in_order
from loganalyst.graph.page import Drawing
from loganalyst.graph.queries import (
    Branch,
    Excluded,
    Point,
    find_critical_path,
    find_dead_ends,
    find_time_lost,
    find_turning_points,
    map_elimination,
)
from loganalyst.graph.selection import drop_loose, fold_episodes, keep_around, keep_episode, keep_evidence
from loganalyst.graph.walk import Walk
from loganalyst.model.analysis import Analysis
from loganalyst.model.graph import CausalGraph, Edge, Episode, Node
from loganalyst.model.ledger import Ledgers
from loganalyst.model.limits import DRAWN_NODES


@dataclass(frozen=True, slots=True)
class Choice:
    """Which part of a graph is wanted."""

    evidence_only: bool = False
    around: int | None = None
    """Number of a message."""
    episode: str | None = None
    """Id of an episode, such as ``e3``, or its number."""
    picture: bool = True
    """It is for people: what a picture does not need is left out, and too many nodes are folded."""


@dataclass(frozen=True, slots=True)
class View:
    """A part of a graph with what is said about it."""

    transcript: str
    title: str
    graph: CausalGraph
    ledgers: Ledgers
    episodes: tuple[Episode, ...]
    notes: tuple[str, ...]
    """What is left out or folded, in sentences."""
    chain: tuple[tuple[Node, Edge, Node], ...]
    """The longest chain of links that runs with time, each with its ends."""
    turns: tuple[Point, ...]
    dead_ends: tuple[Point, ...]
    lost: tuple[Branch, ...]
    excluded: tuple[Excluded, ...]
    drawing: Drawing | None = None


def make_view(analysis: Analysis, choice: Choice, hide: Callable[[str], str] = str) -> View:
    """Return what is shown of a session's graph; raise ConfigError for a message or an episode that there is not."""
    episodes = find_episodes(analysis, hide)
    whole = build_graph(analysis, hide)
    graph = _chosen(whole, choice, episodes, analysis)
    title = hide(analysis.transcript.title or PurePath(analysis.transcript.path).name)
    walk = Walk(graph)
    view = View(
        transcript=analysis.transcript.id,
        title=title,
        graph=graph,
        ledgers=analysis.ledgers,
        episodes=episodes,
        notes=(),
        chain=tuple((walk.nodes[edge.source], edge, walk.nodes[edge.target]) for edge in find_critical_path(walk)),
        turns=find_turning_points(walk),
        dead_ends=find_dead_ends(walk),
        lost=find_time_lost(analysis, walk),
        excluded=map_elimination(analysis.ledgers),
    )
    return _pictured(view) if choice.picture else view


def _chosen(graph: CausalGraph, choice: Choice, episodes: tuple[Episode, ...], analysis: Analysis) -> CausalGraph:
    """Return the part of a graph that was asked for."""
    if choice.episode is not None:
        name = choice.episode if choice.episode.startswith("e") else f"e{choice.episode}"
        episode = next((one for one in episodes if one.id == name), None)
        if episode is None:
            known = f"e1 to e{len(episodes)}" if episodes else "none"
            raise ConfigError(f"the session has no episode {choice.episode}", hint=f"there are {known}")
        graph = keep_episode(graph, episode)
    if choice.around is not None:
        analysis.transcript.asked_message(choice.around)
        graph = keep_around(graph, choice.around)
    return keep_evidence(graph) if choice.evidence_only else graph


def _pictured(view: View) -> View:
    """Return a view with positions, without what a picture does not need, each episode one node if there are many."""
    graph = drop_loose(view.graph, view.ledgers)
    notes = []
    left = len(view.graph.nodes) - len(graph.nodes)
    if left:
        notes.append(
            f"{left} of {len(view.graph.nodes)} nodes are not drawn: steps and answers without a link, and "
            "explanations that nobody voiced and no probe told of; nor are links of low confidence that only say that "
            "two steps name one thing. The JSON form has them all."
        )
    if len(graph.nodes) > DRAWN_NODES:
        notes.append(
            f"{len(graph.nodes)} nodes are folded, each episode into one. Draw one with --episode, or the surroundings "
            "of a message with --around."
        )
        graph = fold_episodes(graph, view.episodes)
        drawing = lay_out_in_order(graph)
    else:
        drawing = lay_out(graph, view.episodes)
    return replace(view, graph=graph, notes=tuple(notes), drawing=drawing)
