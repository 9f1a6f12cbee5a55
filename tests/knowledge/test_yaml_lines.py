"""YAML with its lines."""

import pytest

from loganalyst.errors import RuleSyntaxError
from loganalyst.knowledge.yaml_lines import read_yaml


def test_every_key_and_item_knows_its_line() -> None:
    document = read_yaml("a:\n  b: 1\n  c:\n    - x\n    - y\n", "f.yaml")
    assert document.data == {"a": {"b": 1, "c": ["x", "y"]}}
    assert str(document.place(("a", "c", 1))) == "f.yaml:5"
    assert str(document.place(("a", "nowhere", "b"))) == "f.yaml:2"


def test_scalars_are_read_as_in_yaml_1_2() -> None:
    document = read_yaml("[true, yes, on, '1', 1, 1.5, ~, -9, 2026-01-02, 0x10, \"true\"]", "f.yaml")
    assert document.data == [True, "yes", "on", "1", 1, 1.5, None, -9, "2026-01-02", "0x10", "true"]


def test_keys_are_text_even_where_they_look_like_numbers() -> None:
    assert read_yaml("255: a\ntrue: b\n", "f.yaml").data == {"255": "a", "true": "b"}


def test_bytes_are_read_as_text_is() -> None:
    assert read_yaml("a: ü".encode(), "f.yaml").data == read_yaml("a: ü", "f.yaml").data == {"a": "ü"}


def test_an_empty_document_has_no_data() -> None:
    assert read_yaml("# nothing\n", "f.yaml").data is None


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("a: 1\na: 2\n", 2, "stands twice"),
        ("a: 1\n  b: 2\n", 2, "no YAML"),
        ("? [a]\n: 1\n", 1, "a key is not a word"),
        ("a: &x [*x]\n", 1, "contains itself"),
        (b"a: 1\nb: \xff\n", 2, "not UTF-8"),
        ("a: \x07", None, "no YAML"),
    ],
)
def test_a_fault_names_its_line(source: str | bytes, line: int | None, words: str) -> None:
    with pytest.raises(RuleSyntaxError, match=words) as caught:
        read_yaml(source, "f.yaml")
    assert caught.value.place is not None
    assert line is None or caught.value.place.line == line
