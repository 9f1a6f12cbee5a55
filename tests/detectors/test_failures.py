"""Two prints of one error read the same, and two errors do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.detectors.failures import normalise


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("open '/tmp/a1/x.log': No such file", "open '/var/b2/y.log': No such file"),
        ("2026-01-02T03:20:00Z worker 12 died", "2027-11-12 04:21:09 worker 7 died"),
        ('File "app.py", line 12', "File 'app.py', line 340"),
        ("bad pointer 0x7f26d761f990", "bad pointer 0x55d0"),
    ],
)
def test_times_paths_addresses_numbers_and_quotes_do_not_tell_errors_apart(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


def test_the_name_of_a_missing_module_tells_errors_apart() -> None:
    assert normalise("No module named 'numpy'") != normalise("No module named 'scipy'")


@given(st.text(max_size=2000))
def test_any_text_can_be_normalised_and_stays_as_it_then_is(text: str) -> None:
    once = normalise(text)
    assert len(once) <= 300
    assert "  " not in once
