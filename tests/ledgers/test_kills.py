import pytest

from loganalyst.model.ledger import Kill, KillEffect
from tests.ledgers.told import ledgers_of


def kills(text: str) -> tuple[Kill, ...]:
    return ledgers_of(text).kills


def test_a_target_that_a_later_listing_shows_is_alive() -> None:
    found = kills("""[msg 1] [assistant] Stopping it:
[bash id=a] kill 700
[result of=a exit=0]
[msg 2] [assistant] Is it gone?
[bash id=b] ps -o pid,stat,args -p 700
[result of=b exit=0]
    PID STAT COMMAND
    700 S    python serve.py
""")
    assert found[0].effect is KillEffect.ALIVE
    assert found[0].seen_at is not None
    assert found[0].seen_at.message == 2


def test_a_zombie_is_not_alive() -> None:
    found = kills("""[msg 1] [assistant] Stopping it:
[bash id=a] kill -9 700
[result of=a exit=0]
[bash id=b] ps -o pid,stat,args -p 700
[result of=b exit=0]
    PID STAT COMMAND
    700 Z    [python] <defunct>
""")
    assert found[0].effect is KillEffect.ZOMBIE
    assert found[0].signal == "KILL"


def test_a_kill_that_found_no_target_is_refused() -> None:
    found = kills("""[msg 1] [assistant] Stopping it:
[bash id=a] kill 700
[result of=a exit=1]
bash: line 1: kill: (700) - No such process
""")
    assert found[0].effect is KillEffect.REFUSED


def test_a_kill_that_nobody_looks_at_has_no_effect_that_is_known() -> None:
    found = kills("""[msg 1] [assistant] Stopping it:
[bash id=a] pkill -x llama-server
[result of=a exit=0]
[msg 2] [assistant] Something else:
[bash id=b] df -h /
[result of=b exit=0]
""")
    assert found[0].effect is KillEffect.NEVER_LOOKED
    assert found[0].matched_by == "pattern"


def test_a_look_on_another_host_tells_nothing() -> None:
    found = kills("""[msg 1] [assistant] Stopping it:
[bash id=a] ssh 192.0.2.1 'pkill -x uv'
[result of=a exit=0]
[bash id=b] ssh 192.0.2.2 'pgrep -x uv || echo none'
[result of=b exit=0]
none
""")
    assert found[0].effect is KillEffect.NEVER_LOOKED


def test_a_start_of_the_same_program_ends_what_a_later_look_can_show() -> None:
    found = kills("""[msg 1] [assistant] Stopping it:
[bash id=a] pkill -x uv
[result of=a exit=0]
[bash id=b] uv pip install x
[result of=b exit=0]
[bash id=c] pgrep -a uv
[result of=c exit=0]
900 uv pip install y
""")
    assert found[0].effect is KillEffect.NEVER_LOOKED


def test_the_other_process_of_that_name_is_told_apart_by_its_number() -> None:
    found = kills("""[msg 1] [assistant] Which is it?
[bash id=a] pgrep -a uv
[result of=a exit=0]
634 uv pip install x
[msg 2] [assistant] Stopping it:
[bash id=b] kill 634
[result of=b exit=0]
[bash id=c] pgrep -a uv
[result of=c exit=0]
901 uv pip install y
""")
    assert found[0].effect is KillEffect.OTHER_PID


def test_a_second_kill_of_the_same_target_names_the_first() -> None:
    found = kills("""[msg 1] [assistant] Stopping it:
[bash id=a] pkill -f 'serve[.]py'; true
[result of=a exit=0]
[bash id=b] pkill -9 -f 'serve[.]py'
[result of=b exit=0]
""")
    assert found[1].earlier == ("k1",)
    assert [row.signal for row in found] == ["TERM", "KILL"]


def test_a_result_is_hidden_only_where_neither_words_nor_status_can_be_read() -> None:
    found = kills("""[msg 1] [assistant] Stopping them:
[bash id=a] killall -9 nvcc 2>/dev/null; echo done
[result of=a exit=0]
done
[bash id=b] killall -9 nvcc
[result of=b exit=0]
""")
    assert [row.result_hidden for row in found] == [True, False]


def test_a_machine_restarted_by_hand_leaves_earlier_kills_unseen() -> None:
    found = kills("""[msg 1] [assistant] Stopping them:
[bash id=a] ssh 192.0.2.1 'pkill -9 -x nvcc'
[result of=a exit=0]
[msg 2] [user] rebooted
[msg 3] [assistant] Are they gone?
[bash id=b] ssh 192.0.2.1 'pgrep -x nvcc || echo none'
[result of=b exit=0]
none
""")
    assert found[0].effect is KillEffect.NEVER_LOOKED


def test_a_server_started_in_between_leaves_the_effect_unknown() -> None:
    found = kills("""[msg 1] [assistant] Stopping it:
[bash id=a] pkill -f vite
[result of=a exit=0]
[bash id=b] nohup npm run dev > dev.log 2>&1 &
[result of=b exit=0]
[bash id=c] pgrep -af vite
[result of=c exit=0]
900 node node_modules/.bin/vite
""")
    assert found[0].effect is KillEffect.NEVER_LOOKED


def look_after(between: str, look: str, output: str) -> KillEffect:
    """Return the effect of a kill by name that something and a look follow."""
    text = f"[msg 1] [assistant] Stopping it:\n[bash] pkill -f vite\n[result exit=0]\n{between}"
    return kills(f"{text}[bash] {look}\n[result exit=0]\n{output}\n")[0].effect


def test_the_line_of_the_search_is_no_target_also_where_a_terminal_wrapped_it() -> None:
    row = "me   8726   0,0  0,0 410058880    224 s003  U+    9:54     0:00.00"
    assert look_after("", "ps aux | grep vite", f"{row} grep vite") is KillEffect.GONE
    assert look_after("", "ps aux | grep vite", f"{row}\ngrep vite") is KillEffect.GONE
    assert look_after("", "ps aux | grep vite", f"{row}\nnode node_modules/.bin/vite") is KillEffect.ALIVE


def test_a_count_of_one_may_be_the_search_that_is_counted() -> None:
    assert look_after("", "ps aux | grep -c vite", "1") is KillEffect.NEVER_LOOKED
    assert look_after("", "ps aux | grep -c '[v]ite'", "0") is KillEffect.GONE
    assert look_after("", "ps aux | grep vite | grep -v grep | wc -l", "1") is KillEffect.ALIVE


def test_a_line_to_run_without_a_recorded_answer_may_have_started_it_again() -> None:
    shown = "[msg 2] [assistant] Start it again:\n```bash\nnpm run dev\n```\n[msg 3] [assistant] Is it there?\n"
    assert look_after(shown, "pgrep -af vite", "900 node node_modules/.bin/vite") is KillEffect.NEVER_LOOKED


def test_a_look_by_name_long_after_tells_nothing_of_a_kill() -> None:
    later = "".join(f"[msg {number}] [assistant] Part {number} of the text.\n" for number in range(2, 9))
    assert look_after(later, "pgrep -af vite", "900 node node_modules/.bin/vite") is KillEffect.NEVER_LOOKED


@pytest.mark.parametrize(
    "asks", ["kill -0 4711", "kill -s 0 4711", "kill -0 4711 2>/dev/null", "ps -p 4711 >/dev/null"]
)
@pytest.mark.parametrize(("said", "effect"), [("alive", KillEffect.ALIVE), ("gone", KillEffect.GONE)])
def test_the_word_on_a_branch_tells_what_a_test_of_the_number_found(asks: str, said: str, effect: KillEffect) -> None:
    line = f"[bash] kill 4711; sleep 1; {asks} && echo alive || echo gone\n[result exit=0]\n{said}\n"
    assert [row.effect for row in kills(line)] == [effect]


def test_a_signal_of_nought_is_no_kill() -> None:
    assert kills("[bash] pkill -0 -x web; killall -0 web; kill -s 0 12\n[result exit=1]\n") == ()
