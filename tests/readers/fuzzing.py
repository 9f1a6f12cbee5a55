"""A search for inputs that a reader cannot take: ``make fuzz`` gives each reader a minute, the tests a few inputs.

An input that fails is kept under ``seeds/`` in a file named after its reader, and from then on is tried by every test.
"""

import sys
import time
from hashlib import sha256
from pathlib import Path
from random import Random

from loganalyst.errors import LoganalystError
from loganalyst.readers.detection import formats, read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import SAMPLES, accounted
from tests.readers.mutation import mutate

SEEDS = Path(__file__).parent / "seeds"
SLOW_SECONDS = 5.0
"""No damaged sample may take longer; a sound one takes milliseconds."""


class Fault(AssertionError):
    """A reader raised something of its own, lost count, or took too long."""


def seeds(reader: str) -> list[bytes]:
    """Return the inputs that a search begins with: the sample of the format, and what failed once."""
    samples = [path for path in sorted(SAMPLES.iterdir()) if path.stem == reader and path.is_file()]
    return [path.read_bytes() for path in (*samples, *sorted(SEEDS.glob(f"{reader}.*")))]


def try_input(reader: str, data: bytes) -> None:
    """Read an input; raise Fault where the reader does not read it or refuse it in our own words."""
    begun = time.process_time()
    try:
        transcript = read_transcript(Source("input", data), reader)
    except LoganalystError:
        return
    except Exception as error:
        raise Fault(f"{reader} raised {error!r}") from error
    ledger = transcript.ledger
    if accounted(transcript) != ledger.records:
        raise Fault(f"{reader} loses count of its records")
    if time.process_time() - begun > SLOW_SECONDS:
        raise Fault(f"{reader} took more than {SLOW_SECONDS} s")


def search(reader: str, seconds: float) -> tuple[int, dict[str, bytes]]:
    """Try changed inputs for some seconds; return how many, and of each sort of fault the shortest input."""
    chance = Random(f"{reader} {time.time_ns()}")
    begin = seeds(reader)
    tried = 0
    faults: dict[str, bytes] = {}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = mutate(chance.choice(begin), chance)
        tried += 1
        try:
            try_input(reader, data)
        except Fault as fault:
            faults[str(fault)] = min(data, faults.get(str(fault), data), key=len)
    return tried, faults


def keep(reader: str, data: bytes) -> str:
    """Keep an input as a seed, and return the name of its file."""
    name = f"{reader}.{sha256(data).hexdigest()[:12]}"
    (SEEDS / name).write_bytes(data)
    return name


def main() -> int:
    """Search every reader, or those that are named after the number of seconds; return 1 where one failed."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    failed = 0
    for reader in sys.argv[2:] or formats():
        tried, faults = search(reader, seconds)
        failed += len(faults)
        sys.stdout.write(f"{reader:20} {tried:8} inputs, {len(faults)} faults\n")
        sys.stdout.writelines(f"    {fault}; kept in {keep(reader, data)}\n" for fault, data in faults.items())
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
