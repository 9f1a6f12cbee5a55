"""Prose is broken into lines; code, tables and quoted transcripts keep their own."""

from hypothesis import given
from hypothesis import strategies as st

from loganalyst.text.wrapping import fill_paragraphs, wrap_lines

LONG = "the quick brown fox jumps over the lazy dog " * 3


def test_a_long_line_is_broken_and_a_short_one_is_left() -> None:
    assert wrap_lines("short\n\nlines", 40) == "short\n\nlines"
    assert max(map(len, wrap_lines(LONG, 40).split("\n"))) <= 40


def test_what_follows_in_an_item_stands_under_its_first_word() -> None:
    first, second, *_ = wrap_lines(f"- {LONG}", 40).split("\n")
    assert (first[:3], second[:2], second[2:3].isalpha()) == ("- t", "  ", True)


def test_code_and_tables_are_left_alone() -> None:
    kept = f"```\n{LONG}\n```\n    {LONG}\n| {LONG} |"
    assert wrap_lines(kept, 40) == kept


def test_a_path_longer_than_the_line_is_not_torn() -> None:
    path = "/srv/" + "data/" * 20
    assert path in wrap_lines(f"It lies in {path} as ever", 40).split("\n")


def test_paragraphs_are_filled_anew() -> None:
    assert fill_paragraphs("one\ntwo\n\nthree\n", 40) == "one two\n\nthree"


@given(st.text(), st.integers(1, 60))
def test_no_word_is_lost(text: str, width: int) -> None:
    assert wrap_lines(text, width).split() == text.split()
    assert fill_paragraphs(text, width).split() == text.split()
