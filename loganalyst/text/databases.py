"""Pieces of text compiled by hyperscan, and kept in a folder, as that takes longer than to search a small session."""

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import hyperscan

_DIGEST = sha256().digest_size


def hyperscan_of(pieces: tuple[str, ...], cache: Path | None) -> Callable[[str], frozenset[str]]:
    """Return what finds the pieces that stand in a text; it raises UnicodeEncodeError for what is no Unicode text.

    A compiled database is taken from the folder ``cache`` and else left there; one that is damaged, or made for another
    processor, is compiled anew, and a folder that cannot be written is done without.
    """
    database = _kept(pieces, cache) if cache is not None else _compiled(pieces)

    def scan(text: str) -> frozenset[str]:
        found: list[int] = []
        database.scan(text.encode(), match_event_handler=lambda number, *_: found.append(number))
        return frozenset(pieces[number] for number in found)

    return scan


def _kept(pieces: tuple[str, ...], cache: Path) -> hyperscan.Database:
    """Return the database of some pieces from a folder, and put it there where it is not."""
    name = sha256("\0".join((version("hyperscan"), *pieces)).encode()).hexdigest()
    path = cache / f"{name[:32]}.hyperscan"
    with suppress(OSError, ValueError, hyperscan.error):
        return _loaded(path.read_bytes())
    database = _compiled(pieces)
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        data = hyperscan.dumpb(database)
        new.write_bytes(sha256(data).digest() + data)
        new.replace(path)
    return database


def _loaded(data: bytes) -> hyperscan.Database:
    """Return a database from the bytes of its file, which begin with a digest of the others.

    Raise ValueError where they are damaged, hyperscan.error where they are for another processor.
    """
    digest, data = data[:_DIGEST], data[_DIGEST:]
    if sha256(data).digest() != digest:
        raise ValueError("the digest does not fit")
    database = hyperscan.loadb(data, hyperscan.HS_MODE_BLOCK)
    database.scratch = hyperscan.Scratch(database)
    return database


def _compiled(pieces: tuple[str, ...]) -> hyperscan.Database:
    """Return a database in which each piece has its place as number, and is reported once."""
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=[piece.encode() for piece in pieces],
        ids=list(range(len(pieces))),
        flags=hyperscan.HS_FLAG_SINGLEMATCH,
        literal=True,
    )
    return database
