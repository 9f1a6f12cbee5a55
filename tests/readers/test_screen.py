"""The screen model of recordings, held against another terminal emulator."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.readers._blocks.screen import Screen

_WIDTH, _HEIGHT = 20, 200
_PIECES = st.lists(
    st.one_of(
        st.text("abc $#", min_size=1, max_size=25),
        st.text("äé", min_size=1, max_size=4),
        st.sampled_from(
            [
                "\r",
                "\r\n",
                "\b",
                "\b\x1b[K",
                "\x1b[K",
                "\x1b[1K",
                "\x1b[2K",
                "\x1b[3D",
                "\x1b[2C",
                "\x1b[5G",
                "\x1b[2P",
                "\x1b[2@",
                "\x1b[3X",
                "\x1b[31m",
                "\x1b]0;title\x07",
                "\x1b[?2004h",
                "\x1b(B",
            ]
        ),
    ),
    max_size=25,
)


def _shown(*pieces: str, width: int | None = 80) -> list[str]:
    screen = Screen(width, 24)
    for number, piece in enumerate(pieces, start=1):
        screen.feed(piece, number)
    return [line.text for line in screen.lines()]


@given(_PIECES)
def test_a_screen_shows_what_another_emulator_shows(pieces: list[str]) -> None:
    ours = Screen(_WIDTH, _HEIGHT)
    theirs = pyte.Screen(_WIDTH, _HEIGHT)
    stream = pyte.Stream(theirs)
    for number, piece in enumerate(pieces):
        ours.feed(piece, number)
        stream.feed(piece)
    rows = "".join(line.rstrip() for line in theirs.display)
    assert "".join("".join(line.text for line in ours.lines()).split()) == "".join(rows.split())


@given(_PIECES, st.integers(1, 7))
def test_where_a_recording_is_cut_into_pieces_does_not_matter(pieces: list[str], size: int) -> None:
    whole = "".join(pieces)
    cut = [whole[start : start + size] for start in range(0, len(whole), size)]
    assert _shown(whole, width=_WIDTH) == _shown(*cut, width=_WIDTH)


@given(st.text(st.sampled_from("\x1b[?;0129hlHJKABCDmrsu78\r\n\b\t a]\x07P@X"), max_size=200))
def test_no_sequence_raises(text: str) -> None:
    _shown(text, width=10)


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        (["0%\r", "50%\r", "100%\r\ndone"], ["100%", "done"]),
        (["mkae\b\b\x1b[Kake\r\n"], ["mkake"]),
        (["a" * 12 + "\r\nb"], ["a" * 12, "b"]),
        (["one\r\n\x1b[H\x1b[2Jtwo"], ["one", "two"]),
        (["a\r\n\x1b[?1049hhidden\r\n\x1b[?1049lb"], ["a", "b"]),
        (["a\x1b7\x1b[24;1H[ 40%]\x1b8b"], ["ab"]),
        (["a\r\nb\x1b[A\rc"], ["c", "b"]),
        (["世界\b\b\bx"], [" x界"]),
        (["a" * 10 + "\x1b[3Db", "\r\n" * 2 + "c" * 12], ["a" * 6 + "b" + "aaa", "", "c" * 12]),
        (["a\tb"], ["a       b"]),
    ],
)
def test_what_was_rewritten_is_left_in_its_last_state(pieces: list[str], lines: list[str]) -> None:
    assert _shown(*pieces, width=10 if len(lines[-1]) == 12 or len(lines[0]) == 12 else 80) == lines


def test_a_line_knows_where_it_was_begun_and_ended() -> None:
    screen = Screen(80)
    for number, piece in enumerate(("$ ", "make", "\r\n", "out", "put"), start=1):
        screen.feed(piece, number)
    first, last = screen.lines()
    assert (first.begun, first.mark, first.ended) == (1, 3, True)
    assert (last.begun, last.mark, last.ended) == (4, 5, False)
