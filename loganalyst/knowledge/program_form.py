"""The form of a vocabulary file (`rules/vocabulary/NAME.yaml`): what a program is for and how its words are read.

The compiled counterpart is in `loganalyst.knowledge.program`; `rules/README.md` tells how to write one.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from loganalyst.knowledge.forms import Form
from loganalyst.model.command import CommandRole, LimitKind
from loganalyst.model.trait import Trait


class ValueKind(StrEnum):
    """What a value or operand is; the kinds told apart by code are explained."""

    PATH = "path"
    """Taken as relative to the last literal ``cd``."""
    REMOTE_PATH = "remote-path"
    """A path, or ``[user@]host:path``."""
    HOST = "host"
    """``[user@]name``, or a URL with one."""
    URL = "url"
    SECONDS = "seconds"
    """A number of seconds, or a duration with its unit."""
    MINUTES = "minutes"
    MILLISECONDS = "milliseconds"
    COUNT = "count"
    PORT = "port"
    PID = "pid"
    """One or more process numbers, separated by commas or blanks."""
    PROCESS_REGEX = "process-regex"
    PROCESS_NAME = "process-name"
    REGEX = "regex"
    SIGNAL = "signal"
    UNIT = "unit"
    """A systemd unit; ``.service`` is left out of its name."""
    REQUIREMENT = "requirement"
    """A package with version or extras, which are left out of its name."""
    KEY_VALUE = "key-value"
    """``key=value``; `keys` may say what a key means."""
    SHELL_COMMAND = "shell-command"
    SHELL_WORDS = "shell-words"
    SYSCALL_SET = "syscall-set"
    USER = "user"
    NAME = "name"
    TEXT = "text"
    FORMAT = "format"
    CODE = "code"


SubjectKind = Literal[
    "host", "pid", "process", "container", "path", "package", "port", "unit", "url", "variable",
    "user", "image", "device", "module", "interface", "target", "database", "setting",
]  # fmt: skip


def _as_list(value: object) -> object:
    """Let one thing stand for a list of one."""
    return value if isinstance(value, list | tuple) else [value]


def _as_conditions(value: object) -> object:
    """Let a word, or a list of words, stand for words that hold always; ``true`` is the condition that always holds."""
    if not isinstance(value, dict):
        return {name: {} for name in (value if isinstance(value, list) else [value]) if isinstance(name, str)}
    return {name: {} if condition is True else condition for name, condition in value.items()}


def _as_alternatives(value: object) -> object:
    """Let a condition stand for a list of one; of several conditions one must hold."""
    conditions = _as_conditions(value)
    if not isinstance(conditions, dict):
        return conditions
    return {name: condition if isinstance(condition, list) else [condition] for name, condition in conditions.items()}


def _as_status(value: object) -> object:
    """Let a text stand for its meaning."""
    return {"means": value} if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], BeforeValidator(_as_list)]


class ConditionForm(Form):
    """Holds when each of its parts holds; names are those of options and operands."""

    has: Names = ()
    """Any of these is given."""
    lacks: Names = ()
    """None of these is given."""
    values: dict[str, Names] = Field(default_factory=dict, alias="is")
    """One of the values given for the name is in the list."""
    like: dict[str, Names] = Field(default_factory=dict)
    """One of the values given for the name is like one of the shell patterns in the list."""


class ValueTestForm(Form):
    """A further test of the value of the option that a `blind` entry names in `has`."""

    value_is: Literal["busy-directory"] = Field(alias="value-is")


class KeyForm(Form):
    """What a key of a ``key=value`` option means."""

    limit: LimitKind | None = None
    traits: tuple[Trait, ...] = ()


class OptionForm(Form):
    """An option by its canonical name.

    A flag is written with its dashes. ``-SIGNAL`` and ``-NUM`` stand for any signal or number, a flag that ends in
    ``=`` takes what follows it, one without a dash is a letter of a bundle such as ``aux``.
    """

    flags: Names
    value: ValueKind | None = None
    optional: Literal["attached", "number"] | None = None
    """The value may be left out; it is given only attached, or only as a number."""
    prefix: str = ""
    """A beginning of the value that is left out of it."""
    keys: dict[str, KeyForm] = Field(default_factory=dict)
    traits: tuple[Trait, ...] = ()
    until: Names = ()
    """The value is all words up to one of these."""
    ends: bool = False
    """No option of this program stands behind it."""
    limit: LimitKind | None = None


class OperandForm(Form):
    """A word that is no option, in order of its place."""

    name: str
    value: ValueKind = ValueKind.TEXT
    many: bool = False
    optional: bool = False
    default: str | None = None
    """What the program takes when the word is left out."""
    takes: Literal["rest"] | None = None
    """All further words, options too, belong to it."""
    unless: Names = ()
    """The word is not expected when one of these options is given."""
    limit: LimitKind | None = None


class BlindForm(ConditionForm):
    """What the probe cannot see when the condition holds."""

    to: str
    fact: str
    when: ValueTestForm | None = None


class PlaceForm(Form):
    """Where the program puts something, for those who would look elsewhere."""

    makes: str
    """What it puts there, such as ``builds``."""
    where: str
    """The right place, as a path that a shell can read."""
    not_in: Names = Field(alias="not-in")
    """Paths where it is looked for in vain, with ``*`` for any characters."""
    fact: str


class SilenceForm(ConditionForm):
    """How an empty output reads when the condition holds."""

    reads: str
    fact: str | None = None


class WrapperForm(ConditionForm):
    """How the program runs another command line; the condition says when it does so in place of its own work."""

    command: str
    """Option or operand that holds it."""
    shell: Literal["login", "bash", "sh", "self"] | None = None
    """Which shell reads it; ``self`` is the program; without one the words are run as they are."""
    rejoin: Literal["spaces"] | None = None
    """The words are joined by spaces before the shell reads them."""
    host: str | None = None
    container: str | None = None
    stdin: bool = False
    """Reads commands from standard input when it is given none."""
    replaced: bool = False
    """Replaces itself by what it runs, so that no process of its own remains."""
    detaches: ConditionForm | None = None
    """When it does not wait for what it runs."""
    keeps_role: bool = Field(default=False, alias="keeps-role")
    drop: Names = ()
    """Words that are no part of the line, such as the key names of ``tmux send-keys``."""


class StatusForm(Form):
    """What an exit status tells."""

    layer: str | None = None
    means: str | None = None
    fact: str | None = None


class ExampleForm(Form):
    """A command line and what must be read from it; tested for every file."""

    command: str
    role: CommandRole | None = None
    option: Names = ()
    trait: Names = ()
    subject: Names = ()
    subcommand: str | None = None
    host: str | None = None
    container: str | None = None
    inner: str | None = None
    silence: str | None = None
    blind: Names = ()
    limit: str | None = None


Roles = Annotated[dict[CommandRole, ConditionForm], BeforeValidator(_as_conditions)]
Traits = Annotated[dict[Trait, tuple[ConditionForm, ...]], BeforeValidator(_as_alternatives)]
Silences = Annotated[tuple[SilenceForm, ...], BeforeValidator(_as_list)]
Examples = Annotated[tuple[ExampleForm, ...], BeforeValidator(_as_list)]
Status = Annotated[StatusForm, BeforeValidator(_as_status)]


class UsageForm(Form):
    """What a program and each of its subcommands may say; a subcommand adds to, or replaces, what its program says."""

    role: Roles | None = None
    traits: Traits = Field(default_factory=dict)
    options: dict[str, OptionForm] = Field(default_factory=dict)
    operands: tuple[OperandForm, ...] | None = None
    subject: dict[SubjectKind, Names] | None = None
    blind: tuple[BlindForm, ...] = ()
    silence: Silences = ()
    wrapper: WrapperForm | None = None
    status: dict[str, Status] = Field(default_factory=dict)
    permute: bool | None = None
    """Options may stand behind operands; by default they may, unless an operand takes the rest."""
    literal: bool = False
    """A word with a dash that is no known option is an operand."""
    assigns: bool = False
    """Operands of the form NAME=VALUE set variables."""


class ProgramForm(UsageForm):
    """A program; the key of a subcommand may name several, separated by ``|``."""

    also: tuple[str, ...] = ()
    """Other names of it; a name that ends in ``*`` stands for names with a version behind."""
    subcommands: dict[str, UsageForm] = Field(default_factory=dict)
    places: tuple[PlaceForm, ...] = ()
    example: Examples
