"""The causal graph of a session, made of its events, ledgers and findings."""

from collections.abc import Callable

from loganalyst.graph.draft import Draft
from loganalyst.graph.links_claims import link_announcements, link_claims
from loganalyst.graph.links_findings import link_findings
from loganalyst.graph.links_guesses import link_drops, link_guesses, link_symptoms
from loganalyst.graph.links_named import link_names
from loganalyst.graph.links_recorded import link_answers, link_requests
from loganalyst.graph.links_subjects import link_subjects
from loganalyst.graph.links_turns import link_checks, link_comments, link_shown, link_tools
from loganalyst.graph.links_used import link_errors, link_uses
from loganalyst.graph.links_work import (
    link_attempts,
    link_changes,
    link_files,
    link_kills,
    link_sweeps,
)
from loganalyst.graph.nodes_done import add_observations, add_outcomes, add_steps
from loganalyst.graph.nodes_said import add_thoughts
from loganalyst.model.analysis import Analysis
from loganalyst.model.graph import CausalGraph

_NODES = (add_steps, add_observations, add_outcomes, add_thoughts)
_LINKS = (
    link_answers,
    link_symptoms,
    link_guesses,
    link_drops,
    link_claims,
    link_sweeps,
    link_requests,
    link_announcements,
    link_attempts,
    link_kills,
    link_changes,
    link_files,
    link_names,
    link_subjects,
    link_errors,
    link_tools,
    link_checks,
    link_comments,
    link_shown,
    link_uses,
    link_findings,
)
"""What adds nodes and edges, surer edges first: of two edges of a kind between two nodes the first is kept."""


def build_graph(analysis: Analysis, hide: Callable[[str], str] = str) -> CausalGraph:
    """Return the graph of one transcript, with secrets in labels and reasons hidden; the time is linear in its events.

    Every edge says how it is known and why; that two steps follow each other is no reason for one.
    """
    draft = Draft(analysis, hide)
    for add in _NODES:
        add(draft)
    for link in _LINKS:
        link(draft)
    return draft.finish()
