"""From paths on the command line to Sources: the only place that opens a transcript."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from loganalyst.errors import FilePlace, InputError
from loganalyst.readers.source import OpenSibling, Source

STANDARD_INPUT = "-"


def sources(paths: Sequence[str]) -> Iterator[Source | InputError]:
    """Yield a Source for each path, or the error that kept it from being opened, so that the others are still read.

    ``-`` is standard input; a folder stands for the files in it and below, in the order of their names.
    """
    for path in paths:
        for file in _files(path):
            try:
                yield _source(file)
            except OSError as error:
                yield InputError(
                    f"cannot read: {error.strerror or error}", place=FilePlace(file), hint="is the path right?"
                )


def source(path: str) -> Source:
    """Return the Source of one file or of ``-``; raise InputError where it cannot be opened."""
    for found in sources([path]):
        if isinstance(found, InputError):
            raise found
        return found
    raise InputError("the folder holds no file", place=FilePlace(path))


def _files(path: str) -> Iterator[str]:
    if path == STANDARD_INPUT or not Path(path).is_dir():
        yield path
        return
    yield from (str(file) for file in sorted(Path(path).rglob("*")) if file.is_file())


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
