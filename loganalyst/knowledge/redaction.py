"""Secrets: their forms, kept as data under ``rules/redaction``, and the mask that hides them.

A mask belongs to one transcript: it knows every secret that stands in it, numbered by first appearance, and
so gives the same secret the same placeholder wherever it leaves the program.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from loganalyst.model.transcript import Media, Transcript
from loganalyst.text.needles import Needles

UNNUMBERED = "‹secret›"
_FEWEST_CHARACTERS = 2
"""A text of fewer different characters, such as ``xxxxxxxx``, stands for a secret and is none."""
_NO_SECRETS = frozenset({"password", "passwd", "changeme", "redacted", "placeholder", "example", "secret", "token"})


@dataclass(frozen=True, slots=True)
class SecretForm:
    """One form of secret: the group ``secret`` of its pattern is what is hidden."""

    name: str
    title: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...]
    """Literals of which one stands in every match; texts without them are not searched."""

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the extents of its secrets in a text, placeholders left out."""
        for match in self.pattern.finditer(text):
            if not _is_placeholder(match["secret"]):
                yield match.span("secret")


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that stands in a text."""

    form: SecretForm
    start: int
    end: int


Secrets = Mapping[str, tuple[Secret, ...]]
"""The secrets of texts, by the text."""


@dataclass(frozen=True)
class Mask:
    """Hides the secrets of one transcript."""

    forms: tuple[SecretForm, ...]
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Number of each secret that the transcript holds, from 1."""
    kinds: Mapping[int, str] = field(default_factory=dict)
    """Title of the form of each number, for the appendix of a report."""

    def hide(self, text: str) -> str:
        """Return a text with every secret replaced by its placeholder, such as ``‹secret-3›``."""
        return self._replace(text, self.placeholder)

    def hide_unnumbered(self, text: str) -> str:
        """Return a text with every secret replaced by ``‹secret›``, as fingerprints need it."""
        return self._replace(text, lambda _: UNNUMBERED)

    def placeholder(self, secret: str) -> str:
        """Return what stands for a secret; one that the transcript does not hold whole has no number."""
        return f"‹secret-{self.numbers[secret]}›" if secret in self.numbers else UNNUMBERED

    def intervals(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return the extents of all secrets in a text, in order and without overlaps."""
        found = [(secret.start, secret.end) for secret in _secrets_of(text, self.forms, self._hints)]
        if self._known is not None:
            found += [match.span() for match in self._known.finditer(text)]
        return _merged(found)

    @cached_property
    def _hints(self) -> Needles:
        return _hints_of(self.forms)

    @cached_property
    def _known(self) -> re.Pattern[str] | None:
        longest_first = sorted(self.numbers, key=lambda secret: (-len(secret), secret))
        return re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def _replace(self, text: str, placeholder: Callable[[str], str]) -> str:
        pieces: list[str] = []
        done = 0
        for start, end in self.intervals(text):
            pieces += [text[done:start], placeholder(text[start:end])]
            done = end
        return "".join((*pieces, text[done:])) if pieces else text


def find_secrets(transcript: Transcript, forms: tuple[SecretForm, ...]) -> Secrets:
    """Return the secrets of each text of a transcript, by the text, in the order in which the texts stand in it.

    Those of one text are in the order of the forms; texts without secrets are left out.
    """
    hints = _hints_of(forms)
    each = ((text, tuple(_secrets_of(text, forms, hints))) for text in _texts(transcript))
    return {text: secrets for text, secrets in each if secrets}


def mask_of(secrets: Secrets, forms: tuple[SecretForm, ...]) -> Mask:
    """Return the mask of a transcript with these secrets: they are numbered in the order in which they stand in it."""
    numbers: dict[str, int] = {}
    kinds: dict[int, str] = {}
    for text, found in secrets.items():
        for start, end in _merged((secret.start, secret.end) for secret in found):
            secret = text[start:end]
            if secret not in numbers:
                numbers[secret] = len(numbers) + 1
                kinds[numbers[secret]] = next(one.form.title for one in found if start <= one.start and one.end <= end)
    return Mask(forms, numbers, kinds)


@lru_cache(maxsize=8)
def _hints_of(forms: tuple[SecretForm, ...]) -> Needles:
    return Needles(hint for form in forms for hint in form.hints)


def _secrets_of(text: str, forms: tuple[SecretForm, ...], hints: Needles) -> Iterator[Secret]:
    """Yield the secrets of a text, those of each form in order; ``hints`` are those of the forms."""
    if given := hints.found_in(text):
        for form in forms:
            if not given.isdisjoint(form.hints):
                yield from (Secret(form, start, end) for start, end in form.find(text))


def _texts(transcript: Transcript) -> Iterator[str]:
    for message in transcript.messages:
        for part in message.parts:
            if not isinstance(part, Media):
                yield part.text


def _merged(extents: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(extents):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _is_placeholder(text: str) -> bool:
    lowered = text.lower()
    return lowered in _NO_SECRETS or len(set(lowered)) <= _FEWEST_CHARACTERS or lowered.startswith("your")
