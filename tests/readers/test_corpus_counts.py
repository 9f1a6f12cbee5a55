"""Real sessions beside this checkout: how much is read of them, and that labelled places can be found and quoted."""

import re
from collections.abc import Iterator
from json import loads
from pathlib import Path

import pytest
import yaml

from loganalyst.model.span import Line, Pointer
from loganalyst.model.transcript import Media, Message, Part, ToolCall, ToolResult, Transcript
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import CORPUS, accounted

_COUNTS = yaml.safe_load((Path(__file__).parent / "corpus_counts.yaml").read_text(encoding="utf-8"))["files"]
_LABELS = CORPUS.parent / "labels" / "labels.jsonl"
_FOLDERS = ("claude_code_stream", "codex", "openhands", "swe_agent", "mini_swe", "messages", "harbor_atif")
_SPELLING = re.compile(r"[\s\"'\\]+")
"""What a label's quote, taken from the raw line, may have and the decoded text not."""

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real sessions is not beside this checkout")


def _read(name: str) -> Transcript:
    return read_transcript(Source(name, (CORPUS / name).read_bytes()))


def _threads(transcript: Transcript) -> Iterator[Transcript]:
    yield transcript
    for child in transcript.children:
        yield from _threads(child)


def _placed(transcript: Transcript) -> Iterator[tuple[int | str, Message, Part]]:
    for thread in _threads(transcript):
        for message in thread.messages:
            for part in message.parts:
                if isinstance(part.location, Line):
                    yield part.location.line, message, part
                elif isinstance(part.location, Pointer):
                    yield part.location.pointer, message, part


def _quotable(part: Part) -> str:
    if isinstance(part, Media):
        return ""
    fields = part.fields.items.values() if isinstance(part, ToolCall | ToolResult) else ()
    return _SPELLING.sub("", "\n".join((part.text, *fields)))


@pytest.mark.parametrize("row", _COUNTS, ids=lambda row: row["file"].partition("__")[0])
def test_as_much_is_read_as_the_table_says(row: dict[str, object]) -> None:
    transcript = _read(str(row["file"]))
    commands = sum(isinstance(part, ToolCall) and part.is_shell for _, _, part in _placed(transcript))
    messages, shell = row["messages"], row["commands"]
    assert isinstance(messages, list)
    assert isinstance(shell, list)
    assert (len(transcript.messages), commands) == (messages[0], shell[0])
    for thread in _threads(transcript):
        assert accounted(thread) == thread.ledger.records
        assert thread.ledger.damaged == ()


def _labelled() -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = {}
    lines = _LABELS.read_text(encoding="utf-8").splitlines() if _LABELS.is_file() else []
    for label in map(loads, lines):
        if label["file"].partition("/")[0] in _FOLDERS and label.get("at") is not None and label.get("quote"):
            found.setdefault(label["file"], []).append(label)
    return found


@pytest.mark.parametrize(("name", "labels"), sorted(_labelled().items()), ids=lambda value: str(value)[:40])
def test_every_labelled_place_is_a_part_that_holds_the_quotation(name: str, labels: list[dict[str, object]]) -> None:
    places: dict[object, list[str]] = {}
    for place, _, part in _placed(_read(name)):
        places.setdefault(place, []).append(_quotable(part))
    lost = [
        (label["at"], label["rule"])
        for label in labels
        if not any(_SPELLING.sub("", str(label["quote"])) in text for text in places.get(label["at"], ()))
    ]
    assert lost == []
