"""Pieces looked for together and one by one are the same, whatever the text."""

from hypothesis import given
from hypothesis import strategies as st

from loganalyst.text.needles import Needles

PIECES = ("Error", "Error: ", "rror", "✗ failed", "é", "==", "=")
TEXTS = st.lists(
    st.one_of(st.sampled_from(PIECES), st.text(st.characters(exclude_categories=())), st.just("\ud800"))
).map("".join)


@given(TEXTS)
def test_both_ways_find_the_same(text: str) -> None:
    expected = frozenset(piece for piece in PIECES if piece in text)
    assert Needles(PIECES).found_in(text) == expected
    assert Needles(PIECES, together=False).found_in(text) == expected


def test_no_pieces_find_nothing() -> None:
    assert Needles(()).found_in("any text") == frozenset()


def test_a_piece_inside_another_is_found_too() -> None:
    assert Needles(("Error: ", "rror")).found_in("Error: no") == {"Error: ", "rror"}
