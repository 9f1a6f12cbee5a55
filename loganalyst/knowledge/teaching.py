"""What a report explains: terms in plain words, and what commands take for granted."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Literal, TypeVar

from pydantic import field_validator

from loganalyst.errors import RuleError
from loganalyst.knowledge.forms import Form, fill_form
from loganalyst.knowledge.yaml_lines import read_yaml
from loganalyst.model.trait import Trait


class Term(Form):
    """A word, the patterns that tell that a report uses it, and what it means in at most two sentences."""

    term: str
    says: tuple[re.Pattern[str], ...]
    text: str
    facts: tuple[str, ...] = ()


class Assumed(Form):
    """What a command takes for granted, what would break that, and how it can be looked at."""

    name: str
    of: Literal["message", "ground", "announced"]
    """Whose command it is: the message's, one that its claims rest on, or one that is only announced."""
    trait: tuple[Trait, ...] = ()
    """One of these is asked for."""
    text: tuple[re.Pattern[str], ...] = ()
    """What must all stand in the command, or in the words that announce it."""
    lacks_text: re.Pattern[str] | None = None
    behind: tuple[Trait, ...] = ()
    """One of these must be a trait of a command in the same pipeline that reads its output."""
    before_probe: bool = False
    """The next command of the call that does something must be a look."""
    after_limit: bool = False
    """The last call by the same program must have run into a limit and printed nothing."""
    assumes: str
    breaks: str
    check: str
    facts: tuple[str, ...] = ()

    @field_validator("trait", "behind", "text", mode="before")
    @classmethod
    def _one_or_many(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Teaching:
    """All terms and assumptions, in the order of their files."""

    terms: tuple[Term, ...] = ()
    assumptions: tuple[Assumed, ...] = ()


EntryType = TypeVar("EntryType", bound=Form)


def load_teaching(folder: Traversable) -> Teaching:
    """Return what ``terms.yaml`` and ``assumptions.yaml`` of a folder say; raise RuleError with all their faults."""
    return Teaching(
        _read(folder.joinpath("terms.yaml"), Term),
        _read(folder.joinpath("assumptions.yaml"), Assumed),
    )


def _read(file: Traversable, form: type[EntryType]) -> tuple[EntryType, ...]:
    document = read_yaml(file.read_text(encoding="utf-8"), f"teaching/{file.name}")
    entries: list[EntryType] = []
    faults: list[RuleError] = []
    for number, entry in enumerate(document.data if isinstance(document.data, list) else ()):
        try:
            entries.append(fill_form(form, entry, document, (number,)))
        except RuleError as error:
            faults += _single(error)
    if faults:
        raise RuleError.gather(faults)
    return tuple(entries)


def _single(error: RuleError) -> Iterable[RuleError]:
    others, error.others = error.others, ()
    return (error, *others)
