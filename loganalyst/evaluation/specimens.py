"""Specimens: small exchanges of which it is known which rule must speak of them, and which must not."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, ValidationError

from loganalyst.errors import ConfigError, FilePlace
from loganalyst.model.finding import Finding, Verdict

_LIKE_A_HEAD = re.compile(r"\\*\[")


class Exchange(BaseModel):
    """A command, what came back, and what the speaker says next."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    command: str
    output: str
    then: str = ""


class Specimen(BaseModel):
    """One line of a file of specimens: an exchange that shows a fact, and one that looks like it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    positive: Exchange
    negative: Exchange
    expect: tuple[str, ...] | None = None
    """Rules of which one must fire on the positive; None where the fact belongs to no rule."""
    negative_counts: bool = False
    """Whether the negative must stay free of them."""


class SpecimenVerdict(StrEnum):
    """How the rules did on one exchange."""

    FOUND = "found"
    MISSED = "missed"
    LEFT_ALONE = "left alone"
    FALSE = "false"


@dataclass(frozen=True, slots=True)
class Trial:
    """One exchange that counts, and what became of it."""

    specimen: Specimen
    verdict: SpecimenVerdict
    rules: tuple[str, ...]
    """The rules that fired on it, expected or not."""


def read_specimens(lines: Iterable[str], path: str) -> tuple[Specimen, ...]:
    """Return the specimens of a JSON Lines text; raise ConfigError with the line of the first one that is none."""
    found: list[Specimen] = []
    for number, line in enumerate(lines, start=1):
        try:
            found += [Specimen.model_validate_json(line)] if line.strip() else []
        except ValidationError as error:
            fault = error.errors()[0]
            where = ".".join(map(str, fault["loc"]))
            raise ConfigError(f"no specimen: {where}: {fault['msg']}", place=FilePlace(path, number)) from error
    return tuple(found)


def transcript_of(exchange: Exchange) -> str:
    """Return an exchange in the plain-text form: the call, its result, and a message with what is said next.

    The head of the result gives no status: what is known of it is what the output prints.
    """
    first, *further = exchange.command.split("\n")
    lines = [f"[bash] {first}", *(f"> {line}" for line in further), "[result]"]
    lines += [_body(line) for line in exchange.output.split("\n")] if exchange.output else []
    if exchange.then:
        said, *more = exchange.then.split("\n")
        lines += [f"[assistant] {said}", *map(_body, more)]
    return "\n".join(lines) + "\n"


def try_specimens(specimens: Iterable[Specimen], find: Callable[[str], tuple[Finding, ...]]) -> Iterator[Trial]:
    """Yield how the rules do on every exchange that counts; ``find`` analyses a session in the plain-text form."""
    for specimen in specimens:
        if specimen.expect is None:
            continue
        fired = _fired(find(transcript_of(specimen.positive)))
        hit = not fired.isdisjoint(specimen.expect)
        yield Trial(specimen, SpecimenVerdict.FOUND if hit else SpecimenVerdict.MISSED, tuple(sorted(fired)))
        if specimen.negative_counts:
            fired = _fired(find(transcript_of(specimen.negative)))
            hit = not fired.isdisjoint(specimen.expect)
            yield Trial(specimen, SpecimenVerdict.FALSE if hit else SpecimenVerdict.LEFT_ALONE, tuple(sorted(fired)))


def _fired(findings: Iterable[Finding]) -> frozenset[str]:
    return frozenset(finding.rule for finding in findings if finding.verdict is Verdict.MATCH)


def _body(line: str) -> str:
    """Return a line of a body so that it is not read as a head; the reader takes the backslash away again."""
    return f"\\{line}" if _LIKE_A_HEAD.match(line) else line
