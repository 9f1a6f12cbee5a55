"""The tables of fields, written for authors of rules."""

from collections.abc import Iterator

from loganalyst.ruleset.fields import FIELDS, LINKS
from loganalyst.ruleset.table import Field

_MOST_WORDS = 20
"""Longer lists of words are left to the module that defines them."""


def field_tables() -> str:
    """Return Markdown with a table for each kind of event and ledger row: path, type, meaning."""
    return "\n".join(line for kind in FIELDS for line in _table(kind)) + "\n"


def _table(kind: str) -> Iterator[str]:
    yield f"### `{kind.replace(':', ': ') if ':' in kind else f'kind: {kind}'}`"
    yield ""
    yield "| path | type | says |"
    yield "|---|---|---|"
    for path, field in FIELDS[kind].items():
        yield f"| `{path}` | {field.type}{' ᵉ' if field.evidence else ''} | {_meaning(field)} |"
    for name, link in LINKS[kind].items():
        yield f"| `{name}.…` | link | fields of {link.meaning}: see `{link.kind}` |"
    yield ""


def _meaning(field: Field) -> str:
    """Return what a field says, with its words where they are few."""
    words = " ".join(f"`{word}`" for word in field.words) if len(field.words) <= _MOST_WORDS else "see the model"
    return f"{field.meaning}: {words}" if field.words else field.meaning
