"""Durations, sizes and numbers read from texts."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.text.units import (
    find_durations,
    find_numbers,
    find_sizes,
    read_duration,
    read_number,
    read_size,
)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("10s", "10"),
        ("500ms", "0.5"),
        ("10000 ms", "10"),
        ("2m 0.0s", "120"),
        ("2m0.5s", "120.5"),
        ("5 minutes", "300"),
        ("5-minute", "300"),
        ("1h", "3600"),
        ("1h 2m 3s", "3723"),
        ("1 hour and 30 minutes", "5400"),
        ("1,500 ms", "1.5"),
        ("20 us", "0.00002"),
        ("3d", "259200"),
    ],
)
def test_a_duration_comes_out_in_seconds(text: str, seconds: str) -> None:
    assert read_duration(text) == Decimal(seconds)


@pytest.mark.parametrize("text", ["", "10", "10 m", "10M", "v1.10s", "abc10s", "10sx", "10s 20s", "10s.", "2m0"])
def test_a_text_that_is_not_one_duration_is_none(text: str) -> None:
    assert read_duration(text) is None


def test_each_duration_in_a_sentence_has_its_place() -> None:
    text = "timed out after 2m 0.0s, then 10s 20s more; 5 minutes in all"
    found = find_durations(text)
    assert [str(one.number) for one in found] == ["120", "10", "20", "300"]
    assert [text[one.start : one.end] for one in found] == ["2m 0.0s", "10s", "20s", "5 minutes"]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("432Gi", 432 * 1024**3),
        ("62 GB", 62 * 1000**3),
        ("62G", 62 * 1024**3),
        ("4.0K", 4096),
        ("10 MiB", 10 * 1024**2),
        ("1,024 kB", 1_024_000),
        ("512 bytes", 512),
        ("512B", 512),
    ],
)
def test_a_size_comes_out_in_bytes(text: str, size: int) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize("text", ["", "62", "62 G", "4Kx", "62GB/s 3"])
def test_a_text_that_is_not_one_size_is_none(text: str) -> None:
    assert read_size(text) is None


def test_numbers_stand_by_themselves() -> None:
    assert [one.quote for one in find_numbers("exit 137, -5 of 1,234.5; v2.3 10s")] == ["137", "-5", "1,234.5"]
    assert read_number(" 1,234.5 ") == Decimal("1234.5")
    assert read_number("1 2") is None


@given(st.text(alphabet="0123456789.,-+ smhdkMGiBe\n"))
def test_every_quote_is_the_text_at_its_place(text: str) -> None:
    for one in (*find_durations(text), *find_sizes(text), *find_numbers(text)):
        assert text[one.start : one.end] == one.quote
