"""What holds of every graph: reasons, order, lost records, odd sessions, and the cost of long ones."""

import cProfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.graph.build import build_graph
from loganalyst.graph.episodes import find_episodes
from loganalyst.graph.pivots import find_pivots
from loganalyst.graph.walk import Walk
from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Confidence
from loganalyst.model.graph import EdgeBasis, EdgeKind, NodeKind
from loganalyst.model.span import Line
from loganalyst.model.transcript import Damage
from tests.graph.told import analysis_of, find_edges, sample, walk_of

SAMPLES = ("stuck-install.txt", "started-container.txt", "thrashing-build.json", "clean-session.txt")
UNRELATED = """[assistant] First:
[bash] uname -r
6.8.0
[assistant] Second:
[bash] ls /srv
data
[assistant] Third:
[bash] uptime
up 3 days
"""
KILLED = """[assistant] Stop it:
[bash] ssh 192.0.2.1 'pkill worker'
[result exit=0]
[assistant] Still there?
[bash] ssh 192.0.2.1 'pgrep -a worker'
812 worker --serve
[assistant] By number:
[bash] ssh 192.0.2.1 'kill 812'
[result exit=0]
"""


@pytest.mark.parametrize("name", SAMPLES)
def test_every_edge_joins_two_nodes_and_gives_a_reason(name: str) -> None:
    graph = build_graph(sample(name))
    ids = {node.id for node in graph.nodes}
    assert len(ids) == len(graph.nodes)
    for edge in graph.edges:
        assert edge.source in ids
        assert edge.target in ids - {edge.source}
        assert edge.because
        named = ("(rule: ", "(ledger of ", "the symptom file ")
        assert edge.basis is not EdgeBasis.INFERRED or any(name in edge.because for name in named)


@pytest.mark.parametrize("name", SAMPLES)
def test_nodes_stand_in_the_order_of_the_transcript_and_edges_once(name: str) -> None:
    graph = build_graph(sample(name))
    ends = [(edge.source, edge.target, edge.kind) for edge in graph.edges]
    assert len(ends) == len(set(ends))
    messages = [node.message_index for node in graph.nodes]
    assert messages == sorted(messages)


def test_steps_that_only_follow_each_other_are_not_joined() -> None:
    walk = walk_of(analysis_of(UNRELATED))
    across = [
        edge
        for edge in walk.graph.edges
        if walk.nodes[edge.source].message_index != walk.nodes[edge.target].message_index
    ]
    assert across == []


def test_a_name_that_an_answer_was_the_first_to_show_leads_to_the_step_that_uses_it() -> None:
    walk = walk_of(analysis_of(KILLED))
    (edge,) = find_edges(walk, (2, NodeKind.OUTCOME, EdgeKind.PROMPTED_BY, 3, NodeKind.INTERVENTION))
    assert (edge.basis, "812" in edge.because) == (EdgeBasis.TEXTUAL, True)


def lose(analysis: Analysis, before: int) -> Analysis:
    """Return the analysis of a session that lost records before a message."""
    ledger = replace(analysis.transcript.ledger, damaged=(Damage(Line(1), 0, "no JSON", before),))
    transcript = replace(analysis.transcript, ledger=ledger)
    return replace(analysis, transcript=transcript, events=replace(analysis.events, transcript=transcript))


def test_edges_across_lost_records_are_of_low_confidence_and_say_so() -> None:
    walk = Walk(build_graph(lose(analysis_of(KILLED), 3)))
    at = {node.id: node.message_index for node in walk.graph.nodes}
    ends = [(edge, at[edge.source], at[edge.target]) for edge in walk.graph.edges]
    crossing = [edge for edge, first, last in ends if min(first, last) < 3 <= max(first, last)]
    assert crossing
    assert all(edge.confidence is Confidence.LOW and "lost" in edge.because for edge in crossing)
    inside = find_edges(walk, (2, NodeKind.PROBE, EdgeKind.ANSWERS, 2, NodeKind.OUTCOME))
    assert [edge.confidence for edge in inside] == [Confidence.HIGH]


@given(st.lists(st.sampled_from([
    "[assistant] It works now.", "[assistant] It is probably stuck on a lock.", "[user] still oom, try 8",
    "[user] rebooted",
    "[bash] kill 700", "[bash] ps aux", "[result exit=0]", "[result limit=5s by=tool timed-out]", "700 uv",
    "Traceback (most recent call last):", "ValueError: bad /tmp/a.py", "[bash] python /tmp/a.py",
    "[bash] ssh h 'sleep 5; free -h'", "[bash] make -j4", "[bash] make -j8", "Out of memory: Killed process 7 (cc1)",
]), max_size=25))  # fmt: skip
def test_any_order_of_records_has_a_graph_episodes_and_pivots(lines: list[str]) -> None:
    analysis = analysis_of("\n".join(["[assistant] Begin.", *lines]) + "\n")
    graph = build_graph(analysis)
    assert graph == build_graph(analysis)
    episodes = find_episodes(analysis)
    covered = [index for one in episodes for index in range(one.first_message, one.last_message + 1)]
    assert covered == [message.index for message in analysis.transcript.messages]
    scores = [pivot.score for pivot in find_pivots(analysis, episodes)]
    assert scores == sorted(scores, reverse=True)


def long_session(rounds: int) -> Analysis:
    piece = """[user] try {n} again
[assistant] It might be building something from source. Let me look:
[bash timeout=60s] ssh 192.0.2.1 'uv pip install pkg{n} 2>&1 | tail -5'
[result limit=60s by=tool timed-out]
[assistant] I stop it:
[bash] ssh 192.0.2.1 'pkill -9 -f job{n}; make -C dir{n} > log{n} 2>&1'
[result exit=2]
make: *** [dir{n}/Makefile:3: all] Error 1
[assistant] The job is stopped and the server works.
[bash] ssh 192.0.2.1 'cat log{n}; python3 train.py --batch-size {n}'
[result exit=1]
RuntimeError: CUDA out of memory in dir{n}/train.py
"""
    return analysis_of("".join(piece.replace("{n}", str(number)) for number in range(rounds)))


def steps(analysis: Analysis) -> int:
    """Return how many functions are called: unlike a time, the same on a busy machine."""
    build_graph(analysis)
    profile = cProfile.Profile()
    profile.runcall(build_graph, analysis)
    profile.runcall(find_pivots, analysis)
    return sum(entry.callcount for entry in profile.getstats())


def test_ten_times_the_events_take_about_ten_times_as_many_steps() -> None:
    assert steps(long_session(200)) <= 11 * steps(long_session(20))


def test_no_module_asks_networkx_for_what_takes_long_on_a_session() -> None:
    room = Path(__file__).parents[2] / "loganalyst" / "graph"
    assert [path.name for path in room.glob("*.py") if "networkx" in path.read_text("utf-8")] == []
