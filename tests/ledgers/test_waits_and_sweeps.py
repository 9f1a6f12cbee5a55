from decimal import Decimal

from loganalyst.model.span import Formula
from tests.ledgers.told import ledgers_of


def test_a_limit_that_fired_is_quoted_from_the_result() -> None:
    wait = ledgers_of("""[msg 1] [assistant] Building:
[bash id=a timeout=2m] make -j4
[result of=a limit=2m by=tool timed-out]
""").waits[0]
    assert (wait.spent.number, wait.reason, wait.on) == (Decimal(120), "limit", "make")
    assert wait.spent.spans[0].quote == "2m"


def test_sleeps_of_one_line_are_added_up() -> None:
    wait = ledgers_of("""[msg 1] [assistant] Later:
[bash id=a] sleep 5; free -h; sleep 7; free -h
[result of=a exit=0]
""").waits[0]
    assert wait.spent.formula is Formula.SUM
    assert wait.spent.number == 12
    assert [value.spans[0].quote for value in wait.spent.inputs] == ["sleep 5", "sleep 7"]


def test_sleeps_in_a_loop_of_unknown_length_are_not_guessed() -> None:
    assert (
        ledgers_of("""[msg 1] [assistant] Until it is there:
[bash id=a] until curl -sf http://127.0.0.1/; do sleep 5; done
[result of=a exit=0]
""").waits
        == ()
    )


def test_the_same_answer_twice_is_no_progress_and_another_is_some() -> None:
    text = "\n".join(
        f"[msg {number}] [assistant] Later:\n[bash id=w{number}] sleep 60; tail -1 /tmp/x.log\n"
        f"[result of=w{number} exit=0]\n{line}"
        for number, line in ((1, "step 1"), (2, "step 1"), (3, "step 2"))
    )
    assert [wait.progress for wait in ledgers_of(text).waits] == ["unknown", "none", "some"]


def test_a_short_call_is_no_wait() -> None:
    assert (
        ledgers_of("""[msg 1] [assistant] Look:
[bash id=a] ls
[result of=a exit=0 took=2s]
x
""").waits
        == ()
    )


def runs(*numbers: int, form: str = "python3 train.py --batch-size {}") -> str:
    return "\n".join(
        f"[msg {at}] [assistant] Run:\n[bash id=r{at}] {form.format(number)}\n[result of=r{at} exit=1]\nfailed"
        for at, number in enumerate(numbers, start=1)
    )


def test_an_option_moved_in_one_direction_is_a_sweep() -> None:
    sweep = ledgers_of(runs(64, 32, 16)).sweeps[0]
    assert (sweep.parameter, sweep.parameter_role, sweep.one_direction) == ("--batch-size", "batch", True)
    assert [point.value.spans[0].quote for point in sweep.points] == ["64", "32", "16"]


def test_a_number_that_goes_back_is_no_single_direction() -> None:
    assert not ledgers_of(runs(64, 32, 64)).sweeps[0].one_direction


def test_a_repeated_number_is_one_point() -> None:
    assert [point.value.number for point in ledgers_of(runs(64, 64, 32)).sweeps[0].points] == [64, 32]


def test_an_exported_variable_counts_for_the_command_after_it() -> None:
    sweep = ledgers_of(runs(8, 4, 2, form="export MAX_JOBS={}; make all")).sweeps[0]
    assert (sweep.parameter, sweep.parameter_role, sweep.program) == ("MAX_JOBS", "parallelism", "make")


def test_jobs_written_to_their_flag_are_read() -> None:
    sweep = ledgers_of(runs(8, 4, 2, form="make -j{} all")).sweeps[0]
    assert (sweep.parameter, sweep.parameter_role) == ("-j", "parallelism")


def test_process_numbers_are_identities() -> None:
    found = ledgers_of(runs(700, 800, 900, form="kill {}")).sweeps
    assert [sweep.parameter_role for sweep in found] == ["identity"]


def test_other_words_make_another_command() -> None:
    text = (
        runs(64)
        + "\n"
        + runs(32, form="python3 other.py --batch-size {}").replace("msg 1", "msg 2").replace("r1", "r9")
    )
    assert ledgers_of(text).sweeps == ()


def test_the_outcome_says_where_memory_ran_out() -> None:
    text = runs(64, 32).replace("failed", "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB")
    assert {point.outcome for point in ledgers_of(text).sweeps[0].points} == {"oom"}


def test_a_number_that_cannot_be_quoted_is_no_point() -> None:
    assert (
        ledgers_of(runs(64, 32, form="python3 train.py --batch-size '{}'\"\"")).sweeps[0].points[0].value.number == 64
    )
    assert ledgers_of(runs(8, 4, form="bash -c 'make -j$(echo {})'")).sweeps == ()
