"""Episodes follow questions, and pivots say why they are ranked as they are."""

from loganalyst.graph.episodes import find_episodes
from loganalyst.graph.pivots import find_pivots
from tests.graph.told import analysis_of, sample

RETRIED = """[user] Build it.
[assistant] Building:
[bash] make all
[result exit=2]
make: *** [Makefile:3: all] Error 1
[assistant] Once more:
[bash] make all
[result exit=2]
make: *** [Makefile:3: all] Error 1
[assistant] The compiler is missing. I install it:
[bash] apt-get install -y gcc
[result exit=0]
[assistant] Again:
[bash] make all
[result exit=0]
done
[assistant] The build works.
"""
TOPICS = """[user] Set up the machine.
[assistant] Disk:
[bash] df -h /srv
[assistant] More:
[bash] du -sh /srv
[assistant] Now the service:
[bash] systemctl status nginx
[assistant] Its log:
[bash] journalctl -u nginx
[assistant] Restart:
[bash] systemctl restart nginx
"""


def reasons(text: str) -> dict[int, set[str]]:
    return {pivot.message: {reason.key for reason in pivot.reasons} for pivot in find_pivots(analysis_of(text))}


def test_the_messages_of_the_essays_are_among_the_first_pivots_of_their_samples() -> None:
    for name, message in (("stuck-install.txt", 495), ("started-container.txt", 463), ("thrashing-build.json", 43)):
        assert message in [pivot.message for pivot in find_pivots(sample(name))][:8]


def test_a_score_is_the_sum_of_its_reasons() -> None:
    for pivot in find_pivots(sample("stuck-install.txt")):
        assert pivot.score == sum(reason.weight for reason in pivot.reasons)
        assert pivot.episode is not None


def test_work_that_comes_through_after_failing_is_a_pivot_and_so_is_the_change_before_it() -> None:
    found = reasons(RETRIED)
    assert "error-to-stay" in found[2]
    assert "cure" in found[4]
    assert "works-at-last" in found[5]
    assert {"report", "ending"} <= found[6]


def test_work_that_goes_on_failing_has_no_cure() -> None:
    found = reasons(RETRIED.replace("[result exit=0]\ndone", "[result exit=2]\nmake: *** [Makefile:3: all] Error 1"))
    assert "cure" not in found.get(4, set())
    assert "works-at-last" not in found[5]


def test_what_comes_again_weighs_less_each_time() -> None:
    limits = {
        pivot.message: reason.weight
        for pivot in find_pivots(sample("thrashing-build.json"))
        for reason in pivot.reasons
        if reason.key == "limit"
    }
    weights = [limits[message] for message in sorted(limits)]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] > weights[-1]


def test_an_episode_begins_where_the_work_turns_to_something_else() -> None:
    episodes = find_episodes(analysis_of(TOPICS))
    assert [(one.first_message, one.begins_with) for one in episodes] == [(1, "start"), (4, "subject")]


def test_a_symptom_takes_up_the_request_that_it_came_up_in() -> None:
    episodes = {one.first_message: one for one in find_episodes(sample("stuck-install.txt"))}
    assert (episodes[490].question, episodes[490].begins_with) == ("stalled install", "symptom")
    assert episodes[490].last_message == 496


def test_of_neighbours_the_weightier_stands_first_and_says_why_the_other_weighs_less() -> None:
    pivots = find_pivots(analysis_of(RETRIED))
    first = pivots[0]
    beside = [pivot for pivot in pivots[1:] if abs(pivot.message - first.message) == 1]
    assert beside
    for pivot in beside:
        (reason,) = [reason for reason in pivot.reasons if reason.key == "beside"]
        assert reason.weight < 0
