"""All ledgers of one transcript, worked out once from its events."""

from loganalyst.ledgers.changes import find_changes
from loganalyst.ledgers.claims import find_claims
from loganalyst.ledgers.evidence import Evidence
from loganalyst.ledgers.hypotheses import find_hypotheses
from loganalyst.ledgers.kills import find_kills
from loganalyst.ledgers.loose_ends import find_loose_ends
from loganalyst.ledgers.sweeps import find_sweeps
from loganalyst.ledgers.symptoms import find_signs, gather_symptoms
from loganalyst.ledgers.timeline import Timeline
from loganalyst.ledgers.waits import find_waits
from loganalyst.model.event import Events
from loganalyst.model.ledger import Ledgers
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.symptoms import SymptomRule


def build_ledgers(events: Events, symptoms: tuple[SymptomRule, ...], index: EventIndex | None = None) -> Ledgers:
    """Return the ledgers of a transcript, with rows in its order and ids that count from 1.

    The time is linear in the number of events: each walk visits an event once, and looks a bounded number of pieces
    backward or forward. ``index`` is an index of the events, where there is one already.
    """
    timeline = Timeline(events)
    index = index or EventIndex(events)
    signs = find_signs(index, symptoms)
    rows = gather_symptoms(signs)
    kills = find_kills(timeline)
    evidence = Evidence(timeline)
    hypotheses = find_hypotheses(timeline, index, evidence, rows, signs)
    return Ledgers(
        symptoms=rows,
        hypotheses=hypotheses,
        claims=find_claims(timeline, evidence, kills),
        kills=kills,
        waits=find_waits(timeline),
        sweeps=find_sweeps(timeline),
        changes=find_changes(timeline),
        loose_ends=find_loose_ends(timeline, hypotheses),
    )
