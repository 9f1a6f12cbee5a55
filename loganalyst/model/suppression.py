"""A finding that people have looked at and let stand, with their reason; transcripts themselves are never edited."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Suppression:
    """What is let stand; a field that is None restricts nothing."""

    reason: str
    rule: str | None = None
    transcript: str | None = None
    message: int | None = None
    fingerprint: str | None = None
    until: date | None = None
    """The last day on which it counts."""
    place: str = ""
    """Where it is written, for people."""
