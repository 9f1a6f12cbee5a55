"""Labels of real sessions: what a person who read the whole session says a rule must find, and must not."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from loganalyst.errors import ConfigError, FilePlace

Address = int | str
"""A 1-based physical line, or a JSON Pointer."""


class LabelVerdict(StrEnum):
    """What a label says of its place."""

    MATCH = "match"
    NEAR_MISS = "near_miss"
    EXHAUSTED_AFTER = "exhausted_after"
    """The rule goes on firing after this place, and only what stands before it is labelled."""
    INFO = "info"


class LabelLine(BaseModel):
    """One line of a file of labels."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    file: str
    rule: str
    verdict: LabelVerdict
    at: Address | None = None
    confidence: str = "sure"
    related: tuple[Address, ...] = ()
    quote: str = ""
    why: str = ""
    alternatives: Annotated[tuple[str, ...], Field(alias="or")] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledFile:
    """All labels of one session."""

    file: str
    labels: tuple[LabelLine, ...]
    """Those of verdict ``match`` and ``near_miss``."""
    complete: frozenset[str]
    """Rules of which every place in the file is labelled."""
    exhausted: tuple[LabelLine, ...]


def read_labels(lines: Iterable[str], path: str) -> tuple[LabelledFile, ...]:
    """Return the labels of a JSON Lines text by session, in order of the first line of each.

    Raise ConfigError with the line of the first one that is no label.
    """
    by_file: dict[str, list[LabelLine]] = defaultdict(list)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            label = LabelLine.model_validate_json(line)
        except ValidationError as error:
            fault = error.errors()[0]
            where = ".".join(map(str, fault["loc"]))
            raise ConfigError(f"no label: {where}: {fault['msg']}", place=FilePlace(path, number)) from error
        by_file[label.file].append(label)
    return tuple(_labelled(file, labels) for file, labels in by_file.items())


def _labelled(file: str, labels: list[LabelLine]) -> LabelledFile:
    complete = frozenset(rule for label in labels if label.rule == "_complete" for rule in label.rules)
    placed = tuple(
        label
        for label in labels
        if label.verdict in (LabelVerdict.MATCH, LabelVerdict.NEAR_MISS) and label.at is not None
    )
    exhausted = tuple(label for label in labels if label.verdict is LabelVerdict.EXHAUSTED_AFTER)
    return LabelledFile(file, placed, complete, exhausted)
