"""Everything that the parts below the command line may depend on besides their input."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Engine(StrEnum):
    """What looks for the pieces of text that rules need, the fastest first; all of them find the same."""

    HYPERSCAN = "hyperscan"
    AHOCORASICK = "ahocorasick"
    PLAIN = "plain"
    """The language's own search, a piece at a time."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices of one run; ``cli`` builds them, ``pipeline`` hands each part only what it uses."""

    input_format: str = "auto"
    select: tuple[str, ...] = ()
    """Rules, packs or tags to run; empty means all."""
    ignore: tuple[str, ...] = ()
    rule_folders: tuple[Path, ...] = ()
    """Folders with further rules."""
    builtin_rules: bool = True
    redact: bool = True
    engine: Engine | None = None
    """None for the fastest that is installed and has what it needs."""
    cache: Path | None = None
    """A folder for what takes long to make and can be made again; None keeps nothing."""
