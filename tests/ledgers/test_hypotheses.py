from loganalyst.model.ledger import Hypothesis, HypothesisStatus, Reading
from tests.ledgers.told import ledgers_of

STALLED = """[msg 1] [assistant] Installing:
[bash id=a timeout=300s] ssh 192.0.2.1 'uv pip install sglang 2>&1 | tail -5'
[result of=a limit=300s by=tool timed-out]
"""


def rival(text: str, name: str) -> Hypothesis:
    found = [row for row in ledgers_of(text).hypotheses if row.rival == name and row.symptom == "stalled-install"]
    assert len(found) == 1
    return found[0]


def test_a_guess_that_nothing_tests_stays_untested() -> None:
    row = rival(STALLED + "[msg 2] [assistant] It is probably waiting for a lock.\n", "lock")
    assert (row.voiced, row.message, row.status) == (True, 2, HypothesisStatus.UNTESTED)


def test_a_rival_that_nobody_voices_is_a_row_at_the_sign() -> None:
    row = rival(STALLED, "download")
    assert (row.voiced, row.message, row.text) == (False, 1, "it waits for the network or a slow download")


def test_a_compiler_in_the_tree_supports_a_source_build() -> None:
    row = rival(
        STALLED
        + """[msg 2] [assistant] It might be building from source:
[bash id=b] ssh 192.0.2.1 'ps aux'
[result of=b exit=0]
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root         634  0.1  0.1  10000  1000 ?        Sl   03:00   0:01 uv pip install sglang
root         700 99.0  3.0 900000 90000 ?        R    03:02   1:01 /usr/lib/gcc/x86_64-linux-gnu/13/cc1plus -quiet x.cpp
""",
        "source-build",
    )
    assert row.status is HypothesisStatus.SUPPORTED
    assert [reading.answer for reading in row.tested_by] == ["hit"]


def test_a_blind_probe_says_nothing_and_a_guess_dropped_on_it_is_dropped_invalidly() -> None:
    row = rival(
        STALLED
        + """[msg 2] [assistant] It might be building from source:
[bash id=b] ssh 192.0.2.1 "ps aux | grep -E 'cc1|gcc' | grep -v grep | head -3"
[result of=b exit=0]
[msg 3] [assistant] It is not building from source.
""",
        "source-build",
    )
    assert {reading.reading for reading in row.tested_by} == {Reading.NOTHING}
    assert row.status is HypothesisStatus.EXCLUDED_INVALIDLY


def test_a_probe_on_another_host_does_not_count() -> None:
    row = rival(
        STALLED
        + """[msg 2] [assistant] Looking:
[bash id=b] ssh 192.0.2.9 'ps aux'
[result of=b exit=0]
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root         700 99.0  3.0 900000 90000 ?        R    03:02   1:01 /usr/bin/cc1plus -quiet x.cpp
""",
        "source-build",
    )
    assert row.tested_by == ()


def test_a_probe_without_a_recorded_answer_does_not_count() -> None:
    row = rival(STALLED + "[msg 2] [assistant] Looking:\n[bash id=b] ssh 192.0.2.1 'ps aux'\n", "source-build")
    assert row.tested_by == ()


def test_the_next_intervention_acts_on_the_guess_before_it() -> None:
    row = rival(
        STALLED
        + """[msg 2] [assistant] It is probably stuck on a lock. I stop it:
[bash id=b] ssh 192.0.2.1 'pkill -x uv'
[result of=b exit=0]
""",
        "lock",
    )
    assert row.acted_on_message == 2


def test_a_guess_of_no_known_symptom_is_a_row_of_its_own() -> None:
    rows = ledgers_of("""[msg 1] [assistant] Building:
[bash id=a] cat notes.txt
[result of=a exit=0]
hello
[msg 2] [assistant] The machine is probably thrashing.
""").hypotheses
    assert [(row.symptom, row.rival, row.voiced, row.status) for row in rows] == [
        (None, None, True, HypothesisStatus.UNTESTED)
    ]
