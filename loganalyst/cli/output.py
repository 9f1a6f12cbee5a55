"""Where results go: standard output, or files that appear whole and never replace somebody else's."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from loganalyst.errors import ConfigError, FilePlace

MARKER = "loganalyst"
_HEAD_BYTES = 2048


def write(pieces: Iterable[str], target: str, *, force: bool = False) -> None:
    """Write text to a file, or to standard output for ``-``.

    The file is written beside its place and then renamed. Raise ConfigError where a file stands there that
    loganalyst did not write (it marks its own in their first lines) and ``force`` is not given.
    """
    if target == "-":
        sys.stdout.writelines(pieces)
        return
    path = Path(target)
    if path.exists() and not force and not _is_ours(path):
        hint = "choose another name, or give --force to replace it"
        raise ConfigError("a file that loganalyst did not write stands there", place=FilePlace(target), hint=hint)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n", errors="backslashreplace") as file:
            file.writelines(pieces)
        unfinished.replace(path)
    except OSError as error:
        raise ConfigError(f"cannot write: {error.strerror or error}", place=FilePlace(target)) from error
    finally:
        if unfinished.exists():
            unfinished.unlink()


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    return any(
        mark in head
        for mark in (
            b'name="generator" content="loganalyst',
            b"<!-- loganalyst",
            b'"tool": "loganalyst',
            b'"name": "loganalyst"',
        )
    )
