"""The form of a rule file: its keys, their order, and how many examples it needs."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from loganalyst.model.finding import Confidence, Severity, Verdict

KEBAB = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
Name = Annotated[str, StringConstraints(pattern=KEBAB)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Node = object
"""What stands in YAML where the language has its own reading of it."""


class Status(StrEnum):
    """How far a rule is trusted."""

    EXPERIMENTAL = "experimental"
    """It has never fired outside its own examples."""
    STABLE = "stable"
    DEPRECATED = "deprecated"


class Closed(BaseModel):
    """A mapping with no other keys than those named."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Explain(Closed):
    """The words of a rule's page."""

    what: Words
    why: Words
    instead: Words


class CaseForm(Closed):
    """One row of ``cases``."""

    when: Node = None
    severity: Severity
    confidence: Confidence
    message: Words


class FindingForm(Closed):
    """Where a finding sits and what it says."""

    at: str | None = None
    also: tuple[str | dict[str, Words], ...] = ()
    about: str | None = None
    cases: Annotated[tuple[CaseForm, ...], Field(min_length=1)]


class Expected(Closed):
    """A finding that an example must give."""

    message: int
    part: Annotated[str, StringConstraints(pattern=r"^(text|thinking|call|result)( [1-9][0-9]*)?$")]
    severity: Severity | None = None
    confidence: Confidence | None = None
    verdict: Verdict = Verdict.MATCH
    text: Words | None = None

    @model_validator(mode="after")
    def _says_what(self) -> "Expected":
        if self.verdict is Verdict.MATCH and (self.severity is None or self.text is None):
            raise ValueError("an expected match says its severity and its text")
        return self


class Match(Closed):
    """An example that the rule must find."""

    title: Words
    transcript: Words
    expect: Annotated[tuple[Expected, ...], Field(min_length=1)]


class NoMatch(Closed):
    """An example that the rule must leave alone."""

    title: Words
    near_miss: bool = False
    """Differs from a match in one respect."""
    transcript: Words


class Examples(Closed):
    """The examples of a rule, which are its tests."""

    match: Annotated[tuple[Match, ...], Field(min_length=2)]
    no_match: Annotated[tuple[NoMatch, ...], Field(min_length=3)]

    @model_validator(mode="after")
    def _has_a_near_miss(self) -> "Examples":
        if not any(example.near_miss for example in self.no_match):
            raise ValueError("one example of no_match must be marked near_miss: true")
        titles = [example.title for example in self.match] + [example.title for example in self.no_match]
        if len(set(titles)) < len(titles):
            raise ValueError("two examples have one title")
        return self


class RuleFile(Closed):
    """A rule as written; the order of the fields is the order of the keys in a file."""

    name: Name
    title: Words
    status: Status
    since: Annotated[str, StringConstraints(pattern=r"^\d+\.\d+\.\d+$")]
    tags: Annotated[tuple[Name, ...], Field(min_length=1)]
    references: tuple[Annotated[str, StringConstraints(pattern=r"^https?://")], ...] = ()
    facts: tuple[Name, ...] = ()
    explain: Explain
    detection: Mapping[str, Node] | None = None
    detector: Name | None = None
    finding: FindingForm
    falsepositives: tuple[Words, ...] = ()
    examples: Examples

    @model_validator(mode="after")
    def _has_one_way_to_find(self) -> "RuleFile":
        if (self.detection is None) == (self.detector is None):
            raise ValueError("a rule has either detection or detector")
        if self.detection is not None and self.finding.at is None:
            raise ValueError("finding needs at, the selector where it sits")
        if self.detector is not None and (self.finding.at or self.finding.also or self.finding.about):
            raise ValueError("a detector says itself where a finding sits: finding has cases alone")
        return self
