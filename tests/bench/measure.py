"""Measure a command against D: a process that reads the same file and decodes every line with orjson.

    python -m tests.bench.measure read 100        read a generated session of 100 MB, no rules
    python -m tests.bench.measure check 10        check one of 10 MB
    python -m tests.bench.measure check FILE      check a file of one's own
    python -m tests.bench.measure check-ahocorasick 10, check-plain 10
                                                  check as if the faster engines were not installed
    python -m tests.bench.measure check 10 --ignore claims,strategy
                                                  check with further options

Prints the ratio of CPU times (median of paired runs, A B A B …) and the peak memory of the measured process.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.bench.generator import write_session
from tests.bench.woven import woven

SAMPLE = Path(__file__).parents[2] / "samples" / "stuck-install.txt"
"""What a first run reads, to compile the modules."""
PAIRS = 5
LARGE = 50
"""MB from which on there is one pair of runs only."""
DECODE = "import sys, orjson\nfor line in open(sys.argv[1], 'rb'): orjson.loads(line)"
READ = """
import sys
from loganalyst.cli.inputs import source
from loganalyst.cli.memory import without_collection
from loganalyst.readers.detection import read_transcript
with without_collection():
    read_transcript(source(sys.argv[1]))
"""
LACKING = """
import sys
sys.modules.update(dict.fromkeys({modules}))
from loganalyst.__main__ import main
sys.exit(main())
"""
CHECK = ["check", "--fail-on", "never", "-f", "json", "-o", os.devnull, "--force"]
VERBS = {
    "read": ["-c", READ],
    "check": ["-m", "loganalyst", *CHECK],
    "check-ahocorasick": ["-c", LACKING.format(modules=["hyperscan"]), *CHECK],
    "check-plain": ["-c", LACKING.format(modules=["hyperscan", "ahocorasick_rs"]), *CHECK],
}


def cost(arguments: list[str], file: str, cache: str) -> tuple[float, float]:
    """Return CPU seconds and peak memory (MB) of one run of Python with these arguments on a file.

    Modules are compiled once, into the folder ``cache``, as those of an installed package are beside their source; what
    the program itself keeps is kept there too.
    """
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    surroundings["PYTHONPYCACHEPREFIX"] = surroundings["XDG_CACHE_HOME"] = cache
    process = subprocess.Popen([sys.executable, *arguments, file], stdout=subprocess.DEVNULL, env=surroundings)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{arguments} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def ratio(verb: str, file: str, pairs: int = PAIRS, options: Sequence[str] = ()) -> tuple[float, float]:
    """Return the median ratio to D and the largest peak memory (MB) of a verb with its options on a file."""
    run = [*VERBS[verb], *options]
    with tempfile.TemporaryDirectory() as cache:
        cost(run, str(SAMPLE), cache)
        runs = [(cost(run, file, cache), cost(["-c", DECODE], file, cache)) for _ in range(pairs)]
    return median(ours[0] / theirs[0] for ours, theirs in runs), max(ours[1] for ours, _ in runs)


def main(verb: str, what: str, *options: str) -> None:
    """Measure a verb on a file, or on a generated session of so many MB; for 100 MB one pair of runs has to do."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(what)
        if what.isdigit():
            file = Path(folder) / "session.jsonl"
            # Line by line: a process counts the memory of the one that started it as its own.
            with file.open("wb") as session:
                session.writelines(write_session(int(what) * 1_000_000, woven=woven()))
        size = file.stat().st_size / 1_000_000
        times, memory = ratio(verb, str(file), PAIRS if size < LARGE else 1, options)
    sys.stdout.write(
        f"{verb} {size:.0f} MB: {times:.1f} D, peak {memory:.0f} MB (80 MB + {(memory - 80) / size:.1f} x file)\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
