"""Programs as the vocabulary knows them, ready for fast look-ups: conditions, options, operands, wrappers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from loganalyst.knowledge.program_form import ValueKind
from loganalyst.model.command import CommandRole, LimitKind
from loganalyst.model.trait import Trait


@dataclass(frozen=True, slots=True)
class Condition:
    """Holds when each of its parts holds for the options and operands that are given."""

    has: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    values: tuple[tuple[str, frozenset[str]], ...] = ()
    like: tuple[tuple[str, re.Pattern[str]], ...] = ()

    def holds(self, given: Mapping[str, list[str]]) -> bool:
        """Say whether it holds; `given` maps the names of what is given to the values."""
        if self.has and self.has.isdisjoint(given):
            return False
        if self.lacks and not self.lacks.isdisjoint(given):
            return False
        if self.like and not all(any(map(regex.match, given.get(name, ()))) for name, regex in self.like):
            return False
        return not self.values or all(not wanted.isdisjoint(given.get(name, ())) for name, wanted in self.values)


@dataclass(frozen=True, slots=True)
class KeyRule:
    """What a key of a ``key=value`` option means."""

    limit: LimitKind | None
    traits: frozenset[Trait]


@dataclass(frozen=True, slots=True, eq=False)
class OptionRule:
    """An option: its canonical name and how its value is found."""

    name: str
    value: ValueKind | None = None
    optional: str | None = None
    prefix: str = ""
    keys: Mapping[str, KeyRule] = field(default_factory=dict)
    """By lower-case key."""
    traits: frozenset[Trait] = frozenset()
    until: frozenset[str] = frozenset()
    ends: bool = False
    limit: LimitKind | None = None


@dataclass(frozen=True, slots=True)
class OperandRule:
    """A word that is no option."""

    name: str
    value: ValueKind
    many: bool = False
    optional: bool = False
    default: str | None = None
    unless: frozenset[str] = frozenset()
    limit: LimitKind | None = None


@dataclass(frozen=True, slots=True)
class BlindRule:
    """What a probe cannot see when the condition holds."""

    condition: Condition
    to: str
    fact: str
    busy_directory: bool = False
    """Holds only when the value of the option is a directory in which files are made all the time."""


@dataclass(frozen=True, slots=True)
class PlaceRule:
    """Where a program puts something, and where it is looked for in vain."""

    thing: str
    """Such as ``builds of uv``."""
    where: str
    not_in: re.Pattern[str]
    """Whole paths."""
    fact: str


@dataclass(frozen=True, slots=True)
class SilenceRule:
    """How an empty output reads when the condition holds."""

    condition: Condition
    reads: str
    fact: str | None


@dataclass(frozen=True, slots=True)
class WrapperRule:
    """How a program runs another command line."""

    condition: Condition
    command: str
    shell: str | None
    """``login``, ``bash``, ``sh``, ``self`` or None."""
    rejoin: bool
    host: str | None
    container: str | None
    stdin: bool
    replaced: bool
    detaches: Condition | None
    keeps_role: bool
    drop: frozenset[str]


@dataclass(frozen=True, slots=True)
class StatusRule:
    """What an exit status tells; `status` is a number or ``other``."""

    status: str
    layer: str | None
    means: str | None
    fact: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A program, or one of its subcommands with all that holds for both."""

    name: str
    flags: Mapping[str, OptionRule]
    """By flag as written; flags that end in ``=`` are in `prefixes`."""
    prefixes: tuple[tuple[str, OptionRule], ...] = ()
    signal: OptionRule | None = None
    """The option of ``-SIGNAL``."""
    number: OptionRule | None = None
    """The option of ``-NUM``."""
    letters: frozenset[str] = frozenset()
    """Flags without a dash, which come in bundles."""
    operands: tuple[OperandRule, ...] = ()
    rest_at: int | None = None
    """How many operands stand before the one that takes the rest."""
    permute: bool = True
    literal: bool = False
    assigns: bool = False
    roles: tuple[tuple[CommandRole, Condition], ...] = ()
    """The last that holds counts."""
    traits: frozenset[Trait] = frozenset()
    conditional_traits: tuple[tuple[Trait, Condition], ...] = ()
    subjects: tuple[tuple[str, str], ...] = ()
    """Kind of subject, and the option or operand that names it."""
    blind: tuple[BlindRule, ...] = ()
    silence: tuple[SilenceRule, ...] = ()
    wrapper: WrapperRule | None = None
    status: tuple[StatusRule, ...] = ()
    subcommands: Mapping[str, "Program"] = field(default_factory=dict)
    subcommand_words: int = 0
    """Words of the longest subcommand."""
