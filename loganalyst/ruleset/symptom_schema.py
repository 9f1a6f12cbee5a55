"""The form of a symptom file: its keys, and how many rivals and examples it needs."""

from typing import Annotated

from pydantic import Field, model_validator

from loganalyst.model.ledger import Reading
from loganalyst.ruleset.schema import Closed, Name, Node, Words


class ProbeForm(Closed):
    """A probe that can tell of a rival, what counts as a hit, and how its answers read."""

    probe: Node
    sees: Node
    hit: Reading
    miss: Reading
    silence: Reading
    facts: tuple[Name, ...] = ()
    because: Words | None = None
    """Why a hit says what it says, as a clause."""


class RivalForm(Closed):
    """One explanation of a symptom."""

    title: Words
    says: Annotated[tuple[str, ...], Field(min_length=1)]
    common: Annotated[int, Field(ge=1, le=3)] = 2
    """1 where it is common, 3 where it is rare; for order only."""
    acts: Node = None
    """The interventions that take it for true."""
    probes: tuple[ProbeForm, ...] = ()
    ask: Words | None = None
    """One command, in words, that could tell."""


class ExpectedSign(Closed):
    """What an example must show: the message in which the symptom is first seen."""

    message: int


class SymptomMatch(Closed):
    """An example in which the symptom must be recognised."""

    title: Words
    transcript: Words
    expect: ExpectedSign


class SymptomNoMatch(Closed):
    """An example in which it must not be recognised."""

    title: Words
    transcript: Words


class SymptomExamples(Closed):
    """The examples of a symptom, which are its tests."""

    match: Annotated[tuple[SymptomMatch, ...], Field(min_length=1)]
    no_match: Annotated[tuple[SymptomNoMatch, ...], Field(min_length=1)]


class SymptomFile(Closed):
    """A symptom as written; the order of the fields is the order of the keys in a file."""

    name: Name
    title: Words
    recognise: Annotated[tuple[Node, ...], Field(min_length=1)]
    subject: tuple[str, ...] = ()
    """Kinds of subjects, the most telling first; signs on one subject are one symptom."""
    general: bool = False
    """It gives way to a more special symptom that shows on the same host at that time."""
    signs: Annotated[int, Field(ge=1, le=9)] = 1
    """How many signs on one subject make it."""
    rivals: Annotated[dict[Name, RivalForm], Field(min_length=2)]
    facts: tuple[Name, ...] = ()
    examples: SymptomExamples

    @model_validator(mode="after")
    def _rivals_can_be_told_apart(self) -> "SymptomFile":
        if not any(rival.probes for rival in self.rivals.values()):
            raise ValueError("no rival has a probe, so that nothing could tell them apart")
        return self
