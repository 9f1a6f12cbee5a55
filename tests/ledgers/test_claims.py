import pytest

from loganalyst.model.ledger import ClaimRow, ClaimStatus
from tests.ledgers.told import ledgers_of


def claim(text: str, words: str) -> ClaimRow:
    found = [row for row in ledgers_of(text).claims if words in row.text]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("answer", "status"),
    [("4 passed in 0.12s", ClaimStatus.SUPPORTED), ("1 failed, 3 passed in 0.12s", ClaimStatus.CONTRADICTED)],
)
def test_a_claim_about_tests_stands_or_falls_with_their_summary(answer: str, status: ClaimStatus) -> None:
    row = claim(
        f"""[msg 1] [assistant] Testing:
[bash id=a] pytest -q 2>&1 | tail -1
[result of=a exit=0]
{answer}
[msg 2] [assistant] All tests pass now.
""",
        "tests pass",
    )
    assert row.status is status


def test_a_claim_with_nothing_behind_it_is_unsupported_and_falls_later() -> None:
    text = """[msg 1] [assistant] The tests pass now.
[bash id=a] pytest -q
[result of=a exit=1]
1 failed, 3 passed in 0.12s
"""
    row = claim(text, "tests pass")
    assert (row.status, row.fate, row.later_message) == (ClaimStatus.UNSUPPORTED, "contradicted", 1)


def test_a_status_is_too_weak_for_readiness() -> None:
    text = """[msg 1] [assistant] Starting it:
[bash id=a] systemctl start llama && systemctl is-active llama
[result of=a exit=0]
active
[msg 2] [assistant] The llama service is running and ready.
"""
    assert claim(text, "ready").status is ClaimStatus.TOO_WEAK


def test_a_request_that_is_answered_supports_readiness() -> None:
    text = """[msg 1] [assistant] Asking it:
[bash id=a] curl -i http://127.0.0.1:8080/health
[result of=a exit=0]
HTTP/1.1 200 OK
[msg 2] [assistant] The server at http://127.0.0.1:8080/health works.
"""
    assert claim(text, "works").status is ClaimStatus.SUPPORTED


def test_evidence_that_comes_later_does_not_count_as_known() -> None:
    text = """[msg 1] [assistant] Testing:
[bash id=a] pytest -q
[msg 2] [assistant] All tests pass.
[result of=a exit=0]
4 passed in 0.12s
"""
    row = claim(text, "tests pass")
    assert row.status is not ClaimStatus.SUPPORTED
    assert row.fate == "confirmed"


def test_a_change_makes_an_earlier_check_stale() -> None:
    text = """[msg 1] [assistant] Testing:
[bash id=a] curl -i http://127.0.0.1:8080/health
[result of=a exit=0]
HTTP/1.1 200 OK
[msg 2] [assistant] Restarting:
[bash id=b] systemctl restart http://127.0.0.1:8080/health
[result of=b exit=0]
[msg 3] [assistant] The server at http://127.0.0.1:8080/health works.
"""
    row = claim(text, "works")
    assert row.status is ClaimStatus.UNSUPPORTED
    assert row.last_change is not None


def test_a_kill_that_is_seen_to_fail_contradicts_the_word_that_it_worked() -> None:
    text = """[msg 1] [assistant] Killing them:
[bash id=a] pkill -x nvcc
[result of=a exit=0]
[bash id=b] pgrep -a nvcc
[result of=b exit=0]
77 nvcc -c x.cu
[msg 2] [assistant] The nvcc processes are killed.
"""
    assert claim(text, "killed").status is ClaimStatus.CONTRADICTED


def test_free_is_too_weak_for_thrashing_and_the_flow_is_not() -> None:
    weak = """[msg 1] [assistant] Memory:
[bash id=a] free -h
[result of=a exit=0]
               total        used        free      shared  buff/cache   available
Mem:            62Gi        60Gi       0.4Gi       2.0Mi       1.9Gi       1.1Gi
Swap:          8.0Gi       7.9Gi       0.1Gi
[msg 2] [assistant] The machine is thrashing.
"""
    assert claim(weak, "thrashing").status is ClaimStatus.TOO_WEAK
    strong = """[msg 1] [assistant] Memory:
[bash id=a] vmstat 1 3
[result of=a exit=0]
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 100000      0 200000    0    0     1     1    1    1  1  1 98  0  0
 1  9 800000   1000      0   2000 9000 9900  9000  9900  900  900  1  9  0 90  0
 1  9 800000   1000      0   2000 9100 9800  9000  9900  900  900  1  9  0 90  0
[msg 2] [assistant] The machine is thrashing.
"""
    assert claim(strong, "thrashing").status is ClaimStatus.SUPPORTED


def test_a_missing_result_leaves_a_claim_unknown() -> None:
    text = """[msg 1] [assistant] Starting:
[bash id=a] systemctl start llama
[msg 2] [assistant] It works.
"""
    assert claim(text, "works").status is ClaimStatus.UNKNOWN


def test_speech_that_is_not_english_is_unknown() -> None:
    text = """[msg 1] [user] Bitte installiere das Paket und prüfe danach, ob der Dienst wirklich antwortet.
[msg 2] [assistant] Ich habe das Paket installiert, der Dienst läuft jetzt und antwortet auf alle Anfragen.
[bash id=a] pytest -q
[result of=a exit=1]
1 failed in 0.12s
[msg 3] [assistant] Alle Tests sind erfolgreich, es gibt keine weiteren Fehler mehr, die Arbeit ist fertig.
"""
    ledgers = ledgers_of(text)
    assert {row.status for row in ledgers.claims} <= {ClaimStatus.UNKNOWN}
    assert {row.fate for row in ledgers.claims} <= {"unknown"}
    assert ledgers.loose_ends == ()


def test_a_look_behind_a_later_step_is_too_weak_for_the_credit_of_an_earlier_one() -> None:
    text = """
[msg 1] [assistant] First pass:
[bash] cd /srv/data && chown -R app .
[result exit=0]
[msg 2] [assistant] Second pass:
[bash] cd /srv/data && chmod -R u+rw . && ls -l conf
[result exit=0]
-rw-r--r-- 1 app app 5 Jan  1 00:00 conf
[msg 3] [assistant] The earlier chown already fixed conf.
"""
    assert claim(text, "already fixed").status is not ClaimStatus.SUPPORTED


def test_interjections_and_names_of_features_are_no_claims() -> None:
    text = """[msg 1] [assistant] Perfect! That's great. It will include:
- **Error Handling:** Custom exception handlers
- **Server:** it is running
"""
    assert [row.text for row in ledgers_of(text).claims] == ["**Server:** it is running"]


def test_a_shell_that_was_handed_a_text_is_not_the_program_that_the_text_names() -> None:
    text = """[msg 1] [assistant] The qemu process is not running.
[bash id=a] ps aux | grep qemu
[result of=a exit=0]
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root         327  0.0  0.1   4364  3200 ?        Ss   10:00   0:00 bash -c agent -- 'Run it using qemu please'
root         412  0.0  0.0   3000  1000 ?        S    10:01   0:00 grep qemu
"""
    assert claim(text, "not running").fate == "stands"
    there = text.replace("bash -c agent -- 'Run it using qemu please'", "qemu-system-x86_64 -m 2048 -nographic")
    assert claim(there, "not running").fate == "contradicted"


def test_one_common_word_ties_no_piece_of_another_step_to_a_sentence() -> None:
    text = """[msg 1] [assistant] ZFS works.
[bash id=a] zfs create tank/data
[result of=a exit=1]
cannot create 'tank/data': dataset already exists
"""
    assert claim(text, "works").fate == "stands"
    named = text.replace("ZFS works", "The dataset tank/data works")
    assert claim(named, "works").fate == "contradicted"


@pytest.mark.parametrize(
    ("output", "said", "words", "status"),
    [
        ("Login incorrect", "The login was refused with `Login incorrect`.", "refused", ClaimStatus.SUPPORTED),
        ("sqlite3: database is locked", "The run failed: database is locked.", "locked", ClaimStatus.SUPPORTED),
        ('Cannot find member "FILL_VERTICAL"', "FILL_VERTICAL is missing there.", "missing", ClaimStatus.UNKNOWN),
        ("drafts  letters", "The letters do not exist.", "letters", ClaimStatus.UNKNOWN),
        ("drafts  letters", "The volcano is stuck.", "volcano", ClaimStatus.UNSUPPORTED),
    ],
)
def test_a_claim_whose_words_stand_in_an_output_before_it_is_not_called_unsupported(
    output: str, said: str, words: str, status: ClaimStatus
) -> None:
    row = claim(
        f"[msg 1] [assistant] Now:\n[bash id=a] ./try\n[result of=a]\n{output}\n[msg 2] [assistant] {said}\n", words
    )
    assert row.status is status


@pytest.mark.parametrize(
    ("command", "output", "said", "words", "status"),
    [
        (
            "pip install flask",
            "Successfully installed flask-3.1.1",
            "Built on flask now.",
            "flask",
            ClaimStatus.TOO_WEAK,
        ),
        (
            "pip install flask",
            "Successfully installed flask-3.1.1",
            "flask is installed.",
            "flask",
            ClaimStatus.SUPPORTED,
        ),
        ("curl -s h | head -3", "curl: (23) Failed writing body", "It works.", "works", ClaimStatus.UNSUPPORTED),
        ("pytest; true", "1 failed, 2 passed in 1s", "As expected, it works.", "works", ClaimStatus.UNSUPPORTED),
    ],
)
def test_an_output_speaks_only_to_what_it_shows(
    command: str, output: str, said: str, words: str, status: ClaimStatus
) -> None:
    text = (
        f"[msg 1] [assistant] Now:\n[bash id=a] {command}\n[result of=a exit=0]\n{output}\n[msg 2] [assistant] {said}\n"
    )
    assert claim(text, words).status is status


def test_a_line_of_a_summary_is_not_borne_out_by_the_last_step_of_another_kind() -> None:
    text = """[msg 1] [assistant] Pushing:
[bash id=a] git push origin main
[result of=a exit=0]
To example.org:web.git
[msg 2] [assistant] Done. In short:
- **Colours**: added for each state
"""
    assert claim(text, "added for each").status is not ClaimStatus.SUPPORTED
