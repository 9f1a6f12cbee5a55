"""From a Transcript to its Events: small passes, one after the other, each a pure function of what came before."""

from loganalyst.events.calls import add_calls
from loganalyst.events.claims import add_claims
from loganalyst.events.commands import add_commands
from loganalyst.events.draft import Draft, Pass
from loganalyst.events.facts import add_observations
from loganalyst.events.limits import add_limits
from loganalyst.events.lines import add_lines, apply_polls, refine_outcomes
from loganalyst.events.order import add_messages, place_parts
from loganalyst.knowledge.vocabulary import Vocabulary
from loganalyst.model.event import Events
from loganalyst.model.transcript import Transcript

CHAIN: tuple[Pass, ...] = (
    place_parts,
    add_messages,
    add_calls,
    add_lines,
    refine_outcomes,
    apply_polls,
    add_commands,
    add_limits,
    add_observations,
    add_claims,
)
"""The order matters: each pass reads what those before it found."""


def derive_events(transcript: Transcript, vocabulary: Vocabulary) -> Events:
    """Return the events of a transcript; its children are transcripts of their own and are left to the caller."""
    draft = Draft(Events(transcript), vocabulary)
    for step in CHAIN:
        draft = step(draft)
    return draft.events
