"""Pieces are the same whatever looks for them and whatever the text; what is compiled is kept, and may get damaged."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.model.settings import Engine
from loganalyst.text.needles import Needles

PIECES = ("Error", "Error: ", "rror", "✗ failed", "é", "==", "=", "a.b", "[x")
TEXTS = st.lists(
    st.one_of(st.sampled_from(PIECES), st.text(st.characters(exclude_categories=())), st.just("\ud800"))
).map("".join)
ENGINES = {engine: Needles(PIECES, engine) for engine in Engine}
LIBRARIES = {Engine.HYPERSCAN: "loganalyst.text.databases", Engine.AHOCORASICK: "ahocorasick_rs"}


@given(TEXTS)
def test_every_engine_finds_the_same(text: str) -> None:
    expected = frozenset(piece for piece in PIECES if piece in text)
    assert {engine: needles.found_in(text) for engine, needles in ENGINES.items()} == dict.fromkeys(ENGINES, expected)


@pytest.mark.parametrize("engine", Engine)
def test_no_pieces_find_nothing(engine: Engine) -> None:
    assert Needles((), engine).found_in("any text") == frozenset()


@pytest.mark.parametrize("engine", Engine)
def test_a_piece_inside_another_is_found_too(engine: Engine) -> None:
    assert Needles(("Error: ", "rror"), engine).found_in("Error: no") == {"Error: ", "rror"}


@pytest.mark.parametrize("gone", [1, 2])
def test_an_engine_that_is_not_installed_is_replaced_by_the_next(gone: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in list(Engine)[:gone]:
        monkeypatch.setitem(sys.modules, LIBRARIES[engine], None)
    needles = Needles(PIECES, Engine.HYPERSCAN)
    assert needles.engine in list(Engine)[gone:]
    assert needles.found_in("Error: é") == {"Error", "Error: ", "rror", "é"}


def test_nothing_is_compiled_for_a_single_run_without_being_asked_for() -> None:
    assert Needles(PIECES).engine is not Engine.HYPERSCAN


def kept(folder: Path) -> Path:
    """Return the one file of a folder that Needles have filled."""
    pytest.importorskip("hyperscan")
    assert Needles(PIECES, cache=folder).engine is Engine.HYPERSCAN
    (file,) = folder.iterdir()
    return file


def test_what_is_compiled_is_kept_and_used_again(tmp_path: Path) -> None:
    file = kept(tmp_path / "cache" / "of mine")
    written = file.stat().st_mtime_ns
    assert Needles(PIECES, cache=file.parent).found_in("Error") == {"Error", "rror"}
    assert file.stat().st_mtime_ns == written


def test_other_pieces_are_compiled_apart(tmp_path: Path) -> None:
    file = kept(tmp_path)
    assert Needles(("other",), cache=tmp_path).found_in("another Error") == {"other"}
    assert len(list(file.parent.iterdir())) == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: data[:60] + b"\xff" * 40 + data[100:],
        lambda _: b"no database at all" * 100,
    ],
    ids=["empty", "torn", "a bit at its end", "a hole", "something else"],
)
def test_a_damaged_database_is_compiled_anew(damage: object, tmp_path: Path) -> None:
    assert callable(damage)
    file = kept(tmp_path)
    sound = file.read_bytes()
    file.write_bytes(damage(sound))
    assert Needles(PIECES, cache=tmp_path).found_in("✗ failed") == {"✗ failed"}
    assert file.read_bytes() == sound


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    pytest.importorskip("hyperscan")
    (tmp_path / "file").write_text("in the way")
    needles = Needles(PIECES, cache=tmp_path / "file" / "cache")
    assert needles.found_in("a.b, not axb") == {"a.b"}
    assert Needles(PIECES, cache=tmp_path / "file").found_in("a.b") == {"a.b"}
