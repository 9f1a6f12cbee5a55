"""Terminal clean-up: what a person would have seen."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.text.terminal import clean


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;a title\x07prompt", "prompt"),
        ("\x1b]8;;http://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        (" 10%\r 50%\r100%\ndone", "100%\ndone"),
        ("long line\rshort", "shortline"),
        ("long line\r\x1b[Kshort", "short"),
        ("mm\x08ake", "make"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("one\ntwo\n\x1b[2A\x1b[2K1\n\x1b[2K2\n", "1\n2\n"),
        ("before\x1b[2J\x1b[Hafter", "before\nafter"),
        ("nul\x00 and bell\x07", "nul and bell"),
        ("torn \x1b[3", "torn [3"),
        ("\x1b[?2004hready", "ready"),
    ],
)
def test_steering_characters_have_their_effect_and_go(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_a_text_with_nothing_to_clean_is_the_same_object() -> None:
    text = "tabs\tand\nlines, „quotes“ and \u2028 separators"
    assert clean(text) is text


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text(alphabet="ab \r\n\x08\x1b[0123;KAJHCDm\x00\x9b"))
def test_no_steering_character_is_left(text: str) -> None:
    assert not set(clean(text)) & set("\r\x08\x1b\x00\x9b")


_steps = ["ab", "c", "\r", "\r\n", "\x1b[K", "\x1b[1K", "\x1b[2K", "\x1b[A", "\x1b[2C", "\x08"]


@given(st.lists(st.sampled_from(_steps), max_size=20))
def test_a_rewritten_line_looks_as_a_terminal_emulator_shows_it(pieces: list[str]) -> None:
    text = "".join(pieces)
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(text)
    expected = [line.rstrip() for line in screen.display]
    shown = [line.rstrip() for line in clean(text).split("\n")]
    assert shown == expected[: len(shown)]
