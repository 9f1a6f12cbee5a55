"""Which reader reads a source: told by content alone, so that a wrong file name does not matter."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

import loganalyst.readers
from loganalyst.errors import FilePlace, InputError, MalformedTranscript, NothingToAnalyse, UnknownFormat
from loganalyst.model.span import Line
from loganalyst.model.transcript import Transcript
from loganalyst.readers._blocks.containers import is_container, open_containers
from loganalyst.readers._blocks.members import mark_member
from loganalyst.readers.source import Guess, Source

AUTO = "auto"
_ENOUGH = 40
"""The score from which a guess is trusted."""


class Reader(Protocol):
    """What a reader module offers; the package's docstring says what each part means."""

    NAME: str
    TITLE: str
    VERIFIED: bool

    def recognise(self, source: Source) -> Guess:
        """Return how surely the source is of this format."""

    def read(self, source: Source) -> Transcript:
        """Return the transcript that the source holds."""


@cache
def readers() -> tuple[Reader, ...]:
    """Return every reader module of the package, in the order of their names."""
    package = loganalyst.readers
    names = sorted(module.name for module in iter_modules(package.__path__) if not module.name.startswith("_"))
    modules = (import_module(f"{package.__name__}.{name}") for name in names)
    return tuple(cast("Reader", module) for module in modules if hasattr(module, "recognise"))


def formats() -> tuple[str, ...]:
    """Return the names that ``--input-format`` takes besides ``auto``."""
    return tuple(reader.NAME for reader in readers())


def detect(source: Source) -> tuple[Guess, ...]:
    """Return what each reader makes of a source, the surest first."""
    guesses = []
    for reader in readers():
        guess = reader.recognise(source)
        guesses.append(Guess(guess.score, guess.reason, reader.NAME))
    return tuple(sorted(guesses, key=lambda guess: (-guess.score, guess.format)))


def is_known(source: Source) -> bool:
    """Tell whether some reader knows a source, which is no archive, surely enough to read it unasked."""
    return detect(source)[0].score >= _ENOUGH


def read_transcript(source: Source, input_format: str = AUTO) -> Transcript:
    """Return what a source holds, read as one format or as the one it is recognised to be.

    A compressed source is opened; of an archive with several files ``open_containers`` gives each. Raise InputError for
    such an archive and for one that cannot be opened, NothingToAnalyse for an input without any content, UnknownFormat
    when no reader knows it, and MalformedTranscript when not one of its records is sound.
    """
    place = FilePlace(source.name)
    if is_container(source):
        source = _only_member(source)
    if not source.head().strip(b"\0 \t\r\n"):
        raise NothingToAnalyse("the input is empty", place=place)
    if input_format == AUTO:
        input_format = _recognised(source)
    for reader in readers():
        if input_format == reader.NAME:
            return mark_member(_sound(reader.read(source)), source)
    raise UnknownFormat(f"no reader is named {input_format}", place=place, hint=f"one of {', '.join(formats())}")


def _only_member(source: Source) -> Source:
    """Return the one file that a compressed source holds."""
    members = list(open_containers(source))
    if len(members) == 1:
        return members[0]
    raise InputError(
        f"the archive holds {len(members)} files",
        place=FilePlace(source.name),
        hint="open it first, and name the files",
    )


def _sound(transcript: Transcript) -> Transcript:
    """Return a transcript unless all its records are damaged."""
    lost = transcript.ledger.damaged
    if not lost or len(lost) < transcript.ledger.records:
        return transcript
    first = lost[0]
    line = first.location.line if isinstance(first.location, Line) else None
    raise MalformedTranscript(
        f"no record of the file is sound; of the first, at byte {first.byte}: {first.why}",
        place=FilePlace(transcript.path, line),
    )


def _recognised(source: Source) -> str:
    guesses = detect(source)
    best = guesses[0]
    if best.score >= _ENOUGH:
        return best.format
    nearest = f"the nearest is {best.format}, but {best.reason}; " if best.score else ""
    raise UnknownFormat(
        f"no reader knows this file; tried {', '.join(sorted(guess.format for guess in guesses))}",
        place=FilePlace(source.name),
        hint=f"{nearest}name a format with --input-format, such as plain_text or terminal_text",
    )
