"""A rule file turned into a rule: every name, path, expression and sentence checked on the way."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

from loganalyst.knowledge.yaml_lines import Path
from loganalyst.ruleset.clauses import Found, Reading
from loganalyst.ruleset.conditions import ConditionError, parse_condition
from loganalyst.ruleset.faults import Faults
from loganalyst.ruleset.fields import find_field
from loganalyst.ruleset.operators import Reference, Test
from loganalyst.ruleset.patterns import groups
from loganalyst.ruleset.rule import Case, Detection, Rule, Slot
from loganalyst.ruleset.schema import CaseForm, FindingForm, RuleFile
from loganalyst.ruleset.selector_keys import SelectorReader, no_field
from loganalyst.ruleset.selectors import Selector
from loganalyst.ruleset.table import Answer, Field, FieldType
from loganalyst.ruleset.truth import Clause, leaves

_NO_SELECTORS = ("condition", "where")
_TOO_LONG = frozenset({("message", "text"), ("call", "text"), ("result", "text"), ("command", "output")})
CAPTURE = Field("", FieldType.WORD, "a capture", lambda _item, _index, _name: Answer())


@dataclass(frozen=True, slots=True)
class _Names:
    """What ``where``, ``when`` and messages may speak of."""

    selectors: Mapping[str, Selector]
    captures: frozenset[str] | None
    """None where a code detector decides which there are."""

    def find(self, path: str) -> Found | str:
        """Return the selector and field of a path; or why there is none."""
        name, _, rest = path.partition(".")
        if name in self.selectors:
            field = find_field(self.selectors[name].kind, rest) if rest else None
            return no_field(self.selectors[name].kind, rest) if rest and field is None else (name, field)
        if self.captures is None or path in self.captures:
            return path, CAPTURE
        known = sorted({*self.selectors, *self.captures})
        return f"'{name}' is no selector and no capture; there are: {', '.join(known)}"

    def refer(self, text: str) -> Reference | str:
        """Return the field that a reference without its ``$`` leads to; or why there is none."""
        found = self.find(text)
        if isinstance(found, str):
            return found
        name, field = found
        return f"'${text}' needs a field" if name is None or field is None else Reference(name, field)


def compile_rule(file: RuleFile, pack: str, faults: Faults) -> Rule:
    """Return the rule of a file; what is wrong in it is added to ``faults``, and the rule must then not be used."""
    if file.detection is None:
        names = _Names({}, None)
        detection = None
    else:
        reader = SelectorReader(faults)
        for name, node in file.detection.items():
            if name not in _NO_SELECTORS:
                reader.read(name, node, ("detection", name))
        names = _Names(reader.known, _captures(reader.known, faults))
        detection = _detection(file.detection, file.finding, names, faults)
    cases = tuple(_case(form, names, number, faults) for number, form in enumerate(file.finding.cases))
    for number, case in enumerate(cases):
        if (case.when is None) != (number == len(cases) - 1):
            faults.add(("finding", "cases", number), "all cases but the last have a when, and the last has none")
    return Rule(file, pack, faults.document.path, cases, detection)


def _captures(selectors: Mapping[str, Selector], faults: Faults) -> frozenset[str]:
    """Return the names of groups in the expressions of selectors."""
    found: dict[str, str] = {}
    for selector in selectors.values():
        for group in selector_groups(selector):
            if group in selectors or found.setdefault(group, selector.name) != selector.name:
                faults.add(("detection", selector.name), f"the capture '{group}' has the name of another")
    return frozenset(found)


def selector_groups(selector: Selector) -> tuple[str, ...]:
    """Return the names of the groups that a selector's expressions capture."""
    found = (pattern for test in selector.asked if not test.negated for pattern in test.patterns)
    return tuple(group for pattern in found for group in groups(pattern))


def _detection(node: Mapping[str, object], finding: FindingForm, names: _Names, faults: Faults) -> Detection | None:
    selectors = tuple(names.selectors.values())
    condition = _condition(node.get("condition"), names, faults)
    if not selectors:
        faults.add(("detection",), "detection has no sound selector")
        return None
    for name in (finding.at, finding.about):
        if name is not None and name not in names.selectors:
            faults.unknown(("finding",), "the selector", name, names.selectors)
    also = tuple(pair for number, entry in enumerate(finding.also) for pair in _also(entry, names, number, faults))
    where = None
    if "where" in node:
        where = Reading(faults, names.find, names.refer).clause(node["where"], ("detection", "where"))
    if condition is None:
        return None
    return Detection(selectors, condition, where, finding.at or "", also, finding.about)


def _condition(node: object, names: _Names, faults: Faults) -> Clause[str] | None:
    path: Path = ("detection", "condition")
    if not isinstance(node, str):
        faults.add(path, "detection has a condition that joins its selectors")
        return None
    try:
        condition = parse_condition(node)
    except ConditionError as error:
        faults.add(path, f"the condition cannot be read: {error}")
        return None
    for name in leaves(condition):
        if name not in names.selectors:
            faults.unknown(path, "the selector", name, names.selectors)
    return condition


def _also(entry: str | Mapping[str, str], names: _Names, number: int, faults: Faults) -> tuple[tuple[str, str], ...]:
    pairs = ((entry, ""),) if isinstance(entry, str) else tuple(entry.items())
    for name, _ in pairs:
        if name not in names.selectors:
            faults.unknown(("finding", "also", number), "the selector", name, names.selectors)
    return tuple((name, why or f"the {name.replace('_', ' ')}") for name, why in pairs)


def _case(form: CaseForm, names: _Names, number: int, faults: Faults) -> Case:
    path: Path = ("finding", "cases", number)
    when: Clause[Test] | None = None
    if form.when is not None:
        when = Reading(faults, names.find, names.refer).clause(form.when, (*path, "when"))
    return Case(when, form.severity, form.confidence, " ".join(form.message.split()), _slots(form, names, path, faults))


def _slots(form: CaseForm, names: _Names, path: Path, faults: Faults) -> tuple[Slot, ...]:
    where = (*path, "message")
    try:
        wanted = [name for _, name, _, _ in Formatter().parse(form.message) if name is not None]
    except ValueError as error:
        faults.add(where, f"the braces of the message do not match: {error}")
        return ()
    slots: dict[str, Slot] = {}
    for name in wanted:
        found = names.find(name)
        if isinstance(found, str):
            faults.add(where, found)
            continue
        selector = names.selectors.get(name.partition(".")[0])
        if selector is None:
            slots[name] = Slot(name)
        elif found[1] is None:
            faults.add(where, f"'{{{name}}}' needs a field of {name}")
        elif (selector.kind, name.partition(".")[2]) in _TOO_LONG:
            faults.add(where, f"'{{{name}}}' may be long: capture the piece that matters by a regular expression")
        else:
            slots[name] = Slot(name, selector.name, found[1])
    return tuple(slots.values())
