"""The habits of this house that no linter holds."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = sorted((ROOT / "loganalyst").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
RULES = sorted((ROOT / "rules").rglob("*.y*ml"))
WRITTEN = (".cfg", ".css", ".j2", ".js", ".md", ".py", ".toml", ".txt", ".yaml", ".yml", "")

EMPTY_MODULE_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}
EMPTY_VERBS = ("process_", "handle_", "do_")
# Element names that are also words of usage texts (`<path>`, `<text>`, `<title>`) are left out.
TAG = re.compile(
    r"</?(?:html|head|body|div|span|p|a|ul|ol|li|table|thead|tbody|tr|t[dh]|pre|h[1-6]|script|style"
    r"|svg|br|hr|img|button|details|section|nav|strong|em)(?=[\s/>])",
    re.IGNORECASE,
)
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|raise NotImplementedError)\b")
# A character class keeps each pattern from matching its own source.
MACHINE = re.compile(r"(?<![\w.-])/w[o]rk/|/opt/pyp[i]|/tmp/br[i]ef")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def strings(path: Path) -> Iterator[str]:
    """Yield the string constants of a module, without its docstrings and other bare strings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.value


@pytest.mark.parametrize(("paths", "limit"), [(CODE, 300), (TESTS, 400), (RULES, 150)], ids=["code", "tests", "rules"])
def test_no_file_is_longer_than_its_limit(paths: list[Path], limit: int) -> None:
    assert {name(path): lines(path) for path in paths if lines(path) > limit} == {}


def test_no_python_string_holds_an_html_tag() -> None:
    assert [(name(path), text) for path in CODE for text in strings(path) if TAG.search(text)] == []


def test_no_module_has_an_empty_name() -> None:
    assert [name(path) for path in CODE if {path.stem, path.parent.name} & EMPTY_MODULE_NAMES] == []


def test_no_function_has_an_empty_verb() -> None:
    functions = (
        (name(path), node.name)
        for path in CODE
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert [function for function in functions if function[1].lstrip("_").startswith(EMPTY_VERBS)] == []


def test_nothing_is_left_unfinished() -> None:
    assert [name(path) for path in CODE if UNFINISHED.search(path.read_text(encoding="utf-8"))] == []


def test_any_is_named_in_readers_alone() -> None:
    outside = (path for path in CODE if "readers" not in path.parts)
    assert [
        name(path) for path in outside for node in nodes(path) if isinstance(node, ast.Name) and node.id == "Any"
    ] == []


def test_nothing_names_the_machine_it_was_written_on() -> None:
    folders = ("loganalyst", "tests", "rules", "templates", "samples", ".ci")
    inside = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    beside = (path for path in ROOT.glob("*") if path.name != ".git")  # a linked work tree has a file of that name
    written = (path for path in (*beside, *inside) if path.is_file() and path.suffix in WRITTEN)
    assert [name(path) for path in written if MACHINE.search(path.read_text(encoding="utf-8", errors="replace"))] == []


@pytest.mark.parametrize("text", ["<p>", "</table>", '<div class="x">', "<br/>", "<H1 >"])
def test_a_tag_is_recognised(text: str) -> None:
    assert TAG.search(text)


@pytest.mark.parametrize("text", ["<path>", "a<b", "<pid>", "<system-reminder>", "<stdin>", "x <p", "<attr>"])
def test_other_angle_brackets_are_no_tags(text: str) -> None:
    assert not TAG.search(text)
