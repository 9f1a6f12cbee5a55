"""The graph of each sample holds the chain that its story tells, and loses the links that a changed story breaks."""

import pytest

from loganalyst.model.graph import EdgeBasis, EdgeKind, NodeKind
from tests.graph.told import Step, changed, find_edges, sample, walk_of

PROBE, DEED, OUTCOME = NodeKind.PROBE, NodeKind.INTERVENTION, NodeKind.OUTCOME
SEEN, CLAIM, GUESS = NodeKind.OBSERVATION, NodeKind.CLAIM, NodeKind.HYPOTHESIS
SYMPTOM, DECISION = NodeKind.SYMPTOM, NodeKind.DECISION

INSTALL: list[Step] = [
    (490, DECISION, EdgeKind.PROMPTED_BY, 491, DEED),
    (491, DEED, EdgeKind.ANSWERS, 491, OUTCOME),
    (491, OUTCOME, EdgeKind.SUPPORTS, 491, SYMPTOM),
    (491, DEED, EdgeKind.FOLLOWS_UP, 493, PROBE),
    (493, PROBE, EdgeKind.FOLLOWS_UP, 494, PROBE),
    (491, SYMPTOM, EdgeKind.PROMPTED_BY, 495, GUESS),
    (494, OUTCOME, EdgeKind.PROMPTED_BY, 495, PROBE),
    (495, PROBE, EdgeKind.TESTS, 495, GUESS),
    (496, CLAIM, EdgeKind.CONTRADICTS, 495, GUESS),
    (495, GUESS, EdgeKind.SUPERSEDES, 496, GUESS),
    (496, GUESS, EdgeKind.ACTS_ON, 496, DEED),
    (491, DEED, EdgeKind.REFINES, 497, DEED),
    (502, OUTCOME, EdgeKind.CONTRADICTS, 500, CLAIM),
]
CONTAINER: list[Step] = [
    (455, OUTCOME, EdgeKind.PROMPTED_BY, 457, DEED),
    (460, OUTCOME, EdgeKind.SUPPORTS, 460, SYMPTOM),
    (461, OUTCOME, EdgeKind.PROMPTED_BY, 461, DEED),
    (460, PROBE, EdgeKind.REFINES, 462, PROBE),
    (462, OUTCOME, EdgeKind.SUPPORTS, 463, CLAIM),
    (463, SEEN, EdgeKind.SUPPORTS, 464, CLAIM),
    (464, SEEN, EdgeKind.SUPPORTS, 465, CLAIM),
    (503, SEEN, EdgeKind.CONTRADICTS, 465, CLAIM),
]
BUILD: list[Step] = [
    (29, DEED, EdgeKind.REFINES, 38, DEED),
    (38, DEED, EdgeKind.REFINES, 40, DEED),
    (37, DECISION, EdgeKind.PROMPTED_BY, 38, DEED),
    (39, DECISION, EdgeKind.PROMPTED_BY, 40, DEED),
    (31, DEED, EdgeKind.ENABLES, 32, OUTCOME),
    (41, SYMPTOM, EdgeKind.PROMPTED_BY, 43, GUESS),
    (43, GUESS, EdgeKind.ACTS_ON, 43, DEED),
]


@pytest.mark.parametrize(
    ("name", "chain"),
    [("stuck-install.txt", INSTALL), ("started-container.txt", CONTAINER), ("thrashing-build.json", BUILD)],
)
def test_the_chain_of_the_story_is_in_the_graph(name: str, chain: list[Step]) -> None:
    walk = walk_of(sample(name))
    assert [step for step in chain if not find_edges(walk, step)] == []


def test_four_probes_of_one_call_share_its_answer_and_the_edge_says_so() -> None:
    walk = walk_of(sample("stuck-install.txt"))
    edges = find_edges(walk, (495, PROBE, EdgeKind.ANSWERS, 495, OUTCOME))
    assert len(edges) == 4
    assert all("4 commands" in edge.because for edge in edges)


def test_probes_that_cannot_tell_bear_on_a_guess_and_neither_support_nor_weaken_it() -> None:
    walk = walk_of(sample("stuck-install.txt"))
    guess = next(node.id for node in walk.in_message(495) if node.kind is GUESS)
    kinds = {edge.kind for edge in walk.incoming[guess] if walk.nodes[edge.source].message_index == 495}
    assert kinds == {EdgeKind.TESTS}


def test_an_announced_test_that_was_not_run_leads_nowhere() -> None:
    walk = walk_of(sample("started-container.txt"))
    announced = [node for node in walk.in_message(463) if node.kind is DECISION and "test SSH" in node.label]
    assert announced
    assert [edge for node in announced for edge in walk.outgoing[node.id]] == []


def test_the_runs_of_a_sweep_name_the_number_that_moved() -> None:
    walk = walk_of(sample("thrashing-build.json"))
    (edge,) = find_edges(walk, (38, DEED, EdgeKind.REFINES, 40, DEED))
    assert (edge.basis, "from 64 to 32" in edge.because) == (EdgeBasis.TEXTUAL, True)


def test_without_the_guess_nothing_is_acted_upon() -> None:
    analysis = changed("stuck-install.txt", ("It is probably stuck on a lock. I stop it:", "I stop it:"))
    walk = walk_of(analysis)
    assert find_edges(walk, (496, GUESS, EdgeKind.ACTS_ON, 496, DEED)) == []
    assert find_edges(walk, (495, GUESS, EdgeKind.SUPERSEDES, 496, GUESS)) == []


def test_a_process_number_that_nothing_showed_leads_from_no_answer() -> None:
    analysis = changed("stuck-install.txt", ("634 uv pip install sglang", "777 uv pip install sglang"))
    assert find_edges(walk_of(analysis), (494, OUTCOME, EdgeKind.PROMPTED_BY, 495, PROBE)) == []


def test_a_driver_that_starts_contradicts_no_statement() -> None:
    swap = ("[result of=guest exit=0]\n3\n", "[result of=guest exit=0]\n0\n")
    host = ("[result of=host exit=0]\n3\n", "[result of=host exit=0]\n0\n")
    walk = walk_of(changed("started-container.txt", swap, host))
    assert find_edges(walk, (503, SEEN, EdgeKind.CONTRADICTS, 465, CLAIM)) == []


def test_a_build_for_something_else_is_not_the_same_work_again() -> None:
    analysis = changed("stuck-install.txt", ('--python /root/ml-env/bin/python "sglang[all]>=0.5.0"', "flask"))
    assert find_edges(walk_of(analysis), (491, DEED, EdgeKind.REFINES, 497, DEED)) == []
