"""What a strict reader found false or unclear in the reports on the samples, with what turns it."""

from loganalyst.narrative.walk import walk_statements
from loganalyst.narrative.wording import read_pieces
from tests.stories.points import read_bytes, report_on, show

CONTAINER, INSTALL = "started-container.txt", "stuck-install.txt"


def told(sample: str, message: int, key: str = "", old: str = "", new: str = "") -> list[str]:
    content = read_bytes(sample)
    assert content.count(old.encode()) == 1 or not old
    report = report_on(sample, content.replace(old.encode(), new.encode()) if old else content, message)
    statements = [one for one in walk_statements(report) if one.key.startswith(key)]
    return [
        "".join(piece if isinstance(piece, str) else show(piece) for piece in read_pieces(one)) for one in statements
    ]


def test_a_look_for_a_name_is_not_told_as_one_for_the_number_killed() -> None:
    (kill,) = told(CONTAINER, 463, "ladder.kill")[1:]
    assert "asks for find, not for that number" in kill
    (other,) = told(CONTAINER, 463, "ladder.kill", "ps -o pid,args -C find || echo", "ps -o pid,args -p 48190 || echo")[
        1:
    ]
    assert "not for that number" not in other


def test_an_answer_that_the_user_gave_to_a_proposal_is_quoted_once() -> None:
    assert not told(CONTAINER, 463, "place.request")
    assert "I suggest to run the workload in a container." in told(CONTAINER, 463, "strategy.pivot")[0]


def test_pairs_of_devices_are_told_by_what_lies_between_them() -> None:
    assert any("12 1 pairs with NODE, 16 1 pairs with SYS" in one for one in told(CONTAINER, 465, "known.shown"))


def test_a_job_of_the_shell_is_no_process_chosen_by_number() -> None:
    assert any("a job of this shell" in one for one in told(INSTALL, 495, "probe.reading"))
    assert not any("chosen by number" in one for one in told(INSTALL, 495, "probe.reading"))


def test_a_full_stop_of_the_log_is_not_followed_by_another() -> None:
    assert not [one for one in told(INSTALL, 495) if one.endswith("..")]


def test_what_lies_below_the_folders_listed_is_told_as_unseen() -> None:
    row = "What lies in folders below was not."
    assert any(row in one for one in told(CONTAINER, 463, "claim.stance"))
    listed, deep = (f'ls -lan{more} root; echo "== /etc"; ls -lan{more} etc' for more in ("", " -R"))
    assert not any(row in one for one in told(CONTAINER, 463, "claim.stance", listed, deep))
