"""Every error that loganalyst raises on purpose.

    LoganalystError            exit code 70, unless a subclass says otherwise
    ├─ InputError              2    a transcript cannot be read
    │  ├─ UnknownFormat             no reader knows the file
    │  ├─ MalformedTranscript       a reader knows it, and no record of it is sound
    │  ├─ EncodingError             the bytes are no text
    │  └─ NothingToAnalyse     5    no input held a message
    ├─ RuleError               3    a rule, symptom or vocabulary file is broken
    │  ├─ RuleSyntaxError           the file is no YAML, or not of the form of its kind
    │  ├─ DuplicateRule             two files claim one name
    │  └─ ExampleFailed             a rule does not do what its own example says
    ├─ ConfigError             2    an option or a settings file makes no sense
    ├─ ReportError             70   a report does not hold: our bug
    │  ├─ QuoteMismatch             a quotation is not in the transcript
    │  └─ BrokenReference           a statement points at nothing
    └─ ResourcesMissing        70   rules/ or templates/ are not where the package looks

The library raises; `cli/app.py` alone catches, prints and chooses the exit code. A half-broken log is no
error: what could not be read is listed in the transcript's record ledger.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Where in which file; `line` and `column` count from 1 and are None where they are unknown."""

    path: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        parts = (self.path, self.line, self.column)
        return ":".join(str(part) for part in parts if part is not None)


class LoganalystError(Exception):
    """The base of all others; catch it to catch whatever loganalyst raises on purpose.

    `message` is one sentence without a full stop, `place` is where the fault lies, and `hint` is what the
    reader can do about it, or empty.
    """

    exit_code: ClassVar[int] = 70

    def __init__(self, message: str, *, place: FilePlace | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        return self.message if self.place is None else f"{self.place}: {self.message}"


class InputError(LoganalystError):
    """A transcript cannot be read; the other inputs still can."""

    exit_code = 2


class UnknownFormat(InputError):
    """No reader knows the file; the hint names the nearest format and why it is not that."""


class MalformedTranscript(InputError):
    """The format is known, and not one record of the file is sound."""


class EncodingError(InputError):
    """The bytes are in no encoding of text."""


class NothingToAnalyse(InputError):
    """No input held a message."""

    exit_code = 5


class RuleError(LoganalystError):
    """A file under `rules/` is broken.

    A file is read to its end, so that one run shows all its faults: `others` holds those after the first.
    """

    exit_code = 3

    def __init__(
        self, message: str, *, place: FilePlace | None = None, hint: str = "", others: Sequence["RuleError"] = ()
    ) -> None:
        super().__init__(message, place=place, hint=hint)
        self.others = tuple(others)

    @classmethod
    def gather(cls, faults: Sequence[Self]) -> Self:
        """Return the first of `faults` with the rest as its `others`; raise ValueError when there is none."""
        if not faults:
            raise ValueError("an error needs at least one fault")
        first, *rest = faults
        first.others += tuple(rest)
        return first


class RuleSyntaxError(RuleError):
    """The file is no YAML, or a key or value in it is not of the form of its kind."""


class DuplicateRule(RuleError):
    """Two files claim one name; a later file never replaces an earlier one."""


class ExampleFailed(RuleError):
    """A rule does not find, or finds too much, in one of its own examples."""


class ConfigError(LoganalystError):
    """An option or a settings file makes no sense."""

    exit_code = 2


class ReportError(LoganalystError):
    """A report failed its own checks, and was not written: a bug of loganalyst, worth reporting."""


class QuoteMismatch(ReportError):
    """A quotation, or a number worked out from one, is not what the transcript says."""


class BrokenReference(ReportError):
    """A statement points at a message, row or finding that is not there."""


class ResourcesMissing(LoganalystError):
    """The rules or templates are neither in the installed package nor beside it in a checkout."""
