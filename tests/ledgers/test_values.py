"""Every figure and quotation in the ledgers is what the transcript says."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from loganalyst.ledgers.book import build_ledgers
from loganalyst.model.span import Span, Value
from loganalyst.model.transcript import Media, field_text
from loganalyst.narrative.figures import check_value
from tests.ledgers.told import SAMPLES, events_of, symptoms


def leaves(value: object) -> Iterator[Span | Value]:
    if isinstance(value, Span | Value):
        yield value
    if isinstance(value, tuple):
        for item in value:
            yield from leaves(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from leaves(getattr(value, field.name))


@pytest.mark.parametrize(
    "path", sorted(path for path in SAMPLES.glob("*.*") if path.suffix != ".md"), ids=lambda path: path.name
)
def test_every_figure_and_quotation_of_a_sample_holds(path: Path) -> None:
    events = events_of(path.read_bytes(), path.name)
    found = list(leaves(build_ledgers(events, symptoms())))
    assert found
    for leaf in found:
        if isinstance(leaf, Value):
            check_value(leaf)
            continue
        message = events.transcript.message(leaf.message)
        assert message is not None
        part = message.parts[leaf.part]
        assert not isinstance(part, Media)
        text = field_text(part, leaf.field)
        assert text is not None
        assert text[leaf.start : leaf.end] == leaf.quote
