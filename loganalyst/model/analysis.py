"""What is known of one transcript once all arrows below the report have run."""

from dataclasses import dataclass

from loganalyst.model.event import Events
from loganalyst.model.finding import Finding
from loganalyst.model.ledger import Ledgers
from loganalyst.model.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Analysis:
    """A transcript with its events, ledgers and findings."""

    transcript: Transcript
    events: Events
    ledgers: Ledgers
    findings: tuple[Finding, ...]
