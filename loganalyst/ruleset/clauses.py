"""Mappings of tests, as selectors, ``where`` and ``when`` have them, read into clauses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from loganalyst.knowledge.yaml_lines import Path
from loganalyst.ruleset.faults import Faults
from loganalyst.ruleset.operators import Operator, Reference, Test, Wanted
from loganalyst.ruleset.patterns import PatternError, compile_pattern
from loganalyst.ruleset.table import Field, FieldType
from loganalyst.ruleset.truth import AllOf, AnyOf, Clause, Leaf, Not

_OPERATORS = {operator.value: operator for operator in Operator if operator is not Operator.EQUALS}
_NUMBERS = frozenset({Operator.GT, Operator.GE, Operator.LT, Operator.LE})
_MODIFIERS = ("all", "lacks")
Found = tuple[str | None, Field | None]
"""The selector that a path names, if any, and the field."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What it takes to read tests: where faults go, and which fields paths and references lead to."""

    faults: Faults
    resolve: Callable[[str], Found | str]
    """Return the field of a path; or, as text, why there is none."""
    refer: Callable[[str], Reference | str]
    """Return the field of a reference without its ``$``; or why there is none."""

    def clause(self, node: object, path: Path) -> Clause[Test]:
        """Return a mapping (all hold) or a list of mappings (one holds) as a clause."""
        if isinstance(node, list) and node:
            return AnyOf(tuple(self.clause(item, (*path, number)) for number, item in enumerate(node)))
        if not isinstance(node, Mapping):
            self.faults.add(path, "a mapping of tests, or a list of such mappings, is expected here")
            return AllOf(())
        return AllOf(
            tuple(part for key, value in node.items() for part in self.parts(str(key), value, (*path, str(key))))
        )

    def parts(self, key: str, value: object, path: Path) -> tuple[Clause[Test], ...]:
        """Return what one key of a mapping asks; nothing where it is faulty."""
        if key == "not":
            return (Not(self.clause(value, path)),)
        if key == "any":
            return (self.clause(value, path),)
        test = self.test(key, value, path)
        return () if test is None else (Leaf(test),)

    def test(self, key: str, value: object, path: Path) -> Test | None:
        """Return one test, or None with a fault noted."""
        name, *words = key.split("|")
        found = self.resolve(name)
        if isinstance(found, str):
            self.faults.add(path, found)
            return None
        of, field = found
        if (form := self._form(words, path)) is None:
            return None
        operator, every, negated = form
        if field is None and operator is not Operator.EXISTS:
            self.faults.add(path, f"of '{name}' it can only be asked whether it exists")
            return None
        values = value if isinstance(value, list) else [value]
        wanted = [self._wanted(operator, field, item, path) for item in values]
        known = tuple(item for item in wanted if item is not None)
        return Test(key, operator, known, field, of, every, negated) if len(known) == len(wanted) else None

    def _form(self, words: list[str], path: Path) -> tuple[Operator, bool, bool] | None:
        """Return operator, ``all`` and ``lacks`` of a key's modifiers."""
        for word in words:
            if word not in _OPERATORS and word not in _MODIFIERS:
                self.faults.unknown(path, "the modifier", word, (*_OPERATORS, *_MODIFIERS))
                return None
        operators = [_OPERATORS[word] for word in words if word in _OPERATORS]
        if len(operators) > 1 or len(words) - len(operators) > 1 or (words and words[0] in _MODIFIERS and operators):
            self.faults.add(path, "a key takes one operator, then at most one of all and lacks")
            return None
        return operators[0] if operators else Operator.EQUALS, "all" in words, "lacks" in words

    def _wanted(self, operator: Operator, field: Field | None, value: object, path: Path) -> Wanted | None:
        """Return a wanted value in the form in which values are compared, or None with a fault noted."""
        if operator is Operator.EXISTS:
            return self._flag(value, path)
        if isinstance(value, str) and value.startswith("$"):
            reference = self.refer(value[1:])
            if isinstance(reference, str):
                self.faults.add(path, reference)
                return None
            return reference
        if operator is Operator.RE:
            return self._pattern(value, path)
        return self._scalar(operator, field, value, path)

    def _scalar(self, operator: Operator, field: Field | None, value: object, path: Path) -> Wanted | None:
        kind = FieldType.NUMBER if operator in _NUMBERS else field.type if field is not None else FieldType.WORD
        if kind is FieldType.NUMBER:
            return self._number(value, path)
        if kind is FieldType.FLAG:
            return self._flag(value, path)
        return self._word(operator, field, value, path)

    def _flag(self, value: object, path: Path) -> bool | None:
        if isinstance(value, bool):
            return value
        self.faults.add(path, f"true or false is expected, not '{value}'")
        return None

    def _number(self, value: object, path: Path) -> Decimal | None:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return Decimal(str(value))
        self.faults.add(path, f"a number is expected, not '{value}'")
        return None

    def _pattern(self, value: object, path: Path) -> Wanted | None:
        if not isinstance(value, str):
            self.faults.add(path, f"a regular expression is expected, not '{value}'")
            return None
        try:
            return compile_pattern(value)
        except PatternError as error:
            self.faults.add(path, f"the regular expression '{value}' is refused: {error}")
            return None

    def _word(self, operator: Operator, field: Field | None, value: object, path: Path) -> str | None:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self.faults.add(path, f"a word is expected, not '{value}'; quote it if it is one")
            return None
        word = str(value)
        if operator is Operator.EQUALS and field is not None and field.words and word not in field.words:
            self.faults.unknown(path, f"the {field.path}", word, field.words)
            return None
        return word
