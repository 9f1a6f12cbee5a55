"""A share of the search for inputs that a reader cannot take, the same at every run; ``make fuzz`` searches on."""

from random import Random

import pytest

from loganalyst.readers.detection import formats
from tests.readers.fuzzing import SEEDS, Fault, seeds, try_input
from tests.readers.mutation import mutate

INPUTS = 150
FORMATS = [name for name in formats() if seeds(name)]


def test_every_reader_has_a_sample_to_begin_with() -> None:
    assert set(formats()) == set(FORMATS)


@pytest.mark.parametrize("reader", FORMATS)
def test_changed_inputs_are_read_or_refused_in_our_own_words(reader: str) -> None:
    chance = Random(reader)
    begin = seeds(reader)
    for _ in range(INPUTS):
        try_input(reader, mutate(chance.choice(begin), chance))


@pytest.mark.parametrize("name", sorted(path.name for path in SEEDS.iterdir() if path.name != "README.md"))
def test_what_failed_once_is_read_or_refused_in_our_own_words(name: str) -> None:
    try_input(name.partition(".")[0], (SEEDS / name).read_bytes())


def test_a_reader_that_raises_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("tests.readers.fuzzing.read_transcript", break_down)
    with pytest.raises(Fault):
        try_input("codex", b"{}")
