import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import loganalyst.narrative as package
from loganalyst.narrative import phrases, words
from loganalyst.narrative.wording import slot_names
from loganalyst.observations.kinds import KINDS

ROOM = Path(package.__file__).parent
TEMPLATES = Path(package.__file__).parents[2] / "templates"
BANNED = re.compile(
    r"\b(?:masterclass|sophisticated|sound|devastating|brilliant|unfortunately|simply|obviously|obvious|clearly"
    r"|of course|root cause|fault of|to blame|careless|foolish|stupid|lazy|should have known|clever|elegant|impressive"
    r"|excellent|great job|well done|failure to|negligent|mistake|wrongly|just|actually|dramatic|crucial|pivotal)\b",
    re.IGNORECASE,
)
PROSE = re.compile(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")
FREE_OF_PROSE = {"keys.py", "phrases.py", "words.py"}
"""The modules that hold words; the others hold none."""


def constants() -> Iterator[tuple[str, str]]:
    for module in (phrases, words):
        for name, value in vars(module).items():
            if name.isupper():
                yield from ((name, text) for text in texts(value))


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for item in value.values() for text in texts(item))
    elif isinstance(value, tuple):
        yield from (text for item in value for text in texts(item))


@pytest.mark.parametrize(("name", "text"), list(constants()))
def test_a_template_holds_no_digit(name: str, text: str) -> None:
    assert not any(character.isdigit() for character in text), name


@pytest.mark.parametrize(("name", "text"), list(constants()))
def test_words_neither_praise_nor_blame(name: str, text: str) -> None:
    assert BANNED.search(text) is None, name


@pytest.mark.parametrize(("name", "text"), list(constants()))
def test_a_place_in_a_template_has_a_plain_name(name: str, text: str) -> None:
    assert all(re.fullmatch(r"[a-z_]+", slot) for slot in slot_names(text)), name


def test_sentences_of_page_templates_neither_praise_nor_blame() -> None:
    found = {path.name: BANNED.findall(path.read_text(encoding="utf-8")) for path in TEMPLATES.rglob("*.j2")}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_no_other_module_of_the_room_holds_prose() -> None:
    found = [
        (path.name, text)
        for path in sorted(ROOM.glob("*.py"))
        if path.name not in FREE_OF_PROSE
        for text in spoken(path)
    ]
    assert found == []


def spoken(path: Path) -> Iterator[str]:
    """Yield the texts of a module that read like prose: no docstrings, nothing that an error says."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            left_out |= {id(inner) for inner in ast.walk(node)}
    spoken_by = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in left_out)
    yield from (node.value for node in spoken_by if isinstance(node.value, str) and PROSE.search(node.value))


def test_what_a_fact_means_is_said_of_facts_that_there_are() -> None:
    assert set(words.MEANINGS) <= set(KINDS)
