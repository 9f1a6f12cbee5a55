"""The way from a message back to the first symptom, and the first wrong turn on it."""

from itertools import pairwise

from loganalyst.graph.paths import WayBack, find_way_back
from loganalyst.graph.queries import (
    find_critical_path,
    find_dead_ends,
    find_time_lost,
    find_turning_points,
    map_elimination,
)
from loganalyst.model.graph import EdgeKind, NodeKind
from loganalyst.model.ledger import HypothesisStatus
from tests.graph.told import changed, knowledge, sample, walk_of


def way(name: str, message: int) -> WayBack:
    analysis = sample(name)
    return find_way_back(analysis, walk_of(analysis), message, knowledge().symptoms)


def test_a_kill_goes_back_to_the_stalled_install_by_the_guess_it_acts_on() -> None:
    found = way("stuck-install.txt", 496)
    assert [edge.kind for edge in found.edges] == [EdgeKind.PROMPTED_BY, EdgeKind.ACTS_ON]
    assert [node.message_index for node in found.nodes] == [491, 496, 496]
    assert found.symptom is not None


def test_the_first_wrong_turn_names_what_would_have_told_and_the_time_after_it() -> None:
    turn = way("stuck-install.txt", 496).turn
    assert turn is not None
    assert turn.seconds == 909
    asks = [probe.ask for probe in turn.probes]
    assert any("process tree below the installer" in ask for ask in asks)
    assert any("sockets" in ask for ask in asks)


def test_a_guess_that_a_probe_bore_out_is_no_wrong_turn() -> None:
    found = way("thrashing-build.json", 43)
    assert found.turn is not None
    assert (found.turn.node.message_index, "thrashing" in found.turn.why) == (43, True)


def test_nothing_after_the_message_is_used() -> None:
    for message in (491, 494, 496, 500):
        assert all(node.message_index <= message for node in way("stuck-install.txt", message).nodes)


def test_a_message_that_no_symptom_leads_to_goes_back_as_far_as_links_do() -> None:
    found = way("stuck-install.txt", 432)
    assert (found.symptom, [node.message_index for node in found.nodes]) == (None, [431, 432])


def test_without_the_guess_the_way_to_the_kill_holds_no_deed_on_a_guess() -> None:
    analysis = changed("stuck-install.txt", ("It is probably stuck on a lock. I stop it:", "I stop it:"))
    found = find_way_back(analysis, walk_of(analysis), 496, knowledge().symptoms)
    assert EdgeKind.ACTS_ON not in [edge.kind for edge in found.edges]
    assert found.turn is None or found.turn.node.kind is NodeKind.CLAIM


def test_turning_points_are_contradictions_and_deeds_on_guesses() -> None:
    points = find_turning_points(walk_of(sample("stuck-install.txt")))
    assert {496, 502} <= {point.node.message_index for point in points}


def test_a_step_that_nothing_rests_on_is_a_dead_end() -> None:
    ends = [point.node.message_index for point in find_dead_ends(walk_of(sample("stuck-install.txt")))]
    assert 470 in ends
    assert 494 not in ends


def test_the_waits_of_the_stalled_install_are_lost_in_one_branch() -> None:
    analysis = sample("stuck-install.txt")
    branch = find_time_lost(analysis, walk_of(analysis))[0]
    assert branch.first.message_index == 491
    assert branch.seconds >= 900


def test_the_critical_path_runs_with_time() -> None:
    walk = walk_of(sample("thrashing-build.json"))
    chain = find_critical_path(walk)
    assert all(walk.rank[edge.source] < walk.rank[edge.target] for edge in chain)
    assert all(first.target == second.source for first, second in pairwise(chain))
    assert len(chain) >= 5


def test_the_map_of_elimination_keeps_blind_probes_apart_from_telling_ones() -> None:
    rows = {row.guess.rival: row for row in map_elimination(sample("stuck-install.txt").ledgers)}
    assert rows["source-build"].telling == ()
    assert rows["source-build"].blind[:4] == (495, 495, 495, 495)
    assert rows["source-build"].guess.status is HypothesisStatus.EXCLUDED_INVALIDLY
    assert rows["device-access"].telling


def test_of_two_symptoms_that_lead_to_a_message_the_nearer_is_where_the_way_begins() -> None:
    found = way("stuck-install.txt", 503)
    assert found.symptom is not None
    assert (found.symptom.message_index, found.symptom.label) == (502, "cuda not available")


def test_a_step_is_a_sign_of_a_symptom_by_its_answer() -> None:
    found = way("started-container.txt", 463)
    assert found.symptom is not None
    assert [found.symptom.message_index, *(node.message_index for node in found.nodes[1:3])] == [460, 460, 460]
