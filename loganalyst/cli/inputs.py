"""From paths on the command line to Sources: the only place that opens a transcript."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from loganalyst.errors import FilePlace, InputError
from loganalyst.readers._blocks.containers import open_containers
from loganalyst.readers.source import OpenSibling, Source

STANDARD_INPUT = "-"
_LISTED = 6
"""So many transcripts of a folder are named where one has to be chosen."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input of many."""

    path: str
    source: Source | InputError
    """The error that kept it from being opened, so that the others are still read."""
    from_folder: bool = False
    """It was found in a folder, where not every file need be a transcript."""


def inputs(paths: Sequence[str]) -> Iterator[Input]:
    """Yield what the paths name: ``-`` is standard input, a folder the files in it and below in order of their names.

    The files of an archive follow each other; one that is broken gives an error.
    """
    for path in paths:
        in_folder = path != STANDARD_INPUT and Path(path).is_dir()
        for file in _files(path) if in_folder else [path]:
            try:
                for found in open_containers(_source(file)):
                    yield Input(file, found, in_folder)
            except InputError as error:
                yield Input(file, error, in_folder)
            except OSError as error:
                yield Input(file, _unreadable(file, error), in_folder)


def _unreadable(path: str, error: OSError) -> InputError:
    return InputError(f"cannot read: {error.strerror or error}", place=FilePlace(path), hint="is the path right?")


def source(path: str) -> Source:
    """Return the Source of one file, of ``-``, or of the one transcript in a folder.

    Raise InputError where it cannot be opened, and where a folder holds another number of transcripts.
    """
    if path != STANDARD_INPUT and Path(path).is_dir():
        path = _only_transcript(path)
    try:
        return _source(path)
    except OSError as error:
        raise _unreadable(path, error) from error


def _only_transcript(folder: str) -> str:
    """Return the path of the only file in a folder and below it that a reader knows."""
    from loganalyst.readers.detection import is_known

    found = [file for file in _files(folder) if is_known(source(file))]
    known = [file for file in found if not _is_of_agent(Path(file))] or found
    if len(known) == 1:
        return known[0]
    names = ", ".join(known[:_LISTED]) + (" …" if len(known) > _LISTED else "")
    raise InputError(
        f"this folder holds {len(known) or 'no'} transcripts",
        place=FilePlace(folder),
        hint=f"name one of them ({names}), or use `loganalyst check`"
        if known
        else "`loganalyst formats FILE` tells why",
    )


def _is_of_agent(file: Path) -> bool:
    """Tell whether a file is where agents keep what a sub-agent of another session did, which that session names."""
    return file.parent.name == "subagents" or file.name.startswith("agent-")


def _files(folder: str) -> Iterator[str]:
    yield from (str(file) for file in sorted(Path(folder).rglob("*")) if file.is_file())


def _source(path: str) -> Source:
    if path == STANDARD_INPUT:
        return Source(STANDARD_INPUT, sys.stdin.buffer.read())
    return Source(path, Path(path).open("rb"), _opener(Path(path).parent))


def _opener(folder: Path) -> OpenSibling:
    """Return a function that opens files in a folder and below it, links that lead out of it left aside."""
    home = folder.resolve()

    def open_name(name: str) -> BinaryIO | None:
        target = (home / name).resolve()
        return target.open("rb") if target.is_relative_to(home) and target.is_file() else None

    return open_name
