"""No expression takes long on a text that is made against it, be it in a rule, a symptom or a module of ours."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import getsource
from pathlib import Path
from pkgutil import walk_packages
from time import process_time

import pytest
import yaml

import loganalyst
from loganalyst.ruleset.patterns import compile_pattern
from tests.patterns.attacks import attacks

RULES = sorted((Path(__file__).parent.parent.parent / "rules").glob("*/*.yaml"))
MODULES = sorted(
    found.name for found in walk_packages(loganalyst.__path__, "loganalyst.") if "__main__" not in found.name
)
LENGTH = 6_000
SECONDS = 0.3
"""Of the processor; what is linear takes a thousandth of it, what is quadratic in a bounded piece stays below."""
FROM_ANYWHERE = {"search", "finditer", "findall", "sub", "subn", "split"}


def slowest(pattern: re.Pattern[str], how: str = "search", length: int = LENGTH) -> float:
    worst = 0.0
    for text in attacks(pattern, length):
        begin = process_time()
        getattr(pattern, how)(text)
        worst = max(worst, process_time() - begin)
        if worst > SECONDS:
            break
    return worst


def written(node: object, key: str = "") -> Iterator[str]:
    """Yield the expressions that stand in a YAML file."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from written(value, str(name))
    elif isinstance(node, list):
        for item in node:
            yield from written(item, key)
    elif isinstance(node, str) and ("re" in key.split("|")[1:] or key in {"says", "pattern"}):
        yield node


def expressions(file: Path) -> list[str]:
    return list(dict.fromkeys(written(yaml.safe_load(file.read_text("utf-8")))))


@pytest.mark.parametrize("file", [file for file in RULES if expressions(file)], ids=lambda file: file.stem)
def test_the_expressions_of_a_file_of_rules_are_fast(file: Path) -> None:
    assert [text for text in expressions(file) if slowest(compile_pattern(text)) > SECONDS] == []


@pytest.mark.parametrize("name", MODULES)
def test_the_expressions_of_a_module_are_fast(name: str) -> None:
    module = import_module(name)
    used: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(getsource(module))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used.setdefault(node.value.id, set()).add(node.attr)
    own = {key: value for key, value in vars(module).items() if isinstance(value, re.Pattern) and key in used}
    ways = {key: "search" if used[key] & FROM_ANYWHERE else "match" for key in own}
    texts = {key: pattern for key, pattern in own.items() if isinstance(pattern.pattern, str)}
    assert [key for key, pattern in texts.items() if slowest(pattern, ways[key]) > SECONDS] == []


def test_a_slow_expression_is_found_out() -> None:
    assert slowest(re.compile(r"[.!]+(?=\s)"), length=4 * LENGTH) > SECONDS


def test_each_long_repetition_is_fed() -> None:
    texts = list(attacks(re.compile(r"ab[0-9]+c(?:x\s)*"), 20))
    assert any(text.startswith("ab0000") for text in texts)
    assert any(text.startswith("ab0cx x x") for text in texts)
