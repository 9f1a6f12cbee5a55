"""Faults in a file, gathered so that one reading shows them all."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from pydantic import ValidationError

from loganalyst.errors import RuleSyntaxError
from loganalyst.knowledge.yaml_lines import Path, YamlDocument


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults found in one file so far."""

    document: YamlDocument
    found: list[RuleSyntaxError] = field(default_factory=list)

    def add(self, path: Path, message: str, hint: str = "") -> None:
        """Note a fault at a node of the file."""
        self.found.append(RuleSyntaxError(message, place=self.document.place(path), hint=hint))

    def refused(self, error: ValidationError, whole: str) -> None:
        """Note all that keeps a file from its form; ``whole`` names what is wrong where no single node is."""
        for fault in error.errors(include_url=False):
            words = fault["msg"].removeprefix("Value error, ")
            self.add(fault["loc"], f"{'.'.join(map(str, fault['loc'])) or whole}: {words}")

    def unknown(self, path: Path, what: str, word: str, known: Iterable[str]) -> None:
        """Note a word that is not among those known, with the nearest one as a hint."""
        words = sorted(known)
        near = get_close_matches(word, words, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known are: {', '.join(words)}"
        self.add(path, f"{what} '{word}' is not known", hint)
