"""How an output is read: which readers take part, what is quoted, whose host it is, and what is no fact at all."""

import pkgutil
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst import observations
from loganalyst.model.command import Command
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.observations._blocks import Phrases
from loganalyst.observations.reading import all_readers, read_output, recognises

MakeCommand = Callable[..., Command]
OOM = "[ 1083.695130] Out of memory: Killed process 4711 (cc1plus) total-vm:1426168kB, anon-rss:901868kB\n"
PROGRAMS = sorted({"cat", "echo"}.union(*(reader.programs for reader in all_readers())))
PIECES = (
    "strace: Process 7 attached\n",
    "strace: Process 7 detached\n",
    'write(1, "hi", 2) = 2\n',
    " 80.68  0.526596 1 2 read\n",
    "  PID STAT COMMAND\n",
    "    7 D    dd\n",
    "Mem:   1 2 3\n",
    "Traceback (most recent call last):\n",
    "ValueError: x\n",
    " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n",
    "rc=1\n",
    "Ran 3 tests in 0.1s\n\n",
    " 1  0  0 2 2 3 0 0 0 0 5 8 0 0 100 0 0\n",
    "GPU0\t X \tNV1\n",
    "\tGPU0\tGPU1\n",
    "OK\n",
    "Killed\n",
    OOM,
    "\r\n",
    "\t",
    "é‘",
)


@pytest.mark.parametrize(
    "text",
    [
        "The tests timed out, so I will raise the limit.",
        "It was killed by the kernel when it ran out of memory.",
        "You may see Connection refused if nothing listens.",
        "Killed by the operator at noon",
        "I got 2 failed and 10 passed tests.",
        "status: running late",
        "There is no space left on the device for now.",
        "We need to install 3 packages in 5 minutes.",
        "if error: return None",
        "the process was Terminated normally",
        "README says: pip install six",
        "def read(self) -> int:",
        "    x = f(1)",
        "2024-01-01 all good, 5 passed the check",
        "No such process of approval exists.",
        "cuda is not what we speak of: True",
    ],
)
def test_prose_states_no_fact(text: str) -> None:
    assert read_output(None, text) == ()


def test_what_a_file_holds_is_told_and_not_seen(command: MakeCommand) -> None:
    (fact,) = read_output(command("cat kern.log", Trait.READS_FILE), OOM)
    assert fact.kind == "kernel.oom-kill"
    assert fact.quoted


@pytest.mark.parametrize("text", ["dmesg", "journalctl -k", "sudo dmesg -T"])
def test_what_the_kernel_log_says_is_seen(text: str, command: MakeCommand) -> None:
    assert [fact.quoted for fact in read_output(command(text, Trait.SHOWS_KERNEL_LOG), OOM)] == [False]


def test_a_filter_behind_a_pipe_prints_what_it_is_given(command: MakeCommand) -> None:
    assert [fact.quoted for fact in read_output(command("grep -i killed", pipe_index=1), OOM)] == [False]
    assert [fact.quoted for fact in read_output(command("grep -i killed kern.log"), OOM)] == [True]


def test_a_live_file_of_the_kernel_is_seen(command: MakeCommand) -> None:
    pressure = "some avg10=8.65 avg60=1.74 avg300=0.37 total=1782230"
    (fact,) = read_output(command("cat /proc/pressure/memory", Trait.READS_FILE), pressure)
    assert (fact.kind, fact.quoted) == ("memory.pressure", False)


def test_a_complaint_of_the_file_reader_itself_is_seen(command: MakeCommand) -> None:
    (fact,) = read_output(command("cat /nosuch", Trait.READS_FILE), "cat: /nosuch: No such file or directory")
    assert (fact.kind, fact.quoted) == ("shell.error", False)


def test_an_old_diff_is_quoted_and_a_status_is_not(command: MakeCommand) -> None:
    conflict = "CONFLICT (content): Merge conflict in a.py"
    assert read_output(command("git show HEAD"), conflict)[0].quoted
    assert not read_output(command("git merge x"), conflict)[0].quoted


def test_a_subject_stands_on_the_host_of_its_command(command: MakeCommand) -> None:
    (fact,) = read_output(command("pgrep -a uv", host="192.0.2.74"), "634 uv pip install x")
    assert str(fact.subject) == "pid:634@192.0.2.74"


def test_a_state_that_names_nothing_is_about_what_its_command_names(command: MakeCommand) -> None:
    asked = replace(command("pct status 104"), subjects=(Subject("container", "104", "192.0.2.1"),))
    assert [str(fact.subject) for fact in read_output(asked, "status: running")] == ["container:104@192.0.2.1"]


def test_a_plain_number_is_a_process_only_for_a_command_that_prints_them(command: MakeCommand) -> None:
    assert read_output(None, "634") == ()
    assert read_output(command("wc -l x"), "634") == ()
    assert [fact.kind for fact in read_output(command("pgrep uv"), "634")] == ["process.row"]


def test_a_count_of_processes_is_no_process(command: MakeCommand) -> None:
    assert read_output(command("pgrep -c uv"), "3") == ()


def test_a_bare_truth_is_about_cuda_only_where_that_was_asked(command: MakeCommand) -> None:
    assert read_output(command("python3 x.py"), "True") == ()


def test_readers_of_other_programs_keep_out_of_a_known_one(command: MakeCommand) -> None:
    row = "LISTEN 0      5          127.0.0.1:8977       0.0.0.0:*"
    assert read_output(command("free -h"), row) == ()
    assert [fact.kind for fact in read_output(None, row)] == ["socket.row"]


def test_a_script_may_print_what_any_program_prints(command: MakeCommand) -> None:
    row = "LISTEN 0      5          127.0.0.1:8977       0.0.0.0:*"
    assert [fact.kind for fact in read_output(command("bash x.sh", Trait.RUNS_CODE), row)] == ["socket.row"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("strace -c -p 634", "strace: Process 634 attached"),
        ("strace -f ./x", '[pid  9412] openat(AT_FDCWD, "/etc/x", O_RDONLY) = 3'),
        ("strace -c -p 1", "% time     seconds  usecs/call     calls    errors syscall"),
        ("ps aux", "ana   9137 99.2  1.5 421220 61440 pts/0    Rl+  19:12  12:34 /usr/bin/python3 x.py"),
        ("free -h", "Mem:            62Gi        60Gi       398Mi       8.7Mi       1.4Gi       1.2Gi"),
        ("free -h", "               total        used        free      shared  buff/cache   available"),
        ("pct status 104", "status: running"),
        ("nvidia-smi", "| N/A   34C    P0             72W /  700W |     512MiB /  81559MiB |      0%      Default |"),
        ("nvidia-smi topo -m", "GPU0\t X \tNV18\tPXB"),
        ("ls -l", "-rw-r--r-- 1 root root 4555 Nov 30 18:51 notes.md"),
        ("df -h", "/dev/vda        252G   23G   79G  23% /"),
        ("ss -tln", "LISTEN 0      128          0.0.0.0:2024      0.0.0.0:*"),
        ("curl -sS http://h", "curl: (7) Failed to connect to h port 80"),
        ("wget http://h/f", "HTTP request sent, awaiting response... 200 OK"),
        ("pip install six", "Collecting six"),
        ("uv pip install six", "Resolved 1 package in 2.12s"),
        ("pytest -q", "2 failed, 10 passed in 0.31s"),
        ("docker ps", 'bd048b006730   app:1     "sh"      3 minutes ago   Up 3 minutes'),
        ("vmstat 1 2", " 1  0      0 24213084   2144 355444    0    0     0     0   52   81  0  0 100  0  0"),
        ("make -j4", "make: *** [Makefile:2: all] Error 1"),
        ("nosuch --x", "bash: line 1: nosuch: command not found"),
        ("dmesg", "[ 1083.690360] usb 1-1: new device"),
    ],
)  # fmt: skip
def test_a_program_is_known_by_its_lines(text: str, line: str, command: MakeCommand) -> None:
    assert recognises(command(text), line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("free -h", "status: running"),
        ("pip install six", "strace: Process 634 attached"),
        ("echo hi", "hi"),
        ("df", "alive"),
    ],
)
def test_a_line_of_another_program_is_not_its_own(text: str, line: str, command: MakeCommand) -> None:
    assert not recognises(command(text), line)


def test_facts_come_in_order_and_quote_what_they_state() -> None:
    text = "ok\nKilled\nrc=137\n"
    assert [text[fact.start : fact.end] for fact in read_output(None, text)] == ["Killed", "rc=137"]


def test_a_retried_strace_is_judged_run_by_run() -> None:
    text = "strace: Process 7 attached\nstrace: Process 7 detached\n" * 2 + 'read(0, "", 1) = 0\n'
    assert [fact.kind for fact in read_output(None, text)].count("strace.no-calls") == 1


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES) | st.text(max_size=5)).map("".join)))
def test_any_text_is_read_without_error_and_extents_lie_in_it(text: str) -> None:
    facts = read_output(None, text)
    assert all(0 <= fact.start < fact.end <= len(text) for fact in facts)
    assert [fact.start for fact in facts] == sorted(fact.start for fact in facts)


@given(st.sampled_from(PROGRAMS), st.lists(st.sampled_from(PIECES) | st.text(max_size=9)).map("".join))
def test_an_output_of_a_known_program_is_read_without_error(program: str, text: str) -> None:
    bare = Command(program, program, 0, len(program), 0)
    assert all(0 <= fact.start < fact.end <= len(text) for fact in read_output(bare, text))
    assert recognises(bare, text) in {True, False}


@given(st.lists(st.sampled_from(PIECES)).map("".join), st.integers(0, 400))
def test_an_output_that_is_cut_anywhere_is_still_read(text: str, length: int) -> None:
    assert all(fact.end <= length for fact in read_output(None, text[:length]))


@pytest.mark.parametrize(
    "unit",
    [
        *PIECES,
        "f(",
        "Killed ",
        "1 ",
        "(",
        ": ",
        "=",
        " -> ",
        "error: ",
        "a/",
        "[1/2] ",
        "GPU0 ",
        "0.00 ",
        "/1/",
        "xit",
        "] ",
        "Resolved ",
        "No such file or directory",
        "Failed to ",
        "x: cannot '",
        ": Permission denied",
        "FAILED ",
        "Ran ",
        " in ",
    ],
)
def test_a_megabyte_is_read_in_seconds(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    begin = time.process_time()
    read_output(None, text)
    assert time.process_time() - begin < 8


def test_every_reader_of_the_package_is_found() -> None:
    assert len(all_readers()) == len({id(reader) for reader in all_readers()}) > 20


def test_every_phrase_of_a_reader_is_among_those_it_declares() -> None:
    for found in pkgutil.iter_modules(observations.__path__):
        module = import_module(f"{observations.__name__}.{found.name}")
        for value in vars(module).values():
            if isinstance(value, Phrases):
                assert value == module.READER.phrases or value.hints <= module.READER.words, found.name


def test_every_phrase_is_a_regular_expression() -> None:
    phrases = [one for reader in all_readers() for one in reader.phrases.members]
    assert phrases
    assert all(one.pattern.pattern == one.form for one in phrases)
