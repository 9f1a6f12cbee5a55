"""Ledgers of transcripts written in the plain-text form, by the vocabulary and the symptoms that ship."""

from functools import cache
from pathlib import Path

from loganalyst.events.chain import derive_events
from loganalyst.knowledge.vocabulary import Vocabulary, load_vocabulary
from loganalyst.ledgers.book import build_ledgers
from loganalyst.model.event import Events
from loganalyst.model.ledger import Ledgers
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from loganalyst.resources import find_resources
from loganalyst.ruleset.symptoms import SymptomRule, load_symptoms

SAMPLES = Path(__file__).parents[2] / "samples"


@cache
def vocabulary() -> Vocabulary:
    return load_vocabulary(find_resources("rules") / "vocabulary")


@cache
def symptoms() -> tuple[SymptomRule, ...]:
    return load_symptoms(find_resources("rules") / "symptoms")


def events_of(text: str | bytes, name: str = "session.txt") -> Events:
    data = text.encode() if isinstance(text, str) else text
    return derive_events(read_transcript(Source(name, data)), vocabulary())


def ledgers_of(text: str | bytes, name: str = "session.txt") -> Ledgers:
    return build_ledgers(events_of(text, name), symptoms())


@cache
def sample(name: str) -> Ledgers:
    return ledgers_of((SAMPLES / name).read_bytes(), name)
