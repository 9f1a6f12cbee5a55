"""The events that a selector may pick, found by the words it asks for, so that it does not walk the session."""

from collections.abc import Callable, Hashable, Iterable

from loganalyst.ruleset.index import EventIndex, Shelves
from loganalyst.ruleset.items import Item
from loganalyst.ruleset.operators import Operator, Test
from loganalyst.ruleset.selectors import Selector
from loganalyst.ruleset.table import Field
from loganalyst.ruleset.truth import AllOf, AnyOf, Clause, Leaf, Truth

_SHELVED = frozenset({
    "act", "background", "call.outcome.kind", "call.outcome.limited_by", "empty", "errors_hidden", "fired", "flag",
    "limited_by", "name", "observation", "option", "outcome.kind", "outcome.limited_by", "outcome.reason",
    "output_discarded", "polarity", "position", "predicate", "program", "reads", "role", "scope", "speaker", "stance",
    "status_hidden", "status_tested", "subcommand", "trait", "wrapper",
})  # fmt: skip
"""Fields with few values, by which the items of a kind are put on shelves."""
_SPARSE = frozenset({
    "assignment", "exit_status", "limit", "limit.kind", "limit.text", "misplaced", "outcome.exit_status",
    "outcome.limit", "output_cut", "output_cut.lines", "timeout", "wait",
})  # fmt: skip
"""Fields that say nothing of most items, so that those are found of which they say anything."""

_FEW = 10
"""One item in so many of its kind is looked at by itself sooner than another shelf is put up."""


def near(selector: Selector, index: EventIndex, *, sure: bool = False) -> tuple[Item, ...]:
    """Return the items of its kind that a selector may pick, in order of ``key``.

    With ``sure`` those are left out of which the log does not tell enough for them to be picked for sure.
    """
    found = _candidates(selector.tests, selector.kind, index, sure=sure)
    return index.items[selector.kind] if found is None else found


def _candidates(clause: Clause[Test], kind: str, index: EventIndex, *, sure: bool) -> tuple[Item, ...] | None:
    """Return the items for which a clause may hold; None where the shelves do not tell."""
    match clause:
        case Leaf(test) if test.field is not None and _is_shelved(test):
            return _on_shelves(_shelves(kind, test.field, index), test.wanted, sure=sure)
        case Leaf(test) if test.field is not None and _asks_for_any(test):
            shelves = _shelves(kind, test.field, index)
            return shelves.valued if sure else _merged([shelves.valued, shelves.open])
        case Leaf(test) if test.field is not None and (pieces := _pieces_of(test, index)):
            return _on_shelves(_shelves(kind, test.field, index, index.pieces_in), pieces, sure=sure)
        case AllOf(parts):
            each = (_candidates(part, kind, index, sure=sure) for part in parts)
            return _fewest(each, len(index.items[kind]) // _FEW)
        case AnyOf(parts):
            groups = [_candidates(part, kind, index, sure=sure) for part in parts]
            known = [found for found in groups if found is not None]
            return _merged(known) if len(known) == len(groups) else None
        case _:
            return None


def _fewest(each: Iterable[tuple[Item, ...] | None], few: int) -> tuple[Item, ...] | None:
    """Return the shortest of some lists of items, or the first that is short enough; None where there is none."""
    fewest = None
    for found in each:
        if found is not None and (fewest is None or len(found) < len(fewest)):
            fewest = found
            if len(found) <= few:
                break
    return fewest


def _is_shelved(test: Test) -> bool:
    """Return whether shelves answer a test."""
    plain = test.operator is Operator.EQUALS and test.wanted and not test.negated and not test.references
    return bool(plain) and test.field is not None and test.field.path in _SHELVED and not test.field.name


def _asks_for_any(test: Test) -> bool:
    """Return whether a test can hold only of items of which a sparse field says anything."""
    denied = test.negated or (test.operator is Operator.EXISTS and test.wanted != (True,))
    sparse = test.field is not None and test.field.path in _SPARSE and not test.field.name
    return sparse and bool(test.wanted) and not denied


def _pieces_of(test: Test, index: EventIndex) -> tuple[str, ...]:
    """Return the pieces of text of which an item must have one for a test to hold; none where none are known."""
    if test.operator is not Operator.RE or test.negated or test.field is None or test.field.name:
        return ()
    each = [index.sieve.pieces_of(pattern) for pattern in test.patterns]
    return tuple(piece for pieces in each for piece in pieces) if all(each) else ()


def _on_shelves(shelves: Shelves, wanted: Iterable[Hashable], *, sure: bool) -> tuple[Item, ...]:
    groups = [shelves.by_value[value] for value in dict.fromkeys(wanted) if value in shelves.by_value]
    return _merged(groups if sure or not shelves.open else [*groups, shelves.open])


def _shelves(
    kind: str, field: Field, index: EventIndex, pieces_in: Callable[[str], Iterable[str]] | None = None
) -> Shelves:
    """Return the items of a kind by the values of a field, or by pieces of them, put up when first asked for."""
    key = kind, field.path if pieces_in is None else f"pieces of {field.path}"
    if key not in index.shelves:
        by_value: dict[Hashable, list[Item]] = {}
        valued, unknown = [], []
        for item in index.items[kind]:
            answer = field.ask(item, index)
            shown: tuple[Hashable, ...] = answer.values
            if shown:
                valued.append(item)
                if pieces_in is not None:
                    shown = tuple(piece for text in shown for piece in pieces_in(str(text)))
                for value in shown if len(shown) == 1 else dict.fromkeys(shown):
                    by_value.setdefault(value, []).append(item)
            if answer.gap is not Truth.NO:
                unknown.append(item)
        values = {value: tuple(items) for value, items in by_value.items()}
        index.shelves[key] = Shelves(values, tuple(valued), tuple(unknown))
    return index.shelves[key]


def _merged(groups: list[tuple[Item, ...]]) -> tuple[Item, ...]:
    """Return the items of some groups in order of their place, each once; each group is in that order already."""
    if len(groups) == 1:
        return groups[0]
    return tuple(sorted(dict.fromkeys(_flat(groups)), key=lambda item: item.number))


def _flat(groups: Iterable[tuple[Item, ...]]) -> Iterable[Item]:
    return (item for group in groups for item in group)
