"""What tests of readers look at: the parts of one kind, and the sum of a ledger."""

from pathlib import Path
from typing import TypeVar

from loganalyst.model.transcript import Part, Transcript
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source

SAMPLES = Path(__file__).parent / "samples"
CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

_Kind = TypeVar("_Kind", bound=Part)


def read_sample(name: str) -> Transcript:
    path = SAMPLES / name
    return read_transcript(Source(name, path.read_bytes()))


def parts(transcript: Transcript, kind: type[_Kind]) -> list[_Kind]:
    return [part for message in transcript.messages for part in message.parts if isinstance(part, kind)]


def accounted(transcript: Transcript) -> int:
    ledger = transcript.ledger
    return ledger.read + sum(tally.count for tally in (*ledger.ignored, *ledger.unknown)) + len(ledger.damaged)
