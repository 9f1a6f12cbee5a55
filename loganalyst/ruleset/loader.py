"""Rule files found in folders and read into a set of rules."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath

from pydantic import ValidationError

from loganalyst.errors import DuplicateRule, FilePlace, RuleError, RuleSyntaxError
from loganalyst.knowledge.yaml_lines import YamlDocument, read_yaml
from loganalyst.ruleset.compiling import compile_rule
from loganalyst.ruleset.faults import Faults
from loganalyst.ruleset.files import rule_files
from loganalyst.ruleset.rule import Rule, RuleSet
from loganalyst.ruleset.schema import RuleFile

__all__ = ["Rule", "RuleSet", "load_rule", "load_rules", "read_rule"]


def load_rules(folders: Iterable[Traversable | FilePath]) -> RuleSet:
    """Return the rules of all packs in the folders; a pack is a folder of rule files.

    Rule files directly in one of the folders belong to the pack of that folder's name. Raise RuleError with
    all faults of all files, DuplicateRule where two files claim one name.
    """
    rules: dict[str, Rule] = {}
    faults: list[RuleError] = []
    for pack, file in (found for folder in folders for found in rule_files(folder)):
        try:
            rule = load_rule(file, pack)
        except RuleError as error:
            faults.append(error)
            continue
        if rule.name in rules:
            earlier = rules[rule.name].path
            faults.append(DuplicateRule(f"the rule '{rule.name}' is also in {earlier}", place=FilePlace(rule.path, 1)))
        else:
            rules[rule.name] = rule
    if faults:
        raise RuleError.gather([single for fault in faults for single in _single(fault)])
    return RuleSet(tuple(rules[name] for name in sorted(rules)))


def load_rule(file: Traversable | FilePath, pack: str) -> Rule:
    """Return the rule in one file; raise RuleError with all its faults."""
    try:
        text = file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleSyntaxError(f"the file cannot be read as UTF-8: {error}", place=FilePlace(str(file))) from error
    rule = read_rule(text, pack, str(file))
    stem = file.name.rpartition(".")[0]
    if rule.name != stem:
        place = FilePlace(str(file), 1)
        raise RuleSyntaxError(f"the rule '{rule.name}' stands in a file named '{stem}'", place=place)
    return rule


def read_rule(text: str, pack: str, path: str = "rule") -> Rule:
    """Return the rule that a YAML text holds; ``path`` is what errors call the text."""
    document = read_yaml(text, path)
    faults = Faults(document)
    file = _form(document, faults)
    rule = compile_rule(file, pack, faults) if file is not None else None
    if faults.found or rule is None:
        raise RuleSyntaxError.gather(sorted(faults.found, key=_line))
    return rule


def _form(document: YamlDocument, faults: Faults) -> RuleFile | None:
    """Return the file in its form; where it has none, None with the faults noted."""
    if not isinstance(document.data, Mapping):
        faults.add((), "a rule file is a mapping")
        return None
    order = [key for key in RuleFile.model_fields if key in document.data]
    written = [key for key in document.data if key in RuleFile.model_fields]
    for expected, key in zip(order, written, strict=True):
        if expected != key:
            faults.add(
                (key,), f"'{key}' stands before '{expected}'", f"the order is: {', '.join(RuleFile.model_fields)}"
            )
            break
    try:
        return RuleFile.model_validate(document.data)
    except ValidationError as error:
        faults.refused(error, "the rule")
        return None


def _single(fault: RuleError) -> Iterator[RuleError]:
    """Yield a gathered fault's parts one by one."""
    others, fault.others = fault.others, ()
    yield fault
    yield from others


def _line(fault: RuleError) -> int:
    """Return the line of a fault, for their order."""
    return fault.place.line or 0 if fault.place is not None else 0
