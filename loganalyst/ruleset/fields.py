"""Everything that rules can ask, kind by kind: the tables, and the way from a path to a field."""

from collections.abc import Mapping
from dataclasses import replace

from loganalyst.ruleset.fields_command import COMMAND
from loganalyst.ruleset.fields_ledger import (
    CHANGES,
    CLAIMS,
    HYPOTHESES,
    KILLS,
    LOOSE_ENDS,
    SWEEPS,
    SYMPTOMS,
    WAITS,
)
from loganalyst.ruleset.fields_log import CALL, CLAIM, LIMIT, MESSAGE, OBSERVATION, RESULT
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.table import Answer, Field, Link
from loganalyst.ruleset.truth import Truth

_LOG = (MESSAGE, CLAIM, CALL, COMMAND, LIMIT, RESULT, OBSERVATION)
_ALL = (*_LOG, HYPOTHESES, CLAIMS, KILLS, WAITS, SWEEPS, CHANGES, LOOSE_ENDS, SYMPTOMS)
FIELDS: Mapping[str, Mapping[str, Field]] = {table.kind: table.fields for table in _ALL}
"""The fields of each kind by path."""
LINKS: Mapping[str, Mapping[str, Link]] = {table.kind: table.links for table in _ALL}
"""The links of each kind by name."""
_TABLES = {table.kind: table for table in _ALL}


def find_field(kind: str, path: str) -> Field | None:
    """Return the field of a path, which may lead through links (``call.timeout``); None where there is none."""
    table = _TABLES[kind]
    if (own := table.find(path)) is not None:
        return own
    head, _, rest = path.partition(".")
    link = table.links.get(head)
    if link is None or not rest:
        return None
    end = find_field(link.kind, rest)
    return None if end is None else _through(link, end, path)


def _through(link: Link, end: Field, path: str) -> Field:
    """Return a field that is asked of all events at the end of a link."""

    def read(item: Item, index: EventIndex, _: str) -> Answer:
        found = link.follow(item, index)
        answers = [end.ask(other, index) for other in found]
        gap = max((answer.gap for answer in answers), default=Truth.NO)
        if not found and link.kind == "result" and index.has_no_answer(item.call):
            gap = Truth.UNKNOWN
        return Answer(tuple(value for answer in answers for value in answer.values), gap)

    return replace(end, path=path, meaning=f"{end.meaning} ({link.meaning})", read=read, name="", linked=True)
