from tests.ledgers.told import ledgers_of


def kinds(text: str) -> list[str]:
    return [row.kind for row in ledgers_of(text).loose_ends]


def test_a_remote_job_that_outlives_its_call_is_left_running() -> None:
    text = """[msg 1] [assistant] Building:
[bash id=a timeout=60s] ssh 192.0.2.1 'make -C src -j8'
[result of=a limit=60s by=tool timed-out]
"""
    assert kinds(text) == ["remote-left-running"]
    looked = (
        text + "[msg 2] [assistant] Look:\n[bash id=b] ssh 192.0.2.1 'pgrep -a make'\n[result of=b exit=0]\n9 make\n"
    )
    assert kinds(looked) == []


def test_a_background_job_is_collected_by_a_look_at_its_log() -> None:
    text = """[msg 1] [assistant] Building:
[bash id=a] ssh 192.0.2.1 'nohup make -C src > build.log 2>&1 &'
[result of=a exit=0]
"""
    assert kinds(text) == ["background-not-collected"]
    looked = (
        text + "[msg 2] [assistant] Its log:\n[bash id=b] ssh 192.0.2.1 'tail -1 build.log'\n[result of=b exit=0]\nok\n"
    )
    assert kinds(looked) == []


def test_an_announced_test_that_never_runs_is_loose() -> None:
    text = """[msg 1] [assistant] The machine:
[bash id=z] ssh root@192.0.2.6 uptime
[result of=z exit=0]
[msg 2] [assistant] Let me start the container and test SSH:
[bash id=a] ssh root@192.0.2.6 'pct start 129 && pct status 129'
[result of=a exit=0]
status: running
"""
    assert "announced-not-done" in kinds(text)


def test_a_change_that_is_taken_back_names_where() -> None:
    changes = ledgers_of("""[msg 1] [assistant] Installing:
[bash id=a] pip install flask
[result of=a exit=0]
[msg 2] [assistant] And out again:
[bash id=b] pip uninstall -y flask
[result of=b exit=0]
""").changes
    assert [(row.what, row.in_place) for row in changes] == [("installs-packages", "no"), ("removes-packages", "yes")]
    assert changes[0].undone_at is not None
    assert changes[0].undone_at.message == 2


def test_looks_and_kills_are_no_changes() -> None:
    assert (
        ledgers_of("""[msg 1] [assistant] Looking:
[bash id=a] free -h; ls /tmp; pkill -x uv
[result of=a exit=0]
""").changes
        == ()
    )
