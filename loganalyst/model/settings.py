"""Everything that the parts below the command line may depend on besides their input."""

from dataclasses import dataclass
from pathlib import Path


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
