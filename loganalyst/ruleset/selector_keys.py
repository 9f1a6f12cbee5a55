"""Selectors as written, read into selectors with their fields and relations looked up."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loganalyst.knowledge.yaml_lines import Path
from loganalyst.ruleset.clauses import Found, Reading
from loganalyst.ruleset.faults import Faults
from loganalyst.ruleset.fields import FIELDS, find_field
from loganalyst.ruleset.items import KINDS, LEDGERS, LOG_KINDS
from loganalyst.ruleset.operators import Reference, Test
from loganalyst.ruleset.selectors import CALL_PARTS, OF_CALLS, Relation, Same, Selector, Unit, Within
from loganalyst.ruleset.truth import AllOf, Clause, Leaf, leaves

_RELATIONS = frozenset(relation.value for relation in Relation)
_OWN_SENSE = frozenset({"subject", "call", "message"})
"""What ``same`` compares in a way of its own."""
_SUBJECTS: Mapping[Relation, tuple[frozenset[str], frozenset[str]]] = {
    Relation.ANSWERS: (frozenset({"result", "observation"}), OF_CALLS),
    Relation.IN_CALL: (CALL_PARTS, OF_CALLS),
    Relation.GOVERNS: (frozenset({"limit"}), OF_CALLS),
    Relation.FULFILS: (frozenset({"command", "call"}), frozenset({"claim"})),
    Relation.REPEATS: (frozenset({"command", "call", "claim"}), frozenset({"command", "call", "claim"})),
}
"""For each relation that not all kinds have: of what to what."""


@dataclass(frozen=True, slots=True)
class SelectorReader:
    """Reads the selectors of one file in turn; each may lean on those read before it."""

    faults: Faults
    known: dict[str, Selector] = field(default_factory=dict)

    def read(self, name: str, node: object, path: Path, default_kind: str | None = None) -> Selector | None:
        """Return a selector, or None with its faults noted; ``default_kind`` is for files that need not say it."""
        if not isinstance(node, Mapping):
            self.faults.add(path, "a selector is a mapping")
            return None
        kind = self._kind(node, path, default_kind)
        if kind is None:
            return None
        reading = Reading(self.faults, lambda field_path: self._field(kind, field_path), self._refer)
        picks_from = "ledger" if "ledger" in node else "kind"  # in a row of a ledger, kind is a field
        tests = [
            part
            for key, value in node.items()
            if key not in _RELATIONS and key not in {"same", "within", picks_from}
            for part in reading.parts(key, value, (*path, key))
        ]
        alone, compared = _apart(tests)
        if any(test.references for test in leaves(alone)):
            self.faults.add(path, "a comparison with another selector cannot stand under any or not")
        relations = tuple(
            pair
            for key, value in node.items()
            if key in _RELATIONS
            for pair in self._relation(Relation(key), kind, value, (*path, key))
        )
        same = self._same(kind, node["same"], (*path, "same")) if "same" in node else ()
        within = self._within(node["within"], (*path, "within")) if "within" in node else None
        if within is not None and not relations and not same:
            self.faults.add((*path, "within"), "within needs a relation that names what it counts from")
        self.known[name] = Selector(name, kind, alone, compared, relations, same, within)
        return self.known[name]

    def _kind(self, node: Mapping[str, object], path: Path, default: str | None) -> str | None:
        """Return the kind that a selector picks from."""
        if "ledger" in node:
            if node["ledger"] in LEDGERS:
                return f"ledger:{node['ledger']}"
            self.faults.unknown((*path, "ledger"), "the ledger", str(node["ledger"]), LEDGERS)
            return None
        if node.get("kind") == "hypothesis":
            return "ledger:hypotheses"
        if "kind" not in node and default is not None:
            return default
        if node.get("kind") in LOG_KINDS:
            return str(node["kind"])
        if "kind" in node:
            self.faults.unknown((*path, "kind"), "the kind", str(node["kind"]), (*LOG_KINDS, "hypothesis"))
        else:
            self.faults.add(path, "a selector says its kind or its ledger")
        return None

    def _field(self, kind: str, path: str) -> Found | str:
        found = find_field(kind, path)
        return (None, found) if found is not None else no_field(kind, path)

    def _refer(self, text: str) -> Reference | str:
        name, _, path = text.partition(".")
        target = self.known.get(name)
        if target is None:
            return f"'${text}' names no selector above this one"
        found = find_field(target.kind, path)
        return Reference(name, found) if found is not None else no_field(target.kind, path)

    def _target(self, value: object, path: Path) -> Selector | None:
        target = self.known.get(value) if isinstance(value, str) else None
        if target is None:
            self.faults.add(path, f"'{value}' is no selector above this one", self._above())
        return target

    def _above(self) -> str:
        return f"above are: {', '.join(self.known)}" if self.known else "the first selector has none above it"

    def _relation(self, relation: Relation, kind: str, value: object, path: Path) -> list[tuple[Relation, str]]:
        target = self._target(value, path)
        if target is None:
            return []
        own, others = _SUBJECTS.get(relation, (frozenset(KINDS), frozenset(KINDS)))
        unlike = relation is Relation.REPEATS and kind != target.kind
        if kind not in own or target.kind not in others or unlike:
            self.faults.add(path, f"{relation} does not lead from a {kind} to a {target.kind}")
        return [(relation, target.name)]

    def _same(self, kind: str, value: object, path: Path) -> tuple[Same, ...]:
        if not isinstance(value, Mapping):
            self.faults.add(path, "same is a mapping of a field to a selector")
            return ()
        found = []
        for key, name in value.items():
            target = self._target(name, (*path, key))
            own = find_field(kind, key)
            other = find_field(target.kind, key) if target is not None else None
            if target is not None and key in _OWN_SENSE:
                found.append(Same(target.name, key, None, None))
            elif target is not None and own is not None and other is not None:
                found.append(Same(target.name, key, own, other))
            elif target is not None:
                self.faults.add((*path, key), no_field(kind if own is None else target.kind, key))
        return tuple(found)

    def _within(self, value: object, path: Path) -> Within | None:
        if isinstance(value, Mapping) and len(value) == 1:
            unit, count = next(iter(value.items()))
            if unit in list(Unit) and isinstance(count, int) and not isinstance(count, bool) and count >= 0:
                return Within(count, Unit(unit))
        self.faults.add(path, f"within is one of {', '.join(Unit)} with a whole number")
        return None


def no_field(kind: str, path: str) -> str:
    """Return the sentence that says that a kind has no such field."""
    return f"a {kind.removeprefix('ledger:')} has no field '{path}'; it has: {', '.join(sorted(FIELDS[kind]))}"


def _apart(parts: list[Clause[Test]]) -> tuple[Clause[Test], tuple[Test, ...]]:
    """Return what is asked of an event alone, and what is asked against other events."""
    compared = [part for part in parts if isinstance(part, Leaf) and part.item.references]
    alone = [part for part in parts if part not in compared]
    return AllOf(tuple(alone)), tuple(part.item for part in compared)
