"""A quotation from a log that is text has its own line; one from a record of JSON has the record's place."""

from pathlib import Path

import pytest

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.model.span import Line, Span
from loganalyst.narrative.walk import walk_spans
from loganalyst.readers.source import Source

SAMPLES = Path(__file__).parents[2] / "samples"
SETTINGS = Settings(redact=False)
LOG = """[msg 1] [assistant] Two looks:
the second counts.
[bash] printf '%s\\n' 0 GPU0
0
GPU0
[bash id=last timeout=5s]
> cat /tmp/of-the-line
[result of=last exit=0]
0
Killed process 634
"""


def quoted(name: str, content: bytes, message: int) -> list[Span]:
    knowledge = pipeline.load_knowledge(SETTINGS)
    analysis = pipeline.analyse(pipeline.read(Source(name, content), SETTINGS), knowledge, SETTINGS)
    return list(walk_spans(pipeline.plan(analysis, knowledge, SETTINGS, message)))


@pytest.mark.parametrize(("name", "message"), [("started-container.txt", 463), ("stuck-install.txt", 495)])
def test_each_quotation_begins_on_the_line_that_is_named(name: str, message: int) -> None:
    content = (SAMPLES / name).read_bytes()
    lines = content.decode().split("\n")
    spans = [span for span in quoted(name, content, message) if span.quote]
    assert spans
    for span in spans:
        assert isinstance(span.location, Line)
        assert span.quote.split("\n")[0].strip() in lines[span.location.line - 1]


def test_texts_calls_and_outputs_are_counted_from_their_own_first_line() -> None:
    transcript = pipeline.read(Source("log.txt", LOG.encode()), SETTINGS)
    places = [part.location for message in transcript.messages for part in message.parts]
    first = [place.line + place.below for place in places if isinstance(place, Line) and place.below is not None]
    assert first == [1, 3, 4, 7, 9]
    assert len(first) == len(places)


def test_lines_inside_a_record_of_json_are_not_counted() -> None:
    record = '{"role":"user","content":"See:\\n  a\\nb"}\n{"role":"assistant","content":"So\\nit is."}\n'
    transcript = pipeline.read(Source("log.jsonl", record.encode()), SETTINGS)
    places = [part.location for message in transcript.messages for part in message.parts]
    assert [place.below for place in places if isinstance(place, Line)] == [None, None]
